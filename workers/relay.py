"""Carries what follows from an event into the queue: outbox row, job, and only then the row goes.

A row is leased to one relay; whoever takes it and dies leaves it to the next. Rows that cannot
be enqueued stay. A reconciler finds what still fell through: games that are owed something
and for which nothing waits.
"""

from collections.abc import Callable

import structlog

from events.chain import GameId
from events.store import BUCKETS, Row, Store, Unavailable
from events.times import Millis
from workers.queue import Jobs, Kind, Unreachable

EVERY_SECONDS = 0.2

RECONCILE_MILLIS = 10_000
"""How often what is owed is looked through."""

PATIENCE_MILLIS = 20_000
"""How long something may be owed before it is enqueued once more."""

_log = structlog.get_logger("relay")


class Relay:
    """One process's share of carrying rows; `name` is its own in the consumer group."""

    def __init__(self, store: Store, jobs: Jobs, name: str) -> None:
        self._store = store
        self._jobs = jobs
        self._name = name
        self._reconciled = Millis(0)

    def run(self, now: Callable[[], Millis], rest: Callable[[float], None]) -> None:
        """For ever. Several relays on one store are safe: a job is safe to run twice."""
        while True:
            try:
                self.carry()
                if now() - self._reconciled >= RECONCILE_MILLIS:
                    self.reconcile(now())
                    self._reconciled = now()
            except Unavailable:
                _log.warning("the store does not answer")
            except Unreachable:
                _log.warning("the queue does not answer")
            rest(EVERY_SECONDS)

    def carry(self) -> int:
        """Enqueue what the outboxes hold; how many rows that were.

        Raises Unavailable, Unreachable; the rows stay.
        """
        carried = 0
        for number, rows in self._store.work(self._name).items():
            for row in rows:
                self._enqueue(row)
            self._store.worked(number, [row.id for row in rows])
            carried += len(rows)
        return carried

    def _enqueue(self, row: Row) -> None:
        if row.kind == Kind.UPLOAD:
            self._jobs.upload(row.game)
        else:
            self._jobs.settle(Kind(row.kind), row.game, row.version)

    def reconcile(self, at: Millis) -> list[GameId]:
        """Enqueue once more what has been owed for too long while nothing waits."""
        if not self._jobs.idle():
            return []
        before = Millis(at - PATIENCE_MILLIS)
        owed = [game for number in range(BUCKETS) for game in self._store.owed(number, before)]
        for game in owed:
            self._jobs.settle(Kind.END, game, 0, again=str(at // PATIENCE_MILLIS))
        return owed
