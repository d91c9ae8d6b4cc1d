"""What a bot still knows of a board that it saw before it wore the mask.

Each slot of that board is remembered or not, as the bot's seed draws for that turn. Memory
fades, it never errs: a stick that is remembered was there, and so was a gap.
"""

from functools import cache
from hmac import digest

from events.board import Board, Colour, NamedStick, Place, Slot, Value
from events.catalogue import Bot


class Share(Value, frozen=True, kw_only=True):
    """How many of a hundred slots are remembered: by the stick's colour, and of gaps."""

    sticks: dict[Colour, int]
    gaps: int


class Recollection(Value, frozen=True, kw_only=True):
    """What a bot makes of the gaps in a board: the sticks that it misses, and where it is unsure.

    Every stick that went is in one of the two.
    """

    missed: tuple[NamedStick, ...]
    unsure: tuple[Place, ...]


@cache
def shares() -> dict[Bot, Share]:
    """How well each sort of bot remembers, in percent (docs/bots.md)."""
    return {
        Bot.GOLDFISH: Share(sticks=dict.fromkeys(Colour, 5), gaps=5),
        Bot.MAGPIE: Share(
            sticks={
                Colour.RED: 85,
                Colour.YELLOW: 90,
                Colour.GREEN: 35,
                Colour.BLUE: 45,
                Colour.WHITE: 70,
            },
            gaps=60,
        ),
        Bot.ELEPHANT: Share(sticks=dict.fromkeys(Colour, 100), gaps=100),
    }


def drawn(seed: str, below: int, *words: str | int) -> int:
    """A number from 0 to below-1: HMAC-SHA256 of the words, by the seed's 16 bytes.

    The words stand in one line with a space between; the first eight bytes count, big-endian.
    """
    told = " ".join(map(str, words)).encode()
    return int.from_bytes(digest(bytes.fromhex(seed), told, "sha256")[:8], "big") % below


def remembers(bot: Bot, seed: str, turn: int, place: Place, stick: Colour | None) -> bool:
    """Whether it remembers in that turn what a slot held, None being nothing."""
    share = shares()[bot]
    percent = share.gaps if stick is None else share.sticks[stick]
    return drawn(seed, 100, "memory", turn, place.window, place.slot) < percent


def recollected(bot: Bot, seed: str, turn: int, before: Board, now: Board) -> Recollection:
    """What a look at the board says to whoever saw the one before."""
    missed: list[NamedStick] = []
    unsure: list[Place] = []
    for place in _gaps(now):
        held = before[place.window - 1].stick(place.slot)
        if not remembers(bot, seed, turn, place, held):
            unsure.append(place)
        elif held is not None:
            missed.append(named(place, held))
    return Recollection(missed=tuple(missed), unsure=tuple(unsure))


def named(place: Place, colour: Colour) -> NamedStick:
    return NamedStick(window=place.window, length=place.slot.length, colour=colour)


def _gaps(board: Board) -> list[Place]:
    return [
        Place(window=window.window, slot=slot)
        for window in board
        for slot in Slot
        if window.stick(slot) is None
    ]
