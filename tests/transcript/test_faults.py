"""A planted fault is found at its turn, with the clauses that the audit of the log cites."""

from collections.abc import Callable
from copy import deepcopy
from itertools import count
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from events.audit import audit
from events.board import Position, Prisoner, SeatNo
from events.catalogue import AnyBody, PlayerLeft, Resolving, Verdict
from events.findings import Finding
from events.game import Game
from events.recorded import stored
from tests.record.games import Log
from tests.transcript.games import audited, game
from tests.transcript.written import Written

Places = Callable[[int], list[int]]


def _retold(log: Log, n: int, body: AnyBody) -> Log:
    """The same log with another body in one place, sealed anew."""
    new = Log(Random(0), log.events[0].game)
    for i, event in enumerate(log.events):
        new.add(event.at, event.seat, body if i == n else event.body)
    return new


def _other(rng: Random, field: str, before: Game, body: Resolving) -> Any:
    """Something else for a field of an event that resolves a turn."""
    others: list[SeatNo | None] = [seat for seat in before.in_play if seat != getattr(body, field)]
    match field:
        case "verdict":
            return Verdict.WRONG if body.verdict is Verdict.RIGHT else Verdict.RIGHT
        case "taken_by":
            return rng.choice(others if body.taken_by is None else [*others, None])
        case "escaped":
            gone = body.escaped if isinstance(body.escaped, tuple) else ()
            return gone[1:] if gone else (_somebody(rng, before),)
    return rng.choice(others)


def _somebody(rng: Random, game: Game) -> Prisoner:
    inside = [
        Prisoner(kind=kind, window=window.window, position=position)
        for window in game.board or ()
        for position in Position
        if (kind := window.prisoner(position))
    ]
    return rng.choice(inside)


def _fitting(seed: int, places: Places, least: int = 1) -> tuple[int, list[int]]:
    """The first seed, from this one on, whose game has so many places to plant a fault in."""
    for other in count(seed, 1000):
        found = places(other)
        if len(found) >= least:
            return other, found
    raise AssertionError("there is always another game")


def _ends(seed: int) -> list[int]:
    return [
        n
        for n, event in enumerate(game(seed)[0].events)
        if isinstance(event.body, Resolving)
        and event.body.resolved is True
        and not isinstance(event.body, PlayerLeft)
    ]


def _removals(seed: int) -> list[int]:
    return [n for n, turn in enumerate(game(seed)[1].turns) if "removed" in turn]


def _payments(seed: int) -> list[int]:
    return [n for n, turn in enumerate(game(seed)[1].turns) if turn.get("tokens")]


def _planted(seed: int, field: str) -> tuple[Log, int]:
    seed, ends = _fitting(seed, _ends)
    log, _ = game(seed)
    rng = Random(seed)
    n = rng.choice(ends)
    body = log.events[n].body
    assert isinstance(body, Resolving)
    change = {field: _other(rng, field, log.games[n - 1], body)}
    return _retold(log, n, replace(body, **change)), n


@pytest.mark.parametrize("field", ["verdict", "escaped", "taken_by", "lime", "mask"])
@pytest.mark.parametrize("seed", range(40))
def test_the_transcript_of_a_faulty_log_has_the_faults_of_the_log(seed: int, field: str) -> None:
    log, n = _planted(seed, field)
    written = Written(log)
    version = log.events[n].version
    report, _ = audit(log.events[0].game, [stored(e.version, e.entry) for e in log.events])
    of_the_log = {
        one.field.removeprefix("outcome."): set(one.clauses)
        for one in report.findings
        if one.version == version and one.field.startswith("outcome.")
    }
    found = audited(written.top).findings
    assert found[0].version == written.entry_of[version]
    here = {one.field: set(one.clauses) for one in found if one.version == found[0].version}
    assert here.keys() == of_the_log.keys() - {"clauses"}
    assert all(here[name] >= of_the_log[name] for name in here)


def _first_of(seed: int, turn: int, **written: Any) -> Finding | None:
    """The first finding, once something else is written in the turn of that number."""
    top = deepcopy(game(seed)[1].top)
    top["turns"][turn].update(written)
    found = audited(top).findings
    return found[0] if found else None


@pytest.mark.parametrize("seed", range(60))
def test_a_stick_that_is_gone_is_not_removed_again(seed: int) -> None:
    seed, removals = _fitting(seed, _removals, least=2)
    turns = game(seed)[1].turns
    last = removals[-1]
    finding = _first_of(seed, last, removed=turns[removals[0]]["removed"])
    assert finding
    assert (finding.version, finding.field) == (last + 1, "removed")
    assert set(finding.clauses) <= {"T2", "A2"}


@pytest.mark.parametrize("seed", range(60))
def test_a_wrong_number_of_tokens_is_found(seed: int) -> None:
    seed, counted = _fitting(seed, _payments)
    turns = game(seed)[1].turns
    n = Random(seed).choice(counted)
    name, tokens = next(iter(turns[n]["tokens"].items()))
    finding = _first_of(seed, n, tokens={name: str(int(tokens) + 1)})
    assert finding
    assert (finding.version, finding.field) == (n + 1, "tokens")
    assert finding.clauses[0].startswith("A")
    assert (finding.recorded, finding.expected) == (int(tokens) + 1, int(tokens))


@pytest.mark.parametrize("field", ["removed_by", "answered_by"])
@pytest.mark.parametrize("seed", range(30))
def test_somebody_out_of_turn_is_found(seed: int, field: str) -> None:
    seed, removals = _fitting(seed, _removals)
    top = game(seed)[1].top
    n = Random(seed).choice(removals)
    turn = top["turns"][n]
    other = next(name for name in reversed(top["players"]) if name != turn[field])
    finding = _first_of(seed, n, **{field: other})
    assert finding
    assert finding.version == n + 1
    assert finding.field in (field, "answered_by")
