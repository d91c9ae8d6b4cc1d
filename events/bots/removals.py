"""Which stick a bot takes: whom that frees, and who will take them."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from events.board import Board, Place, Position, Prisoner, Window, places, uncovered
from events.bots.memory import drawn
from events.bots.worth import gain, held, repute
from events.rulebook import DoubleAnswer
from events.sight import Plain

TOKEN = 300
"""By how much two sticks must be better than one to be worth a token."""

NEARER = 4
"""How much less a prisoner counts who is one stick from freedom than one who is free."""


def removal(seed: str, seen: Plain) -> tuple[Place, ...]:
    """The best of what the Lime holder may take; among equals, the seed draws."""
    board: Board = seen["board"]
    left = places(board)
    turn = seen["turn"]
    draws = {p: drawn(seed, 2**32, "removal", turn, p.window, p.slot) for p in left}
    one = _best([(place,) for place in left], seen, draws)
    if "remove_two" not in seen["you"]["may"]:
        return one[1]
    two = _best(list(combinations(left, 2)), seen, draws)
    return two[1] if two[0] > one[0] + TOKEN else one[1]


def _best(
    choices: Sequence[tuple[Place, ...]], seen: Plain, draws: dict[Place, int]
) -> tuple[int, tuple[Place, ...]]:
    weighed = _Scales(seen)

    def rank(choice: tuple[Place, ...]) -> tuple[int, list[int]]:
        return weighed.worth(choice), [draws[place] for place in choice]

    best = max(choices, key=rank)
    return weighed.worth(best), best


class _Scales:
    """Weighs removals for the seat that holds the Lime."""

    def __init__(self, seen: Plain) -> None:
        self._board: Board = seen["board"]
        self._mine = held(seen, seen["you"]["seat"])
        self._wearers = held(seen, seen["mask"])
        self._right = repute(seen, seen["mask"])
        self._either = seen["options"].double_answer is DoubleAnswer.EITHER

    def worth(self, choice: tuple[Place, ...]) -> int:
        """What a removal is worth, in hundredths: whoever escapes is the wearer's if right (E2)."""
        touched = _touched(self._board, choice)
        freed, right = uncovered(touched), self._chance(len(choice))
        value = 0
        if freed:
            value = (100 - right) * gain(self._mine, freed) - right * gain(self._wearers, freed)
        return value + (50 - self._right) * self._nearer(touched) // NEARER

    def _chance(self, sticks: int) -> int:
        """How likely the wearer is right, in percent (ruling `double_answer`)."""
        if sticks == 1:
            return self._right
        if self._either:
            return 100 - (100 - self._right) ** 2 // 100
        return self._right**2 // 100

    def _nearer(self, touched: Iterable[Window]) -> int:
        """What those are worth to the Lime holder who are one stick from freedom now."""
        return sum(gain(self._mine, (near,)) for window in touched for near in _near(window))


def _touched(board: Board, choice: tuple[Place, ...]) -> Board:
    """The windows that a removal changes, as they are after it."""
    after: dict[int, Window] = {}
    for place in choice:
        window = after.get(place.window, board[place.window - 1])
        after[place.window] = window.without_stick(place.slot)
    return tuple(after.values())


def _near(window: Window) -> list[Prisoner]:
    """Prisoners of a window whom one stick alone still covers."""
    own = {Position.LEFT: window.sticks.left, Position.RIGHT: window.sticks.right}
    return [
        Prisoner(kind=kind, window=window.window, position=position)
        for position in Position
        if (kind := window.prisoner(position)) is not None
        and (own[position] is None) != (window.sticks.long is None)
    ]
