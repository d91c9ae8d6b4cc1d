"""How a game stands between two turns, as far as it is known."""

from msgspec.structs import replace

from events.board import SeatNo, Value
from events.catalogue import WonBy
from events.rulebook import Options
from events.transcript.hands import Hand, Tokens
from events.transcript.known_board import Cell, KnownBoard
from events.transcript.maybe import Maybe
from events.transcript.values import NOBODY


class Table(Value, frozen=True, kw_only=True):
    """`passing` are the clauses by which Lime and mask came where they are.

    Once the game is over, `winner` is NOBODY where it is known that nobody won.
    """

    options: Options
    seats: tuple[SeatNo, ...]
    lime: SeatNo | None
    mask: SeatNo | None
    board: KnownBoard
    tokens: Tokens
    hands: dict[SeatNo, Hand]
    passing: tuple[str, ...] = ("S4",)
    over: Maybe = False
    winner: SeatNo | None = NOBODY
    won_by: WonBy | None = None


def taken(table: Table, out: dict[Cell, Maybe], taker: SeatNo | None) -> Table:
    """The table once whoever takes them holds those who escaped (E2)."""
    certain = tuple(table.board.prisoner(cell) for cell, escaped in out.items() if escaped)
    perhaps = tuple(table.board.prisoner(cell) for cell, escaped in out.items() if escaped is None)
    hands = dict(table.hands)
    for seat in table.seats if taker is None else (taker,):
        if hand := hands.get(seat):
            held = hand.held + (certain if taker else ())
            hands[seat] = Hand(
                held=held, perhaps=hand.perhaps + perhaps + (() if taker else certain)
            )
    return replace(table, hands=hands)


def ended(table: Table, taker: SeatNo | None, resolved: bool) -> Table:
    """Whether the game is over by what happened in a turn, and who has won (W1, H2, H3)."""
    won, by = _won(table, taker)
    alone = len(table.seats) == 1
    if won:
        return replace(table, over=True, winner=taker, won_by=by)
    if alone:
        by = None if won is None else WonBy.LAST_IN_PLAY
        return replace(table, over=True, winner=table.seats[0], won_by=by)
    emptied = table.board.emptied if resolved else False
    winner = NOBODY if won is False else None
    over = True if emptied else None if won is None or emptied is None else False
    return replace(table, over=over, winner=winner, won_by=None)


def _won(table: Table, taker: SeatNo | None) -> tuple[Maybe, WonBy | None]:
    if taker == NOBODY:
        return False, None
    if taker is not None:
        return table.hands[taker].won()
    can = any(table.hands[seat].won()[0] is not False for seat in table.seats)
    return (None if can else False), None
