"""A whole game over HTTP, and whatever everybody saw of it while it ran."""

from random import Random
from typing import Any

import msgspec

from tests.oracle.bots import Temper, choose, request_of
from tests.oracle.options import random_options, seats_for
from tests.service.world import Json, Table, World, told

Viewer = int | None
"""A seat, or None for the public."""

KEPT_BACK = {"you": None, "standing": None, "deadline": None}
"""What no later look at a moment says."""


class Played:
    """One random game from its opening to its end."""

    def __init__(self, world: World, seed: int) -> None:
        self._rng = Random(seed)
        self.seen: dict[tuple[int, Viewer], Json] = {}
        """The Game that each viewer saw at each version."""
        self.logged: list[Json] = []
        """The events as the log showed them when each was the newest."""
        options = random_options(self._rng)
        self.table = Table(world, ("P1",), False, options)
        self._look()
        for seat in range(2, seats_for(self._rng, options) + 1):
            self.table.join(f"P{seat}")
            self._look()
        self._come_and_go()
        self._did(self.table.send("POST", 1, "/start", {}))
        self._play()

    def _come_and_go(self) -> None:
        """Somebody sits down and gets up again before the start, where there is room."""
        if len(self.table.tokens) < 5:
            seat = told(self.table.join("Late"))["seat"]
            self._look()
            self._did(self.table.send("DELETE", seat, f"/players/{seat}"))

    def _play(self) -> None:
        temper = Temper.random(self._rng)
        while not self._game.over:
            seat = self._game.actor or 0
            if self._rng.random() < 0.05:
                seat = self._rng.choice(self._game.in_play)
                self._did(self.table.send("DELETE", seat, f"/players/{seat}"))
                continue
            removed = [msgspec.to_builtins(stick) for stick in self._game.removed]
            command = choose(self._rng, self.table.game(seat), temper, removed)
            assert command is not None
            request = request_of(command)
            body = request.body or {}
            self._did(self.table.send(request.method, command["by"], request.suffix, body))

    @property
    def _game(self) -> Any:
        return self.table.world.play.look(self.table.id)

    def _did(self, answer: Any) -> None:
        assert answer.status_code < 300, answer.text
        self._look()

    def _look(self) -> None:
        public = self.table.game()
        version = public["version"]
        self.seen[version, None] = public
        for player in public["players"]:
            self.seen[version, player["seat"]] = self.table.game(player["seat"])
        self.logged.append(told(self.table.send("GET", None, f"/events/{version}")))
