"""What follows from the acts of a turn, checked against what is written of it."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from events.board import SeatNo
from events.catalogue import Verdict
from events.findings import settling
from events.transcript import notes as words
from events.transcript.acts import Acts
from events.transcript.escapes import Out, freed
from events.transcript.hands import Tokens
from events.transcript.maybe import Maybe, agreed
from events.transcript.notes import Notes
from events.transcript.passing import Case, Start, cases
from events.transcript.table import Table
from events.transcript.values import Turn

Verdicts = tuple[Verdict, ...]

LIME = "the holder of the Lime"
MASK = "the wearer of the mask"

_PAYING = ("A2", "A3", "ruling:token_payment")


def verdict_of(
    table: Table, turn: Turn, starts: Sequence[Start], acts: Acts, notes: Notes
) -> tuple[Verdicts, Verdicts]:
    """The verdicts that are possible by the rules, and by what is written."""
    possible = _possible(acts.right)
    found = {way.verdict for way in cases(table.options, starts, possible, (False,))}
    if found == {None}:
        return possible, possible
    expected, recorded = agreed(found), turn.verdict
    if expected is None:
        notes.undecided("whether the answer was right", recorded is not None)
        believed = possible if recorded is None else (recorded,)
        return believed, believed
    if recorded is not None and recorded is not expected:
        clauses = settling("verdict", acts.clauses)
        sentence = f"By what went and what was said, the answer was {expected}."
        notes.fault("verdict", clauses, recorded.value, expected.value, sentence)
    return (expected,), (recorded or expected,)


def _possible(right: Maybe) -> Verdicts:
    if right is None:
        return Verdict.RIGHT, Verdict.WRONG
    return (Verdict.RIGHT if right else Verdict.WRONG,)


def escapes_of(
    table: Table, turn: Turn, starts: Sequence[Start], acts: Acts, notes: Notes
) -> tuple[Table, tuple[Out, Out]]:
    """Who escaped by the rules and by what is written; the kinds written are learnt (E1)."""
    out = freed(table.board, acts.gone)
    if all(one.unresolved for one in starts):
        out = dict.fromkeys(out, False)
    if None in out.values():
        notes.undecided("who escaped", turn.escaped is not None)
    if turn.escaped is None:
        return table, (out, out)
    recorded = {(who.window, who.position): who for who in turn.escaped}
    kinds = {cell: who.kind for cell, who in recorded.items() if who.kind}
    expected: Out = {cell: cell in recorded if so is None else so for cell, so in out.items()}
    went: Out = {cell: cell in recorded for cell in out}
    known = {cell: table.board.kinds[cell] or kind for cell, kind in kinds.items()}
    if expected != went or known != kinds:
        prisoners = tuple(table.board.prisoner(cell) for cell, so in expected.items() if so)
        said, rule = words.prisoners(turn.escaped), words.prisoners(prisoners)
        sentence = f"By the sticks that are gone, {', '.join(rule) or 'nobody'} escaped."
        notes.fault("escaped", settling("escaped", ("E1",)), said, rule, sentence)
    board = replace(table.board, kinds=table.board.kinds | known)
    return replace(table, board=board), (expected, went)


def taker_of(
    turn: Turn,
    expected: SeatNo | None,
    fact: list[Case],
    cited: tuple[str, ...],
    notes: Notes,
) -> SeatNo | None:
    """Who took those who escaped, as written, or else as follows from what is (E2)."""
    if turn.taken_by is None and expected is not None:
        return agreed(way.taken_by for way in fact)
    subject, clauses = "the taker of those who escaped", settling("taken_by", cited)
    return notes.seat("taken_by", subject, turn.taken_by, expected, clauses)


def cited(ways: Iterable[Case], acts: Acts) -> tuple[str, ...]:
    return (*acts.clauses, *(clause for way in ways for clause in way.clauses))


def passing_of(table: Table, turn: Turn, rule: list[Case], fact: list[Case], notes: Notes) -> Table:
    """The table with Lime and mask where they went (T4 to T6, E3)."""
    found = notes.found
    clauses = tuple(clause for way in rule for clause in way.clauses)
    by_rule = agreed(way.cards.lime for way in rule)
    lime = notes.seat("lime", LIME, turn.lime, by_rule, settling("lime", clauses))
    by_rule = agreed(way.cards.mask for way in _with(lime, rule))
    notes.seat("mask", MASK, turn.mask, by_rule, settling("mask", clauses))
    if turn.lime is not None and turn.lime == turn.mask:
        if notes.found == found:
            notes.both("mask", turn.mask)
        return replace(table, lime=turn.lime, mask=None, passing=clauses)
    lime = turn.lime or agreed(way.cards.lime for way in fact)
    mask = turn.mask or agreed(way.cards.mask for way in _with(lime, fact))
    return replace(table, lime=lime, mask=mask, passing=clauses)


def _with(lime: SeatNo | None, ways: list[Case]) -> list[Case]:
    """The cases in which this seat holds the Lime, or all where none is."""
    return [way for way in ways if way.cards.lime == lime] or ways


def tokens_of(turn: Turn, acts: Acts, notes: Notes) -> Tokens:
    """The tokens after the turn, as written where they are (A1 to A3)."""
    tokens = dict(acts.tokens)
    for seat, recorded in turn.tokens.items():
        expected = tokens.get(seat)
        if recorded is not None and expected is not None and recorded != expected:
            paid = [clause for clause in acts.clauses if clause in _PAYING] or ["A1"]
            sentence = f"{notes.player(seat)} has {expected} tokens now."
            notes.fault("tokens", tuple(paid), recorded, expected, sentence)
        tokens[seat] = expected if recorded is None else recorded
    return tokens
