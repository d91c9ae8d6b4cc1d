"""What a seat, the host or the clock asks for. Orders, not facts: the referee decides."""

from events.board import NamedStick, Place, SeatNo, Value
from events.catalogue import Bot
from events.rulebook import Options


class OpenTable(Value, frozen=True, kw_only=True):
    """Open a table; the caller takes seat 1. `seed` is 32 hex digits, or None to have one drawn."""

    name: str
    options: Options = Options()
    listed: bool = True
    seed: str | None = None


class Join(Value, frozen=True, kw_only=True):
    """Take the lowest free seat (C5, S4)."""

    name: str


class AddBot(Value, frozen=True, kw_only=True):
    """Sit a bot down at the lowest free seat; `seed` is 32 hex digits that nobody else knows."""

    seat: SeatNo
    bot: Bot
    seed: str


class Leave(Value, frozen=True, kw_only=True):
    """Give up a seat; before the start the host may ask it for anybody (H2)."""

    seat: SeatNo
    leaver: SeatNo


class Start(Value, frozen=True, kw_only=True):
    seat: SeatNo


class PutMaskOn(Value, frozen=True, kw_only=True):
    seat: SeatNo


class RemoveSticks(Value, frozen=True, kw_only=True):
    """One stick, or two for a token (T2, A2)."""

    seat: SeatNo
    places: tuple[Place, ...]


class Answer(Value, frozen=True, kw_only=True):
    """Name what went; in `second_answer` it pays a token (T3, A3)."""

    seat: SeatNo
    sticks: tuple[NamedStick, ...]


class Decline(Value, frozen=True, kw_only=True):
    """No second answer (A3)."""

    seat: SeatNo


SeatCommand = Leave | Start | PutMaskOn | RemoveSticks | Answer | Decline
Command = Join | AddBot | SeatCommand
