"""A store with games that are over, its clerk and its jobs, all in memory."""

import itertools
from collections.abc import Callable
from random import Random
from typing import Any

from fakeredis import FakeRedis, FakeServer
from rq import Queue, SimpleWorker
from rq.serializers import JSONSerializer

from events.chain import GameId
from events.clerk import Clerk
from events.docket import Docket
from events.play import Play
from events.receipts import Keys
from events.store import Store, connect
from events.uploads import Intake
from tests.store.tables import Clock, Table, house, opening
from workers import jobs
from workers.queue import Jobs, QueueName
from workers.relay import Relay

KEYS = Keys.fresh()
ISS = "http://127.0.0.1:8080"

_numbers = itertools.count()


class Desk:
    """What a worker has; `clock` is moved by the test."""

    def __init__(self, store: Store | None = None) -> None:
        self.store = store or connect(f"memory://desk{next(_numbers)}")
        self.clock = Clock()
        self.play = Play(self.store, house(self.clock))
        self.clerk = Clerk(self.store, self.play, KEYS.public(), ISS)
        self.intake = Intake(self.store, self.play.house)
        self.queue_server = FakeServer()
        self.redis = FakeRedis(server=self.queue_server)
        self.jobs = Jobs(self.redis)
        self.relay = Relay(self.store, self.jobs, "test")
        jobs.settled_at(self.clerk, self.intake)

    def finished(self, seed: int = 1, **options: Any) -> Table:
        """A game for two, played to its end."""
        table = self.running(**options)
        random = Random(seed)
        while not table.game.over:
            table.move(random)
        return table

    def running(self, **options: Any) -> Table:
        table = Table(self.play, opening(**options))
        table.join("Ben")
        table.start()
        return table

    def step(self, millis: int = 0) -> None:
        """The relay's next step, so much later."""
        self.clock.at += millis
        self.relay.step(self.clock())

    def work(self) -> None:
        """Do all that is queued."""
        for name in QueueName:
            queue = self.queue(name)
            worker = SimpleWorker([queue], connection=self.redis, serializer=JSONSerializer)
            worker.work(burst=True, logging_level="CRITICAL")

    def queue(self, name: QueueName = QueueName.GAMES) -> Queue:
        return Queue(name, connection=self.redis, serializer=JSONSerializer)

    def docket(self, game: GameId) -> Docket:
        return self.clerk.docket(game)

    def audits(self, game: GameId) -> list[str]:
        """The types of the docket's events."""
        return [event.body.type for event in self.clerk.events(self.docket(game))]


AUDITED = ["audit-requested", "audit-reported"]


def raising(error: Exception) -> Callable[..., Any]:
    """Something that fails."""

    def fail(*_: Any, **__: Any) -> Any:
        raise error

    return fail
