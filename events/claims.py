"""What a claim is about at an event: its fields, what settles them, and which reading decided."""

from collections.abc import Iterable
from typing import Any

from events import catalogue
from events.audit import Auditor
from events.board import Value
from events.catalogue import AnswerGiven, AnyBody
from events.chain import Event, GameId
from events.docket import Claim, DisputeRaised
from events.findings import Finding, settling
from events.game import Game
from events.materiality import SILENT, others
from events.recorded import Recorded
from events.refusal import Refusal
from events.rerule import ruled_again, under
from events.rulebook import cite

Plain = dict[str, Any]

FIELDS: dict[Claim, tuple[str, ...]] = {
    Claim.VERDICT: ("verdict", "resolved", "attempt"),
    Claim.ESCAPE: ("escaped",),
    Claim.AWARD: ("taken_by",),
    Claim.PASSING: ("lime", "mask"),
    Claim.TOKENS: ("tokens_paid", "paid_to"),
    Claim.REMOVAL: ("count", "sticks", "instead_of"),
    Claim.END: ("winner", "won_by", "phase", "reason"),
    Claim.DEAL: ("deal", "seed"),
    Claim.RECORD: (),
}
"""The fields of an event that a claim is about; the record is about all that no other one is."""

RULED_BY: dict[Claim, str] = {
    Claim.VERDICT: "double_answer",
    Claim.PASSING: "after_escape",
    Claim.TOKENS: "token_payment",
}
"""The silent point that a claim is about first of all."""


class Case(Value, frozen=True, kw_only=True):
    """A claim about an event, with the game before it and what the audit finds of it.

    `event` is None where the log cannot be followed that far, `game` before the first event.
    """

    claim: Claim
    game: Game | None
    event: Event | None
    findings: tuple[Finding, ...]

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that the claim is about; in an answer, its sticks are what is judged."""
        if self.event is not None and isinstance(self.event.body, AnswerGiven):
            if self.claim is Claim.VERDICT:
                return (*FIELDS[self.claim], "sticks")
            if self.claim is Claim.REMOVAL:
                return ("count",)
        return FIELDS[self.claim]

    @property
    def wrong(self) -> tuple[Finding, ...]:
        """The findings that the claim is about; an event that could not be is about every one."""
        return tuple(finding for finding in self.findings if self._about(finding))

    def _about(self, finding: Finding) -> bool:
        field = finding.field.rpartition(".")[2]
        if self.claim is Claim.RECORD:
            return not any(field in fields for fields in FIELDS.values())
        return field == "type" or field in self.fields


def opened(game: GameId, log: Iterable[Recorded], raised: DisputeRaised) -> Case:
    """The case of a dispute, from the whole log."""
    auditor = Auditor(game, only=raised.version)
    before: Game | None = None
    event: Event | None = None
    for recorded in log:
        before = auditor.game
        event = auditor.take(recorded)
        if recorded.position >= raised.version:
            break
    there = event is not None and event.version == raised.version
    followed = (before.version if before else 0) == raised.version - 1
    return Case(
        claim=raised.claim,
        game=before,
        event=event if there and followed else None,
        findings=auditor.report().findings,
    )


def settled(case: Case) -> tuple[Plain, tuple[str, ...]]:
    """What the event says of what is claimed, and the clauses that settle it."""
    if case.event is None:
        return {}, ()
    if case.claim is Claim.RECORD:
        return {"hash": case.event.hash}, ()
    values = _values(case.event.body, case.fields)
    cited = getattr(case.event.body, "clauses", ())
    return values, cite(clause for name in values for clause in settling(name, cited))


def decided(case: Case) -> tuple[str, bool] | None:
    """The ruling that decided what is claimed, None where the sheet did; and if it mattered.

    One whose other reading would have changed it comes before one that is only cited.
    """
    direct = RULED_BY.get(case.claim)
    rulings = sorted(SILENT, key=lambda ruling: ruling != direct)
    changing = [ruling for ruling in rulings if _changes(case, ruling)]
    if changing:
        return changing[0], True
    cited = getattr(case.event.body, "clauses", ()) if case.event else ()
    return (direct, False) if direct and f"ruling:{direct}" in cited else None


def would_change(case: Case) -> bool:
    """Whether by another reading of a silent point the rules give something else."""
    return any(_changes(case, ruling) for ruling in SILENT)


def _changes(case: Case, ruling: str) -> bool:
    if case.game is None:
        return False
    readings = [reading for name, reading in others(case.game.options) if name == ruling]
    own = _ruled(case, case.game)
    return any(_ruled(case, under(case.game, ruling, reading)) != own for reading in readings)


def _ruled(case: Case, game: Game) -> Plain:
    """What the rules give of what is claimed; nothing where they refuse or know no such event."""
    if case.event is None:
        return {}
    try:
        _, body = ruled_again(game, case.event.at, case.event.seat, case.event.body)
    except (Refusal, ValueError, TypeError, LookupError):
        return {}
    return _values(body, case.fields)


def _values(body: AnyBody, fields: tuple[str, ...]) -> Plain:
    """Those of some fields that an event has, as plain data."""
    values: Plain = {}
    for part in catalogue.parts(body):
        values |= {name: value for name, value in (part or {}).items() if name in fields}
    return values
