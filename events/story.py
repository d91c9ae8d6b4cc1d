"""What has happened at a table so far, told to one who asks now."""

from collections.abc import Iterable, Iterator

from events.board import SeatNo, Value
from events.chain import Event, Version
from events.game import Game
from events.reducer import apply
from events.sentences import Say, english, sentence
from events.sight import Chair, knows
from events.times import written


class Told(Value, frozen=True, kw_only=True):
    """One event in words."""

    version: Version
    type: str
    seat: SeatNo | None
    at: str
    sentence: str


def story(
    events: Iterable[Event], now: Game, seat: SeatNo | None, say: Say = english
) -> Iterator[Told]:
    """The whole log up to `now`, oldest first; the games of the past stay here.

    Resolved turns are told whole to everybody. Of the turn that goes on, what went is told to a
    seat that knew it then and knows it still; a game that is over keeps nothing back.
    """
    listener: Chair = seat if seat is not None and knows(now, seat) else "public"
    game: Game | None = None
    for event in events:
        before, game = game, apply(game, event)
        going_on = game.turn == now.turn and not now.over
        yield Told(
            version=event.version,
            type=event.body.type,
            seat=event.seat,
            at=written(event.at),
            sentence=sentence(event, before, game, listener if going_on else "table", say),
        )
