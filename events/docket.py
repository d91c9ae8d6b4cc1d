"""The docket: what was audited and disputed of a game, and what came of it.

A second stream beside the log, with a chain of its own and the same machinery. Its standing,
and whatever is shown of an audit or a dispute, is a fold over it.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, get_args

import msgspec

from events.board import SeatNo, Value
from events.catalogue import Action, Body, Hidden, Outcome, Plain, formed
from events.chain import GameId, Head, Sealed, Version, head
from events.findings import Finding, Material
from events.game import Served
from events.times import Millis

RELEASE = "singsing/1"
"""The release of the audit: the same log audited by the same release is one audit."""


class Claim(StrEnum):
    """What a seat says is wrong with an event."""

    VERDICT = "verdict"
    ESCAPE = "escape"
    AWARD = "award"
    PASSING = "passing"
    TOKENS = "tokens"
    REMOVAL = "removal"
    END = "end"
    DEAL = "deal"
    RECORD = "record"


class Judgement(StrEnum):
    """How a dispute ends; silent where the sheet does not say and the table's reading decided."""

    UPHELD = "upheld"
    DISMISSED = "dismissed"
    SILENT = "silent"


class Standing(StrEnum):
    """What the result of a finished game is worth."""

    UNAUDITED = "unaudited"
    CLEARED = "cleared"
    DISPUTED = "disputed"
    OVERTURNED = "overturned"


class AuditRequested(Body, frozen=True, kw_only=True):
    """An audit of the log as it stands is to be made."""

    type = "audit-requested"

    events: Outcome[int]
    head: Outcome[str]
    rules: Outcome[str]
    release: Outcome[str]


class AuditReported(Body, frozen=True, kw_only=True):
    """What an audit found; `audit` is the version of its request, `found` counts all findings."""

    type = "audit-reported"

    audit: Action[int]
    events: Outcome[int]
    head: Outcome[str | None]
    sound_to: Outcome[int]
    findings: Outcome[tuple[Finding, ...]]
    found: Outcome[int]
    materiality: Outcome[tuple[Material, ...]]
    undecided: Outcome[tuple[str, ...]]


class DisputeRaised(Body, frozen=True, kw_only=True):
    """A seat disputes an event of the log; its words open with the game."""

    type = "dispute-raised"

    version: Action[int]
    claim: Action[Claim]
    statement: Hidden[str | None]
    receipt: Hidden[str | None]


class DisputeRuled(Body, frozen=True, kw_only=True):
    """The ruling on a dispute; `dispute` is the version of its raising."""

    type = "dispute-ruled"

    dispute: Action[int]
    verdict: Outcome[Judgement]
    clauses: Outcome[tuple[str, ...]]
    reading: Outcome[str | None]
    recorded: Outcome[Any]
    expected: Outcome[Any]
    would_change: Outcome[bool]
    sentence: Outcome[str]


DocketBody = AuditRequested | AuditReported | DisputeRaised | DisputeRuled

DocketEvent = Sealed[DocketBody]

_FORMS: dict[str, type[DocketBody]] = {form.type: form for form in get_args(DocketBody)}


def body(type: str, action: Plain, outcome: Plain, hidden: Plain | None) -> DocketBody:
    """The body that a docket event's parts say; raises msgspec.ValidationError."""
    if type not in _FORMS:
        raise msgspec.ValidationError("no such type of docket event")
    return formed(_FORMS[type], action, outcome, hidden)


class Audit(Value, frozen=True, kw_only=True):
    """An audit of a game's log: asked for, and perhaps reported."""

    id: Version
    asked_at: Millis
    request: AuditRequested
    report: AuditReported | None = None
    done_at: Millis | None = None


class Dispute(Value, frozen=True, kw_only=True):
    """What a seat disputes, and perhaps the ruling on it."""

    id: Version
    seat: SeatNo
    raised: DisputeRaised
    raised_at: Millis
    ruling: DisputeRuled | None = None
    ruled_at: Millis | None = None


class Docket(Value, frozen=True, kw_only=True):
    """A docket as its stream leaves it; `marked` is its newest report or ruling."""

    game: GameId
    head: Head | None = None
    audits: tuple[Audit, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    served: tuple[Served, ...] = ()
    marked: Head | None = None

    @property
    def version(self) -> Version:
        return self.head.version if self.head else Version(0)

    def audit(self, id: int) -> Audit | None:
        return next((audit for audit in self.audits if audit.id == id), None)

    def dispute(self, id: int) -> Dispute | None:
        return next((dispute for dispute in self.disputes if dispute.id == id), None)

    @property
    def owes(self) -> bool:
        """Whether the service still owes its finished game an audit or a ruling."""
        if not self.audits or any(audit.report is None for audit in self.audits):
            return True
        return any(dispute.ruling is None for dispute in self.disputes)

    @property
    def newest(self) -> AuditReported | None:
        """The newest report of an audit."""
        done = [audit for audit in self.audits if audit.report and audit.done_at is not None]
        return max(done, key=lambda audit: audit.id).report if done else None

    @property
    def standing(self) -> Standing:
        """What the game's result is worth, its game being over."""
        newest = self.newest
        verdicts = [dispute.ruling.verdict for dispute in self.disputes if dispute.ruling]
        if (newest and newest.found) or Judgement.UPHELD in verdicts:
            return Standing.OVERTURNED
        if len(verdicts) < len(self.disputes):
            return Standing.DISPUTED
        return Standing.CLEARED if newest else Standing.UNAUDITED


def fold(docket: Docket, events: Iterable[DocketEvent]) -> Docket:
    """The docket after some more of its events; raises ValueError where they cannot follow."""
    for event in events:
        docket = apply(docket, event)
    return docket


def apply(docket: Docket, event: DocketEvent) -> Docket:
    """The docket after one more event."""
    changes: dict[str, Any] = {"head": head(event)}
    if event.key is not None:
        served = Served(key=event.key, request=event.request, version=event.version)
        changes["served"] = (*docket.served, served)
    match event.body:
        case AuditRequested() as body:
            asked = Audit(id=event.version, asked_at=event.at, request=body)
            changes["audits"] = (*docket.audits, asked)
        case AuditReported() as body:
            changes["audits"] = _with_report(docket, event.at, body)
            changes["marked"] = head(event)
        case DisputeRaised() as body:
            changes["disputes"] = (*docket.disputes, _raised(event, body))
        case DisputeRuled() as body:
            changes["disputes"] = _with_ruling(docket, event.at, body)
            changes["marked"] = head(event)
    return msgspec.structs.replace(docket, **changes)


def _with_report(docket: Docket, at: Millis, body: AuditReported) -> tuple[Audit, ...]:
    if docket.audit(body.audit) is None:
        raise ValueError("a report follows its request")
    return tuple(
        msgspec.structs.replace(audit, report=body, done_at=at) if audit.id == body.audit else audit
        for audit in docket.audits
    )


def _raised(event: DocketEvent, body: DisputeRaised) -> Dispute:
    if event.seat is None:
        raise ValueError("a dispute is raised by a seat")
    return Dispute(id=event.version, seat=event.seat, raised=body, raised_at=event.at)


def _with_ruling(docket: Docket, at: Millis, body: DisputeRuled) -> tuple[Dispute, ...]:
    if docket.dispute(body.dispute) is None:
        raise ValueError("a ruling follows its dispute")
    return tuple(
        msgspec.structs.replace(dispute, ruling=body, ruled_at=at)
        if dispute.id == body.dispute
        else dispute
        for dispute in docket.disputes
    )
