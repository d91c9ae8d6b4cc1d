"""Decides what follows from a command, clause by clause. Stores nothing."""

from collections import Counter
from collections.abc import Callable
from typing import Any, assert_never

from events import board as boards
from events.board import NamedStick, SeatNo, Stick, places
from events.catalogue import (
    AnswerGiven,
    AnyBody,
    Bot,
    BotJoined,
    GameClosed,
    GameOpened,
    GameStarted,
    InsteadOf,
    MaskPutOn,
    Phase,
    PlayerJoined,
    PlayerLeft,
    PlayerLeftTable,
    Reason,
    SecondAnswerDeclined,
    SeedFrom,
    SticksRemoved,
    TurnTimedOut,
    Verdict,
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
from events.game import Game, Status, next_seat
from events.permission import HOST, refused
from events.resolution import Ending, ending, leaving
from events.rulebook import RULES, DoubleAnswer, TokenPayment, cite
from events.times import Millis

Below = Callable[[int], int]
"""Draws a number from 0 to n-1."""

Decided = tuple[SeatNo | None, AnyBody]
"""Whom an event is about, and what it says."""


def opening(command: OpenTable, drawn: str) -> Decided:
    """A new table, dealt from the host's seed or from the one drawn: 32 hex digits."""
    return HOST, GameOpened(
        name=command.name,
        options=command.options,
        listed=command.listed,
        seed_from=SeedFrom.SERVER if command.seed is None else SeedFrom.HOST,
        rules=RULES,
        seed=drawn if command.seed is None else command.seed,
    )


def decide(game: Game, command: Command) -> Decided:
    """What follows from a command; raises Refusal with the clause that stands against it."""
    if refusal := refused(game, command):
        raise refusal
    match command:
        case Join(name=name):
            seat = game.free_seat() or HOST
            return seat, PlayerJoined(name=name, seat=seat)
        case AddBot(bot=bot, seed=seed):
            seat = game.free_seat() or HOST
            return seat, BotJoined(name=_called(game, bot), bot=bot, seat=seat, seed=seed)
        case Leave(seat=seat, leaver=leaver):
            return _left(game, seat, leaver)
        case Start(seat=seat):
            return seat, _started(game)
        case PutMaskOn(seat=seat):
            return seat, MaskPutOn(phase=Phase.REMOVAL, clauses=("T1",))
        case RemoveSticks(seat=seat):
            return seat, _removed(game, command)
        case Answer(seat=seat):
            return seat, _answered(game, command)
        case Decline(seat=seat):
            end = ending(game, Verdict.WRONG, game.in_play)
            return seat, SecondAnswerDeclined(**_ended(end, Verdict.WRONG, "A3"))
        case _ as unknown:
            assert_never(unknown)


def due(game: Game, at: Millis, below: Below) -> Decided | None:
    """What the clock does at a time, None where nothing is due yet (H1, H4)."""
    if game.due is None or at < game.due:
        return None
    if game.status is Status.OPEN:
        return None, _closed(Reason.NOT_STARTED)
    if game.no_people:
        return None, _closed(Reason.NO_PEOPLE)
    if game.deadline is None:
        return None, _closed(Reason.IDLE)
    return game.actor, _timed_out(game, below)


def _called(game: Game, bot: Bot) -> str:
    """A bot's name: that of its sort, with the first number that makes it the only one."""
    taken = {player.name for player in game.players}
    name, number = bot.capitalize(), 1
    while (called := name if number == 1 else f"{name} {number}") in taken:
        number += 1
    return called


def _closed(reason: Reason) -> GameClosed:
    return GameClosed(reason=reason, phase=None, winner=None, won_by=None)


def _left(game: Game, seat: SeatNo, leaver: SeatNo) -> Decided:
    if game.status is Status.RUNNING:
        end, resolves = leaving(game, leaver)
        if resolves:
            return leaver, PlayerLeft(**_ended(end, Verdict.WRONG))
        return leaver, PlayerLeft(
            lime=end.cards.lime,
            mask=end.cards.mask,
            winner=end.winner,
            won_by=end.won_by,
            phase=end.phase,
            clauses=cite(end.clauses),
        )
    if leaver == HOST:
        return HOST, _closed(Reason.HOST_LEFT)
    return leaver, PlayerLeftTable(removed_by=None if seat == leaver else seat)


def _started(game: Game) -> GameStarted:
    dealt = boards.deal(
        game.seed, game.options.kinds, game.options.first_player, list(game.in_play)
    )
    mask = next_seat(dealt.first, game.in_play) or HOST
    return GameStarted(lime=dealt.first, mask=mask, phase=Phase.MASK, deal=dealt.board)


def _paid_to(game: Game, payee: SeatNo | None) -> SeatNo | None:
    """Who receives a paid token, None for the box (ruling `token_payment`)."""
    return payee if game.options.token_payment is TokenPayment.OPPONENT else None


def _removed(game: Game, command: RemoveSticks) -> SticksRemoved:
    sticks = tuple(
        stick for place in command.places if (stick := boards.stick_at(game.board or (), place))
    )
    two = len(sticks) == 2
    return SticksRemoved(
        count=len(sticks),
        tokens_paid=int(two),
        paid_to=_paid_to(game, game.mask) if two else None,
        phase=Phase.ANSWER,
        clauses=cite(("T2", "A2", "ruling:token_payment") if two else ("T2",)),
        sticks=sticks,
    )


def verdict(game: Game, named: tuple[NamedStick, ...]) -> Verdict:
    """Whether an answer names what went, as a multiset (T3, ruling `double_answer`)."""
    removed = Counter(stick.named for stick in game.removed)
    if len(game.removed) == 2 and game.options.double_answer is DoubleAnswer.EITHER:
        right = any(stick in removed for stick in named)
    else:
        right = Counter(named) == removed
    return Verdict.RIGHT if right else Verdict.WRONG


def _answered(game: Game, command: Answer) -> AnswerGiven:
    second = game.phase is Phase.SECOND_ANSWER
    said = verdict(game, command.sticks)
    clauses = ["T3"]
    if len(game.removed) == 2:
        clauses.append("ruling:double_answer")
    if second:
        clauses += ["A3", "ruling:token_payment"]
    common: dict[str, Any] = {
        "attempt": 2 if second else 1,
        "tokens_paid": int(second),
        "paid_to": _paid_to(game, game.lime) if second else None,
        "sticks": command.sticks,
    }
    if said is Verdict.WRONG and not second and game.options.advanced and game.tokens(game.mask):
        return AnswerGiven(
            **common,
            verdict=said,
            resolved=False,
            phase=Phase.SECOND_ANSWER,
            clauses=cite((*clauses, "A3")),
        )
    return AnswerGiven(**common, **_ended(ending(game, said, game.in_play), said, *clauses))


def _ended(end: Ending, said: Verdict, *clauses: str) -> dict[str, Any]:
    """The fields of an event that resolves its turn."""
    return {
        "verdict": said,
        "resolved": True,
        "escaped": end.escaped,
        "taken_by": end.taken_by,
        "lime": end.cards.lime,
        "mask": end.cards.mask,
        "winner": end.winner,
        "won_by": end.won_by,
        "phase": end.phase,
        "clauses": cite((*clauses, *end.clauses)),
    }


def _timed_out(game: Game, below: Below) -> TurnTimedOut:
    match game.phase:
        case Phase.MASK:
            return TurnTimedOut(
                instead_of=InsteadOf.MASK, phase=Phase.REMOVAL, clauses=("T1", "H1")
            )
        case Phase.REMOVAL:
            return TurnTimedOut(
                instead_of=InsteadOf.REMOVAL,
                phase=Phase.ANSWER,
                clauses=("T2", "H1"),
                count=1,
                sticks=(_drawn(game, below),),
            )
        case Phase.ANSWER:
            instead_of, clause = InsteadOf.ANSWER, "T3"
        case _:
            instead_of, clause = InsteadOf.SECOND_ANSWER, "A3"
    end = ending(game, Verdict.WRONG, game.in_play)
    return TurnTimedOut(instead_of=instead_of, **_ended(end, Verdict.WRONG, clause, "H1"))


def _drawn(game: Game, below: Below) -> Stick:
    """A stick that the house draws for a Lime holder who let the time pass (H1)."""
    board = game.board or ()
    left = places(board)
    stick = boards.stick_at(board, left[below(len(left))])
    if stick is None:
        raise ValueError("a place on the board holds a stick")
    return stick
