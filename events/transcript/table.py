"""How a game stands between two turns, as far as it is known."""

from msgspec.structs import replace

from events.board import SeatNo, Value
from events.catalogue import WonBy
from events.rulebook import Options
from events.transcript.escapes import Out
from events.transcript.hands import Hand, Tokens
from events.transcript.known_board import KnownBoard
from events.transcript.maybe import Maybe
from events.transcript.values import NOBODY


class End(Value, frozen=True, kw_only=True):
    """Whether a game is over, and who has won: NOBODY where it is known that nobody did."""

    over: Maybe = False
    winner: SeatNo | None = NOBODY
    won_by: WonBy | None = None


class Table(Value, frozen=True, kw_only=True):
    """`passing` are the clauses by which Lime and mask came where they are.

    `end` is how the last turn left it as written, `ruled` how the rules would have.
    """

    options: Options
    seats: tuple[SeatNo, ...]
    lime: SeatNo | None
    mask: SeatNo | None
    board: KnownBoard
    tokens: Tokens
    hands: dict[SeatNo, Hand]
    passing: tuple[str, ...] = ("S4",)
    end: End = End()
    ruled: End = End()


def taken(table: Table, out: Out, taker: SeatNo | None) -> Table:
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


def ended(table: Table, taker: SeatNo | None, resolved: bool) -> End:
    """Whether the game is over by what happened in a turn, and who has won (W1, H2, H3)."""
    won, by = _won(table, taker)
    if won:
        return End(over=True, winner=taker, won_by=by)
    if len(table.seats) == 1:
        by = None if won is None else WonBy.LAST_IN_PLAY
        return End(over=True, winner=table.seats[0], won_by=by)
    emptied = table.board.emptied if resolved else False
    over = True if emptied else None if won is None or emptied is None else False
    return End(over=over, winner=NOBODY if won is False else None)


def _won(table: Table, taker: SeatNo | None) -> tuple[Maybe, WonBy | None]:
    if taker == NOBODY:
        return False, None
    if taker is not None:
        return table.hands[taker].won()
    can = any(table.hands[seat].won()[0] is not False for seat in table.seats)
    return (None if can else False), None
