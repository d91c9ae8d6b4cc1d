"""What was done in a turn: the removal, the answers, and what was paid for them."""

from collections.abc import Sequence

from msgspec.structs import replace

from events.board import SeatNo, Value
from events.rulebook import DoubleAnswer, TokenPayment
from events.transcript import notes as words
from events.transcript.answers import Answer, Answered, answered, misnumbered, right
from events.transcript.hands import Tokens, paid
from events.transcript.known_board import STICKS, KnownBoard
from events.transcript.maybe import Maybe, agreed, some
from events.transcript.notes import Notes
from events.transcript.passing import Start
from events.transcript.removals import Removal, Took, fitting, removal
from events.transcript.table import Table
from events.transcript.values import NOBODY, Turn


class Acts(Value, frozen=True, kw_only=True):
    """`right` as the answers alone tell; `clauses` are those that the acts fall under."""

    gone: Removal
    right: Maybe
    tokens: Tokens
    clauses: tuple[str, ...]


def acted(table: Table, turn: Turn, starts: Sequence[Start], notes: Notes) -> Acts:
    """What was done, with the faults that are in it."""
    gone, tokens = _removed(table, turn, starts, notes)
    answers, tokens = _answered(replace(table, tokens=tokens), turn, gone, starts, notes)
    notes.see("token_payment", _by_payment(table, some((gone.double, answers.paid))))
    clauses = ["T2", "T3"]
    if gone.double is not False:
        clauses += ["A2", "ruling:double_answer", "ruling:token_payment"]
    if answers.paid is not False:
        clauses += ["A3", "ruling:token_payment"]
    return Acts(gone=gone, right=answers.right, tokens=tokens, clauses=tuple(clauses))


def _by_payment(table: Table, happened: Maybe) -> dict[str, Maybe]:
    return {
        reading.value: happened
        for reading in TokenPayment
        if reading is not table.options.token_payment
    }


def _removed(
    table: Table, turn: Turn, starts: Sequence[Start], notes: Notes
) -> tuple[Removal, Tokens]:
    lime, mask = agreed(s.remover for s in starts), agreed(s.wearer for s in starts)
    purse = table.tokens.get(lime) if lime else None
    double = _double(table, turn, purse)
    if double and (not table.options.advanced or purse == 0):
        why = "the one who did has no token" if table.options.advanced else "this table has none"
        sentence = f"Two sticks cost a token, and {why}."
        notes.fault("removed", ("A2",), words.sticks(turn.removed or ()), None, sentence)
    if double is None:
        notes.undecided("whether one stick went or two")
    gone = removal(table.board, turn.removed, double)
    took = tuple(one if one.places else _amiss(table.board, one, notes) for one in gone.took)
    tokens = paid(table.tokens, lime, _payee(table, mask), double)
    return replace(gone, took=took), tokens if table.options.advanced else table.tokens


def _double(table: Table, turn: Turn, purse: int | None) -> Maybe:
    """Whether two sticks went; where it is not written, only if it cannot be is it known."""
    if turn.removed is not None:
        return len(turn.removed) == 2
    cannot = not table.options.advanced or purse == 0 or STICKS - table.board.fewest < 2
    return False if cannot else None


def _payee(table: Table, opponent: SeatNo | None) -> SeatNo | None:
    return NOBODY if table.options.token_payment is TokenPayment.BOX else opponent


def _amiss(board: KnownBoard, took: Took, notes: Notes) -> Took:
    """A stick that cannot have been there; one of another colour is taken in its place (T2)."""
    places = fitting(board, replace(took.stick, colour=None))
    there = words.stick(board.described(places[0])) if len(places) == 1 else None
    sentence = f"There was no stick {words.stick(took.stick)} on the board" + (
        f", but {there}." if there else "."
    )
    notes.fault("removed", ("T2",), words.stick(took.stick), there, sentence)
    return replace(took, places=tuple(places)) if there else took


def _answered(
    table: Table, turn: Turn, gone: Removal, starts: Sequence[Start], notes: Notes
) -> tuple[Answered, Tokens]:
    wearer = agreed(s.wearer for s in starts)
    possible = _possible(table, turn, starts, wearer)
    second = turn.second_answer if isinstance(turn.second_answer, tuple) else None
    for field, answer in (("answer", turn.answer), ("second_answer", second)):
        _count(table, gone, field, answer, notes)
    first, again = (_right(table, gone, answer) for answer in (turn.answer, second))
    answers = answered(first, again, turn, possible)
    if answers.wrongly:
        sentence = "A second answer follows a wrong first one, and costs a token."
        said = words.sticks(second) if second else "declined"
        notes.fault("second_answer", ("A3",), said, "none", sentence)
    if answers.paid is None:
        notes.undecided("whether there was a second answer")
    _by_answer(table, turn, gone, answers, notes)
    payee = _payee(table, agreed(s.cards.lime for s in starts))
    sure = False if answers.wrongly else answers.paid
    return answers, paid(table.tokens, wearer, payee, sure)


def _possible(table: Table, turn: Turn, starts: Sequence[Start], wearer: SeatNo | None) -> Maybe:
    """Whether the wearer could answer twice, had the first answer been wrong (A3)."""
    if not table.options.advanced or turn.answer == ():
        return False
    if turn.second_answer is None and all(s.unresolved or s.quit for s in starts):
        return False
    purse = table.tokens.get(wearer) if wearer else None
    return None if purse is None else purse > 0


def _right(
    table: Table, gone: Removal, answer: Answer | None, reading: DoubleAnswer | None = None
) -> Maybe:
    return right(table.board, gone, answer, reading or table.options.double_answer)


def _count(table: Table, gone: Removal, field: str, answer: Answer | None, notes: Notes) -> None:
    clause = misnumbered(gone, answer or (), table.options.double_answer)
    if clause:
        sentence = "An answer names as many sticks as went."
        notes.fault(field, clause, words.sticks(answer or ()), None, sentence)


def _by_answer(table: Table, turn: Turn, gone: Removal, answers: Answered, notes: Notes) -> None:
    """Whether another reading of `double_answer` would have ruled otherwise on an answer."""
    given = [turn.answer]
    if answers.paid is not False:
        given.append(turn.second_answer if isinstance(turn.second_answer, tuple) else None)
    for reading in DoubleAnswer:
        if reading is not table.options.double_answer:
            changed = some(_changed(table, gone, answer, reading) for answer in given)
            notes.see("double_answer", {reading.value: changed})


def _changed(table: Table, gone: Removal, answer: Answer | None, reading: DoubleAnswer) -> Maybe:
    if gone.double is False or answer == ():
        return False
    if answer is None or gone.double is None:
        return None
    if misnumbered(gone, answer, reading):
        return True
    one, other = _right(table, gone, answer), _right(table, gone, answer, reading)
    return None if one is None or other is None else one != other
