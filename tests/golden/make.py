"""``python -m tests.golden.make`` plays the golden games; it never replaces them."""

import sys
from collections.abc import Iterable, Iterator
from random import Random

import msgspec

from events import sight
from events.board import SeatNo
from events.chain import GameId
from events.commands import AddBot, Join, Leave, OpenTable
from events.house import Asked, House
from events.play import Done, Play
from events.rulebook import Options
from events.store import Store, connect
from events.times import Millis
from tests.events.both import draw, ordered, plain
from tests.golden.games import STORED, Golden, seen, write
from tests.oracle import (
    READINGS,
    Json,
    Model,
    check_log,
    differences,
    random_game,
    random_options,
    request_of,
    truce_game,
    view,
)
from tests.oracle.times import instant

EACH = 17
TRUCES = 12

Told = tuple[Json, Json, Model]


class World:
    """The clock and the chance of a made-up house: what comes next is known beforehand."""

    def __init__(self, rng: Random) -> None:
        self.now = 0
        self.rng = rng
        self.seed = b""
        self.draw = 0

    def chance(self, count: int) -> bytes:
        """Four bytes draw a stick; the first sixteen of a game draw its seed."""
        if count == 4:
            return self.draw.to_bytes(4, "big")
        if count == 16 and self.seed:
            seed, self.seed = self.seed, b""
            return seed
        return self.rng.randbytes(count)

    def house(self) -> House:
        return House(
            clock=lambda: Millis(self.now),
            chance=self.chance,
            rest=lambda _: None,
            secret=self.rng.randbytes(32),
        )


class Recorder:
    """Plays what the second opinion was told through the one door, and keeps what it did."""

    def __init__(self, rng: Random, store: Store) -> None:
        self.rng, self.store, self.world = rng, store, World(rng)
        self.play = Play(store, self.world.house())
        self.tokens: dict[int, str | None] = {}
        self.game = GameId("")
        self.views: list[str] = []

    def follow(self, command: Json, event: Json, model: Model) -> None:
        self.world.now = instant(event["at"])
        match command["do"]:
            case "open":
                self._seated(self._open(command))
            case "join":
                caller = self.play.identify(self.game, None)
                self._seated(
                    self.play.join(caller, Join(name=command["name"]), self._asked(command))
                )
            case "time_out" | "close":
                self._tick(command)
            case _:
                self._act(command)
        self._look(model)

    def _open(self, command: Json) -> Done:
        by_server = command["seed_from"] == "server"
        self.world.seed = bytes.fromhex(command["seed"]) if by_server else b""
        order = OpenTable(
            name=command["name"],
            options=msgspec.convert(command["options"], Options),
            listed=command["listed"],
            seed=None if by_server else command["seed"],
        )
        body = {"name": order.name, "options": command["options"]}
        return self.play.open(
            order, Asked(key=self._key(), method="POST", path="/v1/games", body=body)
        )

    def _seated(self, done: Done) -> None:
        assert done.seat is not None
        self.game = done.game.id
        self.tokens[done.seat] = done.token

    def _tick(self, command: Json) -> None:
        known = self.play.look(self.game)
        self.world.draw = draw(known.board, command)
        assert self.play.tick(self.game) is not None

    def _act(self, command: Json) -> None:
        order = ordered(command)
        assert not isinstance(order, Join | AddBot)
        caller = self.play.identify(self.game, self.tokens[command["by"]])
        done = self.play.act(caller, order, self._asked(command))
        if isinstance(order, Leave) and done.game.turn is None:
            self.tokens.pop(order.leaver)

    def _asked(self, command: Json) -> Asked:
        request = request_of(command)
        path = f"/v1/games/{self.game}{request.suffix}"
        return Asked(key=self._key(), method=request.method, path=path, body=request.body)

    def _key(self) -> str | None:
        return self.rng.choice([None, f"{self.rng.getrandbits(128):032x}"])

    def _look(self, model: Model) -> None:
        game = self.play.look(self.game)
        for viewer in (None, *model.players):
            shown = plain(sight.view(game, SeatNo(viewer) if viewer else None))
            assert differences(view(model, viewer, self.game), shown) == []
        self.views.append(seen(game))

    def golden(self) -> Golden:
        game = self.play.look(self.game)
        events = [sight.event(event, True) for event in self.play.events(game, 0)]
        assert check_log(events) == []
        stored = [entry for _, entry in self.store.read(self.game)]
        entries = [(e.event.decode(), e.hash, e.private.decode()) for e in stored]
        return Golden(game=self.game, entries=entries, views=self.views)


def recorded(rng: Random, store: Store, told: Iterable[Told]) -> Golden:
    recorder = Recorder(rng, store)
    for command, event, model in told:
        recorder.follow(command, event, model)
    return recorder.golden()


def games() -> Iterator[Golden]:
    """Each reading of each option in turn, the others as chance has it; then the truces."""
    store = connect("memory://golden")
    for name, readings in READINGS.items():
        for reading in readings:
            for number in range(EACH):
                rng = Random(f"{name}={reading} {number}")
                options = random_options(rng, **{name: reading})
                yield recorded(rng, store, random_game(rng, options))
    for number in range(TRUCES):
        rng = Random(f"truce {number}")
        yield recorded(rng, store, truce_game(rng))


def main() -> None:
    if STORED.exists():
        sys.exit(f"{STORED.name} is there already, and golden games are never replaced.")
    played = list(games())
    write(played)
    events = sum(len(game.entries) for game in played)
    print(f"{len(played)} games, {events} events, {STORED.stat().st_size} bytes")


if __name__ == "__main__":
    main()
