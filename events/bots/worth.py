"""What prisoners are worth to a player, and how likely somebody names what went."""

from collections.abc import Sequence

from events.board import Prisoner, SeatNo
from events.catalogue import Bot
from events.game import winning
from events.sight import Plain

WIN = 100

PERSON = 55
REPUTE = {Bot.GOLDFISH: 15, Bot.MAGPIE: 60, Bot.ELEPHANT: 98}
"""What bots expect of each other and of a person: right answers in a hundred."""


def held(seen: Plain, seat: SeatNo | None) -> tuple[Prisoner, ...]:
    """Whom a seat has taken, nobody where there is no such seat."""
    return next((p["prisoners"] for p in seen["players"] if p["seat"] == seat), ())


def repute(seen: Plain, seat: SeatNo | None) -> int:
    """How often a seat is thought to be right, in percent."""
    bot = next((p["bot"] for p in seen["players"] if p["seat"] == seat), None)
    return PERSON if bot is None else REPUTE[bot]


def gain(held: tuple[Prisoner, ...], more: Sequence[Prisoner]) -> int:
    """How much nearer to winning somebody is with more prisoners (W1)."""
    after = (*held, *more)
    return WIN if winning(after) else _progress(after) - _progress(held)


def _progress(prisoners: tuple[Prisoner, ...]) -> int:
    """Grows with the larger of the two sets that somebody collects."""
    kinds = [prisoner.kind for prisoner in prisoners]
    alike = max((kinds.count(kind) for kind in kinds), default=0)
    return max(alike, len(set(kinds))) ** 2
