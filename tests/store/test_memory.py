"""What a process remembers: so much and no more, and never anything older than it saw."""

import threading
from random import Random

import msgspec
import pytest

from events import memory as memories
from events.chain import Version
from events.game import Game
from events.memory import Memory
from events.play import Play
from events.refusal import BrokenLog
from tests.store.conftest import memory
from tests.store.tables import Clock, Table, house, running


@pytest.fixture
def games() -> list[Game]:
    play = Play(memory().store, house(Clock()))
    return [Table(play).game for _ in range(10)]


def aged(game: Game, version: int) -> Game:
    head = msgspec.structs.replace(game.head, version=Version(version), hash=f"sha256:{version}")
    return msgspec.structs.replace(game, head=head)


def test_it_keeps_the_games_used_last(games: list[Game]) -> None:
    kept = Memory(memory().store, 3)
    for game in games[:3]:
        kept.keep(game)
    kept.game(games[0].id)
    kept.keep(games[3])
    there = [kept.game(game.id) is not None for game in games[:4]]
    assert there == [True, False, True, True]


def test_heads_outlast_games_and_are_bounded_too(
    games: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memories, "HEADS", 5)
    kept = Memory(memory().store, 1)
    for game in games:
        kept.keep(game)
    assert [kept.head(game.id) for game in games] == [None] * 5 + [g.head for g in games[5:]]
    assert [game.id for game in games if kept.game(game.id)] == [games[-1].id]


def test_an_older_state_never_takes_the_place_of_a_newer_one(games: list[Game]) -> None:
    kept = Memory(memory().store, 10)
    game = games[0]
    for version in (3, 2, 4, 1):
        kept.keep(aged(game, version))
    assert kept.game(game.id) == aged(game, 4)
    assert kept.head(game.id) == aged(game, 4).head


def test_an_older_state_does_not_lower_the_head_of_a_forgotten_game(games: list[Game]) -> None:
    kept = Memory(memory().store, 1)
    kept.keep(aged(games[0], 4))
    kept.keep(games[1])
    kept.keep(aged(games[0], 2))
    assert kept.head(games[0].id) == aged(games[0], 4).head
    assert kept.game(games[0].id) is None


def test_two_states_of_one_version_are_a_broken_log(games: list[Game]) -> None:
    kept = Memory(memory().store, 10)
    other = aged(games[0], games[0].version)
    kept.keep(games[0])
    with pytest.raises(BrokenLog):
        kept.keep(other)
    with pytest.raises(BrokenLog):
        kept.game(games[0].id)
    assert kept.game(games[1].id) is None


def test_many_threads_leave_the_newest_state(games: list[Game]) -> None:
    kept = Memory(memory().store, 10)
    game = games[0]

    def keep(seed: int) -> None:
        versions = list(range(1, 200))
        Random(seed).shuffle(versions)
        for version in versions:
            kept.keep(aged(game, version))

    threads = [threading.Thread(target=keep, args=[seed]) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert kept.game(game.id) == aged(game, 199)


def test_games_are_played_as_well_with_next_to_no_memory() -> None:
    play = Play(memory().store, house(Clock()), remember=1)
    tables = [running(play, advanced=True) for _ in range(3)]
    random = Random(2)
    for _ in range(20):
        for table in tables:
            if not table.game.over:
                table.move(random)
    assert all(table.game.version > 15 for table in tables)
