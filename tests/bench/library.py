"""As many honest games as wanted: golden ones under new ids, with chains of their own."""

from base64 import b32encode
from collections.abc import Iterator
from hashlib import sha256
from itertools import cycle, islice
from typing import Any

from redis import Redis

from events import catalogue, chain
from events.catalogue import GameOpened, PlayerJoined
from events.chain import Digests, Entry, Event, GameId, Version, head, verified
from events.house import House, text
from events.reducer import fold
from events.store import bucket, stream_key
from tests.golden import games as golden

AT_ONCE = 25

NOBODYS = Digests(key=None, request="A" * 43)


def whole() -> list[list[Event]]:
    """The golden games that were played, and to their end."""
    return [log for game in golden.read() if _whole(log := read(*entries(game)))]


def entries(game: golden.Golden) -> tuple[GameId, list[Entry]]:
    """A golden game's id and log."""
    return GameId(game.game), [golden.entry(stored) for stored in game.entries]


def read(id: GameId, entries: list[Entry]) -> list[Event]:
    """The events of a log, each checked against the one before it."""
    log: list[Event] = []
    for number, entry in enumerate(entries, 1):
        before = head(log[-1]) if log else None
        log.append(verified(id, Version(number), entry, before, catalogue.body))
    return log


def _whole(log: list[Event]) -> bool:
    game = fold(None, log)
    return game.over and game.started


def fill(client: Redis, house: House, count: int, start: int = 0) -> int:
    """Put so many games into a store, as finished ones; how many events those are.

    `start` numbers the first, so that more can follow.
    """
    numbered = enumerate(islice(cycle(whole()), start, start + count), start)
    written = 0
    while some := list(islice(numbered, AT_ONCE)):
        pipe = client.pipeline(transaction=False)
        for number, log in some:
            id = GameId(b32encode(number.to_bytes(10, "big")).decode().lower())
            for event in _anew(id, log, house):
                pipe.xadd(stream_key(id), _fields(event), id=f"{event.version}-0")
                written += 1
            index = f"singsing:{{b{bucket(id):02}}}:index:finished"
            pipe.zadd(index, {id: log[0].at + number})
        pipe.execute()
    return written


def _fields(event: Event) -> Any:
    """As the append writes them."""
    entry = event.entry
    return {"event": entry.event, "hash": entry.hash, "private": entry.private}


def _anew(id: GameId, log: list[Event], house: House) -> Iterator[Event]:
    after: chain.Head | None = None
    for event in log:
        salt = house.salt()
        sealed = chain.seal(id, after, event.at, event.seat, event.body, salt, NOBODYS)
        if isinstance(event.body, GameOpened | PlayerJoined):
            token = house.seat_token(sealed.hash)
            sealed = chain.with_token(sealed, text(sha256(token.encode()).digest()))
        after = head(sealed)
        yield sealed
