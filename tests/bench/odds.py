"""Who wins, bot against bot, over many games of two by the rules."""

from random import Random

import msgspec
from rich.console import Console
from rich.progress import track

from events.board import SeatNo
from events.catalogue import Bot
from tests.bots.tables import Table

GAMES = 1_000

PAIRS = (
    (Bot.GOLDFISH, Bot.ELEPHANT),
    (Bot.MAGPIE, Bot.ELEPHANT),
    (Bot.GOLDFISH, Bot.MAGPIE),
)


class Odds(msgspec.Struct, frozen=True, kw_only=True):
    """How many of a hundred games the first of two bots won."""

    first: Bot
    second: Bot
    percent: float


def measured(console: Console) -> list[Odds]:
    return [_odds(first, second, console) for first, second in PAIRS]


def _odds(first: Bot, second: Bot, console: Console) -> Odds:
    """The seed of the deal says who begins; seats change from game to game."""
    told = f"{first} against {second}"
    numbers = track(range(GAMES), told, console=console, transient=True)
    won = sum(_won(first, second, number) for number in numbers)
    return Odds(first=first, second=second, percent=100 * won / GAMES)


def _won(first: Bot, second: Bot, number: int) -> bool:
    seats = (first, second) if number % 2 else (second, first)
    winner = Table(seats, Random(number)).play().winner
    return winner == SeatNo(1 + seats.index(first))
