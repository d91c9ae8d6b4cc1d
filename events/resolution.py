"""How a turn ends: who escaped, who takes them, where Lime and mask go, who has won."""

from events.board import Prisoner, SeatNo, Value, has_sticks, uncovered
from events.catalogue import Phase, Verdict, WonBy
from events.game import Game, next_seat, winning
from events.rulebook import AfterEscape, cite


class Cards(Value, frozen=True, kw_only=True):
    """Who holds Lime and mask, and the clauses that brought them there."""

    lime: SeatNo
    mask: SeatNo
    clauses: tuple[str, ...] = ()


class Ending(Value, frozen=True, kw_only=True):
    """What the end of a turn does; `clauses` are not yet in the order of the rules."""

    escaped: tuple[Prisoner, ...]
    taken_by: SeatNo | None
    cards: Cards
    winner: SeatNo | None
    won_by: WonBy | None
    phase: Phase | None
    clauses: tuple[str, ...]


def ending(game: Game, verdict: Verdict, seats: tuple[SeatNo, ...]) -> Ending:
    """The end of the turn by a verdict, `seats` being in play (E1, E2, T4 to T6, W1, H2, H3)."""
    escaped = uncovered(game.board or ())
    taker = taker_of(game, verdict, seats) if escaped else None
    cards = passed(game, verdict, taker, seats)
    clauses = cards.clauses
    if escaped:
        clauses += ("E1",) if taker is None else ("E1", "E2", "ruling:after_escape")
    won_by = _won_by(game, taker, escaped)
    if won_by is not None:
        clauses += ("W1",)
    emptied = won_by is None and not has_sticks(game.board or ())
    return Ending(
        escaped=escaped,
        taken_by=taker,
        cards=cards,
        winner=taker if won_by else None,
        won_by=won_by,
        phase=None if won_by or emptied else Phase.MASK,
        clauses=(*clauses, "H3") if emptied else clauses,
    )


def taker_of(game: Game, verdict: Verdict, seats: tuple[SeatNo, ...]) -> SeatNo | None:
    """Who takes the prisoners (E2): nobody after a leaver's removal and a wrong answer (H2)."""
    if verdict is Verdict.RIGHT:
        return game.mask
    return game.remover if game.remover in seats else None


def _won_by(game: Game, taker: SeatNo | None, escaped: tuple[Prisoner, ...]) -> WonBy | None:
    player = game.player(taker) if taker is not None else None
    return winning(player.prisoners + escaped) if player else None


def passed(game: Game, verdict: Verdict, taker: SeatNo | None, seats: tuple[SeatNo, ...]) -> Cards:
    """Where Lime and mask go, by the table's reading where a taker takes an escape (E3)."""
    held = held_cards(game)
    reading = AfterEscape.AS_USUAL if taker is None else game.options.after_escape
    match reading:
        case AfterEscape.STAY:
            return held
        case AfterEscape.TAKER_LEADS if taker is not None:
            return Cards(lime=taker, mask=next_seat(taker, seats, over=taker) or held.mask)
    if verdict is Verdict.RIGHT:
        left = next_seat(held.mask, seats) or held.mask
        return Cards(lime=held.mask, mask=left, clauses=("T5",))
    return mask_passed(held, seats, "T4")


def held_cards(game: Game) -> Cards:
    """Lime and mask as they are; raises ValueError before the start."""
    if game.lime is None or game.mask is None:
        raise ValueError("a game that has not started has no Lime and no mask")
    return Cards(lime=game.lime, mask=game.mask)


def mask_passed(cards: Cards, seats: tuple[SeatNo, ...], *clauses: str) -> Cards:
    """The mask with the next seat that does not hold the Lime, or where it is (T6)."""
    to = next_seat(cards.mask, seats, over=cards.lime)
    if to is None:
        return Cards(lime=cards.lime, mask=cards.mask, clauses=cards.clauses + clauses)
    over = ("T6",) if next_seat(cards.mask, seats) == cards.lime else ()
    return Cards(lime=cards.lime, mask=to, clauses=cards.clauses + clauses + over)


def without(cards: Cards, leaver: SeatNo, seats: tuple[SeatNo, ...]) -> Cards:
    """Cards after one still with the leaver has gone on to the next seat without the other (H2)."""
    if cards.mask == leaver:
        return mask_passed(cards, seats)
    if cards.lime == leaver:
        to = next_seat(leaver, seats, over=cards.mask)
        return Cards(lime=leaver if to is None else to, mask=cards.mask, clauses=cards.clauses)
    return cards


def leaving(game: Game, leaver: SeatNo) -> tuple[Ending, bool]:
    """What a seat's leaving does to a running game, and whether it resolves the turn (H2)."""
    seats = tuple(seat for seat in game.in_play if seat != leaver)
    resolves = game.mask == leaver and bool(game.removed)
    ended = ending(game, Verdict.WRONG, seats) if resolves else _unresolved(game)
    cards = without(ended.cards, leaver, seats)
    winner, won_by, phase = ended.winner, ended.won_by, ended.phase
    clauses = (*ended.clauses, *cards.clauses, "H2")
    if winner is None and len(seats) == 1:
        winner, won_by, phase = seats[0], WonBy.LAST_IN_PLAY, None
        clauses = tuple(clause for clause in clauses if clause != "H3")
    elif phase is not None and cards.mask != game.mask:
        phase = Phase.MASK
    return (
        Ending(
            escaped=ended.escaped,
            taken_by=ended.taken_by,
            cards=cards,
            winner=winner,
            won_by=won_by,
            phase=phase,
            clauses=cite(clauses),
        ),
        resolves,
    )


def _unresolved(game: Game) -> Ending:
    return Ending(
        escaped=(),
        taken_by=None,
        cards=held_cards(game),
        winner=None,
        won_by=None,
        phase=game.phase,
        clauses=(),
    )
