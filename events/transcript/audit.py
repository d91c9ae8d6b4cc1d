"""Audits a transcript from beginning to end: what is against the rules, what is undecided."""

from msgspec.structs import replace

from events.board import SeatNo
from events.catalogue import WonBy
from events.findings import Report
from events.game import next_seat
from events.rulebook import TOKENS
from events.transcript.hands import Hand
from events.transcript.known_board import dealt, miscounted
from events.transcript.maybe import agreed
from events.transcript.notes import Notes
from events.transcript.passing import held, leave
from events.transcript.table import End, Table
from events.transcript.turn import leavers, played
from events.transcript.values import NOBODY, Leaving, Transcript, Turn


def audit(transcript: Transcript) -> Report:
    """What the rules say of a transcript. Versions are entries of it, from 1; 0 is the setup."""
    notes = Notes(transcript.players, transcript.options)
    table = _laid(transcript, notes)
    for number, entry in enumerate(transcript.entries, 1):
        notes.entry = number
        if table.end.over:
            sentence = "The game was over before this."
            notes.fault("turns", ("W1",), None, None, sentence)
        elif isinstance(entry, Turn):
            table = played(table, entry, notes)
        else:
            table = _left(table, entry, notes)
    _won(transcript, table.ruled, notes)
    entries = len(transcript.entries)
    return Report(
        events=entries,
        head=None,
        sound_to=entries if notes.first is None else max(notes.first - 1, 0),
        findings=tuple(notes.findings),
        found=notes.found,
        materiality=notes.material(),
        undecided=notes.open(),
    )


def _laid(transcript: Transcript, notes: Notes) -> Table:
    """The table before the first turn (C2, C3, S4, A1)."""
    board = dealt(transcript.board)
    for what, there, most in miscounted(board, transcript.options):
        clauses = ("C3",) if " " in what else ("C2", "ruling:kinds")
        sentence = f"The board has {there} × {what}; there are {most} in the box."
        notes.fault("board", clauses, there, most, sentence)
    seats = tuple(SeatNo(seat) for seat in range(1, len(transcript.players) + 1))
    lime = _first(transcript, seats, notes)
    mask = _second(transcript, seats, lime, notes)
    if lime is None and mask is not None:
        lime = agreed(seat for seat in seats if next_seat(seat, seats) == mask)
    tokens = TOKENS if transcript.options.advanced else 0
    return Table(
        options=transcript.options,
        seats=seats,
        lime=lime,
        mask=mask,
        board=board,
        tokens=dict.fromkeys(seats, tokens),
        hands=dict.fromkeys(seats, Hand()),
    )


def _first(transcript: Transcript, seats: tuple[SeatNo, ...], notes: Notes) -> SeatNo | None:
    """Who held the Lime first; where it was drawn, only what is written tells (S4)."""
    recorded, ruled = transcript.lime, transcript.options.first_player
    if ruled == "random":
        begins = transcript.entries[0] if transcript.entries else None
        return recorded or (begins.removed_by if isinstance(begins, Turn) else None)
    expected = SeatNo(int(ruled))
    if expected not in seats:
        sentence = f"Seat {expected} is to begin, and nobody sits there."
        notes.fault("rulings", ("S4", "ruling:first_player"), expected, None, sentence)
        return recorded
    subject, clauses = "the first holder of the Lime", ("S4", "ruling:first_player")
    return notes.seat("lime", subject, recorded, expected, clauses)


def _second(
    transcript: Transcript, seats: tuple[SeatNo, ...], lime: SeatNo | None, notes: Notes
) -> SeatNo | None:
    """Who wore the mask first: the player to the left (S4)."""
    expected = None if lime is None else next_seat(lime, seats)
    if expected is None:
        begins = transcript.entries[0] if transcript.entries else None
        return transcript.mask or (begins.answered_by if isinstance(begins, Turn) else None)
    return notes.seat("mask", "the first wearer of the mask", transcript.mask, expected, ("S4",))


def _left(table: Table, entry: Leaving, notes: Notes) -> Table:
    """The table after somebody left between two turns (H2)."""
    left = leavers(table.seats, entry.left, notes)
    ways = [leave(way, table.seats, left) for way in held(table.lime, table.mask, table.seats)]
    limes, masks = {way.lime for way in ways}, {way.mask for way in ways}
    lime = notes.seat("lime", "the holder of the Lime", entry.lime, agreed(limes), ("H2",))
    mask = notes.seat("mask", "the wearer of the mask", entry.mask, agreed(masks), ("T6", "H2"))
    seats = tuple(seat for seat in table.seats if seat not in left)
    table = replace(table, seats=seats, lime=lime, mask=mask, passing=("H2",))
    if len(seats) > 1:
        return table
    winner = seats[0] if seats else None
    end = End(over=True, winner=winner, won_by=WonBy.LAST_IN_PLAY)
    return replace(table, end=end, ruled=end)


def _won(transcript: Transcript, ruled: End, notes: Notes) -> None:
    """Whether whoever is said to have won has won (W1, H2, H3)."""
    clauses = ("H2",) if ruled.won_by is WonBy.LAST_IN_PLAY else ("W1",)
    if transcript.winner is not None or ruled.winner is None:
        notes.seat("winner", "the winner", transcript.winner, ruled.winner, clauses)
    recorded, expected = transcript.won_by, ruled.won_by
    if recorded is None:
        return
    if ruled.winner != NOBODY and expected is None:
        notes.undecided("with which prisoners the game was won", taken=True)
    elif recorded is not expected:
        sentence = "The prisoners held give another end than the one written."
        notes.fault("won_by", clauses, recorded.value, expected and expected.value, sentence)
