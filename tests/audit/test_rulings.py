"""Every claim about every sort of event, honest and not: what the ruling on it must say."""

import json
from itertools import islice
from typing import Any

import msgspec
import pytest

from events import disputes
from events.board import SeatNo
from events.chain import GameId, Version
from events.docket import Claim, Dispute, DisputeRaised
from events.recorded import Recorded
from events.times import Millis
from tests.audit.broken import BROKEN
from tests.audit.brute import outcome, steps
from tests.audit.copied import Copied, Json, found
from tests.audit.plausible import others
from tests.audit.scribe import GAME
from tests.audit.sorts import Found, sorts
from tests.oracle import READINGS

PARTS = 6

ABOUT: dict[str, list[str]] = {
    "verdict": ["verdict", "resolved", "attempt"],
    "escape": ["escaped"],
    "award": ["taken_by"],
    "passing": ["lime", "mask"],
    "tokens": ["tokens_paid", "paid_to"],
    "removal": ["count", "instead_of"],
    "end": ["winner", "won_by", "phase", "reason"],
    "deal": [],
    "record": [],
}
"""The outcomes that a claim is about, and the count of a removal."""

DIRECT = {"verdict": "double_answer", "passing": "after_escape", "tokens": "token_payment"}


def ruled(copy: Copied, version: int, claim: str) -> Json:
    return ruled_on(copy.game, copy.recorded(), version, claim)


def ruled_on(game: GameId, log: list[Recorded], version: int, claim: str) -> Json:
    raised = DisputeRaised(version=version, claim=Claim(claim), statement=None, receipt=None)
    case = Dispute(id=Version(1), seat=SeatNo(1), raised=raised, raised_at=Millis(0))
    told: Json = json.loads(msgspec.json.encode(disputes.rule(game, log, case, None)))
    return told


class Tried(msgspec.Struct, frozen=True, kw_only=True):
    """What the second opinion makes of an event, by each reading of the silent points."""

    options: Json
    own: Json
    other: dict[str, list[Json]]

    def changing(self, claim: str) -> list[str]:
        """The rulings whose other readings give something else of what is claimed."""
        own = _of(self.own, claim)
        return [n for n, told in self.other.items() if any(_of(o, claim) != own for o in told)]


_tried: dict[tuple[str, int], Tried] = {}


def tried(where: Found) -> Tried:
    key = (where.golden.game, where.version)
    if key not in _tried:
        _tried[key] = _trying(where.copy(), where.version)
    return _tried[key]


def _trying(copy: Copied, version: int) -> Tried:
    before, command, at, told = next(islice(steps(copy), version - 1, None))
    other: dict[str, list[Json]] = {}
    for name in ("after_escape", "double_answer", "token_payment"):
        readings = [reading for reading in READINGS[name] if reading != before.options.get(name)]
        if version > 1:
            other[name] = [
                outcome(before, command, at, **{name: reading}) or {} for reading in readings
            ]
    return Tried(options=before.options, own=told, other=other)


def _of(told: Json, claim: str) -> Json:
    return {name: told[name] for name in ABOUT[claim] if name in told}


def _settled(where: Found, claim: str) -> Json:
    """What the event says of what is claimed."""
    line = where.copy()[where.version]
    said = _of({**line.event["action"], **line.event["outcome"]}, claim)
    hidden = line.private["hidden"] or {}
    answer = line.event["type"] == "answer-given"
    if "sticks" in hidden and claim == ("verdict" if answer else "removal"):
        said["sticks"] = hidden["sticks"]
    if claim == "deal":
        said |= {name: hidden[name] for name in ("deal", "seed") if name in hidden}
    return {"hash": line.hash} if claim == "record" else said


@pytest.mark.parametrize("part", range(PARTS))
def test_an_honest_event_is_never_overturned(part: int) -> None:
    for where in sorts()[part::PARTS]:
        copy = where.copy()
        log = copy.recorded()[: where.version]
        for claim in ABOUT:
            _check_honest(where, claim, ruled_on(copy.game, log, where.version, claim))


def _check_honest(where: Found, claim: str, ruling: Json) -> None:
    changing, values = tried(where).changing(claim), _settled(where, claim)
    cited = where.copy()[where.version].event["outcome"].get("clauses", [])
    direct = DIRECT.get(claim)
    assert ruling["would_change"] == bool(changing)
    assert ruling["sentence"]
    if not changing and f"ruling:{direct}" not in cited:
        _check_dismissed(claim, ruling, values)
        return
    assert claim not in ("removal", "deal", "record")
    decided = direct if direct in changing or not changing else changing[0]
    assert ruling["verdict"] == "silent"
    assert ruling["reading"] == f"{decided}={tried(where).options[str(decided)]}"
    assert f"ruling:{decided}" in ruling["clauses"]
    assert ruling["recorded"] == ruling["expected"] == values


def _check_dismissed(claim: str, ruling: Json, values: Json) -> None:
    assert (ruling["verdict"], ruling["reading"]) == ("dismissed", None)
    if not values:
        assert ruling["sentence"] == f"This event settles nothing about the {claim}."
        assert ruling["recorded"] is ruling["expected"] is None
        return
    assert ruling["recorded"] == ruling["expected"] == values
    assert bool(ruling["clauses"]) == (claim != "record")


@pytest.mark.parametrize("part", range(PARTS))
def test_a_wrong_outcome_upholds_the_claim_that_is_about_it(part: int) -> None:
    for where in sorts()[part :: PARTS * 6]:
        for name, honest in where.copy()[where.version].event["outcome"].items():
            if name != "removed_by":
                _check_faulty(where, name, next(iter(others(name, honest))))


def _check_faulty(where: Found, name: str, value: Any) -> None:
    copy = where.copy()
    copy.lines = copy.lines[: where.version]
    copy[where.version].event["outcome"][name] = value
    log = copy.forged(where.version).recorded()
    report = copy.audited()
    finding = found(report, where.version, f"outcome.{name}", name, "type")
    impossible = finding.field != f"outcome.{name}" or "type" in [f.field for f in report.findings]
    for claim, about in ABOUT.items():
        ruling = ruled_on(copy.game, log, where.version, claim)
        concerned = name in about or (claim == "record" and name in ("clauses", "seat"))
        assert (ruling["verdict"] == "upheld") == (concerned or impossible), (name, claim, ruling)
        if concerned and not impossible:
            assert ruling["recorded"] == {finding.field: value}
            assert ruling["expected"] == {finding.field: _plain(finding.expected)}
            assert ruling["clauses"] == list(finding.clauses)
            assert (ruling["reading"], ruling["sentence"]) == (None, finding.sentence)
            assert ruling["would_change"] == bool(tried(where).changing(claim))


def _plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


@pytest.mark.parametrize("name", [n for n, (_, field, _) in BROKEN.items() if field == "type"])
def test_an_event_that_could_not_be_is_wrong_whatever_is_claimed(name: str) -> None:
    build, _, clause = BROKEN[name]
    scribe = build()
    for claim in ABOUT:
        ruling = ruled(scribe.copied(), scribe.version, claim)
        assert ruling["verdict"] == "upheld"
        assert clause in ruling["clauses"]
        assert ruling["recorded"]["type"] == scribe.events[-1].body.type


DAMAGE: dict[str, Any] = {
    "hash": lambda line: setattr(line, "hash", "sha256:" + "0" * 64),
    "veil": lambda line: line.private.update(salt="0" * 32),
    "previous": lambda line: line.event.update(previous=None),
    "at": lambda line: line.event.update(at="2001-01-01T00:00:00.000Z"),
    "game": lambda line: line.event.update(game="x"),
    "private.request": lambda line: line.private.update(request="?"),
}


@pytest.mark.parametrize("field", DAMAGE)
def test_a_record_that_does_not_hold_upholds_the_claim_about_the_record(field: str) -> None:
    where = next(f for f in sorts() if f.copy()[f.version].private["hidden"] and f.version > 5)
    copy = where.copy()
    DAMAGE[field](copy[where.version])
    ruling = ruled(copy, where.version, "record")
    assert ruling["verdict"] == "upheld"
    assert field in ruling["recorded"]
    assert ruled(copy, where.version, "escape")["verdict"] != "upheld"


def test_what_cannot_be_followed_is_upheld_and_says_so() -> None:
    where = next(f for f in sorts() if f.version > 8)
    copy = where.copy()
    copy[4].event["type"] = "game-paused"
    copy.forged(4)
    ruling = ruled(copy, where.version, "verdict")
    assert (ruling["verdict"], ruling["recorded"]) == ("upheld", {})
    assert ruling["sentence"] == "The log cannot be followed as far as this event."


def test_an_event_that_is_missing_is_wrong_whatever_is_claimed() -> None:
    where = next(f for f in sorts() if f.version > 8)
    copy = where.copy()
    del copy.lines[6]
    for claim in ABOUT:
        assert ruled(copy, 7, claim)["verdict"] == "upheld"


def test_a_fault_after_a_thousand_others_is_still_seen() -> None:
    """The report of an audit tells so many findings; a ruling looks at its own event."""
    where = max(sorts(), key=lambda found: found.version)
    copy = where.copy()
    for line in copy.lines[: where.version - 1]:
        extra = {f"f{number}": number for number in range(2)}
        line.private |= {f"x{number}": 1 for number in range(60)} | extra
    copy[where.version].private["request"] = "?"
    assert copy.audited().found > 1000
    assert "private.request" in ruled(copy, where.version, "record")["recorded"]
    assert copy.game != GAME
