"""Moves the bots for which games wait, when their pause is over."""

from collections.abc import Callable

import structlog

from events.bots.mind import next_move
from events.bots.pace import NEVER, moves_at
from events.chain import GameId
from events.play import Play
from events.store import Store, Unavailable
from events.times import Millis

EVERY_SECONDS = 0.2

PUT_OFF_MILLIS = 60_000
"""How long a game in which no bot can move is left alone."""

_log = structlog.get_logger("bots")


def run(store: Store, play: Play, now: Callable[[], Millis], rest: Callable[[float], None]) -> None:
    """For ever. Several on one store are safe: a move counts at the version it was made for."""
    while True:
        try:
            step(store, play, now())
        except Unavailable:
            _log.warning("the store does not answer")
        rest(EVERY_SECONDS)


def step(store: Store, play: Play, at: Millis) -> int:
    """How many events were recorded; raises Unavailable. A broken game holds up no other."""
    recorded = 0
    for game in store.moving(at):
        try:
            recorded += _moved(play, game, at)
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001 - whatever is wrong with it
            if game not in play.lost:
                _log.error("a bot cannot move", game=game, error=type(error).__name__)
            store.move_later(game, Millis(at + PUT_OFF_MILLIS))
    return recorded


def _moved(play: Play, id: GameId, at: Millis) -> bool:
    """Whether something was recorded; by now another may have moved, and the next one pauses."""
    game = play.look(id)
    if not NEVER < (moves_at(game) or NEVER) <= at:
        return False
    command = next_move(game, play.events(game, 0))
    return command is not None and play.move(game, command) is not None
