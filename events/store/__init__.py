"""The log in Redis: one script per append, everything that must agree in one slot.

Only this module knows keys and entries. Whatever Redis cannot do now is `Unavailable`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import chain
from typing import Any

from redis import BlockingConnectionPool, Redis, RedisCluster
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff
from redis.crc import key_slot
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import RedisClusterException, RedisError
from redis.retry import Retry

from events.board import Value
from events.chain import Entry, GameId, Version
from events.game import Status
from events.store.wire import Wire
from events.times import Millis

BUCKETS = 16

READ_TRIES = 4
"""How often a read is asked where a connection has ended."""

_INDEXES = {Status.OPEN: 2, Status.RUNNING: 3, Status.FINISHED: 4}

Client = Redis | RedisCluster


class Unavailable(Exception):
    """The store cannot take or give events now. Whether an append arrived is not known."""


class Append(Value, frozen=True, kw_only=True):
    """One event and all that must agree with it; `after` is the expected top, 0 and "" for none."""

    game: GameId
    after: Version
    after_hash: str
    entry: Entry
    status: Status
    opened_at: Millis
    row: bytes | None
    due: Millis | None
    work: str | None


class Conflict(Value, frozen=True, kw_only=True):
    """What stands in the log from the expected version on, instead of what was expected."""

    entries: list[tuple[Version, Entry]]


Place = tuple[Millis, GameId]
"""Where a game stands in an index: when it was opened, then its id."""


class Listed(Value, frozen=True, kw_only=True):
    """A game's place in an index, and its lobby row (None where it is unlisted)."""

    opened_at: Millis
    game: GameId
    row: bytes | None

    @property
    def place(self) -> Place:
        return self.opened_at, self.game


def bucket(game: GameId) -> int:
    return sha256(game.encode()).digest()[0] % BUCKETS


def _key(number: int, name: str) -> str:
    return f"singsing:{{b{number:02}}}:{name}"


def log_key(game: GameId) -> str:
    return _key(bucket(game), f"game:{game}:log")


@cache
def _beside_log(number: int) -> tuple[str, ...]:
    """The other keys of an append, in the script's order."""
    indexes = [f"index:{status}" for status in Status]
    return tuple(_key(number, name) for name in (*indexes, "lobby", "deadlines", "outbox"))


class Store:
    """Logs, indexes and deadlines of all games, in one Redis, a cluster, or memory."""

    def __init__(
        self, reads: Client, appends: Client, replicas: int = 0, timeout: float = 5.0
    ) -> None:
        self._reads: Any = reads
        self._appends: Any = appends
        self._replicas = replicas
        self._read = Wire(reads, timeout, tries=READ_TRIES)
        source = files("events.store").joinpath("append.lua").read_text()
        self._script = Wire(appends, timeout).script(source)

    def append(self, wanted: Append) -> Conflict | None:
        """Append one event in one round trip, or say what stands there instead.

        Raises Unavailable, and then nobody knows whether it arrived: read on to find out.
        """
        number = bucket(wanted.game)
        with _available():
            answer = self._script(
                keys=[log_key(wanted.game), *_beside_log(number)],
                args=[
                    wanted.after,
                    wanted.after_hash,
                    wanted.entry.event,
                    wanted.entry.hash,
                    wanted.entry.private,
                    wanted.game,
                    _INDEXES[wanted.status],
                    wanted.opened_at,
                    wanted.row or b"",
                    "" if wanted.due is None else wanted.due,
                    wanted.work or "",
                    _channel(number),
                ],
            )
        if answer[0]:
            return None
        return Conflict(entries=[(_version(id), _entry(fields)) for id, fields in answer[1]])

    def replicated(self, game: GameId, version: Version, hash: str) -> None:
        """Wait until enough replicas hold a game's event; raises Unavailable.

        WAIT counts the newest write on its own connection, and the append may have gone over
        another one: so a small write goes first.
        """
        if not self._replicas:
            return
        with _available(), self._node(game).pipeline(transaction=False) as pipe:
            pipe.set(_key(bucket(game), "waited"), game)
            pipe.xrange(log_key(game), f"{version}-0", f"{version}-0")
            pipe.execute_command("WAIT", self._replicas, 2000)
            _, rows, held = pipe.execute()
        if held < self._replicas:
            raise Unavailable("too few replicas hold the event")
        if not rows or _entry(rows[0][1]).hash != hash:
            raise Unavailable("the event did not outlive a failover")

    def _node(self, game: GameId) -> Any:
        appends = self._appends
        if not isinstance(appends, RedisCluster):
            return appends
        slot = key_slot(log_key(game).encode())
        return appends.get_redis_connection(appends.nodes_manager.get_node_from_slot(slot))

    def read(
        self, game: GameId, start: int = 1, count: int | None = None
    ) -> list[tuple[Version, Entry]]:
        """A game's entries from a version on, oldest first; none where there is no such game."""
        some = () if count is None else ("COUNT", count)
        with _available():
            rows = self._read("XRANGE", log_key(game), f"{start}-0", "+", *some)
        return [(_version(id), _entry(fields)) for id, fields in rows]

    def due(self, number: int, at: Millis, count: int = 100) -> list[GameId]:
        """The games of a bucket for which the clock has something to do by now, soonest first."""
        with _available():
            games = self._reads.zrangebyscore(
                _key(number, "deadlines"), "-inf", at, start=0, num=count
            )
        return [GameId(game.decode()) for game in games]

    def listed(self, status: Status, count: int, below: Place | None = None) -> list[Listed]:
        """The next games of a status, newest opened first, below a place in that order."""
        with _available():
            places = sorted(self._places(status, count, below), reverse=True)[:count]
            rows = self._rows([game for _, game in places])
        return [
            Listed(opened_at=opened_at, game=game, row=rows[game]) for opened_at, game in places
        ]

    def _places(self, status: Status, count: int, below: Place | None) -> list[Place]:
        """The next `count` places of every bucket, and those opened in the same instant."""
        pipe = self._reads.pipeline(transaction=False)
        for number in range(BUCKETS):
            index = _key(number, f"index:{status}")
            top = "+inf" if below is None else f"({below[0]}"
            pipe.zrevrangebyscore(index, top, "-inf", start=0, num=count, withscores=True)
            if below is not None:
                pipe.zrangebyscore(index, below[0], below[0], withscores=True)
        found = chain.from_iterable(pipe.execute())
        places = [(Millis(int(score)), GameId(game.decode())) for game, score in found]
        return places if below is None else [place for place in places if place < below]

    def _rows(self, games: list[GameId]) -> dict[GameId, bytes | None]:
        pipe = self._reads.pipeline(transaction=False)
        for game in games:
            pipe.hget(_key(bucket(game), "lobby"), game)
        return dict(zip(games, pipe.execute(), strict=True))

    def ready(self) -> dict[str, Any]:
        """What the server says of its own durability: eviction, append-only file, fsync.

        None where it will not say. Raises Unavailable.
        """
        with _available():
            self._reads.ping()
        try:
            told = self._reads.config_get("maxmemory*", "append*")
        except RedisError:
            told = {}
        names = ("maxmemory", "maxmemory-policy", "appendonly", "appendfsync")
        return {name: told.get(name) for name in names}

    def news(self, wait: float) -> Iterator[GameId | None]:
        """Games that changed, as they change; None after `wait` seconds without news.

        News may be lost, so whoever listens also reads on at every None: the first comes as soon
        as it listens, and one whenever it listens again. Raises Unavailable.
        """
        with _available(), self._reads.pubsub() as listener:
            listener.subscribe(*(_channel(number) for number in range(BUCKETS)))
            while True:
                message = listener.get_message(timeout=wait)
                if message is None or (message["type"], message["data"]) == ("subscribe", BUCKETS):
                    yield None
                elif message["type"] == "message":
                    yield GameId(message["data"].decode())


def connect(url: str, timeout: float = 5.0, replicas: int = 0) -> Store:
    """The store at an address: `redis://`, `rediss://`, `unix://`, `cluster://`, `memory://`.

    The append's client never sends anything twice; reads are tried again where a connection
    ended, not where an answer did not come. `timeout` (seconds) is for each. Raises Unavailable
    where a cluster does not say what its nodes are.
    """
    if url.startswith("memory://"):
        memory = _memory(url)
        return Store(memory, memory)
    backoff = ExponentialWithJitterBackoff(base=0.05, cap=0.5)
    reads = _client(url, timeout, Retry(backoff, 3, supported_errors=(Disconnected,)))
    appends = _client(url, timeout, Retry(NoBackoff(), 0))
    return Store(reads, appends, replicas, timeout)


def _client(url: str, timeout: float, retry: Retry) -> Client:
    options: dict[str, Any] = {"socket_timeout": timeout, "socket_connect_timeout": timeout}
    if url.startswith("cluster://"):
        address = "redis" + url.removeprefix("cluster")
        with _available():
            return RedisCluster.from_url(address, **options, retry=retry)
    pool = BlockingConnectionPool.from_url(
        url, **options, retry=retry, max_connections=64, timeout=timeout
    )
    return Redis(connection_pool=pool)


_memories: dict[str, Any] = {}


def _memory(url: str) -> Client:
    """An in-process server for each address; what it holds goes with the process."""
    from fakeredis import FakeRedis, FakeServer

    server = _memories.setdefault(url, FakeServer())
    client: Client = FakeRedis(server=server)
    return client


@contextmanager
def _available() -> Iterator[None]:
    try:
        yield
    except (RedisError, RedisClusterException) as error:
        raise Unavailable("the store cannot take or give events now") from error


@cache
def _channel(number: int) -> str:
    return _key(number, "news")


def _version(id: bytes) -> Version:
    return Version(int(id.partition(b"-")[0]))


def _entry(told: dict[bytes, bytes] | list[bytes]) -> Entry:
    """An entry as stored; a field that is not there is empty, and will not verify."""
    fields = told if isinstance(told, dict) else dict(zip(told[::2], told[1::2], strict=True))
    return Entry(
        event=fields.get(b"event", b""),
        hash=fields.get(b"hash", b"").decode(errors="replace"),
        private=fields.get(b"private", b""),
    )
