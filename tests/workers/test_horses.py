"""Real worker processes: a work horse for each job, tied, limited, and replaced where it dies."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from redis import Redis

from events.board import Value
from events.clerk import Clerk
from events.play import Play
from events.receipts import Keys
from events.store import Store, connect
from events.uploads import Intake, Judged, Media
from tests.store.servers import Server
from tests.store.tables import Table, house, running
from tests.workers.processes import Process, horses, runs, until
from workers import judging, queue
from workers.queue import Jobs, QueueName

pytestmark = [
    pytest.mark.real_store,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="RQ forks on POSIX systems only"),
]

SLOW = """
def slow(game):
    (Path(os.environ["SINGSING_DATA"]) / "begun").write_text(str(os.getpid()))
    while not (Path(os.environ["SINGSING_DATA"]) / "go").exists():
        time.sleep(0.01)
jobs.settle = slow
"""

GREEDY = "judging.transcript.read = lambda *_: bytearray(10**9)"
ENDLESS = """
def endless(*_):
    while True: pass
judging.transcript.read = endless
"""
DEAF = """
import re
judging.transcript.read = lambda *_: re.match("(a+)+b", "a" * 60)
judging.TRIES = 1
horses.UPLOAD_SECONDS = -1
"""


class World(Value, frozen=True, kw_only=True):
    """A store that is also the queue's."""

    url: str
    folder: Path
    store: Store
    play: Play
    clerk: Clerk
    intake: Intake
    jobs: Jobs


@pytest.fixture
def world(store_url: str, tmp_path: Path) -> World:
    store = connect(store_url)
    play = Play(store, house())
    return World(
        url=store_url,
        folder=tmp_path,
        store=store,
        play=play,
        clerk=Clerk(store, play, Keys.fresh().public(), "http://127.0.0.1:8080"),
        intake=Intake(store, play.house),
        jobs=Jobs(Redis.from_url(store_url)),
    )


@pytest.fixture
def started() -> Iterator[list[Process]]:
    """Ended when the test is over."""
    processes: list[Process] = []
    yield processes
    for process in processes:
        process.end(signal.SIGKILL)


def finished(play: Play) -> Table:
    table, random = running(play), Random(1)
    while not table.game.over:
        table.move(random)
    return table


def begun(world: World) -> int:
    """The work horse that has begun the slow job."""
    note = world.folder / "begun"
    until(lambda: note.exists() and bool(note.read_text()))
    pid = int(note.read_text())
    note.unlink()
    return pid


def judged(world: World, media: Media = Media.YAML, content: bytes = b"players: []") -> Judged:
    """What a work horse makes of an upload."""
    kept = world.intake.keep(None, media, content)
    world.jobs.upload(kept.id)
    found = world.intake.find(kept.id)

    def done() -> bool:
        nonlocal found
        world.jobs.try_again()
        found = world.intake.find(kept.id)
        return bool(found and found.judged)

    until(done)
    assert found
    assert found.judged
    return found.judged


def test_a_work_horse_audits_and_then_waits_for_the_next(
    world: World, started: list[Process]
) -> None:
    started.append(horses(world.folder, QueueName.GAMES, world.url))
    for _ in range(2):
        table = finished(world.play)
        world.jobs.settle("end", table.id, 1)
        until(lambda: world.clerk.docket(table.id).newest is not None)  # noqa: B023 - called here
    started[0].end()
    assert started[0].said() == ""


def test_a_killed_work_horse_is_replaced(world: World, started: list[Process]) -> None:
    started.append(horses(world.folder, QueueName.GAMES, world.url, SLOW))
    world.jobs.settle("end", "a" * 16, 1)
    os.kill(begun(world), signal.SIGKILL)
    state = world.jobs.state("end-aaaaaaaaaaaaaaaa-1")

    def again() -> bool:
        nonlocal state
        world.jobs.try_again()
        state = world.jobs.state("end-aaaaaaaaaaaaaaaa-1")
        return (world.folder / "begun").exists()

    until(again)
    begun(world)
    (world.folder / "go").touch()
    until(lambda: world.jobs.state("end-aaaaaaaaaaaaaaaa-1") is None)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ties a child to its parent")
@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM])
def test_no_work_horse_outlives_its_worker(
    world: World, started: list[Process], by: signal.Signals
) -> None:
    started.append(horses(world.folder, QueueName.GAMES, world.url, SLOW))
    world.jobs.settle("end", "a" * 16, 1)
    horse = begun(world)
    os.kill(started[0].pid, by)
    if by is signal.SIGTERM:
        assert runs(horse), "what was begun is finished first"
        (world.folder / "go").touch()
    until(lambda: not runs(horse))
    until(lambda: not started[0].alive)


def test_a_worker_waits_for_a_queue_that_is_not_there_yet(
    own_server: Server, started: list[Process], tmp_path: Path
) -> None:
    own_server.stop()
    started.append(horses(tmp_path, QueueName.GAMES, own_server.url, SLOW))
    until(lambda: "the queue does not answer" in started[0].said())
    own_server.start()
    Jobs(own_server.client()).settle("end", "a" * 16, 1)
    note = tmp_path / "begun"
    until(note.exists)


def test_a_worker_lives_through_a_restart_of_the_queue(
    own_server: Server, started: list[Process], tmp_path: Path
) -> None:
    started.append(horses(tmp_path, QueueName.GAMES, own_server.url, SLOW))
    (tmp_path / "go").touch()
    note = tmp_path / "begun"
    for number in range(2):
        Jobs(own_server.client()).settle("end", "a" * 16, number)
        until(note.exists)
        note.unlink()
        if not number:
            own_server.kill()
            own_server.start()
    assert started[0].alive


def test_a_whole_record_of_the_largest_size_fits_in_the_limits(
    world: World, started: list[Process]
) -> None:
    started.append(horses(world.folder, QueueName.UPLOADS, world.url))
    told = judged(world, Media.RECORD, b"\n" * 2**20)
    assert told.failure
    assert told.failure.startswith("Line 1")
    told = judged(world, Media.YAML, b"- [[[[\n" + b"a: [b, c]\n" * 6000)
    assert told.failure not in (judging.TOO_LARGE, judging.TOO_LONG, None)


def test_what_asks_for_too_much_memory_is_given_up(world: World, started: list[Process]) -> None:
    started.append(horses(world.folder, QueueName.UPLOADS, world.url, GREEDY))
    assert judged(world).failure == judging.TOO_LARGE


def test_what_takes_too_long_is_given_up(
    world: World, started: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "UPLOAD_SECONDS", 1)
    started.append(horses(world.folder, QueueName.UPLOADS, world.url, ENDLESS))
    assert judged(world).failure == judging.TOO_LONG


def test_what_cannot_even_be_interrupted_is_given_up(world: World, started: list[Process]) -> None:
    started.append(horses(world.folder, QueueName.UPLOADS, world.url, DEAF))
    assert judged(world).failure == judging.TOO_OFTEN
