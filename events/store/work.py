"""What is to be done without a request: what is due, what follows, what is owed."""

from typing import Any

from redis.exceptions import ResponseError

from events.board import Value
from events.chain import GameId, Version
from events.store.clients import available
from events.store.keys import BUCKETS, key
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

    _reads: Any

    def due(self, number: int, at: Millis, count: int = BATCH) -> list[GameId]:
        """The games of a bucket for which the clock has something to do by now, soonest first."""
        return self._by_score("deadlines", number, at, count)

    def owed(self, number: int, before: Millis, count: int = BATCH) -> list[GameId]:
        """The games of a bucket to which work is owed since before a time, longest first."""
        return self._by_score("owed", number, before, count)

    def work(self, relay: str) -> dict[int, list[Row]]:
        """Rows of all buckets, leased to a relay: new ones, and those whose lease ran out."""
        taken = {number: self._expired(number, relay) for number in range(BUCKETS)}
        with available():
            pipe = self._reads.pipeline(transaction=False)
            for number in range(BUCKETS):
                pipe.xreadgroup(GROUP, relay, {key(number, "outbox"): ">"}, count=BATCH)
            answers = pipe.execute()
        for number, answer in enumerate(answers):
            taken[number] += _rows(_of_one_stream(answer))
        return {number: rows for number, rows in taken.items() if rows}

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

    def _expired(self, number: int, relay: str) -> list[Row]:
        with available():
            answer = self._reads.xautoclaim(
                key(number, "outbox"), GROUP, relay, LEASE_MILLIS, count=BATCH
            )
        return _rows(answer[1])

    def _by_score(self, name: str, number: int, top: Millis, count: int) -> list[GameId]:
        with available():
            games = self._reads.zrangebyscore(key(number, name), "-inf", top, start=0, num=count)
        return [GameId(game.decode()) for game in games]


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
            game=GameId(fields[b"game"].decode()),
            version=Version(int(fields[b"version"])),
            kind=fields[b"kind"].decode(),
        )
        for id, fields in found
        if fields
    ]
