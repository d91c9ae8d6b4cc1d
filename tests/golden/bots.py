"""``python -m tests.golden.bots`` plays the golden games with bots; it never replaces them.

They hold how bots think: the same seeds and sights are the same moves for ever.
"""

import lzma
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec

from events import sight
from events.board import SeatNo
from events.bots.mind import next_move
from events.catalogue import Bot
from events.commands import OpenTable, SeatCommand
from events.game import Game
from events.house import House
from events.play import Play
from events.rulebook import Options
from events.store import connect
from tests.events.both import ordered, plain
from tests.golden.games import Golden
from tests.oracle import Json, Temper, choose, random_options
from tests.store.tables import Clock, Table

STORED = Path(__file__).with_name("bots.jsonl.xz")

GAMES = 60


def read() -> Iterator[Golden]:
    with lzma.open(STORED, "rb") as lines:
        for line in lines:
            yield msgspec.json.decode(line, type=Golden)


class Evening:
    """One person and one to four bots."""

    def __init__(self, number: int) -> None:
        self.rng = Random(f"bots {number}")
        self.clock = Clock()
        self.store = connect(f"memory://golden bots {number}")
        self.play = Play(self.store, self._house())
        bots = [self.rng.choice(list(Bot)) for _ in range(1 + number % 4)]
        first = self.rng.choice(["random", *range(1, len(bots) + 2)])
        options = random_options(self.rng, first_player=first)
        opening = OpenTable(name="Ana", options=msgspec.convert(options, Options))
        self.table = Table(self.play, opening)
        for bot in bots:
            self.table.add_bot(bot)
        self.table.start()
        self.temper = Temper(leaves=0.002, doubles=0.3, remembers=0.6, insists=0.5)

    def _house(self) -> House:
        return House(
            clock=self.clock,
            chance=self.rng.randbytes,
            rest=lambda _: None,
            secret=self.rng.randbytes(32),
        )

    def played(self) -> Golden:
        while not (game := self.table.game).over:
            self.clock.at += self.rng.randint(600, 1_400)
            if game.no_people or self.rng.random() < 0.02:
                self.clock.at = max(self.clock.at, game.due or 0)
            if self.play.tick(game.id) is None:
                self._move(game)
        return self._golden()

    def _move(self, game: Game) -> None:
        bot = next_move(game, self.play.events(game, 0))
        if bot is not None:
            assert self.play.move(game, bot)
        else:
            self.table.act(self._person(game))

    def _person(self, game: Game) -> SeatCommand:
        shown: Json = plain(sight.view(game, SeatNo(1)))
        removed = [msgspec.to_builtins(stick) for stick in game.removed]
        command = choose(self.rng, shown, self.temper, removed)
        assert command is not None
        order: SeatCommand = ordered(command)  # type: ignore[assignment] # nobody joins now
        return order

    def _golden(self) -> Golden:
        stored = [entry for _, entry in self.store.read(self.table.id)]
        entries = [(e.event.decode(), e.hash, e.private.decode()) for e in stored]
        return Golden(game=self.table.id, entries=entries, views=[])


def main() -> None:
    if STORED.exists():
        sys.exit(f"{STORED.name} is there already, and golden games are never replaced.")
    games = [Evening(number).played() for number in range(GAMES)]
    with STORED.open("xb") as file, lzma.open(file, "wb", preset=9) as lines:
        lines.write(b"".join(msgspec.json.encode(game) + b"\n" for game in games))
    events = sum(len(game.entries) for game in games)
    print(f"{len(games)} games, {events} events, {STORED.stat().st_size} bytes")


if __name__ == "__main__":
    main()
