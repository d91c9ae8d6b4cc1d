"""Faults planted in a store: the clerk's audit names them, and nobody is served a broken log."""

from collections.abc import Callable
from itertools import takewhile
from typing import Any

import pytest
from msgspec.structs import replace

from events.chain import Entry
from events.docket import Standing
from events.refusal import BrokenLog, Refusal
from events.store import Stream
from tests.audit.copied import Copied, found
from tests.audit.plausible import others
from tests.audit.world import World
from tests.store import damage
from tests.store.damage import CHANGED
from tests.store.tables import Table


@pytest.fixture(scope="module")
def world() -> World:
    return World()


@pytest.fixture
def table(world: World) -> Table:
    world.restart()
    return world.finished(seed=3, advanced=True, turn_seconds=60)


def test_an_honest_game_is_cleared(world: World, table: Table) -> None:
    docket = world.settle(table.id)
    assert docket.standing is Standing.CLEARED
    assert world.certified(table.id)
    report = docket.newest
    assert report
    assert (report.found, report.sound_to, report.head) == (
        0,
        table.game.version,
        table.game.head.hash,
    )


def _last(copy: Copied) -> int:
    """The newest answer that ended a turn."""
    resolved = [v for v in range(1, len(copy)) if copy[v].event["outcome"].get("resolved")]
    return resolved[-1]


@pytest.mark.parametrize(
    "name", ["verdict", "escaped", "taken_by", "lime", "mask", "winner", "won_by", "clauses"]
)
def test_a_changed_outcome_overturns_the_game(world: World, table: Table, name: str) -> None:
    version = _last(world.copied(table.id))

    def change(copy: Copied) -> None:
        outcome = copy[version].event["outcome"]
        outcome[name] = next(iter(others(name, outcome[name])))
        copy.forged(version)

    world.tamper(table.id, change)
    docket = world.settle(table.id)
    assert docket.newest
    assert docket.newest.findings[0].version == version
    assert f"outcome.{name}" in [f.field for f in docket.newest.findings]
    assert docket.newest.sound_to == version - 1
    assert docket.standing is Standing.OVERTURNED
    assert not world.certified(table.id)


@pytest.mark.parametrize("name", CHANGED)
def test_a_damaged_log_is_named_and_served_to_nobody(world: World, table: Table, name: str) -> None:
    sound = world.entries(table.id)
    damage.damage(world.raw, table.id, CHANGED[name])
    world.restart()
    first = _first_difference(sound, world.entries(table.id))
    report = world.examined(table.id)
    assert report.findings[0].version <= first
    assert report.sound_to <= first - 1
    with pytest.raises((BrokenLog, Refusal)):
        world.clerk.audit(table.id)
    assert not world.certified(table.id)


def _first_difference(sound: list[Entry], damaged: list[Entry]) -> int:
    """The version of the first event that is not what it was."""
    pairs = zip(sound, damaged, strict=False)
    same = list(takewhile(lambda pair: pair[0] == pair[1], pairs))
    return len(same) + 1


TOKENS: dict[str, tuple[int, Callable[[Copied], Any]]] = {
    "the host's token is another": (1, lambda c: c[1].private.update(token="A" * 43)),
    "the guest's token is another": (2, lambda c: c[2].private.update(token="A" * 43)),
    "the tokens are exchanged": (1, lambda c: _exchange(c)),
    "the host has no token": (1, lambda c: c[1].private.update(token=None)),
    "the guest has no token": (2, lambda c: c[2].private.update(token=None)),
    "an action gave a token": (4, lambda c: c[4].private.update(token="A" * 43)),
    "an action gave the host's token": (4, lambda c: c[4].private.update(token=_token(c))),
}


def _token(copy: Copied) -> Any:
    return copy[1].private["token"]


def _exchange(copy: Copied) -> None:
    one, other = copy[1].private, copy[2].private
    one["token"], other["token"] = other["token"], one["token"]


@pytest.mark.parametrize("name", TOKENS)
def test_a_seat_token_that_the_service_did_not_make_is_named(
    world: World, table: Table, name: str
) -> None:
    version, change = TOKENS[name]
    world.tamper(table.id, change)
    found(world.examined(table.id), version, "private.token")
    assert world.settle(table.id).standing is Standing.OVERTURNED
    assert not world.certified(table.id)


def test_a_name_changed_in_the_store_is_told_by_the_seat_tokens(world: World, table: Table) -> None:
    """Names follow from no rule, but the hash changes, and the tokens were made from it."""

    def change(copy: Copied) -> None:
        copy[1].event["action"]["name"] = "Eve"
        copy.forged()

    world.tamper(table.id, change)
    found(world.examined(table.id), 1, "private.token")


def test_the_docket_notes_what_was_audited(world: World, table: Table) -> None:
    world.settle(table.id)
    newest = len(world.copied(table.id))

    def change(copy: Copied) -> None:
        copy[newest].private["salt"] = "0" * 32
        copy.forged(newest)

    world.tamper(table.id, change)
    finding = found(world.examined(table.id), newest, "hash")
    assert finding.recorded != finding.expected
    docket = world.settle(table.id)
    assert len(docket.audits) == 2
    assert docket.standing is Standing.OVERTURNED
    assert not world.certified(table.id)


def test_a_log_cut_short_after_its_audit_is_told_by_the_docket(world: World, table: Table) -> None:
    world.settle(table.id)
    newest = len(world.copied(table.id))
    world.put(table.id, world.entries(table.id)[:-2])
    finding = found(world.examined(table.id), newest, "hash")
    assert finding.recorded is None


def test_a_docket_that_was_touched_is_read_by_nobody(world: World, table: Table) -> None:
    world.settle(table.id)
    sound = world.entries(table.id, Stream.DOCKET)
    for changed in _dockets(world, table):
        world.put(table.id, changed, Stream.DOCKET)
        with pytest.raises(BrokenLog):
            world.clerk.docket(table.id)
        with pytest.raises(BrokenLog):
            world.clerk.audit(table.id)
    world.put(table.id, sound, Stream.DOCKET)
    assert world.certified(table.id)


@pytest.mark.parametrize("kept", [0, 1])
def test_a_docket_is_never_shorter_than_it_was_seen(world: World, table: Table, kept: int) -> None:
    world.settle(table.id)
    clerk, sound = world.clerk, world.entries(table.id, Stream.DOCKET)
    world.put(table.id, sound[:kept], Stream.DOCKET)
    for look in (clerk.docket, clerk.audit):
        with pytest.raises(BrokenLog, match="longer before"):
            look(table.id)
    world.put(table.id, sound, Stream.DOCKET)
    assert clerk.docket(table.id).standing is Standing.CLEARED


def test_a_docket_that_was_written_anew_is_not_the_one_that_was_seen(
    world: World, table: Table
) -> None:
    world.settle(table.id)
    clerk = world.clerk
    world.put(table.id, [], Stream.DOCKET)
    world.clock.at += 1000
    world.settle(table.id)
    with pytest.raises(BrokenLog, match="another docket"):
        clerk.docket(table.id)


def _dockets(world: World, table: Table) -> list[Any]:
    """An entry lost, exchanged, doubled, flipped; a finding taken out; the chain made anew."""
    entries = world.entries(table.id, Stream.DOCKET)
    flips = []
    for place in range(0, len(entries[1].event), 7):
        line = bytearray(entries[1].event)
        line[place] ^= 1
        flips.append([entries[0], replace(entries[1], event=bytes(line))])
    other = world.copied(table.id, Stream.DOCKET)
    other[2].event["outcome"]["sound_to"] = 1
    return [
        entries[1:],
        entries[::-1],
        [*entries, entries[1]],
        [entries[0], entries[0]],
        *flips,
        other.entries(),
        other.forged().entries(),
        world.copied(table.id, Stream.DOCKET).forged().entries()[1:],
    ]


def test_nothing_is_audited_that_is_not_over_or_never_started(world: World) -> None:
    world.restart()
    running = world.running()
    assert "game" in str(_refused(world, running.id))
    assert world.entries(running.id, Stream.DOCKET) == []


def _refused(world: World, game: Any) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        world.clerk.audit(game)
    return refusal.value
