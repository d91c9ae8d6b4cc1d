"""A changed outcome, with all that follows chained anew, is named: event, field, clause."""

from typing import Any

import pytest

from events.findings import Finding
from tests.audit.copied import Copied, Json, found
from tests.audit.plausible import absent, others
from tests.audit.sorts import Found, sorts

PARTS = 8

DONE = {("player-left", "removed_by")}
"""Not ruled but done: a guest who leaves and a host who sends them away are both games."""

SETTLING: dict[str, set[str]] = {
    "verdict": {"T3", "ruling:double_answer"},
    "resolved": {"T3", "A3", "H1", "H2"},
    "attempt": {"T3", "A3"},
    "tokens_paid": {"A2", "A3"},
    "paid_to": {"A2", "A3", "ruling:token_payment"},
    "escaped": {"E1"},
    "taken_by": {"E2", "H2"},
    "lime": {"S4", "T4", "T5", "ruling:after_escape", "H2"},
    "mask": {"S4", "T4", "T5", "T6", "ruling:after_escape", "H2"},
    "winner": {"W1", "H2", "H3"},
    "won_by": {"W1", "H2", "H3"},
    "phase": {"S4", "T1", "T2", "T3", "A3", "W1", "H1", "H2", "H3"},
    "count": {"T2", "H1"},
    "instead_of": {"H1"},
    "reason": {"S4", "H4"},
    "removed_by": {"S4"},
    "seat": {"S4"},
}
"""The clauses one of which says what an outcome has to be."""


def of_part(part: int) -> tuple[Found, ...]:
    return sorts()[part::PARTS]


def test_the_golden_games_hold_events_of_every_type() -> None:
    assert len({where.copy()[where.version].event["type"] for where in sorts()}) == 10


@pytest.mark.parametrize("part", range(PARTS))
def test_every_other_outcome_is_named(part: int) -> None:
    for where in of_part(part):
        for name, honest in _outcome(where).items():
            for value in others(name, honest):
                _check(where, name, value, honest)


@pytest.mark.parametrize("part", range(PARTS))
def test_an_outcome_that_does_not_apply_is_named(part: int) -> None:
    for where in of_part(part):
        for name, value in absent(where.copy()[where.version].event):
            _check(where, name, value, None)


@pytest.mark.parametrize("part", range(PARTS))
def test_an_outcome_left_out_is_named(part: int) -> None:
    for where in of_part(part):
        for name in _outcome(where):
            copy = where.copy()
            del copy[where.version].event["outcome"][name]
            wanted = "phase" if name == "removed_by" else name
            found(copy.forged(where.version).audited(), where.version, f"outcome.{name}", wanted)


def _outcome(where: Found) -> Json:
    outcome: Json = where.copy()[where.version].event["outcome"]
    return outcome


def _check(where: Found, name: str, value: Any, honest: Any) -> None:
    copy = where.copy()
    event = copy[where.version].event
    event["outcome"][name] = value
    if (event["type"], name) in DONE and value in (None, 1) and honest in (None, 1):
        assert copy.forged(where.version).audited().found == 0
        return
    finding = _found(copy, where.version, name)
    if finding.field == f"outcome.{name}" and name != "removed_by":
        assert (_plain(finding.recorded), _plain(finding.expected)) == (value, honest)
        _check_clauses(finding, name, event, honest)
    elif finding.field == "type":
        assert set(finding.clauses) & {"S4", "H4"}


def _found(copy: Copied, version: int, name: str) -> Finding:
    report = copy.forged(version).audited()
    return found(report, version, f"outcome.{name}", name, "type")


def _check_clauses(finding: Finding, name: str, event: Json, honest: Any) -> None:
    """Of those that settle the field, all that the honest event cites; at least one."""
    if name == "clauses":
        assert list(finding.clauses) == honest
        return
    settling = SETTLING[name] & set(event["outcome"].get("clauses", []))
    assert set(finding.clauses) >= settling
    assert set(finding.clauses) <= SETTLING[name]
    assert finding.clauses


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
