"""The names of jobs and how to enqueue them; all of the workers that `service` may import.

A job takes ids and is safe to run twice, so asking for one again is never wrong. Nothing in
the queue is the only copy of anything: the outbox and what is owed can fill it anew.
"""

from enum import StrEnum

from redis import Redis
from redis.exceptions import RedisError
from rq import Queue, Retry
from rq.exceptions import DuplicateJobError, NoSuchJobError
from rq.job import Job
from rq.serializers import JSONSerializer

from events.board import Value

SETTLE_SECONDS = 120
"""How long a job about a game of ours may take."""

UPLOAD_SECONDS = 10
"""How long an audit of what was sent in may take, reading it included."""

UPLOADS_WAITING = 100
"""How many uploads wait for their audit at most."""

RETRIES = [1, 5, 15, 30]
"""Seconds until a job that failed is tried again."""


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
    """How far a job is: its status, and its progress from 0 to 100."""

    status: str
    progress: int


class Unreachable(Exception):
    """The queue's Redis does not answer; what is owed will be enqueued later."""


class Full(Exception):
    """So many uploads wait that no more are taken."""


class Jobs:
    """The queues of one Redis."""

    def __init__(self, connection: Redis) -> None:
        self._connection = connection
        self._queues = {
            name: Queue(name, connection=connection, serializer=JSONSerializer)
            for name in QueueName
        }

    def settle(self, kind: Kind, game: str, version: int, again: str = "") -> None:
        """Have all that is owed to a finished game done; raises Unreachable.

        The same kind, game and version is one job, but for another word in `again`.
        """
        id = settling(kind, game, version) + (f"-{again}" if again else "")
        self._enqueue(QueueName.GAMES, "settle", game, id, SETTLE_SECONDS)

    def check_room(self) -> None:
        """Whether one more upload is taken; raises Full, Unreachable."""
        try:
            waiting = self._queues[QueueName.UPLOADS].count
        except RedisError as error:
            raise Unreachable("the queue does not answer") from error
        if waiting >= UPLOADS_WAITING:
            raise Full("too many uploads wait for their audit")

    def upload(self, upload: str) -> None:
        """Have what was sent in audited; raises Unreachable."""
        self._enqueue(QueueName.UPLOADS, "upload", upload, uploading(upload), UPLOAD_SECONDS)

    def state(self, id: str) -> State | None:
        """How far a job is; None where there is none, or nobody can say."""
        try:
            job = Job.fetch(id, self._connection, serializer=JSONSerializer)
            status = job.get_status()
        except (NoSuchJobError, RedisError):
            return None
        return State(status=str(status.value), progress=int(job.meta.get("progress", 0)))

    def idle(self) -> bool:
        """Whether no job about a game waits; raises Unreachable."""
        try:
            return self._queues[QueueName.GAMES].count == 0
        except RedisError as error:
            raise Unreachable("the queue does not answer") from error

    def _enqueue(self, queue: QueueName, job: str, about: str, id: str, seconds: int) -> None:
        try:
            self._queues[queue].enqueue_call(
                f"workers.jobs.{job}",
                args=(about,),
                job_id=id,
                unique=True,
                timeout=seconds,
                result_ttl=0,
                failure_ttl=86_400,
                retry=Retry(max=len(RETRIES), interval=RETRIES),
            )
        except DuplicateJobError:
            return
        except RedisError as error:
            raise Unreachable("the queue does not answer") from error


def settling(kind: Kind, game: str, version: int) -> str:
    """The id of the job that an outbox row asks for."""
    return f"{kind}-{game}-{version}"


def uploading(upload: str) -> str:
    return f"{Kind.UPLOAD}-{upload}"
