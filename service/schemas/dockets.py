"""What audits and disputes look like, for the contract; `events.proceedings` makes them."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from events.board import Value
from events.docket import Claim, Judgement, Standing
from events.findings import Finding, Material
from service.schemas.answers import Hash, Id, Seat, Time, Version

Number = Annotated[int, Meta(ge=1, description="The docket's event with which it began.")]
Certificate = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$",
        description="A compact JWS over what the audit came to.",
    ),
]
Upload = Annotated[
    str, Meta(pattern="^[a-z2-7]{32}$", description="The id of something that was sent in.")
]
Recorded = Annotated[str, Meta(description="The game that a record says it is of.")]


class Audit(Value, frozen=True, kw_only=True):
    """An audit: of a game's own log, or of what was sent in. Empty until it is done.

    `progress` is in percent. `findings` are 1,000 at most, `found` counts them all. `sound_to` is
    the last version before the first fault. `undecided` says what a transcript leaves open,
    `unchecked` what a record gave no means to check, `differs` where it is not what this service's
    own log says, and `failure` why there is no report. `standing` is the game's; `certificate`
    comes with its newest audit alone, and never with what was sent in.
    """

    id: Number | Upload
    game: Recorded | None
    source: Literal["log", "upload"]
    status: Literal["queued", "running", "done", "failed"]
    progress: Annotated[int, Meta(ge=0, le=100)]
    asked_at: Time
    done_at: Time | None
    events: int | None
    head: Hash | None
    sound_to: int | None
    findings: tuple[Finding, ...]
    found: int | None
    materiality: tuple[Material, ...]
    undecided: tuple[str, ...]
    unchecked: tuple[str, ...]
    differs: tuple[Finding, ...]
    failure: str | None
    standing: Standing | None
    certificate: Certificate | None


class Audits(Value, frozen=True, kw_only=True):
    """A page of a game's audits, oldest first."""

    items: tuple[Audit, ...]
    next: str | None


class DisputeRuling(Value, frozen=True, kw_only=True):
    """How a dispute ended. `reading` is the table's, where the sheet is silent and that decided;
    `would_change` says whether another one would have given something else."""

    verdict: Judgement
    clauses: tuple[str, ...]
    reading: str | None
    recorded: Any
    expected: Any
    would_change: bool
    sentence: str


class Dispute(Value, frozen=True, kw_only=True):
    """What a seat says is wrong with an event. While the game runs it waits, and shows neither
    its statement nor its receipt."""

    id: Number
    game: Id
    seat: Seat
    version: Version
    claim: Claim
    statement: str | None
    receipt: str | None
    status: Literal["waiting", "queued", "running", "ruled", "failed"]
    raised_at: Time
    ruled_at: Time | None
    ruling: DisputeRuling | None


class Disputes(Value, frozen=True, kw_only=True):
    """A page of a game's disputes, oldest first."""

    items: tuple[Dispute, ...]
    next: str | None


class DocketEvent(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An event of the docket, in the envelope of the log and with a chain of its own. What it
    hides opens when the game is over."""

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
    salt: str | UnsetType | None = UNSET


class DocketEvents(Value, frozen=True, kw_only=True):
    """A page of a game's docket, oldest first."""

    items: tuple[DocketEvent, ...]
    next: str | None
