"""Folding, verifying, and what a game weighs in the store."""

import time
from base64 import b32encode
from collections.abc import Callable
from pathlib import Path
from statistics import median

import msgspec
from msgspec.structs import replace
from redis import Redis

from events.chain import Event, GameId
from events.play import appending
from events.reducer import apply, fold
from events.store import Store, connect
from service import engine
from service.private_store import PrivateStore
from tests.bench import library
from tests.golden import games as golden

ROUNDS = 5

GAMES = 1000


class InMemory(msgspec.Struct, frozen=True, kw_only=True):
    """Events per second, one core; bytes per event for whole finished games."""

    fold: float
    verification: float
    bytes_per_event: float


def measured(folder: Path) -> InMemory:
    logs = [library.entries(game) for game in golden.read()]
    events = [library.read(*log) for log in logs]
    count = sum(len(log) for log in events)
    return InMemory(
        fold=count / _median(lambda: [fold(None, log) for log in events]),
        verification=count / _median(lambda: [library.read(*log) for log in logs]),
        bytes_per_event=_weight(folder),
    )


def _median(work: Callable[[], object]) -> float:
    took = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        work()
        took.append(time.perf_counter() - began)
    return median(took)


def _weight(folder: Path) -> float:
    """Bytes that the store takes for an event of a finished game, index and lobby row included."""
    found = engine.found()
    if found is None:
        raise RuntimeError("no valkey-server or redis-server runs here")
    own = PrivateStore(folder, found)
    own.start()
    try:
        return _stored(own.url)
    finally:
        own.stop()


def _stored(url: str) -> float:
    store = connect(url)
    finished = library.whole()
    with Redis.from_url(url) as client:
        before = _used(client)
        count = sum(_copied(store, finished[n % len(finished)], n) for n in range(GAMES))
        return (_used(client) - before) / count


def _copied(store: Store, log: list[Event], number: int) -> int:
    """The log again under another id; how many events it has."""
    id = GameId(b32encode(number.to_bytes(10, "big")).decode().lower())
    game = None
    for event in log:
        after = replace(apply(game, event), id=id)
        wanted = replace(appending(game, after, event), game=id)
        store.append(wanted)
        game = after
    return len(log)


def _used(client: Redis) -> int:
    return int(client.info("memory")["used_memory"])
