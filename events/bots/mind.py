"""A bot's move, from what its seat saw and its own seed alone."""

from collections.abc import Iterable, Sequence

from events.board import Board, SeatNo
from events.bots.answers import answer, insists
from events.bots.memory import recollected
from events.bots.removals import removal
from events.catalogue import Bot, Phase
from events.chain import Event
from events.commands import Answer, Decline, PutMaskOn, RemoveSticks, SeatCommand
from events.game import Game
from events.reducer import apply
from events.sight import Plain, view


def move(bot: Bot, seed: str, seen: Sequence[Plain]) -> SeatCommand | None:
    """What it does next, None where it waits; `seen` is all that its seat was shown, oldest first.

    The same seed and the same sights are the same move.
    """
    now = seen[-1]
    seat, may = now["you"]["seat"], now["you"]["may"]
    if "mask" in may:
        return PutMaskOn(seat=seat)
    if "remove" in may:
        return RemoveSticks(seat=seat, places=removal(seed, now))
    if "answer" not in may:
        return None
    mind = recollected(bot, seed, now["turn"], _before_the_mask(seen), now["board"])
    if "decline" in may and not insists(seed, now, mind):
        return Decline(seat=seat)
    return Answer(seat=seat, sticks=answer(seed, now, mind))


def _before_the_mask(seen: Sequence[Plain]) -> Board:
    """The last board that was seen before the mask was put on (T1)."""
    board: Board = next(s["board"] for s in reversed(seen) if s["phase"] is Phase.MASK)
    return board


def sights(events: Iterable[Event], seat: SeatNo) -> list[Plain]:
    """All that a seat was shown while whoever holds it now has held it, oldest first."""
    seen: list[Plain] = []
    game: Game | None = None
    for event in events:
        game = apply(game, event)
        look(seen, game, event, seat)
    return seen


def look(seen: list[Plain], game: Game, event: Event, seat: SeatNo) -> None:
    """Add to what a seat was shown the game as that event left it.

    Nobody has seen what was shown before they sat down.
    """
    if event.seat == seat and not game.started:
        seen.clear()
    if game.player(seat) is not None:
        seen.append(view(game, seat))


def next_move(game: Game, events: Iterable[Event]) -> SeatCommand | None:
    """What the bot that a game waits for does; None where it waits for none.

    `events` are all of that game, up to the state in which it is.
    """
    player = game.player(game.actor) if game.actor is not None else None
    if player is None or player.bot is None or player.seed is None:
        return None
    return move(player.bot, player.seed, sights(events, player.seat))
