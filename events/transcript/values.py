"""A game at a real table, as somebody wrote it down. None is what nobody wrote or remembers."""

from enum import Enum, auto

import msgspec

from events.board import Colour, Kind, Length, Place, Position, SeatNo, Slot, Value
from events.catalogue import Verdict, WonBy
from events.rulebook import Options

NOBODY = SeatNo(0)
"""Stands where something is known to go to nobody."""


class Described(Value, frozen=True, kw_only=True):
    """A stick as far as it is known: one that went, or one that an answer named."""

    window: int | None = None
    slot: Slot | None = None
    length: Length | None = None
    colour: Colour | None = None


class Freed(Value, frozen=True, kw_only=True):
    """A prisoner who is said to have escaped."""

    window: int
    position: Position
    kind: Kind | None = None


class Dealt(Value, frozen=True, kw_only=True):
    """What was dealt into one window, as far as it is known."""

    prisoners: dict[Position, Kind | None]
    sticks: dict[Slot, Colour | None]

    def colour(self, place: Place) -> Colour | None:
        return self.sticks[place.slot]


class Second(Enum):
    """What is written in the place of a second answer."""

    NONE = auto()
    DECLINED = auto()


class Turn(Value, frozen=True, kw_only=True):
    """A turn; `lime`, `mask` and `tokens` say how things stood after it.

    `left` are those who left after the removal and before the last answer, in that order.
    """

    removed_by: SeatNo | None = None
    removed: tuple[Described, ...] | None = None
    left: tuple[SeatNo, ...] = ()
    answered_by: SeatNo | None = None
    answer: tuple[Described, ...] | None = None
    second_answer: tuple[Described, ...] | Second | None = None
    verdict: Verdict | None = None
    escaped: tuple[Freed, ...] | None = None
    taken_by: SeatNo | None = None
    lime: SeatNo | None = None
    mask: SeatNo | None = None
    tokens: dict[SeatNo, int | None] = msgspec.field(default_factory=dict)


class Leaving(Value, frozen=True, kw_only=True):
    """Somebody left while no stick was waiting to be named (H2)."""

    left: tuple[SeatNo, ...]
    lime: SeatNo | None = None
    mask: SeatNo | None = None


Entry = Turn | Leaving


class Transcript(Value, frozen=True, kw_only=True):
    """The whole of what was written; `players` in seat order, the first at seat 1.

    `lime` and `mask` say who had them at the start; `winner` who won in the end.
    """

    players: tuple[str, ...]
    options: Options
    lime: SeatNo | None
    mask: SeatNo | None
    board: tuple[Dealt, ...]
    entries: tuple[Entry, ...]
    winner: SeatNo | None
    won_by: WonBy | None
