"""What an audit can find: which field of which event is wrong, and which clause says so."""

from typing import Any

from events.board import Value
from events.rulebook import ORDER, cite

MOST = 1000
"""How many findings a report tells one by one; of the others only their number."""


class Finding(Value, frozen=True, kw_only=True):
    """One fault: what is recorded, what the rules or the chain expect, and a sentence on it."""

    version: int
    field: str
    clauses: tuple[str, ...]
    recorded: Any
    expected: Any
    sentence: str


class Material(Value, frozen=True, kw_only=True):
    """The first event whose outcome another reading would have changed; None where none."""

    ruling: str
    reading: str
    other: str
    first: int | None


class Report(Value, frozen=True, kw_only=True):
    """What an audit says of a log. `sound_to` is the last version before the first fault."""

    events: int
    head: str | None
    sound_to: int
    findings: tuple[Finding, ...]
    found: int
    materiality: tuple[Material, ...]
    undecided: tuple[str, ...] = ()


_SETTLED_BY: dict[str, tuple[str, ...]] = {
    "verdict": ("T3", "ruling:double_answer"),
    "resolved": ("T3", "A3", "H1", "H2"),
    "attempt": ("T3", "A3", "A4"),
    "escaped": ("E1",),
    "taken_by": ("E2", "H2"),
    "lime": ("T4", "T5", "ruling:after_escape", "S4", "H2"),
    "mask": ("T4", "T5", "T6", "ruling:after_escape", "S4", "H2"),
    "winner": ("W1", "H2", "H3", "H4"),
    "won_by": ("W1", "H2", "H3", "H4"),
    "phase": ("T1", "T2", "T3", "A3", "W1", "H1", "H2", "H3", "H4", "S4"),
    "tokens_paid": ("A2", "A3"),
    "paid_to": ("ruling:token_payment", "A2", "A3"),
    "count": ("T2", "A2", "H1"),
    "sticks": ("T2", "T3", "H1"),
    "instead_of": ("H1",),
    "reason": ("H4", "S4"),
    "seat": ("S4", "H1", "H2", "H4"),
    "removed_by": ("S4",),
    "deal": ("S5",),
    "seed": ("S5",),
    "at": ("H1",),
}
"""The clauses that can settle a field, first the one that always does."""


def settling(field: str, cited: tuple[str, ...]) -> tuple[str, ...]:
    """The clauses among those cited that settle a field; never none where any can."""
    can = _SETTLED_BY.get(field, ())
    return cite(clause for clause in can if clause in cited) or _uncited(can, cited)


def _uncited(can: tuple[str, ...], cited: tuple[str, ...]) -> tuple[str, ...]:
    """Where nothing cited settles a field: what would at a start, at an answer, or ever."""
    if not cited and "S4" in can:
        return ("S4",)
    return ("A3",) if "T3" in cited and "A3" in can else can[:1]


def known(clauses: Any) -> tuple[str, ...]:
    """Those of a recorded list that are clauses at all, in their order."""
    if not isinstance(clauses, list | tuple):
        return ()
    return cite(clause for clause in clauses if isinstance(clause, str) and clause in ORDER)
