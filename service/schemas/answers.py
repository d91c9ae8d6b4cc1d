"""What answers look like, for the published contract. Nothing is written through these:
`events.sight` makes plain data, and a test holds the two together.
"""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from events import catalogue, game
from events.board import Colour, Kind, NamedStick, Prisoner, Stick, Value, Window
from events.docket import Standing
from events.rulebook import Clause, Option, Options, Reading

Id = Annotated[
    str, Meta(pattern="^[a-z2-7]{16}$", description="A game's id.", examples=["k3x5c2m7q4t6w2za"])
]
Seat = Annotated[int, Meta(ge=1, le=5, description="A seat at the table, counted clockwise.")]
Version = Annotated[int, Meta(ge=1, description="The number of an event in its game.")]
Time = Annotated[
    str,
    Meta(
        pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$",
        description="RFC 3339, UTC, milliseconds.",
    ),
]
Hash = Annotated[str, Meta(pattern="^sha256:[0-9a-f]{64}$")]
Token = Annotated[
    str,
    Meta(
        pattern="^[A-Za-z0-9_-]{43}$",
        description="The seat's credential: for `Authorization: Bearer`, and nowhere else.",
    ),
]
Receipt = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$",
        description="A compact JWS over what the service said: keep it.",
    ),
]


Bot = Annotated[
    catalogue.Bot | None, Meta(description="The kind of bot that sits here; null for a person.")
]
Word = Literal[
    "start",
    "add_bot",
    "remove_player",
    "mask",
    "remove",
    "remove_two",
    "answer",
    "decline",
    "leave",
    "dispute",
]


class Event(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An event as the log shows it to everybody; it is hashed as it stands, without `hash`,
    `hidden` and `salt`. Those two are there once the game is over."""

    game: Id
    version: Version
    type: str
    at: Time
    seat: Seat | None
    action: dict[str, Any]
    outcome: dict[str, Any]
    veil: Hash | None
    previous: Hash | None
    hash: Hash
    hidden: dict[str, Any] | UnsetType | None = UNSET
    salt: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")] | UnsetType | None = UNSET


class Player(Value, frozen=True, kw_only=True):
    """Whoever holds a seat, what they took, and their tokens."""

    seat: Seat
    name: str
    bot: Bot
    in_play: bool
    tokens: Annotated[int, Meta(ge=0)]
    prisoners: tuple[Prisoner, ...]


class Removed(Value, frozen=True, kw_only=True):
    """What lies removed in this turn; `sticks` for those alone who may know."""

    count: Annotated[int, Meta(ge=1, le=2)]
    sticks: tuple[Stick, ...] | None


class You(Value, frozen=True, kw_only=True):
    """Your own seat, and the words for what you can do next."""

    seat: Seat
    may: tuple[Word, ...]


class Game(Value, frozen=True, kw_only=True):
    """A game as this caller may see it now."""

    id: Id
    version: Version
    status: game.Status
    seed_from: catalogue.SeedFrom
    options: Options
    phase: catalogue.Phase | None
    deadline: Time | None
    turn: Annotated[int, Meta(ge=1)] | None
    lime: Seat | None
    mask: Seat | None
    players: tuple[Player, ...]
    board: tuple[Window, ...] | None
    removed: Removed | None
    answers: tuple[tuple[NamedStick, ...], ...]
    last_turn: game.Turn | None
    you: You | None
    winner: Seat | None
    won_by: catalogue.WonBy | None
    standing: Standing | None


class Row(Value, frozen=True, kw_only=True):
    """A table in the lobby."""

    id: Id
    status: game.Status
    players: tuple["Sitting", ...]
    version: Version
    opened_at: Time
    options: Options
    seed_from: catalogue.SeedFrom
    winner: Seat | None
    standing: Standing | None


class Sitting(Value, frozen=True, kw_only=True):
    """Who sits at a listed table."""

    seat: Seat
    name: str
    bot: Bot


class Lobby(Value, frozen=True, kw_only=True):
    """A page of tables, newest opened first; `next` is a cursor, null on the last page."""

    items: tuple[Row, ...]
    next: str | None


class Events(Value, frozen=True, kw_only=True):
    """A page of the log, oldest first; `next` is a cursor, null where the log ends for now."""

    items: tuple[Event, ...]
    next: str | None


class Story(Value, frozen=True, kw_only=True):
    """A page of what has happened, oldest first; `next` is a cursor, null where it ends for now."""

    items: tuple["Told", ...]
    next: str | None


class Told(Value, frozen=True, kw_only=True):
    """One event in words, as you may hear of it."""

    version: Version
    type: str
    seat: Seat | None
    at: Time
    sentence: str


class Action(Value, frozen=True, kw_only=True):
    """What was done, and the game as you may see it now."""

    event: Event
    game: Game
    receipt: Receipt


class Seated(Value, frozen=True, kw_only=True):
    """A new seat. The token is given here and nowhere else; a bot's seat has none."""

    game: Game
    event: Event
    seat: Seat
    token: Token | None
    receipt: Receipt


class ReceiptGiven(Value, frozen=True, kw_only=True):
    """The receipt of one event."""

    receipt: Receipt


class Rules(Value, frozen=True, kw_only=True):
    """The clauses, the points that the printed sheet leaves open, and what a table can choose."""

    clauses: tuple[Clause, ...]
    rulings: tuple["Ruling", ...]
    options: tuple[Option, ...]
    colours: tuple[Colour, ...]
    kinds: tuple[Kind, ...]


class Ruling(Value, frozen=True, kw_only=True):
    """A silent point, its readings, and the one taken where a table chooses none."""

    name: str
    settles: tuple[str, ...]
    default: str | int
    readings: tuple[Reading, ...]


class Jwk(Value, frozen=True, kw_only=True):
    """A public Ed25519 key (RFC 8037)."""

    kty: str
    crv: str
    x: str
    kid: str
    alg: str
    use: str


class Jwks(Value, frozen=True, kw_only=True):
    """The keys that sign receipts, the newest first, retired ones included (RFC 7517)."""

    keys: tuple[Jwk, ...]


class Alive(Value, frozen=True, kw_only=True):
    """The process answers."""

    status: str


class Ready(Value, frozen=True, kw_only=True):
    """Events are taken; `warnings` say what weakens the promise to keep them."""

    status: str
    durable: bool
    warnings: tuple[str, ...]


class Fault(Value, frozen=True, kw_only=True):
    """One thing wrong with a request, and where: in the body, the query or a header."""

    detail: str
    pointer: str | UnsetType = UNSET
    parameter: str | UnsetType = UNSET
    header: str | UnsetType = UNSET


class Problem(Value, frozen=True, kw_only=True):
    """Why a request was refused (RFC 9457). Nothing is recorded of it."""

    type: Annotated[str, Meta(description="`/problems/<slug>`, a page about this problem.")]
    title: str
    status: int
    detail: str
    instance: str | UnsetType = UNSET
    clauses: tuple[str, ...] | UnsetType = UNSET
    errors: tuple[Fault, ...] | UnsetType = UNSET
