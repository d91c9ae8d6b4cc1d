"""A game as its log leaves it, frozen, and the questions that can be asked of it."""

from enum import StrEnum

from events.board import Board, Kind, NamedStick, Prisoner, SeatNo, Stick, Value
from events.catalogue import Bot, Phase, SeedFrom, Verdict, WonBy
from events.chain import GameId, Head, Version
from events.rulebook import IDLE_DAYS, OPEN_HOURS, SEATS, Options
from events.times import Millis


class Status(StrEnum):
    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"


class Player(Value, frozen=True, kw_only=True):
    """Whoever holds a seat; `joined` is the version of the event that took it.

    `seed` is a bot's own, from which what it remembers follows; None for a person.
    """

    seat: SeatNo
    name: str
    bot: Bot | None
    seed: str | None
    in_play: bool
    tokens: int
    prisoners: tuple[Prisoner, ...]
    joined: Version


class Credential(Value, frozen=True, kw_only=True):
    """What the log knows of a seat token: its digest, and which event gave it for which seat."""

    token: str
    seat: SeatNo
    joined: Version


class Served(Value, frozen=True, kw_only=True):
    """A keyed request that was accepted, and the event that it became."""

    key: str
    request: str
    version: Version


class Turn(Value, frozen=True, kw_only=True):
    """A resolved turn; `lime` is who removed, `mask` who had to answer."""

    turn: int
    lime: SeatNo
    mask: SeatNo
    removed: tuple[Stick, ...]
    answers: tuple[tuple[NamedStick, ...], ...]
    verdict: Verdict
    escaped: tuple[Prisoner, ...]
    taken_by: SeatNo | None


class Game(Value, frozen=True, kw_only=True):
    """The whole truth about a game; what of it anybody may know, `sight` says."""

    id: GameId
    head: Head
    status: Status
    opened_at: Millis
    options: Options
    listed: bool
    seed: str
    seed_from: SeedFrom
    players: tuple[Player, ...]
    credentials: tuple[Credential, ...]
    served: tuple[Served, ...]
    phase: Phase | None = None
    turn: int | None = None
    lime: SeatNo | None = None
    mask: SeatNo | None = None
    deadline: Millis | None = None
    board: Board | None = None
    remover: SeatNo | None = None
    removed: tuple[Stick, ...] = ()
    answers: tuple[tuple[NamedStick, ...], ...] = ()
    last_turn: Turn | None = None
    winner: SeatNo | None = None
    won_by: WonBy | None = None

    @property
    def version(self) -> Version:
        return self.head.version

    @property
    def over(self) -> bool:
        return self.status is Status.FINISHED

    @property
    def started(self) -> bool:
        return self.turn is not None

    @property
    def in_play(self) -> tuple[SeatNo, ...]:
        return tuple(player.seat for player in self.players if player.in_play)

    @property
    def actor(self) -> SeatNo | None:
        """The seat that the game waits for (T1 to T3, A3)."""
        if self.phase is None:
            return None
        return self.lime if self.phase is Phase.REMOVAL else self.mask

    @property
    def no_people(self) -> bool:
        """Whether two or more seats are in play and no person holds one (H4)."""
        return (
            self.status is Status.RUNNING
            and not any(player.in_play and player.bot is None for player in self.players)
            and len(self.in_play) > 1
        )

    @property
    def due(self) -> Millis | None:
        """When the clock has something to do; None where it never will (H1, H4)."""
        match self.status:
            case Status.OPEN:
                return Millis(self.opened_at + OPEN_HOURS * 3_600_000)
            case Status.FINISHED:
                return None
            case Status.RUNNING:
                if self.no_people:
                    return self.head.at
                if self.deadline is not None:
                    return self.deadline
                return Millis(self.head.at + IDLE_DAYS * 86_400_000)

    def player(self, seat: SeatNo) -> Player | None:
        return next((player for player in self.players if player.seat == seat), None)

    def tokens(self, seat: SeatNo | None) -> int:
        return next((player.tokens for player in self.players if player.seat == seat), 0)

    def free_seat(self) -> SeatNo | None:
        """The lowest seat that nobody holds, None at a full table (C5)."""
        taken = {player.seat for player in self.players}
        return next((SeatNo(s) for s in range(1, SEATS + 1) if s not in taken), None)

    def holds(self, credential: Credential) -> bool:
        """Whether that credential's seat is still its own; before the start a seat can be freed."""
        player = self.player(credential.seat)
        return player is not None and player.joined == credential.joined


def next_seat(
    after: SeatNo, seats: tuple[SeatNo, ...], over: SeatNo | None = None
) -> SeatNo | None:
    """The next of `seats` clockwise after one, passing `over` another (S4, T6)."""
    clockwise = [s for s in seats if s > after] + [s for s in seats if s <= after]
    return next((seat for seat in clockwise if seat != over), None)


def winning(prisoners: tuple[Prisoner, ...]) -> WonBy | None:
    """Whether somebody who holds these has won, and with what (W1)."""
    held: list[Kind] = [prisoner.kind for prisoner in prisoners]
    if any(held.count(kind) >= 3 for kind in set(held)):
        return WonBy.THREE_ALIKE
    return WonBy.THREE_DIFFERENT if len(set(held)) >= 3 else None
