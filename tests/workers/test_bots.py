"""`singsing worker` moves bots soon and once, though there are two or one is killed."""

import signal
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from events.board import SeatNo
from events.bots.check import moves
from events.catalogue import Bot, TurnTimedOut
from events.chain import Event
from events.play import Play
from events.store import Unavailable, connect
from tests.store.tables import Clock, Table, house, next_move, opening
from tests.workers.processes import Process, until
from workers import bots

HOST = SeatNo(1)
TABLES = 3


class World:
    """Tables of a person and bots, and workers beside them."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder, self.url = folder, url
        self.play = Play(connect(url), house())
        self.workers: list[Process] = []
        self.tables = [self._table(number) for number in range(TABLES)]

    def _table(self, number: int) -> Table:
        table = Table(self.play, opening(first_player=1 + number % 2))
        for bot in (Bot.ELEPHANT, Bot.MAGPIE, Bot.GOLDFISH):
            table.add_bot(bot)
        table.start()
        return table

    def work(self, count: int = 1) -> None:
        for _ in range(count):
            folder = self.folder / str(len(self.workers))
            folder.mkdir()
            words = ["-m", "service.cli", "worker"]
            self.workers.append(Process(words, folder, self.url, self.url))

    def end(self) -> None:
        for worker in self.workers:
            worker.end()

    def go_on(self, seconds: float, events: int) -> None:
        """People move at once, until every table has that many events more than now."""
        wanted = {table.id: table.game.version + events for table in self.tables}
        random = Random(1)

        def there() -> bool:
            for table in self.tables:
                if not table.game.over and table.game.actor == HOST:
                    table.act(next_move(table.game, random))
            return all(t.game.over or t.game.version >= wanted[t.id] for t in self.tables)

        until(there, seconds)

    def logs(self) -> list[list[Event]]:
        return [self.play.events(table.game, 0) for table in self.tables]


@pytest.fixture
def world(tmp_path: Path, store_url: str) -> Iterator[World]:
    world = World(tmp_path, store_url)
    yield world
    world.end()


def pauses(log: list[Event]) -> list[int]:
    """Milliseconds from the event that made it a bot's turn to the bot's move."""
    mine = {move.version for move in moves(log)}
    return [event.at - before.at for before, event in pairwise(log) if event.version in mine]


@pytest.mark.real_store
@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="RQ forks on POSIX systems only")
def test_bots_move_soon_and_once_though_workers_are_two_and_one_is_killed(world: World) -> None:
    world.work(2)
    world.go_on(60, 8)
    world.workers[0].end(signal.SIGKILL)
    world.go_on(60, 8)
    for table, log in zip(world.tables, world.logs(), strict=True):
        found = list(moves(log))
        assert found
        assert all(move.same for move in found)
        assert min(pauses(log)) >= 600
        assert sorted(pauses(log))[len(found) // 2] <= 2_000
        seed = table.game.players[1].seed or ""
        assert not [w for w in world.workers if seed in w.said()]


@pytest.mark.real_store
@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="RQ forks on POSIX systems only")
def test_a_worker_that_starts_late_finds_the_bots_that_wait(world: World) -> None:
    world.work()
    world.go_on(60, 3)
    world.workers[0].end(signal.SIGKILL)
    versions = [table.game.version for table in world.tables]
    world.work()
    world.go_on(60, 3)
    assert all(t.game.version > v for t, v in zip(world.tables, versions, strict=True))
    assert not any(isinstance(e.body, TurnTimedOut) for log in world.logs() for e in log)


def test_a_store_that_does_not_answer_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    store = connect("memory://late-bots")
    rested: list[float] = []

    def silent(*_: object) -> int:
        raise Unavailable("away")

    def rest(seconds: float) -> None:
        rested.append(seconds)
        if len(rested) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(bots, "step", silent)
    with pytest.raises(KeyboardInterrupt):
        bots.run(store, Play(store, house()), Clock(), rest)
    assert rested == [0.2, 0.2, 0.2]
