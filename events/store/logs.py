"""Logs and dockets: one script per append, and everything that must agree with it in one slot."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from redis import RedisCluster
from redis.crc import key_slot
from redis.exceptions import RedisError

from events.board import Value
from events.chain import Entry, GameId, Version
from events.game import Status
from events.store.clients import Client, Unavailable, available
from events.store.keys import BUCKETS, Stream, bucket, channel, key, named, stream_key
from events.store.wire import Wire
from events.times import Millis

READ_TRIES = 4
"""How often a read is asked where a connection has ended."""

_INDEXES = {Status.OPEN: 2, Status.RUNNING: 3, Status.FINISHED: 4}


class Append(Value, frozen=True, kw_only=True):
    """One event and all that must agree with it; `after` is the expected top, 0 and "" for none.

    For a docket, `status` is None: indexes and deadlines are the log's. `owed` says whether
    work is owed to the game: since when, 0 for no longer, None to leave that as it is. `moves`
    says the same of a bot for which the game waits: when it moves.
    """

    stream: Stream = Stream.LOG
    game: GameId
    after: Version
    after_hash: str
    entry: Entry
    status: Status | None
    opened_at: Millis
    row: bytes | None
    due: Millis | None
    work: str | None
    owed: Millis | None = None
    moves: Millis | None = None


class Conflict(Value, frozen=True, kw_only=True):
    """What stands in the log from the expected version on, instead of what was expected."""

    entries: list[tuple[Version, Entry]]


@cache
def _beside(number: int) -> tuple[str, ...]:
    """The other keys of an append, in the script's order."""
    indexes = [f"index:{status}" for status in Status]
    names = (*indexes, "lobby", "deadlines", "outbox", "owed", "bots")
    return tuple(key(number, name) for name in names)


class Logs:
    """The streams of all games."""

    def __init__(self, reads: Client, appends: Client, replicas: int, timeout: float) -> None:
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
        with available():
            answer = self._script(
                keys=[stream_key(wanted.game, wanted.stream), *_beside(number)],
                args=[
                    wanted.after,
                    wanted.after_hash,
                    wanted.entry.event,
                    wanted.entry.hash,
                    wanted.entry.private,
                    wanted.game,
                    0 if wanted.status is None else _INDEXES[wanted.status],
                    wanted.opened_at,
                    wanted.row or b"",
                    "" if wanted.due is None else wanted.due,
                    wanted.work or "",
                    channel(number),
                    "" if wanted.owed is None else wanted.owed,
                    "" if wanted.moves is None else wanted.moves,
                ],
            )
        if answer[0]:
            return None
        return Conflict(entries=[(_version(id), _entry(fields)) for id, fields in answer[1]])

    def replicated(
        self, game: GameId, version: Version, hash: str, stream: Stream = Stream.LOG
    ) -> None:
        """Wait until enough replicas hold an event; raises Unavailable.

        WAIT counts the newest write on its own connection, and the append may have gone over
        another one: so a small write goes first.
        """
        if not self._replicas:
            return
        with available(), self._node(game).pipeline(transaction=False) as pipe:
            pipe.set(key(bucket(game), "waited"), game)
            pipe.xrange(stream_key(game, stream), f"{version}-0", f"{version}-0")
            pipe.execute_command("WAIT", self._replicas, 2000)
            _, rows, held = pipe.execute()
        if held < self._replicas:
            raise Unavailable("too few replicas hold the event")
        if not rows or _entry(rows[0][1]).hash != hash:
            raise Unavailable("the event did not outlive a failover")

    def read(
        self,
        game: GameId,
        start: int = 1,
        count: int | None = None,
        stream: Stream = Stream.LOG,
    ) -> list[tuple[Version, Entry]]:
        """A game's entries from a version on, oldest first; none where there is no such game."""
        some = () if count is None else ("COUNT", count)
        with available():
            rows = self._read("XRANGE", stream_key(game, stream), f"{start}-0", "+", *some)
        return [(_version(id), _entry(fields)) for id, fields in rows]

    def ready(self) -> dict[str, Any]:
        """What the server says of its own durability: eviction, append-only file, fsync.

        None where it will not say. Raises Unavailable.
        """
        with available():
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
        with available(), self._reads.pubsub() as listener:
            listener.subscribe(*(channel(number) for number in range(BUCKETS)))
            while True:
                message = listener.get_message(timeout=wait)
                if message is None or (message["type"], message["data"]) == ("subscribe", BUCKETS):
                    yield None
                elif message["type"] == "message":
                    yield GameId(named(message["data"]))

    def _node(self, game: GameId) -> Any:
        appends = self._appends
        if not isinstance(appends, RedisCluster):
            return appends
        slot = key_slot(stream_key(game).encode())
        return appends.get_redis_connection(appends.nodes_manager.get_node_from_slot(slot))


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
