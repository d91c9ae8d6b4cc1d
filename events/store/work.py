"""What is to be done without a request: what is due, what follows, what is owed."""

from typing import Any

from redis.exceptions import ResponseError

from events.board import Value
from events.chain import GameId, Version
from events.store.clients import available
from events.store.keys import BUCKETS, bucket, key, named
from events.times import Millis

GROUP = "relay"

LEASE_MILLIS = 10_000
"""How long a row that was taken and not done is left to whoever took it."""

BATCH = 100


class Row(Value, frozen=True, kw_only=True):
    """A row of an outbox: which event of which game asks for what kind of work."""

    id: str
    game: GameId
    version: Version
    kind: str


class Work:
    """Deadlines, outboxes and debts of every bucket."""

    _appends: Any
    _reads: Any

    def due(self, number: int, at: Millis, start: int = 0, count: int = BATCH) -> list[GameId]:
        """The games of a bucket for which the clock has something to do by now, soonest first.

        At most `count`, from the place `start` on, counted from 0.
        """
        return [GameId(game) for game in self._by_score("deadlines", number, at, start, count)]

    def moving(self, at: Millis) -> list[GameId]:
        """Games for which a bot should move by now: of each bucket the longest waiting."""
        with available():
            pipe = self._reads.pipeline(transaction=False)
            for number in range(BUCKETS):
                pipe.zrangebyscore(key(number, "bots"), "-inf", at, start=0, num=BATCH)
            answers = pipe.execute()
        return [GameId(named(id)) for ids in answers for id in ids]

    def move_later(self, game: GameId, at: Millis) -> None:
        """Have the bot that a game waits for move at a later time, if it waits for one."""
        with available():
            self._appends.zadd(key(bucket(game), "bots"), {game: at}, xx=True)

    def owed(self, before: Millis) -> list[GameId]:
        """Games to which work is owed since before a time: of each bucket the longest waiting."""
        return [GameId(game) for game in self._longest("owed", before)]

    def owed_uploads(self, before: Millis) -> list[str]:
        """Uploads whose report is owed since before a time."""
        return self._longest("owed-uploads", before)

    def put_off(self, game: GameId, until: Millis) -> None:
        """Count what is owed to a game as owed since a later time, if anything is."""
        number = bucket(game)
        with available():
            self._appends.zadd(key(number, "owed"), {game: until}, xx=True)

    def work(self, relay: str) -> dict[int, list[Row]]:
        """New rows of all buckets, leased to a relay."""
        with available():
            pipe = self._reads.pipeline(transaction=False)
            for number in range(BUCKETS):
                pipe.xreadgroup(GROUP, relay, {key(number, "outbox"): ">"}, count=BATCH)
            answers = pipe.execute()
        return _taken([_of_one_stream(answer) for answer in answers])

    def abandoned(self, relay: str) -> dict[int, list[Row]]:
        """Rows of all buckets that another relay took and whose lease ran out, leased anew."""
        with available():
            pipe = self._reads.pipeline(transaction=False)
            for number in range(BUCKETS):
                pipe.xautoclaim(key(number, "outbox"), GROUP, relay, LEASE_MILLIS, count=BATCH)
            answers = pipe.execute()
        return _taken([answer[1] for answer in answers])

    def worked(self, number: int, ids: list[str]) -> None:
        """These rows of a bucket's outbox are done with."""
        outbox = key(number, "outbox")
        with available():
            pipe = self._reads.pipeline(transaction=False)
            pipe.xack(outbox, GROUP, *ids)
            pipe.xdel(outbox, *ids)
            pipe.execute()

    def prepare(self) -> None:
        """Make the relays' group in every outbox, where it is not there."""
        for number in range(BUCKETS):
            with available():
                self._make_group(key(number, "outbox"))

    def _make_group(self, outbox: str) -> None:
        try:
            self._reads.xgroup_create(outbox, GROUP, "0", mkstream=True)
        except ResponseError as error:
            if "BUSYGROUP" not in str(error):
                raise

    def _longest(self, name: str, before: Millis) -> list[str]:
        return [
            id for number in range(BUCKETS) for id in self._by_score(name, number, before, 0, BATCH)
        ]

    def _by_score(self, name: str, number: int, top: Millis, start: int, count: int) -> list[str]:
        with available():
            ids = self._reads.zrangebyscore(key(number, name), "-inf", top, start=start, num=count)
        return [named(id) for id in ids]


def _taken(found: list[list[Any]]) -> dict[int, list[Row]]:
    """The rows of every bucket that has any."""
    return {number: _rows(rows) for number, rows in enumerate(found) if rows}


def _of_one_stream(answer: Any) -> list[Any]:
    """The rows of an XREADGROUP of one stream, whose answer's shape depends on the protocol."""
    if not answer:
        return []
    rows: list[Any] = next(iter(answer.values()))[0] if isinstance(answer, dict) else answer[0][1]
    return rows


def _rows(found: list[Any]) -> list[Row]:
    return [
        Row(
            id=id.decode(),
            game=GameId(named(fields[b"game"])),
            version=Version(int(fields[b"version"])),
            kind=named(fields[b"kind"]),
        )
        for id, fields in found
        if fields
    ]
