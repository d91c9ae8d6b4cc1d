"""A game to damage, and every path into it."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from events.board import SeatNo
from events.commands import Join, Leave
from events.house import Asked
from events.play import Play
from events.refusal import BrokenLog
from events.store import connect
from tests.store.conftest import Kept
from tests.store.tables import Clock, Table, asked, house, next_move, opening, running

KEY = "k" * 22
REQUEST = Asked(key=KEY, method="POST", path="/", body={})


class Witness:
    """A game of eight events, with a removal at version 5, and another one beside it."""

    def __init__(self, kept: Kept) -> None:
        self.kept = kept
        self.play = self.process()
        self.table = Table(self.play, opening(advanced=True, turn_seconds=None), KEY)
        self.table.join()
        self.table.start()
        for _ in range(5):
            self.table.move(Random(1))
        self.game = self.table.game
        self.caller = self.table.caller(1)
        self.other = running(self.play)

    def process(self, remember: int = 4096) -> Play:
        return Play(connect(self.kept.url), house(Clock()), remember)

    def paths(self, play: Play) -> dict[str, Callable[[], Any]]:
        """Every way into a game."""
        id, leave = self.table.id, Leave(seat=SeatNo(1), leaver=SeatNo(1))
        caller = self.caller
        return {
            "look": lambda: play.look(id),
            "identify the public": lambda: play.identify(id, None),
            "identify a seat": lambda: play.identify(id, self.table.tokens[SeatNo(2)]),
            "identify a stranger": lambda: play.identify(id, "x" * 43),
            "act": lambda: play.act(caller, leave, asked(leave)),
            "act with a key": lambda: play.act(caller, leave, asked(leave, KEY)),
            "join": lambda: play.join(caller, Join(name="Eve"), REQUEST),
            "tick": lambda: play.tick(id),
            "events": lambda: play.events(self.game, 0),
            "some events": lambda: play.events(self.game, 2, 4),
            "one event": lambda: play.event(self.game, 5),
            "open again": lambda: play.open(opening(), asked(opening(), KEY)),
        }

    def closed_to(self, play: Play) -> None:
        """No path leads into the game, nothing is written, and the other game goes on."""
        before = self.kept.store.read(self.table.id)
        for name, path in self.paths(play).items():
            with pytest.raises(BrokenLog) as raised:
                path()
            assert raised.value.game == self.table.id, name
        assert set(play.lost) == {self.table.id}
        assert self.kept.store.read(self.table.id) == before
        version = play.look(self.other.id).version
        self.other.act(next_move(self.other.game, Random(1)), play=play)
        assert play.look(self.other.id).version == version + 1
