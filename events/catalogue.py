"""Every event that a game can have: past tense, each field open or hidden.

An open field stands in the event's `action` or `outcome`, which everybody reads. A hidden
one is committed to by the veil and opens when the game is over. A field declared neither
is written nowhere and served to nobody.
"""

from enum import StrEnum
from functools import cache
from typing import Annotated, Any, ClassVar, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Meta, UnsetType

from events.board import NamedStick, Prisoner, SeatNo, Stick, Value, Window
from events.rulebook import Options

T = TypeVar("T")


class Part(StrEnum):
    """Where in an event a field stands."""

    ACTION = "action"
    OUTCOME = "outcome"
    HIDDEN = "hidden"


Action = Annotated[T, Part.ACTION]
Outcome = Annotated[T, Part.OUTCOME]
Hidden = Annotated[T, Part.HIDDEN]


class Phase(StrEnum):
    """What a running game waits for."""

    MASK = "mask"
    REMOVAL = "removal"
    ANSWER = "answer"
    SECOND_ANSWER = "second_answer"


class Verdict(StrEnum):
    RIGHT = "right"
    WRONG = "wrong"


class WonBy(StrEnum):
    THREE_ALIKE = "three_alike"
    THREE_DIFFERENT = "three_different"
    LAST_IN_PLAY = "last_in_play"


class InsteadOf(StrEnum):
    """What the clock did in a seat's place (H1)."""

    MASK = "mask"
    REMOVAL = "removal"
    ANSWER = "answer"
    SECOND_ANSWER = "second_answer"


class Reason(StrEnum):
    """Why a table was closed without a winner."""

    HOST_LEFT = "host_left"
    NOT_STARTED = "not_started"
    IDLE = "idle"
    NO_PEOPLE = "no_people"


class SeedFrom(StrEnum):
    HOST = "host"
    SERVER = "server"


class Bot(StrEnum):
    """Who can be asked to sit down beside people, from the most forgetful on."""

    GOLDFISH = "goldfish"
    MAGPIE = "magpie"
    ELEPHANT = "elephant"


Clauses = tuple[str, ...]


class Body(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one event says; its envelope is in `chain`."""

    type: ClassVar[str]


B = TypeVar("B", bound=Body)


class Resolving(Body, frozen=True, kw_only=True):
    """An event that may resolve the turn; the fields are absent where it does not."""

    verdict: Outcome[Verdict | UnsetType] = UNSET
    resolved: Outcome[bool | UnsetType] = UNSET
    escaped: Outcome[tuple[Prisoner, ...] | UnsetType] = UNSET
    taken_by: Outcome[SeatNo | UnsetType | None] = UNSET
    lime: Outcome[SeatNo | UnsetType] = UNSET
    mask: Outcome[SeatNo | UnsetType] = UNSET
    winner: Outcome[SeatNo | UnsetType | None] = UNSET
    won_by: Outcome[WonBy | UnsetType | None] = UNSET


class GameOpened(Body, frozen=True, kw_only=True):
    """A table was opened, its host on seat 1; from the seed follows the deal."""

    type = "game-opened"

    name: Action[str]
    options: Action[Options]
    listed: Action[bool]
    seed_from: Action[SeedFrom]
    rules: Action[str]
    seed: Hidden[str]


class PlayerJoined(Body, frozen=True, kw_only=True):
    """Somebody sat down."""

    type = "player-joined"

    name: Action[str]
    seat: Outcome[SeatNo]


class BotJoined(Body, frozen=True, kw_only=True):
    """The host sat a bot down; what it will remember follows from its seed."""

    type = "player-joined"

    name: Action[str]
    bot: Action[Bot]
    seat: Outcome[SeatNo]
    seed: Hidden[Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]]


class PlayerLeftTable(Body, frozen=True, kw_only=True):
    """Somebody left, or was removed, before the start."""

    type = "player-left"

    removed_by: Outcome[SeatNo | None]


class GameStarted(Body, frozen=True, kw_only=True):
    """The board was dealt, and the first turn began."""

    type = "game-started"

    lime: Outcome[SeatNo]
    mask: Outcome[SeatNo]
    phase: Outcome[Phase]
    deal: Hidden[tuple[Window, ...]]


class MaskPutOn(Body, frozen=True, kw_only=True):
    """The wearer sees no board from now on (T1)."""

    type = "mask-put-on"

    phase: Outcome[Phase]
    clauses: Outcome[Clauses]


class SticksRemoved(Body, frozen=True, kw_only=True):
    """A stick went, or two for a token (T2, A2)."""

    type = "sticks-removed"

    count: Action[int]
    tokens_paid: Outcome[int]
    paid_to: Outcome[SeatNo | None]
    phase: Outcome[Phase]
    clauses: Outcome[Clauses]
    sticks: Hidden[tuple[Stick, ...]]


class AnswerGiven(Resolving, frozen=True, kw_only=True):
    """The wearer said what went (T3), perhaps for the second time (A3)."""

    type = "answer-given"

    attempt: Outcome[int]
    tokens_paid: Outcome[int]
    paid_to: Outcome[SeatNo | None]
    phase: Outcome[Phase | None]
    clauses: Outcome[Clauses]
    sticks: Hidden[tuple[NamedStick, ...]]


class SecondAnswerDeclined(Resolving, frozen=True, kw_only=True):
    """The wearer kept the token, and the turn counts as wrong (A3)."""

    type = "second-answer-declined"

    phase: Outcome[Phase | None]
    clauses: Outcome[Clauses]


class TurnTimedOut(Resolving, frozen=True, kw_only=True):
    """The clock acted for the seat that let its time pass (H1)."""

    type = "turn-timed-out"

    instead_of: Outcome[InsteadOf]
    phase: Outcome[Phase | None]
    clauses: Outcome[Clauses]
    count: Outcome[int | UnsetType] = UNSET
    sticks: Hidden[tuple[Stick, ...] | UnsetType] = UNSET


class PlayerLeft(Resolving, frozen=True, kw_only=True):
    """Somebody left a running game, for good (H2)."""

    type = "player-left"

    phase: Outcome[Phase | None]
    clauses: Outcome[Clauses]


class GameClosed(Body, frozen=True, kw_only=True):
    """The table was closed, and nobody won."""

    type = "game-closed"

    reason: Outcome[Reason]
    phase: Outcome[None]
    winner: Outcome[None]
    won_by: Outcome[None]


AnyBody = (
    GameOpened
    | PlayerJoined
    | BotJoined
    | PlayerLeftTable
    | GameStarted
    | MaskPutOn
    | SticksRemoved
    | AnswerGiven
    | SecondAnswerDeclined
    | TurnTimedOut
    | PlayerLeft
    | GameClosed
)

BODIES: tuple[type[AnyBody], ...] = get_args(AnyBody)


@cache
def fields(body: type[Body]) -> dict[str, Part]:
    """Each declared field of a body and the part of the event where it stands."""
    parts: dict[str, Part] = {}
    for name, hint in get_type_hints(body, include_extras=True).items():
        if get_origin(hint) is Annotated and isinstance(hint.__metadata__[-1], Part):
            parts[name] = hint.__metadata__[-1]
    return parts


@cache
def _named(part: Part, body: type[Body]) -> frozenset[str]:
    return frozenset(name for name, where in fields(body).items() if where is part)


Plain = dict[str, Any]


def parts(body: Body) -> tuple[Plain, Plain, Plain | None]:
    """A body as plain data: action, outcome, and what is hidden (None where nothing is)."""
    split: dict[Part, Plain] = {part: {} for part in Part}
    declared = fields(type(body))
    for name, value in msgspec.to_builtins(body).items():
        if name in declared:
            split[declared[name]][name] = value
    return split[Part.ACTION], split[Part.OUTCOME], split[Part.HIDDEN] or None


def body(type: str, action: Plain, outcome: Plain, hidden: Plain | None) -> AnyBody:
    """The body that an event's parts say.

    Raises msgspec.ValidationError where they are not of that type's form.
    """
    return formed(_form(type, action, outcome), action, outcome, hidden)


def formed(form: type[B], action: Plain, outcome: Plain, hidden: Plain | None) -> B:
    """A body of that form; raises msgspec.ValidationError where the parts are not of it."""
    for part, given in ((Part.ACTION, action), (Part.OUTCOME, outcome), (Part.HIDDEN, hidden)):
        if given and not given.keys() <= _named(part, form):
            stray = min(given.keys() - _named(part, form))
            raise msgspec.ValidationError(f"{form.type} has no {part} {stray}")
    return msgspec.convert({**action, **outcome, **(hidden or {})}, form)


_FORMS: dict[str, type[AnyBody]] = {form.type: form for form in BODIES}


def _form(type: str, action: Plain, outcome: Plain) -> type[AnyBody]:
    if type not in _FORMS:
        raise msgspec.ValidationError("no such type of event")
    if type == PlayerJoined.type:
        return BotJoined if "bot" in action else PlayerJoined
    if type == PlayerLeftTable.type and "removed_by" in outcome:
        return PlayerLeftTable
    return _FORMS[type]
