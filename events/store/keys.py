"""The keys of the store. All of a game's lie in one bucket, which is one slot of a cluster."""

from enum import StrEnum
from functools import cache
from hashlib import sha256

from events.chain import GameId

BUCKETS = 16


class Stream(StrEnum):
    """The two streams of a game."""

    LOG = "log"
    DOCKET = "docket"


def bucket(id: str) -> int:
    return sha256(id.encode()).digest()[0] % BUCKETS


def named(id: bytes) -> str:
    """An id as read; what is none of ours becomes one that nothing has."""
    return id.decode(errors="replace")


def key(number: int, name: str) -> str:
    return f"singsing:{{b{number:02}}}:{name}"


def stream_key(game: GameId, stream: Stream = Stream.LOG) -> str:
    return key(bucket(game), f"game:{game}:{stream}")


@cache
def channel(number: int) -> str:
    """Where a bucket's news is published."""
    return key(number, "news")
