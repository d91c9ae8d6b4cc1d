"""Two processes that want the same at once: one event or none, and each is told the truth."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from random import Random

import pytest

from events.board import SeatNo
from events.chain import GameId
from events.commands import Join, OpenTable, SeatCommand, Start
from events.game import Status
from events.play import Done, Play
from events.refusal import Refusal
from events.store import connect
from events.times import Millis
from tests.store.conftest import Kept, on
from tests.store.servers import Server
from tests.store.tables import Clock, Table, asked, house, next_move, opening, real_time, running

pytestmark = pytest.mark.real_store

KEY = "k" * 22

Action = Callable[[Play], Done]


@pytest.fixture
def kept(server: Server) -> Kept:
    return on(server)


def race(
    kept: Kept, *actions: Action, clock: Callable[[], Millis] = real_time
) -> tuple[list[Done], list[Refusal]]:
    """Every action at once, each by a process of its own as far as memory goes."""
    told: list[Done] = []
    refused: list[Refusal] = []
    line = threading.Barrier(len(actions))

    def run(action: Action) -> None:
        play = Play(connect(kept.url), house(clock))
        line.wait()
        try:
            told.append(action(play))
        except Refusal as refusal:
            refused.append(refusal)

    racers = [threading.Thread(target=run, args=[action]) for action in actions]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert len(told) + len(refused) == len(actions)
    return told, refused


def alike(told: list[Done]) -> None:
    """One was first, all the others were told the same of it."""
    assert sorted(done.replayed for done in told) == [False, *[True] * (len(told) - 1)]
    assert len({(done.event.hash, done.seat, done.token) for done in told}) == 1


def opens(key: str | None, command: OpenTable | None = None) -> Action:
    wanted = command or opening()
    return lambda play: play.open(wanted, asked(wanted, key))


def joins(table: Table, key: str | None, name: str = "Ben") -> Action:
    command = Join(name=name)
    return lambda play: play.join(play.identify(table.id, None), command, asked(command, key))


def acts(table: Table, command: SeatCommand, key: str | None) -> Action:
    return lambda play: table.act(command, key, play)


def test_one_key_opens_one_table(kept: Kept) -> None:
    told, refused = race(kept, *[opens(KEY)] * 6)
    assert not refused
    alike(told)
    assert len(kept.store.listed(Status.OPEN, 100)) == 1


def test_every_key_opens_its_own_table(kept: Kept) -> None:
    told, _ = race(kept, *[opens(f"{n:022}") for n in range(6)], opens(None), opens(None))
    assert len({done.game.id for done in told}) == 8
    assert len({done.token for done in told}) == 8
    assert not any(done.replayed for done in told)


def test_one_key_for_two_openings_opens_one_of_them(kept: Kept) -> None:
    names = ["Ana", "Eve"]
    told, refused = race(kept, *[opens(KEY, opening(name=name)) for name in names])
    assert len(told) == len(refused) == 1
    assert refused[0].code == "idempotency-key-reused"
    [listed] = kept.store.listed(Status.OPEN, 100)
    assert told[0].game.players[0].name.encode() in (listed.row or b"")


def test_one_key_joins_once(kept: Kept) -> None:
    table = Table(Play(kept.store, house()))
    told, refused = race(kept, *[joins(table, KEY)] * 6)
    assert not refused
    alike(told)
    assert [player.seat for player in table.game.players] == [1, 2]


def test_those_who_join_at_once_sit_at_seats_of_their_own(kept: Kept) -> None:
    table = Table(Play(kept.store, house()))
    keys = [None, None, None, "a" * 22, "b" * 22, "c" * 22]
    told, refused = race(kept, *[joins(table, key) for key in keys])
    assert sorted(done.seat or 0 for done in told) == [2, 3, 4, 5]
    assert len({done.token for done in told}) == 4
    assert [refusal.clauses for refusal in refused] == [("C5",)] * 2
    assert table.game.version == 5


@pytest.mark.parametrize("keys", [[KEY] * 5, [f"{n:022}" for n in range(5)], [None] * 5])
@pytest.mark.parametrize("moves", range(5), ids=["start", "mask", "removal", "answer", "mask 2"])
def test_an_action_wanted_five_times_at_once_is_done_once(
    kept: Kept, moves: int, keys: list[str | None]
) -> None:
    random = Random(moves)
    play = Play(kept.store, house())
    table = Table(play)
    table.join()
    for _ in range(moves):
        table.act(_next(table, random))
    version = table.game.version
    command = _next(table, random)
    told, refused = race(kept, *[acts(table, command, key) for key in keys])
    if keys[0] == KEY:
        assert not refused
        alike(told)
    else:
        assert (len(told), len(refused)) == (1, 4)
        assert {refusal.code for refusal in refused} == {"rule-broken"}
    assert table.game.version == version + 1
    assert {done.event.version for done in told} == {version + 1}


def _next(table: Table, random: Random) -> SeatCommand:
    game = table.game
    return next_move(game, random) if game.started else Start(seat=SeatNo(1))


def test_whoever_names_a_version_moves_from_it_or_not_at_all(kept: Kept) -> None:
    table = running(Play(kept.store, house()))
    move = next_move(table.game, Random(1))

    def acting(play: Play) -> Done:
        return table.act(move, play=play, if_match=[3])

    told, refused = race(kept, *[acting] * 5)
    assert len(told) == 1
    assert [refusal.code for refusal in refused] == ["stale"] * 4


@pytest.mark.parametrize("seed", range(6))
def test_the_clock_and_a_player_at_once_record_one_after_the_other(kept: Kept, seed: int) -> None:
    clock = Clock()
    table = running(Play(kept.store, house(clock)), turn_seconds=10)
    move = next_move(table.game, Random(seed))
    late = Play(connect(kept.url), house(Clock(clock.at + 10_000)))
    ticks = threading.Thread(target=late.tick, args=[table.id])
    ticks.start()
    _, refused = race(kept, acts(table, move, None), clock=clock)
    ticks.join()
    assert {refusal.clauses for refusal in refused} <= {("T1",)}
    types = [event.body.type for event in table.play.events(table.game, 3)]
    assert types in (
        ["mask-put-on"],
        ["turn-timed-out"],
        ["mask-put-on", "turn-timed-out"],
    )


def in_processes(
    url: str, action: str, game: GameId, *keys_of_each: list[str]
) -> list[list[list[str]]]:
    """What each of some processes was told, line by line, word by word."""
    at = str(time.time() + 1.5)
    module = [sys.executable, "-m", "tests.store.racing"]
    racers = [
        subprocess.Popen([*module, url, action, at, game, *keys], stdout=subprocess.PIPE, text=True)
        for keys in keys_of_each
    ]
    told = [racer.communicate(timeout=60)[0].splitlines() for racer in racers]
    assert all(racer.returncode == 0 for racer in racers)
    return [[line.split() for line in lines] for lines in told]


def test_two_processes_open_with_the_same_keys(kept: Kept) -> None:
    keys = [f"{n:022}" for n in range(40)]
    one, two = in_processes(kept.url, "open", GameId("-"), keys, keys)
    assert [words[:3] for words in one] == [words[:3] for words in two]
    assert len({words[0] for words in one}) == 40
    for mine, yours in zip(one, two, strict=True):
        assert sorted([mine[3], yours[3]]) == ["False", "True"]
    assert len(kept.store.listed(Status.OPEN, 100)) == 40


def test_two_processes_join_with_the_same_and_with_other_keys(kept: Kept) -> None:
    table = Table(Play(kept.store, house()))
    mine, yours, both = "m" * 22, "y" * 22, "b" * 22
    one, two = in_processes(kept.url, "join", table.id, [both, mine], [both, yours])
    assert one[0][:3] == two[0][:3]
    assert sorted([one[0][3], two[0][3]]) == ["False", "True"]
    assert len({words[2] for words in one + two}) == 3
    assert table.game.version == 4
