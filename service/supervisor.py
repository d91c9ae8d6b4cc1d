"""Keeps a few programs running together, and stops them in order."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from types import FrameType
from typing import Protocol

from service import tether

YOUNG_SECONDS = 3.0
YOUNG_DEATHS = 3
"""So many ends of its own soon after a start, and a program is given up."""

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class GaveUp(Exception):
    """A program ended again and again; the sentence names it."""


class Program(Protocol):
    """Something that runs until it is stopped."""

    name: str

    def start(self) -> None: ...
    def alive(self) -> bool: ...

    def ask(self) -> None:
        """Ask it to end, unless others may still need it."""

    def stop(self) -> None:
        """End it, and wait until it has."""


class Command:
    """A child process in a session of its own, so that Ctrl-C reaches the supervisor alone."""

    def __init__(
        self, name: str, arguments: Sequence[str], environ: Mapping[str, str], patience: float
    ) -> None:
        """`patience`: seconds it may take to end once asked to."""
        self.name = name
        self._arguments = [sys.executable, *arguments]
        self._environ = environ
        self._patience = patience
        self._child: subprocess.Popen[bytes] | None = None
        self._started_at = 0.0
        self._young_deaths = 0

    def start(self) -> None:
        """Raises GaveUp."""
        if self._child:
            self._count_death(self._child.returncode)
        self._started_at = time.monotonic()
        self._child = subprocess.Popen(  # noqa: S603 — our own program, no shell
            tether.tied(*self._arguments),
            stdin=subprocess.DEVNULL,
            env=self._environ,
            start_new_session=True,
        )

    def alive(self) -> bool:
        return self._child is not None and self._child.poll() is None

    def ask(self) -> None:
        if self._child is not None and self.alive():
            self._child.terminate()

    def stop(self) -> None:
        if self._child is None or not self.alive():
            return
        self._child.terminate()
        try:
            self._child.wait(self._patience)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()

    def _count_death(self, code: int) -> None:
        """A program that somebody killed is not to blame."""
        young = time.monotonic() - self._started_at < YOUNG_SECONDS and code != -signal.SIGKILL
        self._young_deaths = self._young_deaths + 1 if young else 0
        if self._young_deaths == YOUNG_DEATHS:
            raise GaveUp(f"The {self.name} ended {YOUNG_DEATHS} times, last with code {code}.")


class Supervisor:
    """Starts programs in order, restarts those that die, stops them in the opposite order."""

    def __init__(self, programs: Sequence[Program], say: Callable[[str], None]) -> None:
        self._programs = programs
        self._say = say
        self._asked_to_stop = False

    def run(self, ready: Callable[[], bool], announce: Callable[[], None]) -> None:
        """Until a signal; announces once `ready` holds. Raises what a start raises."""
        for number in SIGNALS:
            signal.signal(number, self._stop)
        try:
            for program in self._programs:
                program.start()
            while not self._asked_to_stop and not ready():
                self._watch()
            if not self._asked_to_stop:
                announce()
            while not self._asked_to_stop:
                self._watch()
        finally:
            for program in reversed(self._programs):
                program.ask()
            for program in reversed(self._programs):
                program.stop()

    def _watch(self) -> None:
        time.sleep(0.1)
        for program in self._programs:
            if not self._asked_to_stop and not program.alive():
                self._say(f"The {program.name} ended. Starting it again.")
                program.start()

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self._asked_to_stop = True
