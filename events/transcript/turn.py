"""One turn of a transcript, ruled as far as it is known (T1 to T6, E1 to E3).

What follows is checked against the rules; the game goes on as it is written. Where nothing
is written it goes on as the rules say, from what is written.
"""

from msgspec.structs import replace

from events.board import SeatNo, Value
from events.findings import settling
from events.rulebook import AfterEscape
from events.transcript.acts import Acts, acted
from events.transcript.consequences import (
    LIME,
    MASK,
    cited,
    escapes_of,
    passing_of,
    taker_of,
    tokens_of,
    verdict_of,
)
from events.transcript.escapes import Out, after_turn
from events.transcript.maybe import Maybe, agreed, some
from events.transcript.notes import Notes
from events.transcript.passing import Case, Seats, Start, cases, held, start
from events.transcript.removals import without
from events.transcript.table import Table, ended, taken
from events.transcript.values import Turn


class _Side(Value, frozen=True, kw_only=True):
    """How a turn ended, by the rules or as it is written: who escaped, to whom, and what then."""

    out: Out
    taker: SeatNo | None
    ways: list[Case]


def played(table: Table, turn: Turn, notes: Notes) -> Table:
    """The table after a turn."""
    starts = _starts(table, turn, notes)
    acts = acted(table, turn, starts, notes)
    verdicts = verdict_of(table, turn, starts, acts, notes)
    table, outs = escapes_of(table, turn, starts, acts, notes)
    rule, fact = (
        cases(table.options, starts, possible, _happened(out))
        for possible, out in zip(verdicts, outs, strict=True)
    )
    by_rule = agreed(way.taken_by for way in rule)
    taker = taker_of(turn, by_rule, fact, cited(rule, acts), notes)
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
    table = passing_of(table, turn, ruled.ways, written.ways, notes)
    return _ended(table, turn, acts, ruled, written, notes)


def _starts(table: Table, turn: Turn, notes: Notes) -> list[Start]:
    found = notes.found
    lime = _began("removed_by", "T2", LIME, table, turn.removed_by, table.lime, notes)
    mask = _began("answered_by", "T3", MASK, table, turn.answered_by, table.mask, notes)
    if mask is not None and lime == mask:
        if notes.found == found:
            notes.both("answered_by", mask)
        mask = None
    left = leavers(table.seats, turn.left, notes)
    ways = held(lime, mask, table.seats) or held(None, None, table.seats)
    for subject, seats in ((LIME, {w.lime for w in ways}), (MASK, {w.mask for w in ways})):
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
    settled = settling("lime" if subject == LIME else "mask", table.passing)
    return notes.seat(field, subject, recorded, expected, (clause, *settled))


def leavers(seats: Seats, left: Seats, notes: Notes) -> Seats:
    """Those of the leavers who were still there to leave (H2)."""
    there = tuple(seat for seat in dict.fromkeys(left) if seat in seats)
    if len(there) < len(left):
        said = [notes.player(seat) for seat in left]
        notes.fault("left", ("H2",), said, None, "Nobody leaves a game twice.")
    return there


def _happened(out: Out) -> tuple[bool, ...]:
    """Whether anybody escaped, both where it is not known."""
    happened = some(out.values())
    return (True, False) if happened is None else (happened,)


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


def _ended(
    table: Table, turn: Turn, acts: Acts, ruled: _Side, written: _Side, notes: Notes
) -> Table:
    after = replace(
        table,
        seats=tuple(seat for seat in table.seats if seat not in turn.left),
        board=without(table.board, acts.gone),
        tokens=tokens_of(turn, acts, notes),
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
