"""The words of the notation. Each function raises ValueError with a sentence."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any, TypeVar

from events.board import WINDOWS, Colour, Kind, Length, Position, Slot
from events.transcript.parts import shown
from events.transcript.values import Dealt, Described, Freed

S = TypeVar("S")
T = TypeVar("T")

LONGEST_NAME = 40

NOTHING = ("none", "nobody", "nothing")
RESERVED = (*NOTHING, "unknown", "declined")

_NUMBERS = {str(window): window for window in range(1, WINDOWS + 1)}
_COLOURS = {colour.value: colour for colour in Colour}
_KINDS = {kind.value: kind for kind in Kind}
_POSITIONS = {position.value: position for position in Position}
_SLOTS = {slot.value: slot for slot in Slot}
_PLACES = {**_SLOTS, **{length.value: length for length in Length}}


def name(text: str) -> str:
    """A player's name, made plain."""
    plain = re.sub(" +", " ", unicodedata.normalize("NFC", text)).strip(" ")
    if not 1 <= len(plain) <= LONGEST_NAME:
        raise ValueError(f"A name has 1 to {LONGEST_NAME} characters.")
    if not plain.isprintable() or not any(letter.isalnum() for letter in plain):
        raise ValueError("A name is made of letters, numbers, signs and spaces.")
    if plain.isdigit() or plain.casefold() in RESERVED:
        raise ValueError(f"“{plain}” means something else here; write a longer name.")
    return plain


def one_of(text: str, words: Mapping[str, T], *, exactly: bool = False) -> T:
    """What a word stands for; only of a name it matters how its letters are written."""
    if (word := text if exactly else text.casefold()) in words:
        return words[word]
    raise ValueError(f"“{shown(text)}” is none of {', '.join(words)}.")


def yes(text: str) -> bool:
    return one_of(text, {"yes": True, "no": False, "true": True, "false": False})


def count(text: str) -> int:
    """A small number of tokens."""
    if re.fullmatch(r"[0-9]{1,2}", text, re.ASCII):
        return int(text)
    raise ValueError(f"“{shown(text)}” is no small number.")


def stick(text: str) -> Described:
    """A stick by any of window, place, length and colour, in any order: `3 long red`."""
    found = _sorted(text, window=_NUMBERS, place=_PLACES, colour=_COLOURS)
    place, window, colour = found.get("place"), found.get("window"), found.get("colour")
    slot = place if isinstance(place, Slot) else None
    length = place if isinstance(place, Length) else slot.length if slot else None
    return Described(
        window=window,
        slot=Slot.LONG if length is Length.LONG else slot,
        length=length,
        colour=colour,
    )


def prisoner(text: str) -> Freed:
    """A prisoner by where he stood, perhaps with his kind: `3 left forger`."""
    found = _sorted(text, window=_NUMBERS, position=_POSITIONS, kind=_KINDS)
    if "window" not in found or "position" not in found:
        raise ValueError("Who escaped is written by window and side, as “3 left”.")
    return Freed(window=found["window"], position=found["position"], kind=found.get("kind"))


def _sorted(text: str, **sorts: Mapping[str, Any]) -> dict[str, Any]:
    """Words by what they are; `unknown` says nothing, and no sort comes twice."""
    found: dict[str, Any] = {}
    for word in text.casefold().split():
        if word == "unknown":
            continue
        sort = next((sort for sort, words in sorts.items() if word in words), None)
        if sort is None:
            raise ValueError(f"“{shown(word)}” is no {', no '.join(sorts)}.")
        if sort in found:
            raise ValueError(f"“{shown(text)}” gives more than one {sort}.")
        found[sort] = sorts[sort][word]
    return found


def window(text: str) -> int:
    if text in _NUMBERS:
        return _NUMBERS[text]
    raise ValueError(f"“{shown(text)}” is no window; they are numbered 1 to {WINDOWS}.")


def dealt(text: str) -> Dealt:
    """What lay in a window: `forger spy / red blue green`, left before right, the long one last."""
    prisoners, slash, sticks = text.casefold().partition("/")
    if not slash:
        raise ValueError("A window is written as “forger spy / red blue green”.")
    return Dealt(
        prisoners=_in_order(prisoners, list(Position), _KINDS, "two prisoners, left and right"),
        sticks=_in_order(sticks, list(Slot), _COLOURS, "three sticks: left, right and long"),
    )


def _in_order(text: str, spots: list[S], known: Mapping[str, T], these: str) -> dict[S, T | None]:
    words = text.split()
    if words == ["unknown"]:
        words *= len(spots)
    if len(words) != len(spots):
        raise ValueError(f"Before and after the slash stand {these}.")
    return {
        spot: None if word == "unknown" else one_of(word, known)
        for spot, word in zip(spots, words, strict=True)
    }


def nothing_dealt() -> Dealt:
    """A window of which nothing is known."""
    return dealt("unknown / unknown")
