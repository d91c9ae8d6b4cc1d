"""Where Lime and mask can go, in every case that what is written leaves open.

The cases of one turn are merged before the next: what they do not agree on is unknown.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from events.board import SeatNo, Value
from events.catalogue import SeedFrom, Verdict
from events.chain import GameId, Head, Version
from events.game import Game, Status
from events.resolution import Cards, passed, taker_of, without
from events.rulebook import AfterEscape, Options
from events.times import Millis
from events.transcript.values import NOBODY

Seats = tuple[SeatNo, ...]


class Start(Value, frozen=True, kw_only=True):
    """Who can have held the cards when a turn began, and what the leavers of the turn did.

    `cards` and `seats` are those of the answer; `quit` is the wearer who left instead of
    answering, `after` who left when that had resolved the turn (H2).
    """

    remover: SeatNo
    wearer: SeatNo
    cards: Cards
    seats: Seats
    quit: SeatNo | None
    after: Seats

    @property
    def unresolved(self) -> bool:
        """Whether nobody is left to play on with before the answer (H2)."""
        return self.quit is None and len(self.seats) == 1


class Case(Value, frozen=True, kw_only=True):
    """One way that a turn can have ended; `verdict` is None where nothing resolved it.

    `otherwise` are Lime and mask by each reading of `after_escape`.
    """

    start: Start
    verdict: Verdict | None
    taken_by: SeatNo
    cards: Cards
    otherwise: dict[AfterEscape, Cards]
    clauses: tuple[str, ...]


def held(lime: SeatNo | None, mask: SeatNo | None, seats: Seats) -> list[Cards]:
    """Every way in which two players can hold Lime and mask (T6)."""
    return [
        Cards(lime=one, mask=other)
        for one in seats
        for other in seats
        if one != other and lime in (one, None) and mask in (other, None)
    ]


def start(cards: Cards, seats: Seats, left: Seats) -> Start:
    """A turn that begins with these cards, up to its last answer."""
    begun, went = cards, list(left)
    leaver = None
    while went and leaver is None:
        seats = _but(seats, went[0])
        leaver = went[0] if went[0] == cards.mask else None
        cards = cards if leaver else without(cards, went[0], seats)
        del went[0]
    return Start(
        remover=begun.lime,
        wearer=begun.mask,
        cards=cards,
        seats=seats,
        quit=leaver,
        after=tuple(went),
    )


def _but(seats: Seats, leaver: SeatNo) -> Seats:
    return tuple(seat for seat in seats if seat != leaver)


def cases(
    options: Options,
    starts: Iterable[Start],
    verdicts: Iterable[Verdict],
    escapes: Iterable[bool],
    taken_by: SeatNo | None = None,
) -> list[Case]:
    """How the turn can have ended; where it is given, `taken_by` took who escaped."""
    ways = [(verdict, escape) for verdict in verdicts for escape in escapes]
    wrong = list(dict.fromkeys((Verdict.WRONG, escape) for _, escape in ways))
    return [
        _unresolved(one) if one.unresolved else _case(options, one, *way, taken_by)
        for one in starts
        for way in (wrong if one.quit else ways)
    ]


def _unresolved(one: Start) -> Case:
    return Case(
        start=one,
        verdict=None,
        taken_by=NOBODY,
        cards=one.cards,
        otherwise=dict.fromkeys(AfterEscape, one.cards),
        clauses=("H2",),
    )


def _case(
    options: Options, one: Start, verdict: Verdict, escape: bool, taken_by: SeatNo | None
) -> Case:
    game = _game(options, one)
    taker = taker_of(game, verdict, one.seats) if escape else None
    if escape and taken_by is not None:
        taker = taken_by or None
    ways = {reading: _passed(game, one, verdict, taker, reading) for reading in AfterEscape}
    clauses = ways[options.after_escape].clauses
    if escape:
        clauses += ("E1",) if taker is None else ("E1", "E2", "ruling:after_escape")
    return Case(
        start=one,
        verdict=verdict,
        taken_by=taker or NOBODY,
        cards=ways[options.after_escape],
        otherwise=ways,
        clauses=(*clauses, "H2") if one.quit else clauses,
    )


def _passed(
    game: Game, one: Start, verdict: Verdict, taker: SeatNo | None, reading: AfterEscape
) -> Cards:
    options = replace(game.options, after_escape=reading)
    cards = passed(replace(game, options=options), verdict, taker, one.seats)
    return cards if one.quit is None else leave(cards, one.seats, (one.quit, *one.after))


def leave(cards: Cards, seats: Seats, leavers: Seats) -> Cards:
    """Lime and mask once these have left, one after the other (H2)."""
    for leaver in leavers:
        seats = _but(seats, leaver)
        cards = without(cards, leaver, seats)
    return cards


def _game(options: Options, one: Start) -> Game:
    """A game of which nothing is known but what the passing of Lime and mask asks for."""
    return Game(
        id=GameId(""),
        head=Head(version=Version(0), hash="", at=Millis(0)),
        status=Status.RUNNING,
        opened_at=Millis(0),
        options=options,
        listed=False,
        seed="",
        seed_from=SeedFrom.HOST,
        players=(),
        credentials=(),
        served=(),
        lime=one.cards.lime,
        mask=one.cards.mask,
        remover=one.remover,
    )
