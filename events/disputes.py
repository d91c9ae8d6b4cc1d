"""Rules on a dispute: what is recorded, what the clauses expect, and whether a reading decided."""

from collections.abc import Iterable
from typing import Any

from events import catalogue
from events.audit import Auditor
from events.board import Value
from events.catalogue import AnyBody
from events.chain import Event, GameId
from events.docket import Claim, Dispute, DisputeRuled, Judgement
from events.findings import Finding, settling
from events.game import Game
from events.materiality import changed, others, touches
from events.receipts import Claims
from events.recorded import Recorded
from events.refusal import Refusal
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
    Claim.RECORD: ("hash", "previous", "veil", "version", "game", "at", "event"),
}
"""The fields of an event that a claim is about."""

RULED_BY: dict[Claim, str] = {
    Claim.VERDICT: "double_answer",
    Claim.PASSING: "after_escape",
    Claim.TOKENS: "token_payment",
}
"""The silent point that can have decided what a claim is about."""


class Evidence(Value, frozen=True, kw_only=True):
    """What a receipt that came with a dispute proves: ours or not, and what it says."""

    claims: Claims | None
    token: str


class _Case(Value, frozen=True, kw_only=True):
    """The disputed event, with the game before it and what the audit finds of it."""

    game: Game | None
    event: Event | None
    findings: tuple[Finding, ...]

    @property
    def body(self) -> AnyBody | None:
        return self.event.body if self.event else None


def rule(
    game: GameId, log: Iterable[Recorded], dispute: Dispute, evidence: Evidence | None
) -> DisputeRuled:
    """The ruling on a dispute of a finished game, whose whole log is given."""
    entries = list(log)
    if evidence and evidence.claims and (proof := _contradiction(game, entries, evidence)):
        return _ruled(dispute, Judgement.UPHELD, **proof)
    case = _case(game, entries, dispute.raised.version)
    note = _note(evidence)
    fields = FIELDS[dispute.raised.claim]
    wrong = [finding for finding in case.findings if _about(finding, dispute.raised.claim)]
    if wrong:
        return _upheld(dispute, wrong, note)
    values, clauses = _settled(case, fields)
    if not values and dispute.raised.claim is not Claim.RECORD:
        sentence = f"This event settles nothing about the {dispute.raised.claim}."
        return _ruled(dispute, Judgement.DISMISSED, sentence=sentence + note)
    decided = _reading(case, dispute.raised.claim)
    if decided is not None:
        return _silent(dispute, case, decided, values, clauses, note)
    sentence = "What is recorded is what the rules give" + _citing(clauses) + "."
    return _ruled(
        dispute,
        Judgement.DISMISSED,
        clauses=clauses,
        recorded=values,
        expected=values,
        sentence=sentence + note,
    )


def _contradiction(game: GameId, log: list[Recorded], evidence: Evidence) -> Plain | None:
    """A receipt of ours that the log does not keep: another hash there, or nothing at all."""
    claims = evidence.claims
    if claims is None or claims.game != game:
        return None
    kept = next((event.hash for event in log if event.position == claims.version), None)
    if kept == claims.hash:
        return None
    return {
        "recorded": {"version": claims.version, "hash": kept},
        "expected": {"version": claims.version, "hash": claims.hash, "receipt": evidence.token},
        "sentence": f"The service signed another event {claims.version} than the log holds: "
        "the receipt is genuine, so the log is not what was promised.",
    }


def _note(evidence: Evidence | None) -> str:
    if evidence is None:
        return ""
    if evidence.claims is None:
        return " The receipt sent along is not signed by this service; it is no evidence."
    return " The receipt sent along is genuine and agrees with the log."


def _case(game: GameId, log: list[Recorded], version: int) -> _Case:
    auditor = Auditor(game)
    before: Game | None = None
    event: Event | None = None
    for recorded in log:
        before = auditor.game
        event = auditor.take(recorded)
        if recorded.position >= version:
            break
    return _Case(
        game=before,
        event=event,
        findings=tuple(f for f in auditor.report().findings if f.version == version),
    )


def _about(finding: Finding, claim: Claim) -> bool:
    """Whether a finding is about a claim; an event that could not be is about every claim."""
    field = finding.field.rpartition(".")[2]
    if claim is Claim.RECORD and finding.field.startswith("private"):
        return True
    return field == "type" or field in FIELDS[claim]


def _upheld(dispute: Dispute, wrong: list[Finding], note: str) -> DisputeRuled:
    return _ruled(
        dispute,
        Judgement.UPHELD,
        clauses=cite(clause for finding in wrong for clause in finding.clauses),
        recorded={finding.field: finding.recorded for finding in wrong},
        expected={finding.field: finding.expected for finding in wrong},
        sentence=" ".join(finding.sentence for finding in wrong) + note,
    )


def _settled(case: _Case, fields: tuple[str, ...]) -> tuple[Plain, tuple[str, ...]]:
    """What the event says of some fields, and the clauses that settle them."""
    if case.body is None:
        return {}, ()
    values: Plain = {}
    for part in catalogue.parts(case.body):
        values |= {name: value for name, value in (part or {}).items() if name in fields}
    cited = getattr(case.body, "clauses", ())
    return values, cite(clause for name in values for clause in settling(name, cited))


def _reading(case: _Case, claim: Claim) -> str | None:
    """The ruling that decided what a claim is about at this event, None where the sheet did."""
    ruling = RULED_BY.get(claim)
    if ruling is None or case.game is None or case.body is None:
        return None
    cited = getattr(case.body, "clauses", ())
    return ruling if f"ruling:{ruling}" in cited and touches(case.game, case.body, ruling) else None


def _silent(
    dispute: Dispute,
    case: _Case,
    ruling: str,
    values: Plain,
    clauses: tuple[str, ...],
    note: str,
) -> DisputeRuled:
    if case.game is None:
        raise ValueError("a reading decides on an event of a running game")
    reading = str(getattr(case.game.options, ruling))
    changes = _would_change(case, ruling, FIELDS[dispute.raised.claim])
    sentence = (
        f"The sheet does not say; this table plays {ruling} as {reading}, and that decided. "
        + (
            "Another reading would have changed it."
            if changes
            else "No other reading would have changed it."
        )
    )
    return _ruled(
        dispute,
        Judgement.SILENT,
        clauses=cite((*clauses, f"ruling:{ruling}")),
        reading=f"{ruling}={reading}",
        recorded=values,
        expected=values,
        would_change=changes,
        sentence=sentence + note,
    )


def _would_change(case: _Case, ruling: str, fields: tuple[str, ...]) -> bool:
    """Whether some other reading gives another value to one of the fields."""
    game, event = case.game, case.event
    if game is None or event is None:
        return False
    body = event.body
    for other in others(game.options):
        if other[0] != ruling:
            continue
        otherwise = changed(game, event.at, event.seat, body, other)
        if isinstance(otherwise, Refusal):
            return True
        if otherwise is not None and _values(otherwise, fields) != _values(body, fields):
            return True
    return False


def _values(body: AnyBody, fields: tuple[str, ...]) -> Plain:
    return {name: getattr(body, name, None) for name in fields}


def _citing(clauses: tuple[str, ...]) -> str:
    return f" ({', '.join(clauses)})" if clauses else ""


def _ruled(dispute: Dispute, verdict: Judgement, **said: Any) -> DisputeRuled:
    nothing: Plain = {
        "clauses": (),
        "reading": None,
        "recorded": None,
        "expected": None,
        "would_change": False,
    }
    return DisputeRuled(dispute=dispute.id, verdict=verdict, **{**nothing, **said})
