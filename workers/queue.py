"""The names of jobs and how to enqueue them; all of the workers that `service` may import.

A job takes ids and is safe to run twice, so asking for one again is never wrong. Nothing in
the queue is the only copy of anything: the outbox and what is owed can fill it anew.
"""

from enum import StrEnum
from functools import cached_property
from typing import Protocol

from redis import Redis
from redis.exceptions import RedisError
from rq import Queue, Retry
from rq.exceptions import DuplicateJobError, NoSuchJobError
from rq.job import Job
from rq.scheduler import RQScheduler
from rq.serializers import JSONSerializer

from events.board import Value

SETTLE_SECONDS = 120
"""How long a job about a game of ours may take."""

UPLOAD_SECONDS = 10
"""How long an audit of what was sent in may take, reading it included."""

RETRIES = [1, 5, 15, 30]
"""Seconds until a job that failed is tried again."""

FAILED_SECONDS = 86_400
"""How long a job that failed for good is shown."""


class QueueName(StrEnum):
    GAMES = "singsing-games"
    UPLOADS = "singsing-uploads"


class Kind(StrEnum):
    """What there is to do, as the outbox names it."""

    END = "end"
    """A game is over: it is audited, and its disputes are ruled on."""
    AUDIT = "audit"
    """An audit was asked for."""
    DISPUTE = "dispute"
    """An event was disputed."""
    UPLOAD = "upload"
    """Something was sent in to be audited."""


class State(Value, frozen=True, kw_only=True):
    """How far a job is: its status as RQ names it, and its progress from 0 to 100."""

    status: str
    progress: int


class Unreachable(Exception):
    """The queue does not answer; what is owed will be enqueued later."""


class Queueing(Protocol):
    """Where jobs go: a queue's Redis, or whoever does them at once."""

    def settle(self, kind: str, game: str, version: int, again: str = "") -> None:
        """Have all that is owed to a finished game done; raises Unreachable.

        The same kind, game and version is one job, but for another word in `again`.
        """

    def upload(self, id: str, again: str = "") -> None:
        """Have what was sent in audited; raises Unreachable."""

    def waiting(self) -> set[str]:
        """The ids of games and uploads for which a job waits; raises Unreachable."""

    def try_again(self) -> None:
        """Enqueue the failed jobs whose time to be tried again has come; raises Unreachable."""


class Jobs:
    """The queues of one Redis."""

    def __init__(self, connection: Redis) -> None:
        self._connection = connection
        self._queues = {
            name: Queue(name, connection=connection, serializer=JSONSerializer)
            for name in QueueName
        }

    def settle(self, kind: str, game: str, version: int, again: str = "") -> None:
        id = _with(again, settling(kind, game, version))
        self._enqueue(QueueName.GAMES, "settle", game, id, SETTLE_SECONDS)

    def upload(self, id: str, again: str = "") -> None:
        job = _with(again, uploading(id))
        self._enqueue(QueueName.UPLOADS, "upload", id, job, UPLOAD_SECONDS)

    def state(self, *ids: str) -> State | None:
        """How far the first of these jobs is; None where there is none, or nobody can say."""
        try:
            jobs = Job.fetch_many(ids, self._connection, serializer=JSONSerializer)
        except (NoSuchJobError, RedisError):
            return None
        return next((_state(job) for job in jobs if job is not None), None)

    def answers(self) -> bool:
        """Whether the queue is there."""
        try:
            return bool(self._connection.ping())
        except RedisError:
            return False

    def waiting(self) -> set[str]:
        try:
            ids = [
                id
                for queue in self._queues.values()
                for id in (*queue.job_ids, *queue.scheduled_job_registry.get_job_ids())
            ]
        except RedisError as error:
            raise Unreachable("the queue does not answer") from error
        return {id.split("-")[1] for id in ids}

    def try_again(self) -> None:
        try:
            self._scheduler.enqueue_scheduled_jobs()
        except RedisError as error:
            raise Unreachable("the queue does not answer") from error

    @cached_property
    def _scheduler(self) -> RQScheduler:
        """Without RQ's locks: two at once enqueue a job twice, and that is safe."""
        scheduler = RQScheduler(
            list(self._queues.values()),
            connection=self._connection,
            logging_level="WARNING",
            serializer=JSONSerializer,
        )
        scheduler.prepare_registries(QueueName)
        return scheduler

    def _enqueue(self, queue: QueueName, job: str, about: str, id: str, seconds: int) -> None:
        try:
            self._queues[queue].enqueue_call(
                f"workers.jobs.{job}",
                args=(about,),
                job_id=id,
                unique=True,
                timeout=seconds,
                result_ttl=0,
                failure_ttl=FAILED_SECONDS,
                retry=Retry(max=len(RETRIES), interval=RETRIES),
            )
        except DuplicateJobError:
            return
        except RedisError as error:
            raise Unreachable("the queue does not answer") from error


def connect(url: str, timeout: float = 5.0) -> Jobs:
    """The queues at an address: `redis://`, `rediss://`, `unix://`. Nothing is asked of it yet."""
    return Jobs(Redis.from_url(url, socket_timeout=timeout, socket_connect_timeout=timeout))


def settling(kind: str, game: str, version: int) -> str:
    """The id of the job that an outbox row asks for."""
    return f"{kind}-{game}-{version}"


def uploading(upload: str) -> str:
    """The id of the job that an upload asks for."""
    return f"{Kind.UPLOAD}-{upload}"


def _with(again: str, id: str) -> str:
    return f"{id}-{again}" if again else id


def _state(job: Job) -> State:
    status = job.get_status(refresh=False)
    return State(status=status.value, progress=int(job.meta.get("progress", 0)))
