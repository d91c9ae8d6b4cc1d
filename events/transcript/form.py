"""From named parts to a transcript: what may stand where, and in which words."""

from collections.abc import Callable
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from events.board import WINDOWS, SeatNo
from events.catalogue import Verdict, WonBy
from events.rulebook import RULINGS, SEATS, Options
from events.transcript import words
from events.transcript.parts import Part, Unreadable
from events.transcript.values import (
    NOBODY,
    Dealt,
    Described,
    Entry,
    Freed,
    Leaving,
    Second,
    Transcript,
    Turn,
)

T = TypeVar("T")

MOST_ENTRIES = 100
"""Far more than the 36 turns and the four leavings that a game can have."""

_TOP = frozenset(
    {"players", "rulings", "lime", "mask", "board", "turns", "winner", "won_by"},
)
_LEAVING = frozenset({"left", "lime", "mask"})
_TURN = _LEAVING | {
    "removed_by",
    "removed",
    "answered_by",
    "answer",
    "second_answer",
    "verdict",
    "escaped",
    "taken_by",
    "tokens",
}
_READINGS = {
    ruling.name: {str(reading.value): reading.value for reading in ruling.readings}
    for ruling in RULINGS
}
_RULINGS = frozenset({*_READINGS, "advanced"})
_VERDICTS = {verdict.value: verdict for verdict in Verdict}
_WON_BY = {won_by.value: won_by for won_by in WonBy}


def transcript(top: Part) -> Transcript:
    """What the parts say; raises Unreadable."""
    members = top.members(_TOP)
    for name in ("players", "turns"):
        if name not in members:
            raise top.wrong(f"There is no `{name}`.")
    names = _names(members["players"])
    form = _Form(names)
    return Transcript(
        players=names,
        options=_options(members.get("rulings")),
        lime=form.seat(members.get("lime")),
        mask=form.seat(members.get("mask")),
        board=_board(members.get("board")),
        entries=form.entries(members["turns"]),
        winner=form.seat_or_nobody(members.get("winner")),
        won_by=_maybe(members.get("won_by"), lambda text: words.one_of(text, _WON_BY)),
    )


def _maybe(part: Part | None, reader: Callable[[str], T]) -> T | None:
    """What stands there, None where nothing or `unknown` does."""
    return None if part is None or part.unknown else part.read(reader)


def _names(part: Part) -> tuple[str, ...]:
    items = part.items()
    if not 2 <= len(items) <= SEATS:
        raise part.wrong(f"Two to {SEATS} people play (C5).")
    names = tuple(item.read(words.name) for item in items)
    if len(set(names)) < len(names):
        raise part.wrong("Two players have the same name; add a letter to one.")
    return names


def _options(part: Part | None) -> Options:
    chosen: dict[str, bool | str | int] = {}
    for name, ruling in (part.members(_RULINGS) if part else {}).items():
        if ruling.unknown:
            raise ruling.wrong("How the table plays has to be known; left out, it is the default.")
        if name == "advanced":
            chosen[name] = ruling.read(words.yes)
        else:
            chosen[name] = ruling.read(_reading(name))
    return msgspec.convert({"turn_seconds": None, **chosen}, Options)


def _reading(name: str) -> Callable[[str], str | int]:
    return lambda text: words.one_of(text, _READINGS[name])


def _board(part: Part | None) -> tuple[Dealt, ...]:
    board = [words.nothing_dealt()] * WINDOWS
    if part is None or part.unknown:
        return tuple(board)
    for number, window in part.members().items():
        try:
            place = words.window(number)
        except ValueError as error:
            raise Unreadable(part.pointer, window.line or part.line, str(error)) from error
        if not window.unknown:
            board[place - 1] = window.read(words.dealt)
    return tuple(board)


class _Form:
    """Reads what names players."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._seats = {name: SeatNo(seat) for seat, name in enumerate(names, 1)}
        self._numbers = {str(seat): seat for seat in self._seats.values()}

    def _seat(self, text: str) -> SeatNo:
        if text in self._numbers:
            return self._numbers[text]
        return words.one_of(words.name(text), self._seats, exactly=True)

    def _or_nobody(self, text: str) -> SeatNo:
        return NOBODY if text.casefold() in words.NOTHING else self._seat(text)

    def seat(self, part: Part | None) -> SeatNo | None:
        return _maybe(part, self._seat)

    def seat_or_nobody(self, part: Part | None) -> SeatNo | None:
        return _maybe(part, self._or_nobody)

    def entries(self, part: Part) -> tuple[Entry, ...]:
        items = part.items()
        if len(items) > MOST_ENTRIES:
            raise part.wrong(
                f"There are more than {MOST_ENTRIES} turns; 36 sticks make at most 36."
            )
        return tuple(self._entry(item) for item in items)

    def _entry(self, part: Part) -> Entry:
        if part.unknown:
            return Turn()
        members = part.members(_TURN)
        left, lime, mask = (members.get(name) for name in ("left", "lime", "mask"))
        if left is not None and members.keys() <= _LEAVING:
            return Leaving(left=self._left(left), lime=self.seat(lime), mask=self.seat(mask))
        return Turn(
            removed_by=self.seat(members.get("removed_by")),
            removed=_sticks(members.get("removed")),
            left=self._left(left) if left else (),
            answered_by=self.seat(members.get("answered_by")),
            answer=_answer(members.get("answer")),
            second_answer=_second(members.get("second_answer")),
            verdict=_maybe(members.get("verdict"), lambda text: words.one_of(text, _VERDICTS)),
            escaped=_escaped(members.get("escaped")),
            taken_by=self.seat_or_nobody(members.get("taken_by")),
            lime=self.seat(lime),
            mask=self.seat(mask),
            tokens=self._tokens(members.get("tokens")),
        )

    def _left(self, part: Part) -> tuple[SeatNo, ...]:
        items = part.items() if isinstance(part.value, tuple) else (part,)
        return tuple(item.read(self._seat) for item in items)

    def _tokens(self, part: Part | None) -> dict[SeatNo, int | None]:
        if part is None or part.unknown:
            return {}
        tokens = {}
        for name, count in part.members().items():
            try:
                seat = self._seat(name)
            except ValueError as error:
                raise Unreadable(part.pointer, count.line or part.line, str(error)) from error
            tokens[seat] = _maybe(count, words.count)
        return tokens


def _items(part: Part) -> tuple[Part, ...]:
    """A list as such, or as words between commas."""
    if isinstance(part.value, tuple):
        return part.value
    return tuple(replace(part, value=item) for item in part.text().split(","))


def _sticks(part: Part | None) -> tuple[Described, ...] | None:
    if part is None or part.unknown:
        return None
    items = _items(part)
    if not 1 <= len(items) <= 2:
        raise part.wrong("One stick belongs here, or two.")
    return tuple(item.read(words.stick) for item in items)


def _says(part: Part | None, *said: str) -> bool:
    return part is not None and isinstance(part.value, str) and part.text().casefold() in said


def _answer(part: Part | None) -> tuple[Described, ...] | None:
    return () if _says(part, *words.NOTHING) else _sticks(part)


def _second(part: Part | None) -> tuple[Described, ...] | Second | None:
    if _says(part, *words.NOTHING):
        return Second.NONE
    return Second.DECLINED if _says(part, "declined") else _sticks(part)


def _escaped(part: Part | None) -> tuple[Freed, ...] | None:
    if part is None or part.unknown:
        return None
    if _says(part, *words.NOTHING):
        return ()
    items = _items(part)
    freed = tuple(item.read(words.prisoner) for item in items)
    if len({(who.window, who.position) for who in freed}) < len(freed):
        raise part.wrong("Somebody stands here twice.")
    return freed
