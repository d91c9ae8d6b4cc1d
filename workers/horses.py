"""A process that takes the jobs of one queue, each done by a work horse: a child of its own."""

import os
import resource
import signal
from collections.abc import Callable
from types import FrameType
from typing import Any, NoReturn, cast

import structlog
from redis import Redis
from redis.client import PubSubWorkerThread
from redis.exceptions import RedisError
from rq import Queue, Worker
from rq.job import Job
from rq.serializers import JSONSerializer

from workers.queue import UPLOAD_SECONDS, QueueName

UPLOAD_BYTES = 256 * 1024 * 1024
"""Address space of a work horse that audits what was sent in."""

MAINTENANCE_SECONDS = 30
"""How often RQ looks for jobs that a worker died over."""

WORKER_SECONDS = 45
"""After so long without a sign of life a worker counts as dead; it blocks for 15 s less."""

AGAIN_SECONDS = 1.0

_log = structlog.get_logger("jobs")


class Stable(Worker):
    """An RQ worker whose horses are tied to it and, for uploads, limited."""

    max_connection_wait_time = 5.0
    asked_to_stop = False

    def __init__(self, connection: Redis, name: QueueName, tie: Callable[[], None]) -> None:
        queue = Queue(name, connection=connection, serializer=JSONSerializer)
        super().__init__(
            [queue],
            connection=connection,
            serializer=JSONSerializer,
            maintenance_interval=MAINTENANCE_SECONDS,
            worker_ttl=WORKER_SECONDS,
            log_job_description=False,
        )
        self._limited = name is QueueName.UPLOADS
        self._tie = tie

    def main_work_horse(self, job: Job, queue: Queue) -> None:
        self.setup_work_horse_signals()  # type: ignore[no-untyped-call] # rq leaves it untyped
        try:
            self._tie()
        except SystemExit:
            os._exit(1)
        if self._limited:
            _limit()
        super().main_work_horse(job, queue)

    def request_stop(self, signum: Any, frame: FrameType | None) -> None:
        self.asked_to_stop = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call] # rq leaves it untyped

    def unsubscribe(self) -> None:
        """The thread ends when it hears next, or with this process; nobody waits for it."""
        if thread := cast("PubSubWorkerThread | None", self.pubsub_thread):
            thread.stop()

    def teardown(self) -> None:
        """Also where the queue's Redis has gone."""
        try:
            super().teardown()  # type: ignore[no-untyped-call] # rq leaves it untyped
        finally:
            self.unsubscribe()


def work(
    url: str, name: QueueName, level: str, tie: Callable[[], None], rest: Callable[[float], None]
) -> None:
    """Until SIGTERM. `tie` is called in every horse, to end it with this process."""
    while True:
        signal.signal(signal.SIGTERM, _end)
        try:
            worker = Stable(Redis.from_url(url), name, tie)
            worker.work(logging_level=level)
            if worker.asked_to_stop:
                return
        except RedisError:
            _log.warning("the queue does not answer", queue=name)
        rest(AGAIN_SECONDS)


def _limit() -> None:
    """A parser that cannot be interrupted ends by its CPU time."""
    resource.setrlimit(resource.RLIMIT_AS, (UPLOAD_BYTES, UPLOAD_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (UPLOAD_SECONDS + 2, UPLOAD_SECONDS + 2))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _end(_number: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(0)
