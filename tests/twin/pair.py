"""Two worlds that draw alike and are asked alike, until one removal."""

from collections.abc import Sequence
from random import Random
from typing import Any
from uuid import uuid4

import msgspec
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from events import sight
from events.board import NamedStick, SeatNo, Value
from events.bots.mind import next_move
from events.catalogue import Bot
from events.game import Game
from tests.oracle.bots import Request, Temper, choose, guess, request_of, some_sticks
from tests.oracle.options import random_options, seats_for
from tests.service.world import World
from tests.twin.law import Seen, seen

Json = dict[str, Any]


class Asked(Value, frozen=True, kw_only=True):
    """A request as it was sent to both worlds; `by` is the seat whose token went along."""

    method: str
    path: str
    by: int | None = None
    body: Any = None
    raw: bytes | None = None
    headers: dict[str, str] = msgspec.field(default_factory=dict)


class Over(Exception):
    """The game ended before the worlds parted."""


class Pair:
    """A running game in two worlds, up to the moment before a removal."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        chance = uuid4().hex
        self.worlds = (World(chance), World(chance))
        for world in self.worlds:
            world.app.test_client_class = FlaskClient
        self._clients = [world.app.test_client() for world in self.worlds]
        self.asked: list[tuple[Asked, int | None]] = []
        """What was accepted, and the seat that it speaks for."""
        self.tokens: dict[int, str] = {}
        self.id = ""

    @property
    def path(self) -> str:
        return f"/v1/games/{self.id}"

    def games(self) -> list[Game]:
        return [world.play.look(self.id) for world in self.worlds]  # type: ignore[arg-type]

    @property
    def game(self) -> Game:
        return self.games()[0]

    def viewed(self, seat: int) -> Json:
        shown = msgspec.to_builtins(sight.view(self.game, seat))  # type: ignore[arg-type]
        return dict(shown)

    def ask(self, asked: Asked) -> list[TestResponse]:
        return self.ask_apart([asked, asked])

    def ask_apart(self, apart: Sequence[Asked]) -> list[TestResponse]:
        """One request to each world."""
        return [
            self._send(client, asked) for client, asked in zip(self._clients, apart, strict=True)
        ]

    def compare(self, asked: Asked) -> tuple[Seen, Seen]:
        first, second = self.ask(asked)
        return seen(first), seen(second)

    def close(self) -> None:
        for world in self.worlds:
            world.app.desk.streams.drain()

    def later(self, seconds: float) -> None:
        for world in self.worlds:
            world.later(seconds)

    def open(self, bots: float = 0.0) -> None:
        """A started game with a random table, everybody's requests under a key.

        `bots` is how probably a seat from the third on is a bot's.
        """
        options = random_options(self.rng)
        seats = seats_for(self.rng, options)
        body = {"name": "P1", "options": options, "listed": self.rng.random() < 0.8}
        self._seat(Asked(method="POST", path="/v1/games", body=body, headers=self._key()))
        for seat in range(2, seats + 1):
            if seat > 2 and self.rng.random() < bots:
                bot = {"bot": self.rng.choice(list(Bot))}
                self.accepted(self._keyed(1, Request(method="POST", suffix="/players", body=bot)))
                continue
            joining = Request(method="POST", suffix="/players", body={"name": f"P{seat}"})
            self._seat(self._keyed(None, joining))
        self.accepted(self._keyed(1, Request(method="POST", suffix="/start")))

    def play_to_a_removal(self, turns: int) -> None:
        """Until the Lime holder is to remove; raises Over."""
        self.play_to("removal", turns)

    def play_to(self, phase: str, turns: int) -> None:
        """Random play until the game waits for that, `turns` turns on, between two people.

        Raises Over.
        """
        temper = Temper.random(self.rng)
        while self.game.phase != phase or (self.game.turn or 0) <= turns or self._bot_holds():
            if self.game.over:
                raise Over
            people = [seat for seat in self.game.in_play if seat in self.tokens]
            if self.rng.random() < 0.04 and len(people) > 2:
                leaver: SeatNo | None = self.rng.choice(people)
                command = {"do": "leave", "by": leaver, "seat": leaver}
            elif self.game.actor not in self.tokens:
                self._move_bot()
                continue
            else:
                leaver, command = self.game.actor, self._next(temper)
            self.accepted(self._keyed(leaver, request_of(command)))
            self.later(self.rng.random())

    def _bot_holds(self) -> bool:
        """Whether Lime or mask are a bot's."""
        return self.game.lime not in self.tokens or self.game.mask not in self.tokens

    def _move_bot(self) -> None:
        for world, game in zip(self.worlds, self.games(), strict=True):
            command = next_move(game, world.play.events(game, 0))
            assert command is not None
            assert world.play.move(game, command)

    def _next(self, temper: Temper) -> Json:
        game = self.game
        removed = [msgspec.to_builtins(stick) for stick in game.removed]
        command = choose(self.rng, self.viewed(game.actor or 0), temper, removed)
        assert command is not None
        return command

    def part(self) -> None:
        """The Lime holder removes one thing in one world and another in the other."""
        if self.game.deadline is not None and self.rng.random() < 0.2:
            return self._part_by_the_clock()
        shown = self.viewed(self.game.lime or 0)
        two = "remove_two" in shown["you"]["may"] and self.rng.random() < 0.5
        first = second = some_sticks(self.rng, shown["board"], 1 + two)
        while _same(first, second):
            second = some_sticks(self.rng, shown["board"], 1 + two)
        key = self._key()
        apart = [
            Asked(
                method="POST",
                path=f"{self.path}/removals",
                by=self.game.lime,
                body={"sticks": sticks},
                headers=key,
            )
            for sticks in (first, second)
        ]
        assert [answer.status_code for answer in self.ask_apart(apart)] == [201, 201]
        return None

    def _part_by_the_clock(self) -> None:
        """Nobody removes anything in time, and the house draws differently (H1)."""
        self.worlds[1].twist = True
        self.later(self.game.options.turn_seconds or 0)
        for world in self.worlds:
            world.play.tick(self.id)  # type: ignore[arg-type]
        self.worlds[1].twist = False

    def accepted(self, asked: Asked) -> Any:
        first, second = self.ask(asked)
        assert first.status_code in {200, 201}, first.text
        assert first.get_data() == second.get_data()
        told = first.get_json()
        self.asked.append((asked, told.get("seat", asked.by)))
        return told

    def _seat(self, asked: Asked) -> None:
        told = self.accepted(asked)
        self.id = told["game"]["id"]
        self.tokens[told["seat"]] = told["token"]

    def wrong_answer(self) -> Asked:
        """An answer by the wearer that is wrong in both worlds."""
        removed = [stick.named for game in self.games() for stick in game.removed]
        sticks: list[Json] = []
        while len(sticks) < len(self.game.removed):
            named = guess(self.rng)
            if msgspec.convert(named, NamedStick) not in removed:
                sticks.append(named)
        return self._keyed(
            self.game.mask, Request(method="POST", suffix="/answers", body={"sticks": sticks})
        )

    def mask(self) -> Asked:
        return self._keyed(self.game.mask, Request(method="POST", suffix="/mask"))

    def _keyed(self, by: int | None, request: Request) -> Asked:
        return Asked(
            method=request.method,
            path=self.path + request.suffix,
            by=by,
            body=request.body,
            headers=self._key(),
        )

    def _key(self) -> dict[str, str]:
        return {"Idempotency-Key": f"{self.rng.getrandbits(128):032x}"}

    def _send(self, client: FlaskClient, asked: Asked) -> TestResponse:
        headers = dict(asked.headers)
        if asked.by is not None:
            headers["Authorization"] = f"Bearer {self.tokens[asked.by]}"
        if asked.raw is not None:
            headers.setdefault("Content-Type", "application/json")
        return client.open(
            asked.path, method=asked.method, json=asked.body, data=asked.raw, headers=headers
        )


def _same(first: list[Json], second: list[Json]) -> bool:
    return {tuple(s.values()) for s in first} == {tuple(s.values()) for s in second}
