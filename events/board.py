"""Sticks, prisoners, windows and the deal (clauses C1 to C3, S1 to S5)."""

from collections.abc import Iterator
from enum import StrEnum
from hashlib import sha256
from typing import Any, NewType, Self, TypeVar

import msgspec

SeatNo = NewType("SeatNo", int)
"""A seat at a table, from 1, clockwise; it never changes hands while a game runs."""

WINDOWS = 12

T = TypeVar("T")


class Colour(StrEnum):
    """The five stick colours, in the order of the deal (C3)."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    WHITE = "white"


class Kind(StrEnum):
    """Prisoner kinds; a table with `kinds` = k uses the first k (ruling `kinds`)."""

    FORGER = "forger"
    SMUGGLER = "smuggler"
    BURGLAR = "burglar"
    SWINDLER = "swindler"
    POACHER = "poacher"
    PIRATE = "pirate"
    GAMBLER = "gambler"
    SPY = "spy"


class Slot(StrEnum):
    """Where in a window a stick lies: over one prisoner, or across both (S2)."""

    LEFT = "left"
    RIGHT = "right"
    LONG = "long"

    @property
    def length(self) -> "Length":
        return Length.LONG if self is Slot.LONG else Length.SHORT


class Position(StrEnum):
    """Where in a window a prisoner stands (S1)."""

    LEFT = "left"
    RIGHT = "right"


class Length(StrEnum):
    """What an answer says of a stick's length (T3)."""

    SHORT = "short"
    LONG = "long"


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """A value that never changes under whoever holds it."""


class Secretive(Value, frozen=True, kw_only=True):
    """A value that holds a secret and shows none of its fields, however it is printed."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}(…)"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return []


class Prisoners(Value, frozen=True, kw_only=True):
    """The two prisoners of a window; None where one is gone."""

    left: Kind | None
    right: Kind | None


class Sticks(Value, frozen=True, kw_only=True):
    """The three sticks of a window; None where one is gone."""

    left: Colour | None
    right: Colour | None
    long: Colour | None


class Window(Value, frozen=True, kw_only=True):
    """One of the twelve windows; `window` counts from 1."""

    window: int
    prisoners: Prisoners
    sticks: Sticks

    def prisoner(self, position: Position) -> Kind | None:
        return self.prisoners.left if position is Position.LEFT else self.prisoners.right

    def stick(self, slot: Slot) -> Colour | None:
        match slot:
            case Slot.LEFT:
                return self.sticks.left
            case Slot.RIGHT:
                return self.sticks.right
            case Slot.LONG:
                return self.sticks.long

    def covered(self, position: Position) -> bool:
        """Whether a stick still covers who stands there (E1)."""
        own = self.sticks.left if position is Position.LEFT else self.sticks.right
        return own is not None or self.sticks.long is not None

    def without_stick(self, slot: Slot) -> Self:
        sticks = msgspec.structs.replace(self.sticks, **{slot.value: None})
        return msgspec.structs.replace(self, sticks=sticks)

    def without_prisoner(self, position: Position) -> Self:
        prisoners = msgspec.structs.replace(self.prisoners, **{position.value: None})
        return msgspec.structs.replace(self, prisoners=prisoners)


Board = tuple[Window, ...]


class Place(Value, frozen=True, kw_only=True):
    """A slot of a window, as the Lime holder points at it."""

    window: int
    slot: Slot


class Stick(Value, frozen=True, kw_only=True):
    """A removed stick, with the slot it came from."""

    window: int
    slot: Slot
    length: Length
    colour: Colour

    @property
    def named(self) -> "NamedStick":
        return NamedStick(window=self.window, length=self.length, colour=self.colour)


class NamedStick(Value, frozen=True, kw_only=True):
    """A stick as an answer names it: which short one of a window need not be said (T3)."""

    window: int
    length: Length
    colour: Colour


class Prisoner(Value, frozen=True, kw_only=True):
    """A prisoner who escaped, and from where."""

    kind: Kind
    window: int
    position: Position


def stick_at(board: Board, place: Place) -> Stick | None:
    """The stick in a slot, or None where it is gone."""
    colour = board[place.window - 1].stick(place.slot)
    if colour is None:
        return None
    return Stick(window=place.window, slot=place.slot, length=place.slot.length, colour=colour)


def places(board: Board) -> list[Place]:
    """Every slot that still holds a stick, by window, then left, right, long."""
    return [
        Place(window=window.window, slot=slot)
        for window in board
        for slot in Slot
        if window.stick(slot) is not None
    ]


def has_sticks(board: Board) -> bool:
    return any(w.sticks.left or w.sticks.right or w.sticks.long for w in board)


def uncovered(board: Board) -> tuple[Prisoner, ...]:
    """Prisoners on the board whom no stick covers, by window, left before right (E1)."""
    return tuple(
        Prisoner(kind=kind, window=window.window, position=position)
        for window in board
        if window.sticks.long is None
        for position in Position
        if (kind := window.prisoner(position)) is not None and not window.covered(position)
    )


def without_sticks(board: Board, removed: tuple[Stick, ...]) -> Board:
    windows = list(board)
    for stick in removed:
        windows[stick.window - 1] = windows[stick.window - 1].without_stick(stick.slot)
    return tuple(windows)


def without_prisoners(board: Board, gone: tuple[Prisoner, ...]) -> Board:
    windows = list(board)
    for prisoner in gone:
        windows[prisoner.window - 1] = windows[prisoner.window - 1].without_prisoner(
            prisoner.position
        )
    return tuple(windows)


class _Draws:
    """The stream of draws that a seed gives: SHA-256 of seed and counter."""

    def __init__(self, seed: bytes) -> None:
        self._words = self._stream(seed)

    @staticmethod
    def _stream(seed: bytes) -> Iterator[int]:
        counter = 0
        while True:
            block = sha256(seed + counter.to_bytes(4, "big")).digest()
            for start in range(0, 32, 4):
                yield int.from_bytes(block[start : start + 4], "big")
            counter += 1

    def below(self, n: int) -> int:
        """A number from 0 to n-1, without bias."""
        fair = 2**32 - 2**32 % n
        return next(word for word in self._words if word < fair) % n

    def shuffled(self, items: list[T]) -> list[T]:
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


class Deal(Value, frozen=True, kw_only=True):
    """What a seed deals: the board, and the first seat where it is random (S4, S5)."""

    board: Board
    first: SeatNo


def deal(seed: str, kinds: int, first_player: str | int, seats: list[SeatNo]) -> Deal:
    """Deal a board from a seed of 32 hex digits for the taken seats, in seat order (S5)."""
    draws = _Draws(bytes.fromhex(seed))
    prisoners = draws.shuffled([kind for kind in list(Kind)[:kinds] for _ in range(24 // kinds)])
    short = draws.shuffled([colour for colour in Colour for _ in range(7)])
    long = draws.shuffled([colour for colour in Colour for _ in range(4)])
    board = tuple(
        Window(
            window=w + 1,
            prisoners=Prisoners(left=prisoners[2 * w], right=prisoners[2 * w + 1]),
            sticks=Sticks(left=short[2 * w], right=short[2 * w + 1], long=long[w]),
        )
        for w in range(WINDOWS)
    )
    if first_player == "random":
        return Deal(board=board, first=seats[draws.below(len(seats))])
    return Deal(board=board, first=SeatNo(int(first_player)))
