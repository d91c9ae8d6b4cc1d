"""Whether a point on which the sheet is silent ever mattered in a game."""

from msgspec import UNSET
from msgspec.structs import replace

from events.board import SeatNo, uncovered
from events.catalogue import AnswerGiven, AnyBody, Resolving, SticksRemoved
from events.findings import Material
from events.game import Game
from events.refusal import Refusal
from events.rerule import ruled_again, under
from events.rulebook import RULINGS, Options
from events.times import Millis

SILENT = ("after_escape", "double_answer", "token_payment")
"""The rulings on how a game goes on; the others are about how it begins."""

Touched = Resolving | SticksRemoved
"""The events that a silent point can be about."""

Other = tuple[str, str]
"""A ruling, and a reading of it that the table did not choose."""


def others(options: Options) -> list[Other]:
    """Every reading of the silent points that this table did not choose."""
    return [
        (ruling.name, str(reading.value))
        for ruling in RULINGS
        if ruling.name in SILENT
        for reading in ruling.readings
        if reading.value != getattr(options, ruling.name)
    ]


def changed(
    game: Game, at: Millis, seat: SeatNo | None, body: AnyBody, other: Other
) -> AnyBody | Refusal | None:
    """What another reading would have made of an event, the game up to it being as recorded.

    None where the outcome is the same; which clauses it cites is no part of the outcome.
    """
    ruling, reading = other
    if not touches(game, body, ruling):
        return None
    try:
        _, otherwise = ruled_again(under(game, ruling, reading), at, seat, body)
    except Refusal as refusal:
        return refusal
    return None if _uncited(otherwise) == _uncited(body) else otherwise


def touches(game: Game, body: AnyBody, ruling: str) -> bool:
    """Whether a ruling is about an event like this at all."""
    match ruling:
        case "after_escape":
            resolves = isinstance(body, Resolving) and body.resolved is True
            return resolves and bool(uncovered(game.board or ()))
        case "double_answer":
            return isinstance(body, AnswerGiven) and len(game.removed) == 2
        case _:
            return isinstance(body, SticksRemoved | AnswerGiven) and body.tokens_paid > 0


def _uncited(body: AnyBody) -> AnyBody:
    clauses = getattr(body, "clauses", UNSET)
    return body if clauses is UNSET else replace(body, clauses=())


class Watch:
    """Notes the first event that each other reading would have changed."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._first: dict[Other, int | None] = dict.fromkeys(others(options))

    def see(self, game: Game, at: Millis, seat: SeatNo | None, body: AnyBody) -> None:
        """Look at the event that follows a game."""
        if not isinstance(body, Touched):
            return
        for other, first in self._first.items():
            if first is None and changed(game, at, seat, body, other) is not None:
                self._first[other] = game.version + 1

    def noted(self) -> tuple[Material, ...]:
        return tuple(
            Material(
                ruling=ruling,
                reading=str(getattr(self._options, ruling)),
                other=other,
                first=first,
            )
            for (ruling, other), first in self._first.items()
        )
