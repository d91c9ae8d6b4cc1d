"""The board as far as it is known: which sticks lie where, and who still stands behind them."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from events.board import Colour, Kind, Place, Position, Slot, Value
from events.rulebook import Options
from events.transcript.maybe import Maybe, every, some
from events.transcript.values import Dealt, Described, Freed

STICKS = 36

Cell = tuple[int, Position]
"""A prisoner by window and side."""


class KnownBoard(Value, frozen=True, kw_only=True):
    """`there` and `inside` say of each stick and each prisoner whether they are still there.

    Between `fewest` and `most` sticks are gone.
    """

    colours: dict[Place, Colour | None]
    kinds: dict[Cell, Kind | None]
    there: dict[Place, Maybe]
    inside: dict[Cell, Maybe]
    fewest: int = 0
    most: int = 0

    @property
    def emptied(self) -> Maybe:
        """Whether no stick is left (H3)."""
        if self.fewest >= STICKS:
            return True
        return False if self.most < STICKS else every(_no(there) for there in self.there.values())

    def described(self, place: Place) -> Described:
        colour = self.colours[place]
        return Described(
            window=place.window, slot=place.slot, length=place.slot.length, colour=colour
        )

    def prisoner(self, cell: Cell) -> Freed:
        return Freed(window=cell[0], position=cell[1], kind=self.kinds[cell])


def _no(maybe: Maybe) -> Maybe:
    return None if maybe is None else not maybe


def dealt(windows: tuple[Dealt, ...]) -> KnownBoard:
    """The board before the first turn."""
    numbered = list(enumerate(windows, 1))
    colours = {Place(window=w, slot=s): d.sticks[s] for w, d in numbered for s in Slot}
    kinds = {(w, p): d.prisoners[p] for w, d in numbered for p in Position}
    return KnownBoard(
        colours=colours,
        kinds=kinds,
        there=dict.fromkeys(colours, True),
        inside=dict.fromkeys(kinds, True),
    )


def miscounted(board: KnownBoard, options: Options) -> Iterator[tuple[str, int, int]]:
    """What is on the board oftener than it is in the box: what, how often, how often at most."""
    sticks = [(place.slot.length, colour) for place, colour in board.colours.items() if colour]
    for length, colour in sorted(set(sticks)):
        most = 7 if length == "short" else 4
        if (there := sticks.count((length, colour))) > most:
            yield f"{length} {colour}", there, most
    kinds = [kind for kind in board.kinds.values() if kind]
    for place, kind in enumerate(Kind):
        most = 24 // options.kinds if place < options.kinds else 0
        if (there := kinds.count(kind)) > most:
            yield kind.value, there, most


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


def covers(cell: Cell) -> tuple[Place, Place]:
    """The two places of the sticks that cover a prisoner (S2)."""
    window, position = cell
    own = Slot.LEFT if position is Position.LEFT else Slot.RIGHT
    return Place(window=window, slot=own), Place(window=window, slot=Slot.LONG)


def freed(before: KnownBoard, gone: Removal) -> dict[Cell, Maybe]:
    """Of each prisoner, whether this removal let them escape (E1)."""
    after = without(before, gone)
    return {cell: _freed(before, after, gone, cell) for cell in before.inside}


def _freed(before: KnownBoard, after: KnownBoard, gone: Removal, cell: Cell) -> Maybe:
    over = covers(cell)
    held = some(after.there[place] for place in over)
    could = gone.can_touch(over)
    firm = sum(before.there[place] is True for place in over)
    if before.inside[cell] is False or held or could < max(firm, 1):
        return False
    certain = before.inside[cell] or gone.touches(over)
    return True if held is False and certain else None


def after_turn(board: KnownBoard, out: dict[Cell, Maybe]) -> KnownBoard:
    """The board once those who escaped are off it, and what that tells of the sticks."""
    inside, there = dict(board.inside), dict(board.there)
    for cell, escaped in out.items():
        over = covers(cell)
        if escaped is not False:
            inside[cell] = False if escaped else None
        elif any(there[place] for place in over):
            inside[cell] = True
        if escaped:
            there |= {place: False for place in over if there[place] is None}
        elif inside[cell]:
            there |= _still(there, over)
    return replace(board, there=there, inside=inside)


def _still(there: dict[Place, Maybe], over: tuple[Place, Place]) -> dict[Place, Maybe]:
    """Whoever is still inside is covered: by the other stick, where one is gone."""
    own, long = over
    if there[own] is False and there[long] is None:
        return {long: True}
    return {own: True} if there[long] is False and there[own] is None else {}
