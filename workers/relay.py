"""Carries what follows from an event into the queue: outbox row, job, and only then the row goes.

A row is leased to one relay; whoever takes it and dies leaves it to the next. Rows that cannot
be enqueued stay. A reconciler finds what still fell through: games and uploads that are owed
something and for which nothing waits.
"""

from collections.abc import Callable

import structlog

from events.store import Row, Store, Unavailable
from events.times import Millis
from workers.queue import Kind, Queueing, Unreachable

EVERY_SECONDS = 0.1

RETRY_MILLIS = 1_000
"""How often failed jobs are looked through for those to be tried again."""

RECONCILE_MILLIS = 5_000
"""How often what is owed, and what another relay left, is looked through."""

PATIENCE_MILLIS = 20_000
"""How long something may be owed before it is enqueued once more, and how long again."""

Rows = dict[int, list[Row]]

_log = structlog.get_logger("relay")


def run(
    store: Store,
    jobs: Queueing,
    name: str,
    now: Callable[[], Millis],
    rest: Callable[[float], None],
) -> None:
    """For ever. Several relays on one store are safe: a job is safe to run twice."""
    relay = Relay(store, jobs, name)
    while True:
        relay.attempt(now())
        rest(EVERY_SECONDS)


class Relay:
    """One process's share of carrying rows; `name` is its own in the consumer group."""

    def __init__(self, store: Store, jobs: Queueing, name: str) -> None:
        self._store = store
        self._jobs = jobs
        self._name = name
        self._prepared = False
        self._taken: Rows = {}
        self._retried = Millis(0)
        self._reconciled = Millis(0)

    def attempt(self, at: Millis) -> None:
        """Take a step, as far as store and queue let it."""
        try:
            self.step(at)
        except Unavailable:
            self._prepared = False
            _log.warning("the store does not answer")
        except Unreachable:
            _log.warning("the queue does not answer")

    def step(self, at: Millis) -> None:
        """Whatever is to be done by now; raises Unavailable, Unreachable."""
        if not self._prepared:
            self._store.prepare()
            self._prepared = True
        self._taken = self._taken or self._store.work(self._name)
        self.carry(self._taken)
        self._taken = {}
        if at - self._retried >= RETRY_MILLIS:
            self._jobs.try_again()
            self._retried = at
        if at - self._reconciled >= RECONCILE_MILLIS:
            self.carry(self._store.abandoned(self._name))
            self.reconcile(at)
            self._reconciled = at

    def carry(self, rows: Rows) -> None:
        """Enqueue what rows ask for, and only then delete them.

        Raises Unavailable, Unreachable; the rows stay.
        """
        for number, taken in rows.items():
            for row in taken:
                self._enqueue(row.kind, row.game, row.version)
            self._store.worked(number, [row.id for row in taken])

    def reconcile(self, at: Millis) -> None:
        """Enqueue once more what has been owed for too long while no job for it waits."""
        before, again = Millis(at - PATIENCE_MILLIS), str(at // PATIENCE_MILLIS)
        games, uploads = self._store.owed(before), self._store.owed_uploads(before)
        if not games and not uploads:
            return
        waiting = self._jobs.waiting()
        for game in games:
            if game not in waiting:
                self._enqueue(Kind.END, game, 0, again)
        for id in uploads:
            if id not in waiting:
                self._enqueue(Kind.UPLOAD, id, 0, again)

    def _enqueue(self, kind: str, about: str, version: int, again: str = "") -> None:
        if kind == Kind.UPLOAD:
            self._jobs.upload(about, again)
        else:
            self._jobs.settle(kind, about, version, again)
