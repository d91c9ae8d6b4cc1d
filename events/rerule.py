"""Rules again on a recorded event: what would the referee have made of it?"""

import re
from collections.abc import Sequence

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from events import referee
from events.board import WINDOWS, NamedStick, Place, SeatNo, Stick, places
from events.catalogue import (
    AnswerGiven,
    AnyBody,
    BotJoined,
    GameClosed,
    GameOpened,
    GameStarted,
    MaskPutOn,
    PlayerJoined,
    PlayerLeft,
    PlayerLeftTable,
    Reason,
    SecondAnswerDeclined,
    SeedFrom,
    SticksRemoved,
    TurnTimedOut,
)
from events.commands import (
    AddBot,
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
from events.permission import HOST, forbidden
from events.referee import Decided
from events.refusal import Code, Refusal
from events.rulebook import RULINGS, TURN_SECONDS, Options
from events.times import Millis


def opened_again(body: GameOpened) -> Decided:
    """The opening that follows from what the host asked for; raises Refusal."""
    if clause := _unheard_of(body.options):
        raise Refusal(Code.RULE_BROKEN, "No table can choose these options.", clause)
    if not re.fullmatch(r"[0-9a-f]{32}", body.seed):
        raise Refusal(Code.RULE_BROKEN, "A seed has 32 hex digits.", "S5")
    asked = body.seed if body.seed_from is SeedFrom.HOST else None
    command = OpenTable(name=body.name, options=body.options, listed=body.listed, seed=asked)
    return referee.opening(command, body.seed)


def _unheard_of(options: Options) -> str | None:
    """The clause of an option that stands for no reading at all."""
    for ruling in RULINGS:
        if getattr(options, ruling.name) not in [reading.value for reading in ruling.readings]:
            return f"ruling:{ruling.name}"
    seconds = options.turn_seconds
    return None if seconds is None or seconds in TURN_SECONDS else "H1"


def ruled_again(game: Game, at: Millis, seat: SeatNo | None, body: AnyBody) -> Decided:
    """What the referee, given the state before, decides on a recorded action.

    Raises Refusal where it would not have allowed it.
    """
    due = referee.due(game, at, lambda n: _drawn(game, body, n))
    if isinstance(body, TurnTimedOut) or (
        isinstance(body, GameClosed) and body.reason is not Reason.HOST_LEFT
    ):
        if due is None:
            raise Refusal(Code.RULE_BROKEN, "The clock had nothing to do yet.", _clock_clause(body))
        return due
    if due is not None:
        raise Refusal(Code.RULE_BROKEN, "The clock should have acted first.", _clock_clause(due[1]))
    command = _command(game, seat or HOST, body)
    try:
        if refusal := forbidden(game, command):
            raise refusal
        return referee.decide(game, command)
    except Refusal as refusal:
        clauses = refusal.clauses or (_seat_clause(game, body),)
        raise Refusal(refusal.code, refusal.sentence, *clauses) from refusal


def _clock_clause(body: AnyBody) -> str:
    return closing_clause(body.reason) if isinstance(body, GameClosed) else "H1"


def closing_clause(reason: Reason) -> str:
    """The clause by which a table is closed for a reason."""
    return "H4" if reason in (Reason.IDLE, Reason.NO_PEOPLE) else "S4"


def _seat_clause(game: Game, body: AnyBody) -> str:
    """The clause against whoever never can: S4 before the start and for a start, then H2."""
    return "H2" if game.started and not isinstance(body, GameStarted) else "S4"


def _command(game: Game, seat: SeatNo, body: AnyBody) -> Command:
    match body:
        case PlayerJoined(name=name):
            return Join(name=name)
        case BotJoined(bot=bot, seed=bot_seed):
            return AddBot(seat=HOST, bot=bot, seed=bot_seed)
        case PlayerLeftTable(removed_by=remover):
            return Leave(seat=remover or seat, leaver=seat)
        case PlayerLeft() | GameClosed():
            return Leave(seat=seat, leaver=seat)
        case GameStarted():
            return Start(seat=seat)
        case MaskPutOn():
            return PutMaskOn(seat=seat)
        case SticksRemoved(sticks=sticks):
            _check_sticks(sticks, "T2")
            if len(set(map(_place, sticks))) < len(sticks):
                raise Refusal(Code.RULE_BROKEN, "A stick cannot be removed twice.", "T2")
            return RemoveSticks(seat=seat, places=tuple(_place(stick) for stick in sticks))
        case AnswerGiven(sticks=sticks):
            _check_sticks(sticks, "T3")
            return Answer(seat=seat, sticks=sticks)
        case SecondAnswerDeclined():
            return Decline(seat=seat)
        case _:
            raise Refusal(Code.RULE_BROKEN, "A game opens once, with its first event.", "S4")


def _check_sticks(sticks: Sequence[Stick | NamedStick], clause: str) -> None:
    """Raises Refusal for what no request could have asked for: more sticks, or none; window 13."""
    if not 1 <= len(sticks) <= 2 or not all(1 <= s.window <= WINDOWS for s in sticks):
        raise Refusal(Code.RULE_BROKEN, "Nobody could have asked for these sticks.", clause)


def _place(stick: Stick) -> Place:
    return Place(window=stick.window, slot=stick.slot)


def _drawn(game: Game, body: AnyBody, n: int) -> int:
    """The house's draw as recorded, where that stick was there to be drawn (H1)."""
    if isinstance(body, TurnTimedOut) and body.sticks is not UNSET and body.sticks:
        left = places(game.board or ())
        place = _place(body.sticks[0])
        if place in left:
            return left.index(place)
    return 0


def under(game: Game, ruling: str, reading: str) -> Game:
    """The same game at a table with another reading."""
    chosen = {**msgspec.to_builtins(game.options), ruling: reading}
    return replace(game, options=msgspec.convert(chosen, Options))
