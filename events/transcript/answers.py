"""Whether an answer was right, as far as stick and answer are known (T3, A3)."""

from msgspec.structs import replace

from events.board import Place, Value
from events.rulebook import DoubleAnswer
from events.transcript.known_board import KnownBoard
from events.transcript.maybe import Maybe, every, some
from events.transcript.removals import Removal, Took, matches
from events.transcript.values import Described, Second, Turn

Answer = tuple[Described, ...]


def right(board: KnownBoard, gone: Removal, answer: Answer | None, reading: DoubleAnswer) -> Maybe:
    """Whether an answer names what went; none given is a wrong one (H1)."""
    if answer == ():
        return False
    if answer is None or gone.double is None or misnumbered(gone, answer, reading):
        return None
    hits = [[_hit(board, stick, took) for took in gone.took] for stick in answer]
    if not gone.double or reading is DoubleAnswer.EITHER:
        return some(hit for row in hits for hit in row)
    (a, b), (c, d) = hits
    return some((every((a, d)), every((b, c))))


def misnumbered(gone: Removal, answer: Answer, reading: DoubleAnswer) -> tuple[str, ...]:
    """The clause against the number of sticks named; none where it is in order."""
    if not answer or gone.double is None:
        return ()
    if not gone.double:
        return () if len(answer) == 1 else ("T3",)
    if reading is DoubleAnswer.BOTH and len(answer) != 2:
        return ("ruling:double_answer",)
    return ()


def _hit(board: KnownBoard, named: Described, took: Took) -> Maybe:
    """Whether a named stick is this one, wherever it can have lain."""
    if not took.places:
        return matches(named, took.stick)
    found = {_at(board, named, took, place) for place in took.places}
    return found.pop() if len(found) == 1 else None


def _at(board: KnownBoard, named: Described, took: Took, place: Place) -> Maybe:
    there = board.described(place)
    return matches(named, replace(there, colour=took.stick.colour or there.colour))


class Answered(Value, frozen=True, kw_only=True):
    """What the answers of a turn come to; `paid` whether there was a second one (A3)."""

    right: Maybe
    paid: Maybe
    wrongly: bool = False
    """A second answer or a decline is written where there was none to give."""


def answered(first: Maybe, second: Maybe, turn: Turn, possible: Maybe) -> Answered:
    """Both answers together; `possible` whether there could be a second after a wrong first."""
    match turn.second_answer:
        case Second.NONE:
            return Answered(right=first, paid=False)
        case Second.DECLINED:
            wrongly = first is True or possible is False
            return Answered(right=first if wrongly else False, paid=False, wrongly=wrongly)
        case None:
            return _unwritten(first, possible)
    wrongly = first is True or possible is False
    return Answered(right=True if first else second, paid=True, wrongly=wrongly)


def _unwritten(first: Maybe, possible: Maybe) -> Answered:
    if first or possible is False:
        return Answered(right=first, paid=False)
    return Answered(right=None, paid=None)
