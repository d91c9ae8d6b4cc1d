"""Whole games of bots alone, by the rules and in memory."""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from events import chain, referee
from events.board import SeatNo
from events.bots.mind import move
from events.catalogue import AnyBody, Bot
from events.chain import Digests, Event, GameId
from events.commands import Join, OpenTable, Start
from events.game import Game
from events.reducer import apply
from events.rulebook import Options
from events.sight import Plain, view
from events.times import Millis

START = 1_764_417_600_000
GAME = GameId("botsbotsbotsbots")

MOST = 400
"""Events that no game has."""


class Table:
    """Bots in every seat, also the host's; time stands still, so the house closes nothing (H4)."""

    def __init__(self, bots: Sequence[Bot], rng: Random, **options: Any) -> None:
        chosen = msgspec.convert(options, Options)
        self.events: list[Event] = []
        self._game: Game | None = None
        self._record(*referee.opening(OpenTable(name="P1", options=chosen), _seed(rng)))
        for number in range(2, len(bots) + 1):
            self._record(*referee.decide(self.game, Join(name=f"P{number}")))
        seated = zip(self.game.players, bots, strict=True)
        players = tuple(replace(player, bot=bot, seed=_seed(rng)) for player, bot in seated)
        self._game = replace(self.game, players=players)
        self._record(*referee.decide(self.game, Start(seat=SeatNo(1))))

    @property
    def game(self) -> Game:
        assert self._game is not None
        return self._game

    def play(self) -> Game:
        """To the end, every bot seeing what its seat is shown and no more."""
        seen: dict[SeatNo, list[Plain]] = {player.seat: [] for player in self.game.players}
        while not self.game.over:
            assert len(self.events) < MOST
            for seat, sights in seen.items():
                sights.append(view(self.game, seat))
            player = self.game.player(self.game.actor or SeatNo(0))
            assert player is not None
            assert player.bot is not None
            command = move(player.bot, player.seed or "", seen[player.seat])
            assert command is not None
            self._record(*referee.decide(self.game, command))
        return self.game

    def _record(self, seat: SeatNo | None, body: AnyBody) -> None:
        after = self._game.head if self._game else None
        digests = Digests(key=None, request="r")
        event: Event = chain.seal(GAME, after, Millis(START), seat, body, "0" * 32, digests)
        self.events.append(event)
        self._game = apply(self._game, event)


def _seed(rng: Random) -> str:
    return f"{rng.getrandbits(128):032x}"
