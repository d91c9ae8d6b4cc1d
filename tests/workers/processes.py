"""Worker processes of a test's own, on real servers."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.soak.service import children

PATIENCE = 30.0

HORSES = """
import os, sys, time
from functools import partial
from pathlib import Path
from service import environment, tether, working
from workers import horses, jobs, judging
from workers.queue import QueueName
{before}
queue = QueueName(sys.argv[1])
working.do_jobs(environment.settings(os.environ), queue, horses.work, jobs.settled_at)
"""
"""Does the jobs of a queue, after something else."""


class Process:
    """A program of the project with settings of its own."""

    def __init__(self, words: list[str], folder: Path, events: str, queue: str) -> None:
        environ = {k: v for k, v in os.environ.items() if not k.startswith("SINGSING_")}
        settings = {
            "SINGSING_DATA": str(folder),
            "SINGSING_SECRET": (b"s" * 32).hex(),
            "SINGSING_EVENTS_URL": events,
            "SINGSING_QUEUE_URL": queue,
        }
        self._log = (folder / "output").open("ab")
        self.folder = folder
        self._child = subprocess.Popen(
            [sys.executable, *words],
            env=environ | settings,
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
            start_new_session=True,
        )

    @property
    def pid(self) -> int:
        return self._child.pid

    @property
    def alive(self) -> bool:
        return self._child.poll() is None

    def children(self) -> list[int]:
        return children(self.pid)

    def said(self) -> str:
        return (self.folder / "output").read_text(errors="replace")

    def end(self, by: signal.Signals = signal.SIGTERM) -> None:
        if self.alive:
            self._child.send_signal(by)
            self._child.wait(PATIENCE)
        self._log.close()


def horses(folder: Path, queue: str, url: str, before: str = "") -> Process:
    """A process that does the jobs of a queue; events and queue are on one server."""
    return Process(["-c", HORSES.format(before=before), queue], folder, url, url)


def until(true: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Waits until something holds."""
    patience = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < patience, "it never came to be"
        time.sleep(0.02)


def runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
