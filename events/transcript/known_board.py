"""The board as far as it is known: which sticks lie where, and who still stands behind them."""

from collections.abc import Iterator

from events.board import Colour, Kind, Place, Position, Slot, Value
from events.rulebook import Options
from events.transcript.maybe import Maybe, every
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
