"""Records what time has decided: turns that ran out, tables that nobody started (H1, H4)."""

from collections.abc import Callable, Iterator

import structlog

from events.chain import GameId
from events.play import Play
from events.store import BUCKETS, Store, Unavailable
from events.times import Millis

EVERY_SECONDS = 1.0

_log = structlog.get_logger("clock")


def run(store: Store, play: Play, now: Callable[[], Millis], rest: Callable[[float], None]) -> None:
    """For ever. Several clocks on one store are safe: an event is recorded once."""
    while True:
        try:
            tick(store, play, now())
        except Unavailable:
            _log.warning("the store does not answer")
        rest(EVERY_SECONDS)


def tick(store: Store, play: Play, at: Millis) -> int:
    """How many events were recorded; raises Unavailable. A broken game holds up no other."""
    recorded = 0
    for game in _due(store, at):
        if game in play.lost:
            continue
        try:
            recorded += play.tick(game) is not None
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001 - whatever is wrong with it
            _log.error("a game cannot be timed", game=game, error=type(error).__name__)
    return recorded


def _due(store: Store, at: Millis) -> Iterator[GameId]:
    """All games with something due, a bucket at a time: those of a bucket are read beforehand."""
    for number in range(BUCKETS):
        found: list[GameId] = []
        while page := store.due(number, at, len(found)):
            found += page
        yield from found
