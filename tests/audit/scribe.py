"""Writes a log as the service would, until a test makes it write what no referee would rule."""

from random import Random
from typing import Any, Self

import msgspec

from events import chain, referee
from events.board import NamedStick, Place, SeatNo, Slot, Stick, places, stick_at
from events.catalogue import AnyBody, Phase
from events.chain import Digests, Entry, Event, GameId
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
from events.house import text
from events.permission import forbidden
from events.reducer import apply
from events.rulebook import Options
from events.times import Millis
from tests.audit.copied import Copied

START = 1_764_417_600_000
GAME = GameId("scribescribescri")


class Scribe:
    """A table of so many; whoever is named acts, allowed or not only where a test forces it."""

    def __init__(self, seats: int = 2, start: bool = True, seed: str = "5" * 32, **options: Any):
        self.rng = Random(1)
        self.at = START
        self._game: Game | None = None
        self.events: list[Event] = []
        chosen = msgspec.convert({"first_player": 1, "turn_seconds": 60, **options}, Options)
        self.force(*referee.opening(OpenTable(name="Ana", options=chosen, seed=seed), seed))
        for seat in range(2, seats + 1):
            self.tell(Join(name=f"P{seat}"))
        if start:
            self.tell(Start(seat=SeatNo(1)))

    @property
    def game(self) -> Game:
        assert self._game is not None
        return self._game

    def force(self, seat: int | None, body: AnyBody) -> Self:
        """The next event, whatever it says."""
        after = self._game.head if self._game else None
        digests = Digests(key=None, request=text(self.rng.randbytes(32)))
        salt, whose = self.rng.randbytes(16).hex(), None if seat is None else SeatNo(seat)
        event = chain.seal(GAME, after, Millis(self.at), whose, body, salt, digests)
        self.events.append(event)
        try:
            self._game = apply(self._game, event)
        except (ValueError, LookupError):
            self._game = msgspec.structs.replace(self.game, head=chain.head(event))
        return self

    def amend(self, **changes: Any) -> Self:
        """The last event once more, saying something else."""
        kept, self.events, self._game = self.events, [], None
        for event in kept[:-1]:
            self.at = event.at
            self.force(event.seat, event.body)
        self.at = kept[-1].at
        return self.force(kept[-1].seat, msgspec.structs.replace(kept[-1].body, **changes))

    def tell(self, command: Command) -> Self:
        """Raises Refusal as a request would."""
        if refusal := forbidden(self.game, command):
            raise refusal
        return self.force(*referee.decide(self.game, command))

    def pretend(self, command: Command, **looks: Any) -> Self:
        """What the referee would rule if the game looked otherwise than it does."""
        return self.force(*referee.decide(msgspec.structs.replace(self.game, **looks), command))

    def wait(self, seconds: float) -> Self:
        self.at += int(seconds * 1000)
        return self

    def tick(self, draw: int = 0) -> Self:
        """What the clock has due."""
        decided = referee.due(self.game, Millis(self.at), lambda n: draw)
        assert decided
        return self.force(*decided)

    # What the right seat does

    def mask(self) -> Self:
        return self.tell(PutMaskOn(seat=self._seat()))

    def remove(self, *spots: tuple[int, str]) -> Self:
        chosen = tuple(Place(window=window, slot=Slot(slot)) for window, slot in spots)
        return self.tell(RemoveSticks(seat=self._seat(), places=chosen or self.left()[:1]))

    def answer(self, right: bool = True, count: int | None = None) -> Self:
        sticks = self.truth() if right else self.lie()
        return self.tell(Answer(seat=self._seat(), sticks=sticks[:count]))

    def decline(self) -> Self:
        return self.tell(Decline(seat=self._seat()))

    def leave(self, seat: int) -> Self:
        return self.tell(Leave(seat=SeatNo(seat), leaver=SeatNo(seat)))

    def turn(self, right: bool = True, *spots: tuple[int, str]) -> Self:
        """A whole turn, with a second answer declined where one is waited for."""
        self.mask().remove(*spots).answer(right)
        return self.decline() if self.game.phase is Phase.SECOND_ANSWER else self

    def _seat(self) -> SeatNo:
        assert self.game.actor is not None
        return self.game.actor

    def left(self) -> tuple[Place, ...]:
        return tuple(places(self.game.board or ()))

    def stick(self, window: int, slot: str) -> Stick:
        found = stick_at(self.game.board or (), Place(window=window, slot=Slot(slot)))
        assert found
        return found

    def truth(self) -> tuple[NamedStick, ...]:
        return tuple(stick.named for stick in self.game.removed)

    def lie(self) -> tuple[NamedStick, ...]:
        """As many sticks as went, one of them still on the board."""
        on_board = self.left()[-1]
        false = self.stick(on_board.window, on_board.slot).named
        return (*self.truth()[1:], false)

    # What there is to audit

    @property
    def version(self) -> int:
        return len(self.events)

    def entries(self) -> list[Entry]:
        return [event.entry for event in self.events]

    def copied(self) -> Copied:
        return Copied(GAME, self.entries())
