"""Threads that play many tables at once, one request here, one there."""

import time
from collections.abc import Callable
from random import Random
from threading import Event, Thread

from joserfc.jwk import KeySet

from tests.soak import verdict
from tests.soak.asking import Asking
from tests.soak.line import Broken
from tests.soak.listener import Listener
from tests.soak.score import Score
from tests.soak.table import Table, Unexpected

AT_ONCE = 6
"""Tables that a thread plays side by side; those that wait for the clock come on top."""


class Crowd:
    """Plays until `enough`, then finishes what is open."""

    def __init__(self, port: int, score: Score, keys: KeySet, enough: Callable[[], bool]) -> None:
        self._port, self._score, self._keys, self._enough = port, score, keys, enough
        self._stop = Event()
        self._threads: list[Thread] = []

    def start(self, threads: int, rng: Random) -> None:
        for number in range(threads):
            seeded = Random(rng.random())
            thread = Thread(target=self._play, args=(seeded, number), daemon=True)
            self._threads.append(thread)
            thread.start()

    def alive(self) -> bool:
        return any(thread.is_alive() for thread in self._threads)

    def abandon(self) -> None:
        self._stop.set()

    def _play(self, rng: Random, number: int) -> None:
        asking = Asking(self._port, rng, self._score)
        tables: list[Table] = []
        listeners: dict[str, Listener] = {}
        opened = 0
        try:
            while not self._stop.is_set():
                awake = [t for t in tables if t.asleep_until <= time.monotonic()]
                if len(awake) < AT_ONCE and not self._enough():
                    opened += 1
                    name = f"Ana {number}.{opened}"
                    tables.append(Table(asking, self._score, Random(rng.random()), name))
                    self._score.count("opened")
                elif awake:
                    table = rng.choice(awake)
                    if not self._step(table, asking, listeners, rng):
                        tables.remove(table)
                elif tables:
                    time.sleep(0.05)
                else:
                    break
        except Exception as error:  # noqa: BLE001 - a thread's end is a fault of its own
            self._score.fault(f"thread {number}: {error!r}")
        for listener in listeners.values():
            listener.close()
        asking.close()

    def _step(
        self, table: Table, asking: Asking, listeners: dict[str, Listener], rng: Random
    ) -> bool:
        """Whether the table goes on."""
        try:
            table.step()
            if table.model.version == 1 and table.path not in listeners and rng.random() < 0.1:
                self._listen(table, asking, listeners)
            if not table.over:
                return True
            self._judge(table, asking, listeners, rng)
        except (Unexpected, KeyError, TypeError, IndexError, AssertionError) as fault:
            trail = "\n    ".join(table.trail)
            self._score.fault(f"{table.path} at {table.model.version}: {fault!r}\n    {trail}")
            self._score.count("broken off")
        return False

    def _listen(self, table: Table, asking: Asking, listeners: dict[str, Listener]) -> None:
        try:
            listeners[table.path] = Listener(*asking.line.listen(f"{table.path}/stream?after=0"))
        except Broken:
            if not self._score.troubled():
                raise

    def _judge(
        self, table: Table, asking: Asking, listeners: dict[str, Listener], rng: Random
    ) -> None:
        found = verdict.faults(table, asking, self._keys, rng)
        if listener := listeners.pop(table.path, None):
            self._score.count("streams followed")
            heard = listener.faults(verdict.events(table, asking))
            found += [] if self._score.kills else heard
        for fault in found:
            self._score.fault(f"{table.path}: {fault}")
        self._score.count("finished", f"won_by {table.model.won_by}")
