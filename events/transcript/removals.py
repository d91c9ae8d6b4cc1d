"""Which sticks went in a turn, as far as what is written and the board tell together (T2)."""

from collections.abc import Iterable

from msgspec.structs import replace

from events.board import Place, Value
from events.transcript.known_board import STICKS, KnownBoard
from events.transcript.maybe import Maybe, every
from events.transcript.values import Described


class Took(Value, frozen=True, kw_only=True):
    """One removed stick: how it is described, and every place where it can have lain."""

    stick: Described
    places: tuple[Place, ...]

    @property
    def place(self) -> Place | None:
        return self.places[0] if len(self.places) == 1 else None


class Removal(Value, frozen=True, kw_only=True):
    """The sticks of a turn; `double` is None where nobody knows if there were two."""

    took: tuple[Took, ...]
    double: Maybe

    def can_touch(self, places: Iterable[Place]) -> int:
        """How many of the sticks can have lain at these places."""
        wanted = set(places)
        return sum(not wanted.isdisjoint(took.places) for took in self.took)

    def touches(self, places: Iterable[Place]) -> bool:
        """Whether one of the sticks certainly lay at one of these places."""
        wanted = set(places)
        return any(took.place in wanted for took in self.took)


def removal(board: KnownBoard, sticks: tuple[Described, ...] | None, double: Maybe) -> Removal:
    """What went, as far as what is written and the board tell together (T2)."""
    if sticks is None:
        sticks = (Described(),) if double is False else (Described(), Described())
    fits = [fitting(board, stick) for stick in sticks]
    if len(fits) == 2 and double:
        fits = _apart(*fits)
    took = (Took(stick=s, places=tuple(f)) for s, f in zip(sticks, fits, strict=True))
    return Removal(took=tuple(took), double=double)


def fitting(board: KnownBoard, stick: Described) -> list[Place]:
    """Every place where a stick like this can still lie."""
    return [place for place in board.there if _fits(board, place, stick)]


def _fits(board: KnownBoard, place: Place, stick: Described) -> bool:
    if board.there[place] is False or stick.slot not in (None, place.slot):
        return False
    return matches(stick, board.described(place)) is not False


def _apart(one: list[Place], two: list[Place]) -> list[list[Place]]:
    """Two sticks never lay in the same place."""
    if len(one) == 1:
        return [one, [place for place in two if place not in one]]
    if len(two) == 1:
        return [[place for place in one if place not in two], two]
    return [one[:1], one[1:]] if one == two and len(one) == 2 else [one, two]


def matches(one: Described, other: Described) -> Maybe:
    """Whether two descriptions agree in what an answer has to name (T3)."""
    pairs = ((getattr(one, n), getattr(other, n)) for n in ("window", "length", "colour"))
    return every(None if a is None or b is None else a == b for a, b in pairs)


def without(board: KnownBoard, gone: Removal) -> KnownBoard:
    """The board after a removal, its prisoners as they were."""
    there = dict(board.there)
    for took in gone.took:
        for place in took.places:
            there[place] = False if took.place else None
    least = 2 if gone.double else 1
    fewest = board.fewest + min(least, sum(bool(took.places) for took in gone.took))
    if fewest >= STICKS:
        there = dict.fromkeys(there, False)
    most = board.most + len(gone.took)
    return replace(board, there=there, fewest=fewest, most=most)
