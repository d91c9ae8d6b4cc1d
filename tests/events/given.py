"""A started game of the rules alone: given a table, when somebody acts, then it stands so."""

from typing import Any, Self

import msgspec
from msgspec.structs import replace

from events import board as boards
from events import chain, referee
from events.board import (
    Colour,
    Kind,
    Length,
    NamedStick,
    Place,
    Position,
    Prisoner,
    SeatNo,
    Slot,
    Stick,
)
from events.catalogue import AnyBody, parts
from events.chain import Digests, GameId
from events.commands import (
    Answer,
    Command,
    Decline,
    Join,
    Leave,
    OpenTable,
    PutMaskOn,
    RemoveSticks,
    Start,
)
from events.game import Game
from events.permission import forbidden
from events.reducer import apply
from events.refusal import Refusal
from events.rulebook import Options
from events.times import Millis

START = 1_764_417_600_000
GAME = GameId("aaaaaaaaaaaaaaaa")
SEED = "00" * 16

Spot = tuple[int, str]


class Given:
    """Keeps the newest game and what the last event said; time passes only where a test says so."""

    def __init__(self, command: OpenTable, drawn: str = SEED, at: int = START) -> None:
        self.now = at
        self._game: Game | None = None
        self.outcome: dict[str, Any] = {}
        self.hidden: dict[str, Any] | None = None
        self._record(*referee.opening(command, drawn))

    @property
    def game(self) -> Game:
        assert self._game is not None
        return self._game

    def _record(self, seat: SeatNo | None, body: AnyBody) -> Self:
        after = self._game.head if self._game else None
        digests = Digests(key=None, request="r")
        event = chain.seal(GAME, after, Millis(self.now), seat, body, "0" * 32, digests)
        self.body, self.seat = body, seat
        self.action, self.outcome, self.hidden = parts(body)
        if "clauses" in self.outcome:
            self.outcome["clauses"] = list(self.outcome["clauses"])
        self._game = apply(self._game, event)
        return self

    def tell(self, command: Command) -> Self:
        """Raises Refusal as a request would."""
        self.record_due()
        if refusal := forbidden(self.game, command):
            raise refusal
        return self._record(*referee.decide(self.game, command))

    def record_due(self, draw: int = 0) -> bool:
        """Records what the clock has to do, with the `draw`-th stick where the house draws one."""
        decided = referee.due(self.game, Millis(self.now), lambda n: min(draw, n - 1))
        if decided:
            self._record(*decided)
        return decided is not None

    def refusal(self, command: Command) -> tuple[str, ...]:
        """Code and clauses of the refusal that a command meets; nothing where it meets none."""
        try:
            self.tell(command)
        except Refusal as refusal:
            return (refusal.code.value, *refusal.clauses)
        return ()

    @property
    def cards(self) -> tuple[int | None, int | None]:
        return self.game.lime, self.game.mask

    @property
    def cited(self) -> list[str]:
        clauses: list[str] = self.outcome["clauses"]
        return clauses

    def kinds_of(self, seat: int) -> list[str]:
        player = self.game.player(SeatNo(seat))
        assert player is not None
        return [prisoner.kind.value for prisoner in player.prisoners]

    # What a seat does

    def join(self, count: int = 1) -> Self:
        for _ in range(count):
            self.tell(Join(name=f"P{len(self.game.players) + 1}"))
        return self

    def start(self) -> Self:
        return self.tell(Start(seat=SeatNo(1)))

    def mask_on(self) -> Self:
        assert self.game.mask is not None
        return self.tell(PutMaskOn(seat=self.game.mask))

    def take(self, *spots: Spot) -> Self:
        assert self.game.lime is not None
        return self.tell(RemoveSticks(seat=self.game.lime, places=places(*spots)))

    def remove(self, *spots: Spot) -> Self:
        return self.mask_on().take(*spots)

    def answer(self, *sticks: NamedStick) -> Self:
        assert self.game.mask is not None
        return self.tell(Answer(seat=self.game.mask, sticks=sticks))

    def right(self) -> Self:
        return self.answer(*self.truth)

    def wrong(self) -> Self:
        return self.answer(*[self.untrue] * len(self.game.removed))

    def decline(self) -> Self:
        assert self.game.mask is not None
        return self.tell(Decline(seat=self.game.mask))

    def leave(self, seat: int, by: int | None = None) -> Self:
        return self.tell(Leave(seat=SeatNo(by or seat), leaver=SeatNo(seat)))

    def time_out(self, draw: int = 0) -> Self:
        assert self.game.deadline is not None
        self.now = self.game.deadline
        assert self.record_due(draw)
        return self

    # What a test knows

    @property
    def truth(self) -> list[NamedStick]:
        return [stick.named for stick in self.game.removed]

    @property
    def untrue(self) -> NamedStick:
        """A stick that looks like none that went."""
        windows = (named(w, "long", colour) for w in range(1, 13) for colour in Colour)
        return next(stick for stick in windows if stick not in self.truth)

    def stick(self, window: int, slot: str) -> Stick:
        stick = boards.stick_at(self.game.board or (), places((window, slot))[0])
        assert stick is not None
        return stick

    def rigged(self, **changes: Any) -> Self:
        """The same game with something put in its place by hand."""
        self._game = replace(self.game, **changes)
        return self


def places(*spots: Spot) -> tuple[Place, ...]:
    return tuple(Place(window=window, slot=Slot(slot)) for window, slot in spots)


def named(window: int, length: str, colour: str) -> NamedStick:
    return NamedStick(window=window, length=Length(length), colour=Colour(colour))


def table(**options: Any) -> Given:
    """An open table with its host alone; seat 1 begins unless a test says otherwise."""
    chosen = msgspec.convert({"first_player": 1, **options}, Options)
    return Given(OpenTable(name="P1", options=chosen))


def playing(seats: int, **options: Any) -> Given:
    """A started game: seat 1 holds the Lime, seat 2 the mask."""
    return table(**options).join(seats - 1).start()


def emptying(given: Given, window: int = 5) -> Given:
    """The same game where removing a window's long stick would free its left prisoner alone."""
    board = list(given.game.board or ())
    board[window - 1] = board[window - 1].without_stick(Slot.LEFT)
    return given.rigged(board=tuple(board))


def with_sticks(given: Given, *left: Spot) -> Given:
    """The same game with no more than these sticks on the board, and only whom they cover."""
    board = given.game.board or ()
    there = [boards.stick_at(board, place) for place in boards.places(board)]
    gone = [stick for stick in there if stick and (stick.window, stick.slot) not in left]
    board = boards.without_sticks(board, tuple(gone))
    return given.rigged(board=boards.without_prisoners(board, boards.uncovered(board)))


def holding(given: Given, seat: int, *kinds: str) -> Given:
    """The same game where a seat already holds prisoners of these kinds."""
    held = [Prisoner(kind=Kind(kind), window=12, position=Position.LEFT) for kind in kinds]
    players = [
        replace(player, prisoners=tuple(held)) if player.seat == seat else player
        for player in given.game.players
    ]
    return given.rigged(players=tuple(players))
