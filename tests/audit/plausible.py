"""What else could stand in a field: every other value that one might believe."""

from collections.abc import Iterator
from typing import Any

from tests.audit.copied import Json
from tests.oracle import KINDS

SEATS = [1, 2, 3, 4, 5]
CITED = ["T2", "T4", "T5", "T6", "E1", "W1", "A3", "H1", "H3", "ruling:after_escape"]
RESOLVING = ["escaped", "taken_by", "lime", "mask", "winner", "won_by"]

VALUES: dict[str, list[Any]] = {
    "verdict": ["right", "wrong"],
    "resolved": [True, False],
    "attempt": [1, 2, 3],
    "tokens_paid": [0, 1, 2],
    "paid_to": [None, *SEATS],
    "phase": ["mask", "removal", "answer", "second_answer", None],
    "lime": SEATS,
    "mask": SEATS,
    "winner": [None, *SEATS],
    "won_by": [None, "three_alike", "three_different", "last_in_play"],
    "taken_by": [None, *SEATS],
    "count": [1, 2],
    "instead_of": ["mask", "removal", "answer", "second_answer"],
    "reason": ["host_left", "not_started", "idle", "no_people"],
    "removed_by": [None, *SEATS],
    "seat": SEATS,
}

MORE: dict[str, list[str]] = {
    "answer-given": RESOLVING,
    "second-answer-declined": [],
    "turn-timed-out": ["verdict", "resolved", "count", *RESOLVING],
    "player-left": ["verdict", "resolved", "escaped", "taken_by"],
}
"""Fields that an event of a type has at some times; where they do not apply they are absent."""


def others(name: str, value: Any) -> Iterator[Any]:
    """Every other plausible value of an outcome's field."""
    match name:
        case "clauses":
            yield from _other_clauses(value)
        case "escaped":
            yield from _other_escapes(value)
        case _:
            yield from (other for other in VALUES[name] if other != value)


def _other_clauses(cited: list[str]) -> Iterator[list[str]]:
    for place, clause in enumerate(cited):
        rest = [*cited[:place], *cited[place + 1 :]]
        yield rest
        if place:
            yield [clause, *rest]
    yield [*cited, cited[-1]]
    yield from ([*cited, clause] for clause in CITED if clause not in cited)


def _other_escapes(escaped: list[Json]) -> Iterator[list[Json]]:
    stray = {"kind": "forger", "window": 12, "position": "right"}
    yield [*escaped, stray]
    if len(escaped) > 1:
        yield escaped[::-1]
    for place, prisoner in enumerate(escaped):
        before, after = escaped[:place], escaped[place + 1 :]
        yield before + after
        changes = [
            {"kind": next(kind for kind in KINDS if kind != prisoner["kind"])},
            {"window": prisoner["window"] % 12 + 1},
            {"position": "left" if prisoner["position"] == "right" else "right"},
        ]
        yield from ([*before, prisoner | change, *after] for change in changes)


def absent(event: Json) -> Iterator[tuple[str, Any]]:
    """Fields that do not apply to this event, with what they could hold if they did."""
    for name in MORE.get(event["type"], ()):
        if name not in event["outcome"] and "removed_by" not in event["outcome"]:
            values = [[]] if name == "escaped" else VALUES[name]
            yield from ((name, value) for value in values)
