"""Programs are kept running together and stopped in the opposite order."""

import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from service.supervisor import Command, GaveUp, Supervisor


class Scripted:
    """A program that only notes what is asked of it."""

    def __init__(self, name: str, notes: list[str], lives: int = 1) -> None:
        self.name = name
        self._notes = notes
        self._lives = lives

    def start(self) -> None:
        self._notes.append(f"start {self.name}")
        self._lives -= 1

    def alive(self) -> bool:
        return self._lives <= 0

    def ask(self) -> None:
        """It waits for its turn."""

    def stop(self) -> None:
        self._notes.append(f"stop {self.name}")


@pytest.fixture(autouse=True)
def _signals_as_before() -> object:
    before = {number: signal.getsignal(number) for number in (1, 2, 15)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def interrupt() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_they_start_in_order_and_stop_in_the_opposite_one() -> None:
    notes: list[str] = []
    programs = [Scripted("store", notes), Scripted("web", notes)]
    Supervisor(programs, notes.append).run(lambda: True, interrupt)
    assert notes == ["start store", "start web", "stop web", "stop store"]


def test_one_that_died_is_started_again_with_a_word() -> None:
    notes: list[str] = []
    programs = [Scripted("store", notes, lives=2)]
    Supervisor(programs, notes.append).run(lambda: len(notes) > 2, interrupt)
    assert notes == [
        "start store",
        "The store ended. Starting it again.",
        "start store",
        "stop store",
    ]


def test_a_signal_before_they_are_ready_stops_them_without_an_announcement() -> None:
    notes: list[str] = []
    threading.Timer(0.2, interrupt).start()
    Supervisor([Scripted("web", notes)], notes.append).run(
        lambda: False, lambda: notes.append("ready")
    )
    assert notes == ["start web", "stop web"]


def test_one_that_cannot_live_stops_everything_and_is_named() -> None:
    notes: list[str] = []
    broken = Command("clock", ["-c", "raise SystemExit(7)"], os.environ, patience=1)
    with pytest.raises(GaveUp, match="The clock ended 3 times, last with code 7"):
        Supervisor([Scripted("store", notes), broken], notes.append).run(lambda: True, lambda: None)
    assert notes[-1] == "stop store"


def test_one_that_was_killed_is_started_again_as_often_as_it_takes(tmp_path: Path) -> None:
    command = Command("web", ["-c", "import time; time.sleep(60)"], os.environ, patience=1)
    for _ in range(5):
        command.start()
        command._child.kill()  # type: ignore[union-attr]
        command._child.wait()  # type: ignore[union-attr]
        assert not command.alive()


def test_one_that_does_not_end_when_asked_is_killed(tmp_path: Path) -> None:
    stubborn = "import signal, sys, time; signal.signal(15, signal.SIG_IGN)"
    flag = tmp_path / "deaf"
    code = f"{stubborn}; open({str(flag)!r}, 'w'); time.sleep(60)"
    command = Command("web", ["-c", code], os.environ, patience=0.2)
    command.start()
    while not flag.exists():
        time.sleep(0.01)
    command.stop()
    assert not command.alive()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ties a child to its parent")
def test_programs_end_with_a_supervisor_that_was_killed(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    sleeper = f"import os, time; open({str(pid)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    starts = (
        "import os, time; from service.supervisor import Command;"
        f"Command('c', ['-c', {sleeper!r}], os.environ, 1).start(); time.sleep(60)"
    )
    parent = Command("parent", ["-c", starts], os.environ, patience=1)
    parent.start()
    until = time.monotonic() + 10
    while not (pid.exists() and pid.read_text()):
        assert time.monotonic() < until
        time.sleep(0.01)
    parent._child.kill()  # type: ignore[union-attr]
    parent._child.wait()  # type: ignore[union-attr]
    while _runs(int(pid.read_text())):
        assert time.monotonic() < until
        time.sleep(0.01)


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
