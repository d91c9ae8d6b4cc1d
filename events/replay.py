"""A finished game told again, event by event, as a chair saw it."""

from collections.abc import Iterable, Iterator

from events import sight
from events.board import SeatNo, Value
from events.catalogue import BotJoined, PlayerJoined
from events.chain import Event
from events.game import Game
from events.permission import HOST
from events.reducer import apply
from events.refusal import Code, Refusal
from events.sentences import Say, english, sentence
from events.sight import Chair, Plain


class Frame(Value, frozen=True, kw_only=True):
    """One event, the game after it, and the sentence that it reads as; ready for an encoder."""

    event: Plain
    game: Plain
    sentence: str


def check_seat(events: Iterable[Event], seat: SeatNo) -> None:
    """Raises Refusal where nobody ever took that seat."""
    joined = (event.seat for event in events if isinstance(event.body, PlayerJoined | BotJoined))
    if seat not in {HOST, *joined}:
        raise Refusal(Code.NOT_FOUND, f"Nobody ever sat at seat {seat}.")


def frames(events: Iterable[Event], chair: Chair, say: Say = english) -> Iterator[Frame]:
    """The whole replay, oldest first; the table's events are whole, others as the log showed them.

    Raises ValueError, TypeError or LookupError where no game can go on like that.
    """
    game: Game | None = None
    for event in events:
        before, game = game, apply(game, event)
        yield Frame(
            event=sight.event(event, over=chair == "table" or game.over),
            game=sight.replayed(game, chair),
            sentence=sentence(event, before, game, chair, say),
        )
