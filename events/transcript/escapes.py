"""Who escaped in a turn, as far as the sticks are known (E1)."""

from msgspec.structs import replace

from events.board import Place, Position, Slot
from events.transcript.known_board import Cell, KnownBoard
from events.transcript.maybe import Maybe, some
from events.transcript.removals import Removal, without

Out = dict[Cell, Maybe]
"""Of each prisoner, whether they escaped in a turn."""


def covers(cell: Cell) -> tuple[Place, Place]:
    """The two places of the sticks that cover a prisoner (S2)."""
    window, position = cell
    own = Slot.LEFT if position is Position.LEFT else Slot.RIGHT
    return Place(window=window, slot=own), Place(window=window, slot=Slot.LONG)


def freed(before: KnownBoard, gone: Removal) -> Out:
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


def after_turn(board: KnownBoard, out: Out) -> KnownBoard:
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
