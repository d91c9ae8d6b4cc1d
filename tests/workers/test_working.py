"""`singsing worker`: clock, relay and jobs together, with the queue there or away."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from events.chain import GameId
from events.clerk import Clerk
from events.docket import Standing
from events.play import Play
from events.receipts import Keys
from events.store import connect
from events.times import Millis
from tests.store.servers import Server
from tests.store.tables import Table, house, real_time, running
from tests.workers.processes import Process, runs, until

pytestmark = [
    pytest.mark.real_store,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="RQ forks on POSIX systems only"),
]

HOUR = 3_600_000


class World:
    """A worker, the store of its games, and another server for its queue."""

    def __init__(self, folder: Path, events: str, queue: str) -> None:
        words = ["-m", "service.cli", "worker"]
        self.process = Process(words, folder, events, queue)
        store = connect(events)
        self.play = Play(store, house())
        self.past = Play(store, house(clock=lambda: Millis(real_time() - HOUR)))
        self.clerk = Clerk(store, self.play, Keys.fresh().public(), "http://127.0.0.1:8080")

    def finished(self, seed: int) -> GameId:
        table, random = running(self.play), Random(seed)
        while not table.game.over:
            table.move(random)
        return table.id

    def cleared(self, games: list[GameId]) -> bool:
        return all(self.clerk.docket(game).standing is Standing.CLEARED for game in games)

    def timed_out(self, table: Table) -> bool:
        """Whether the clock acted on a table whose deadline is long past."""
        return self.play.look(table.id).version > 3


@pytest.fixture
def world(tmp_path: Path, store_url: str, own_server: Server) -> Iterator[World]:
    world = World(tmp_path, store_url, own_server.url)
    yield world
    world.process.end()


def test_every_game_that_ends_is_audited_once(world: World) -> None:
    games = [world.finished(seed) for seed in range(5)]
    until(lambda: world.cleared(games))
    assert [world.clerk.docket(game).version for game in games] == [2] * 5


def test_games_go_on_without_a_queue_and_audits_follow(world: World, own_server: Server) -> None:
    first = world.finished(0)
    until(lambda: world.cleared([first]))
    own_server.stop()
    games = [world.finished(seed) for seed in range(5)]
    late = running(world.past, turn_seconds=10)
    until(lambda: world.timed_out(late), 10)
    assert not any(world.clerk.docket(game).version for game in games)
    own_server.start()
    until(lambda: world.cleared(games))
    assert [world.clerk.docket(game).version for game in games] == [2] * 5


def test_a_queue_that_hangs_does_not_stop_the_clock(world: World, own_server: Server) -> None:
    own_server.freeze()
    games = [world.finished(seed) for seed in range(3)]
    late = running(world.past, turn_seconds=10)
    until(lambda: world.timed_out(late), 10)
    own_server.thaw()
    until(lambda: world.cleared(games))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ties a child to its parent")
def test_no_process_of_jobs_outlives_a_killed_worker(world: World) -> None:
    until(lambda: len(world.process.children()) == 2)
    children = world.process.children()
    world.process.end(signal.SIGKILL)
    until(lambda: not any(runs(child) for child in children))


def test_a_killed_process_of_jobs_is_replaced(world: World) -> None:
    until(lambda: len(world.process.children()) == 2)
    for child in world.process.children():
        os.kill(child, signal.SIGKILL)
    game = world.finished(1)
    until(lambda: world.cleared([game]))
    assert world.process.said().count("Starting it again.") == 2


def test_it_ends_soon_when_asked_to(world: World) -> None:
    until(lambda: len(world.process.children()) == 2)
    children, asked = world.process.children(), time.monotonic()
    world.process.end()
    assert time.monotonic() - asked < 8
    assert not any(runs(child) for child in children)
    assert world.process.said() == ""
