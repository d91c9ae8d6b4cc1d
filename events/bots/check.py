"""Thinks again for every bot of a game that is over, and compares."""

from collections.abc import Iterable, Iterator

from events import referee
from events.board import SeatNo, Value
from events.bots.mind import look, move
from events.catalogue import AnyBody, Bot, TurnTimedOut
from events.chain import Event, Version
from events.game import Game, Player
from events.reducer import apply
from events.refusal import Refusal
from events.sight import Plain


class Move(Value, frozen=True, kw_only=True):
    """An event that a bot's seat brought; `expected` is None where the bot would have waited."""

    version: Version
    seat: SeatNo
    bot: Bot
    recorded: AnyBody
    expected: AnyBody | None

    @property
    def same(self) -> bool:
        return self.recorded == self.expected


def moves(events: Iterable[Event]) -> Iterator[Move]:
    """Every move of every bot, beside what its seed and its sights make of it.

    What the clock did in a bot's place is none. Raises ValueError, TypeError or LookupError
    where no game can go on like that.
    """
    game: Game | None = None
    seen: dict[SeatNo, list[Plain]] = {}
    for event in events:
        if game is not None and game.started and not isinstance(event.body, TurnTimedOut):
            mover = game.player(event.seat) if event.seat is not None else None
            if mover is not None and mover.bot is not None:
                yield Move(
                    version=event.version,
                    seat=mover.seat,
                    bot=mover.bot,
                    recorded=event.body,
                    expected=_thought(game, mover, seen[mover.seat]),
                )
        game = apply(game, event)
        for player in game.players:
            if player.bot is not None:
                look(seen.setdefault(player.seat, []), game, event, player.seat)


def _thought(game: Game, player: Player, seen: list[Plain]) -> AnyBody | None:
    if player.bot is None or player.seed is None:
        return None
    command = move(player.bot, player.seed, seen)
    try:
        return None if command is None else referee.decide(game, command)[1]
    except Refusal:
        return None
