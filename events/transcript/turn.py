"""One turn of a transcript, ruled as far as it is known (T1 to T6, E1 to E3).

What follows is checked against the rules; the game goes on as it is written. Where nothing
is written it goes on as the rules say, from what is written.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from events.board import SeatNo, Value
from events.catalogue import Verdict
from events.findings import settling
from events.rulebook import AfterEscape
from events.transcript import notes as words
from events.transcript.acts import Acts, acted
from events.transcript.hands import Tokens
from events.transcript.known_board import Cell, after_turn, freed, without
from events.transcript.maybe import Maybe, agreed, some
from events.transcript.notes import Notes
from events.transcript.passing import Case, Seats, Start, cases, held, start
from events.transcript.table import Table, ended, taken
from events.transcript.values import Turn

Verdicts = tuple[Verdict, ...]
Out = dict[Cell, Maybe]

_PAYING = ("A2", "A3", "ruling:token_payment")
_LIME = "the holder of the Lime"
_MASK = "the wearer of the mask"


class _Side(Value, frozen=True, kw_only=True):
    """How a turn ended, by the rules or as it is written: who escaped, to whom, and what then."""

    out: Out
    taker: SeatNo | None
    ways: list[Case]


def played(table: Table, turn: Turn, notes: Notes) -> Table:
    """The table after a turn."""
    starts = _starts(table, turn, notes)
    acts = acted(table, turn, starts, notes)
    verdicts = _verdict(table, turn, starts, acts, notes)
    table, outs = _escapes(table, turn, starts, acts, notes)
    rule, fact = (
        cases(table.options, starts, possible, _happened(out))
        for possible, out in zip(verdicts, outs, strict=True)
    )
    by_rule = agreed(way.taken_by for way in rule)
    taker = _taker(turn, by_rule, fact, _cited(rule, acts), notes)
    ruled = _Side(
        out=outs[0],
        taker=taker if by_rule is None else by_rule,
        ways=[way for way in rule if way.taken_by == taker] or rule,
    )
    written = _Side(
        out=outs[1],
        taker=taker,
        ways=[way for way in fact if way.taken_by == taker]
        or cases(table.options, starts, verdicts[1], _happened(outs[1]), taker),
    )
    notes.see("after_escape", _by_reading(table, ruled.ways))
    table = _passed(table, turn, ruled.ways, written.ways, notes)
    return _ended(table, turn, acts, ruled, written, notes)


def _starts(table: Table, turn: Turn, notes: Notes) -> list[Start]:
    lime = _began("removed_by", "T2", _LIME, table, turn.removed_by, table.lime, notes)
    mask = _began("answered_by", "T3", _MASK, table, turn.answered_by, table.mask, notes)
    if lime is not None and lime == mask:
        sentence = "Nobody holds the Lime and wears the mask at once."
        notes.fault("answered_by", ("T6",), notes.player(mask), None, sentence)
        mask = None
    left = leavers(table.seats, turn.left, notes)
    ways = held(lime, mask, table.seats) or held(None, None, table.seats)
    for subject, seats in ((_LIME, {w.lime for w in ways}), (_MASK, {w.mask for w in ways})):
        if len(seats) > 1:
            notes.undecided(subject)
    return [start(cards, table.seats, left) for cards in ways]


def _began(
    field: str,
    clause: str,
    subject: str,
    table: Table,
    recorded: SeatNo | None,
    expected: SeatNo | None,
    notes: Notes,
) -> SeatNo | None:
    """Who had the card when the turn began; nobody can decide what nobody wrote."""
    if recorded is not None and recorded not in table.seats:
        sentence = f"{notes.player(recorded)} had left the game."
        notes.fault(field, ("H2",), notes.player(recorded), None, sentence)
        return expected
    if recorded is None or expected is None:
        return expected if recorded is None else recorded
    return notes.seat(field, subject, recorded, expected, (clause, *table.passing))


def leavers(seats: Seats, left: Seats, notes: Notes) -> Seats:
    """Those of the leavers who were still there to leave (H2)."""
    there = tuple(seat for seat in dict.fromkeys(left) if seat in seats)
    if len(there) < len(left):
        said = [notes.player(seat) for seat in left]
        notes.fault("left", ("H2",), said, None, "Nobody leaves a game twice.")
    return there


def _verdict(
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


def _escapes(
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


def _happened(out: Out) -> tuple[bool, ...]:
    """Whether anybody escaped, both where it is not known."""
    happened = some(out.values())
    return (True, False) if happened is None else (happened,)


def _taker(
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


def _cited(ways: Iterable[Case], acts: Acts) -> tuple[str, ...]:
    return (*acts.clauses, *(clause for way in ways for clause in way.clauses))


def _by_reading(table: Table, ways: list[Case]) -> dict[str, Maybe]:
    """Whether Lime and mask had gone elsewhere by another reading of `after_escape` (E3)."""
    return {
        reading.value: agreed(_differ(way, reading) for way in ways)
        for reading in AfterEscape
        if reading is not table.options.after_escape
    }


def _differ(way: Case, reading: AfterEscape) -> bool:
    other = way.otherwise[reading]
    return (way.cards.lime, way.cards.mask) != (other.lime, other.mask)


def _passed(table: Table, turn: Turn, ways: list[Case], others: list[Case], notes: Notes) -> Table:
    clauses = tuple(clause for way in ways for clause in way.clauses)
    limes = {way.cards.lime for way in ways}
    lime = notes.seat("lime", _LIME, turn.lime, agreed(limes), settling("lime", clauses))
    if lime in limes:
        ways = [way for way in ways if way.cards.lime == lime]
    masks = {way.cards.mask for way in ways}
    notes.seat("mask", _MASK, turn.mask, agreed(masks), settling("mask", clauses))
    return replace(
        table,
        lime=turn.lime or agreed(way.cards.lime for way in others),
        mask=turn.mask or agreed(way.cards.mask for way in others),
        passing=clauses,
    )


def _ended(
    table: Table, turn: Turn, acts: Acts, ruled: _Side, written: _Side, notes: Notes
) -> Table:
    after = replace(
        table,
        seats=tuple(seat for seat in table.seats if seat not in turn.left),
        board=without(table.board, acts.gone),
        tokens=_tokens(turn, acts, notes),
    )
    by_rule, after = taken(after, ruled.out, ruled.taker), taken(after, written.out, written.taker)
    resolved = any(way.verdict for way in ruled.ways)
    end = ended(after, written.taker, resolved)
    if end.over is None:
        notes.undecided("whether the game was over")
    return replace(
        after,
        board=after_turn(after.board, written.out),
        end=end,
        ruled=ended(by_rule, ruled.taker, resolved),
    )


def _tokens(turn: Turn, acts: Acts, notes: Notes) -> Tokens:
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
