"""Rules on a dispute: what is recorded, what the clauses expect, and whether a reading decided."""

from collections.abc import Iterable
from typing import Any

from events import claims
from events.board import Value
from events.chain import GameId
from events.claims import Case
from events.docket import Claim, Dispute, DisputeRuled, Judgement
from events.receipts import Claims
from events.recorded import Recorded
from events.rulebook import cite

Plain = dict[str, Any]


class Evidence(Value, frozen=True, kw_only=True):
    """What a receipt that came with a dispute proves: ours or not, and what it says."""

    claims: Claims | None
    token: str


def rule(
    game: GameId, log: Iterable[Recorded], dispute: Dispute, evidence: Evidence | None
) -> DisputeRuled:
    """The ruling on a dispute of a finished game, whose whole log is given."""
    entries = list(log)
    if evidence and (proof := _contradiction(game, entries, evidence)):
        return _ruled(dispute, Judgement.UPHELD, **proof)
    case = claims.opened(game, entries, dispute.raised)
    note = _note(game, evidence)
    if case.wrong or case.event is None:
        return _upheld(dispute, case, note)
    reading = claims.decided(case)
    if reading is not None:
        return _silent(dispute, case, *reading, note)
    return _dismissed(dispute, case, note)


def _contradiction(game: GameId, log: list[Recorded], evidence: Evidence) -> Plain | None:
    """A receipt of ours that the log does not keep: another hash there, or nothing at all."""
    told = evidence.claims
    if told is None or told.game != game:
        return None
    kept = next((event.hash for event in log if event.position == told.version), None)
    if kept == told.hash:
        return None
    return {
        "recorded": {"version": told.version, "hash": kept},
        "expected": {"version": told.version, "hash": told.hash, "receipt": evidence.token},
        "sentence": f"The service signed another event {told.version} than the log holds: "
        "the receipt is genuine, so the log is not what was promised.",
    }


def _note(game: GameId, evidence: Evidence | None) -> str:
    if evidence is None:
        return ""
    if evidence.claims is None:
        return " The receipt sent along is not signed by this service; it is no evidence."
    if evidence.claims.game != game:
        return " The receipt sent along is of another game; it is no evidence here."
    return " The receipt sent along is genuine and agrees with the log."


def _upheld(dispute: Dispute, case: Case, note: str) -> DisputeRuled:
    told = " ".join(finding.sentence for finding in case.wrong)
    return _ruled(
        dispute,
        Judgement.UPHELD,
        clauses=cite(clause for finding in case.wrong for clause in finding.clauses),
        recorded={finding.field: finding.recorded for finding in case.wrong},
        expected={finding.field: finding.expected for finding in case.wrong},
        would_change=claims.would_change(case),
        sentence=(told or "The log cannot be followed as far as this event.") + note,
    )


def _silent(dispute: Dispute, case: Case, ruling: str, changes: bool, note: str) -> DisputeRuled:
    if case.game is None:
        raise ValueError("a reading decides on an event of a running game")
    values, clauses = claims.settled(case)
    reading = str(getattr(case.game.options, ruling))
    other = "Another reading" if changes else "No other reading"
    return _ruled(
        dispute,
        Judgement.SILENT,
        clauses=cite((*clauses, f"ruling:{ruling}")),
        reading=f"{ruling}={reading}",
        recorded=values,
        expected=values,
        would_change=changes,
        sentence=f"The sheet does not say; this table plays {ruling} as {reading}, and that "
        f"decided. {other} would have changed it.{note}",
    )


def _dismissed(dispute: Dispute, case: Case, note: str) -> DisputeRuled:
    values, clauses = claims.settled(case)
    if not values:
        sentence = f"This event settles nothing about the {case.claim}.{note}"
        return _ruled(dispute, Judgement.DISMISSED, sentence=sentence)
    citing = f" ({', '.join(clauses)})" if clauses else ""
    right = f"What is recorded is what the rules give{citing}."
    if case.claim is Claim.RECORD:
        right = "The record of this event is whole: its hash, its chain, its veil, its form."
    return _ruled(
        dispute,
        Judgement.DISMISSED,
        clauses=clauses,
        recorded=values,
        expected=values,
        sentence=right + note,
    )


def _ruled(dispute: Dispute, verdict: Judgement, **said: Any) -> DisputeRuled:
    nothing: Plain = {
        "clauses": (),
        "reading": None,
        "recorded": None,
        "expected": None,
        "would_change": False,
    }
    return DisputeRuled(dispute=dispute.id, verdict=verdict, **{**nothing, **said})
