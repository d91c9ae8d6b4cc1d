"""Tables that tests play through the one door, with a clock and chance of their own."""

import os
import time
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import msgspec

from events.board import Colour, Length, NamedStick, SeatNo, places
from events.catalogue import Bot, Phase
from events.chain import GameId
from events.commands import (
    AddBot,
    Answer,
    Command,
    Decline,
    Join,
    Leave,
    OpenTable,
    PutMaskOn,
    RemoveSticks,
    SeatCommand,
    Start,
)
from events.game import Game, Status
from events.house import Asked, House
from events.permission import may
from events.play import Caller, Done, Play
from events.rulebook import Options
from events.times import Millis

START = 1_764_417_600_000
SECRET = b"s" * 32
DAY = 86_400_000


class Clock:
    """Time stands still unless a test moves it; milliseconds."""

    def __init__(self, at: int = START) -> None:
        self.at = at

    def __call__(self) -> Millis:
        return Millis(self.at)


class ImpatientClock(Clock):
    """Every look at it costs some time, so that patience ends after a few tries."""

    def __call__(self) -> Millis:
        self.at += 700
        return Millis(self.at)


def real_time() -> Millis:
    return Millis(time.time_ns() // 1_000_000)


def house(
    clock: Callable[[], Millis] = real_time,
    chance: Callable[[int], bytes] = os.urandom,
    rest: Callable[[float], None] = time.sleep,
    secret: bytes = SECRET,
) -> House:
    return House(clock=clock, chance=chance, rest=rest, secret=secret)


def asked(
    command: Command | OpenTable, key: str | None = None, if_match: Iterable[int] | None = None
) -> Asked:
    """What a request for a command would bring along."""
    return Asked(
        key=key,
        method="POST",
        path=f"/{type(command).__name__}",
        body=msgspec.to_builtins(command),
        if_match=None if if_match is None else frozenset(if_match),
    )


def opening(name: str = "Ana", listed: bool = True, **options: Any) -> OpenTable:
    chosen = msgspec.convert({"first_player": 1, **options}, Options)
    return OpenTable(name=name, options=chosen, listed=listed)


class Table:
    """A table and the tokens that its seats were given; any `play` serves it."""

    def __init__(self, play: Play, command: OpenTable | None = None, key: str | None = None):
        self.play = play
        command = command or opening()
        done = play.open(command, asked(command, key))
        assert done.token is not None
        self.id: GameId = done.game.id
        self.tokens = {SeatNo(1): done.token}

    @property
    def game(self) -> Game:
        return self.play.look(self.id)

    def caller(self, seat: int, play: Play | None = None) -> Caller:
        return (play or self.play).identify(self.id, self.tokens[SeatNo(seat)])

    def join(self, name: str = "Ben", key: str | None = None, play: Play | None = None) -> Done:
        command = Join(name=name)
        door = play or self.play
        done = door.join(door.identify(self.id, None), command, asked(command, key))
        assert done.token is not None
        assert done.seat is not None
        self.tokens[done.seat] = done.token
        return done

    def add_bot(self, bot: Bot, key: str | None = None, play: Play | None = None) -> Done:
        door = play or self.play
        command = AddBot(seat=SeatNo(1), bot=bot, seed="")
        return door.add_bot(self.caller(1, door), bot, asked(command, key))

    def act(
        self,
        command: SeatCommand,
        key: str | None = None,
        play: Play | None = None,
        if_match: Iterable[int] | None = None,
    ) -> Done:
        door = play or self.play
        caller = self.caller(command.seat, door)
        return door.act(caller, command, asked(command, key, if_match))

    def start(self) -> Done:
        return self.act(Start(seat=SeatNo(1)))

    def mask_on(self) -> Done:
        game = self.game
        assert game.mask is not None
        return self.act(PutMaskOn(seat=game.mask))

    def move(self, random: Random) -> Done:
        """Plays whatever comes next in a started game."""
        return self.act(next_move(self.game, random))


def running(play: Play, seats: int = 2, **options: Any) -> Table:
    """A started table: seat 1 holds the Lime, seat 2 the mask."""
    table = Table(play, opening(**options))
    for number in range(2, seats + 1):
        table.join(f"P{number}")
    table.start()
    return table


def next_move(game: Game, random: Random) -> SeatCommand:
    """Something that whoever the game waits for may do now; right answers half the time."""
    seat = game.actor or SeatNo(1)
    words = may(game, seat)
    match game.phase:
        case Phase.MASK:
            return PutMaskOn(seat=seat)
        case Phase.REMOVAL:
            count = 2 if "remove_two" in words and random.random() < 0.3 else 1
            return RemoveSticks(
                seat=seat, places=tuple(random.sample(places(game.board or ()), count))
            )
        case Phase.SECOND_ANSWER if random.random() < 0.3:
            return Decline(seat=seat)
        case _:
            return Answer(seat=seat, sticks=_said(game, random))


def _said(game: Game, random: Random) -> tuple[NamedStick, ...]:
    if random.random() < 0.5:
        return tuple(stick.named for stick in game.removed)
    nonsense = NamedStick(window=1, length=Length.LONG, colour=random.choice(list(Colour)))
    return (nonsense,) * len(game.removed)


def any_step(table: Table, random: Random, most: int = 5) -> Done:
    """One step of a game's life: joining, leaving, starting, or a move."""
    game = table.game
    if game.status is Status.OPEN:
        seated = len(game.players)
        if seated < 2 or (seated < most and random.random() < 0.5):
            return table.join(f"P{seated + 1}")
        if seated > 2 and random.random() < 0.2:
            return table.act(Leave(seat=SeatNo(1), leaver=game.players[-1].seat))
        return table.start()
    if len(game.in_play) > 1 and random.random() < 0.03:
        leaver = random.choice(game.in_play)
        return table.act(Leave(seat=leaver, leaver=leaver))
    return table.move(random)


def any_options(random: Random) -> dict[str, Any]:
    return {
        "advanced": random.random() < 0.7,
        "kinds": random.choice([3, 4, 6, 8]),
        "first_player": random.choice(["random", 1]),
        "after_escape": random.choice(["as_usual", "taker_leads", "stay"]),
        "double_answer": random.choice(["both", "either"]),
        "token_payment": random.choice(["box", "opponent"]),
        "turn_seconds": random.choice([None, 10, 86_400]),
    }
