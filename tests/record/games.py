"""Random games as their logs hold them, all options among them."""

from random import Random
from typing import Any, Self

import msgspec

from events import chain, referee
from events.board import SeatNo, places
from events.catalogue import AnyBody
from events.chain import Digests, Event, GameId
from events.commands import OpenTable
from events.game import Game
from events.reducer import apply
from events.rulebook import Options
from events.times import Millis
from tests.events.both import ordered
from tests.events.given import places as spots
from tests.oracle import Json, random_game, random_options
from tests.oracle.times import instant


class Log:
    """A game that keeps its events and what it was before each of them."""

    def __init__(self, rng: Random, game: GameId) -> None:
        self._rng = rng
        self._id = game
        self.events: list[Event] = []
        self.games: list[Game] = []

    def add(self, at: int, seat: SeatNo | None, body: AnyBody) -> Self:
        game = self.games[-1] if self.games else None
        event = chain.seal(
            self._id,
            game.head if game else None,
            Millis(at),
            seat,
            body,
            f"{self._rng.getrandbits(128):032x}",
            Digests(key=None, request="r"),
        )
        self.events.append(event)
        self.games.append(apply(game, event))
        return self


def random_log(rng: Random, options: Json | None = None) -> Log:
    """A whole random game."""
    name = "".join(rng.choice("abcdefghijklmnopqrstuvwxyz234567") for _ in range(16))
    log = Log(rng, GameId(name))
    bots = 0.0 if options else rng.choice([0.0, 0.0, 0.3])
    for command, event, _ in random_game(rng, options or random_options(rng), bots=bots):
        log.add(instant(event["at"]), *_decided(log, command, event))
    return log


def _decided(log: Log, command: Json, event: Json) -> Any:
    if not log.games:
        return referee.opening(_order(command), command["seed"])
    game = log.games[-1]
    if command["do"] in ("time_out", "close"):
        draw = 0
        if stick := command.get("stick"):
            draw = places(game.board or ()).index(spots((stick["window"], stick["slot"]))[0])
        return referee.due(game, Millis(instant(event["at"])), lambda n: draw)
    return referee.decide(game, ordered(command))


def _order(command: Json) -> OpenTable:
    return OpenTable(
        name=command["name"],
        options=msgspec.convert(command["options"], Options),
        listed=command["listed"],
        seed=command["seed"] if command["seed_from"] == "host" else None,
    )
