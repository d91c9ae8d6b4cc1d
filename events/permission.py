"""What a seat may do now, and the clause that stands against what it may not.

Verify, can and do share one truth: `may` asks the same questions as a refusal.
"""

from typing import assert_never

from events.board import SeatNo, places, stick_at
from events.catalogue import Phase
from events.commands import (
    AddBot,
    Answer,
    Command,
    Decline,
    Join,
    Leave,
    PutMaskOn,
    RemoveSticks,
    Start,
)
from events.game import Game, Status
from events.refusal import Code, Refusal
from events.rulebook import DoubleAnswer

HOST = SeatNo(1)


def forbidden(game: Game, command: Command) -> Refusal | None:
    """Why this seat can never do it, or None: not the host, somebody else's seat, out of play."""
    match command:
        case Join():
            return None
        case Start(seat=seat):
            if seat != HOST:
                return Refusal(Code.FORBIDDEN, "Only the host can start the game.")
        case AddBot(seat=seat):
            if seat != HOST:
                return Refusal(Code.FORBIDDEN, "Only the host can sit a bot down.")
        case Leave(seat=seat, leaver=target):
            if seat != target and (seat != HOST or game.status is not Status.OPEN):
                return Refusal(
                    Code.FORBIDDEN,
                    "A seat is given up by whoever holds it, or before the start by the host.",
                )
    player = game.player(command.seat)
    if player is None or not player.in_play:
        return Refusal(Code.FORBIDDEN, "Whoever has left this game takes no more part in it.")
    return None


def refused(game: Game, command: Command) -> Refusal | None:
    """Why the game as it stands does not allow it, or None where it does.

    What depends on the board concerns the Lime holder alone, and comes last.
    """
    match command:
        case Join() | AddBot():
            return _join_refused(game)
        case Leave(leaver=target):
            if game.over:
                return _over(game)
            if game.player(target) is None:
                return Refusal(Code.NOT_FOUND, f"Nobody sits at seat {target}.")
            return None
        case Start():
            return _start_refused(game)
        case PutMaskOn(seat=seat):
            return _not_now(game, seat, "T1", Phase.MASK)
        case RemoveSticks(seat=seat, places=wanted):
            if refusal := _removal_refused(game, seat, len(wanted)):
                return refusal
            return _gone_refused(game, command)
        case Answer(seat=seat, sticks=named):
            return _answer_refused(game, seat) or _count_refused(game, len(named))
        case Decline(seat=seat):
            return _not_now(game, seat, "A3", Phase.SECOND_ANSWER)
        case _ as unknown:
            assert_never(unknown)


def may(game: Game, seat: SeatNo) -> tuple[str, ...]:
    """The words for what this seat can do next, in their order; whatever is listed is accepted."""
    player = game.player(seat)
    disputing = ("dispute",) if player is not None and game.started else ()
    if game.over or player is None or not player.in_play:
        return disputing
    hosting = seat == HOST and game.status is Status.OPEN
    removing = _waits(game, seat, Phase.REMOVAL)
    words = {
        "start": hosting and _start_refused(game) is None,
        "add_bot": hosting and _join_refused(game) is None,
        "remove_player": hosting and len(game.players) > 1,
        "mask": _waits(game, seat, Phase.MASK),
        "remove": removing and _removal_refused(game, seat, 1) is None,
        "remove_two": removing and _removal_refused(game, seat, 2) is None,
        "answer": _waits(game, seat, *_ANSWERING),
        "decline": _waits(game, seat, Phase.SECOND_ANSWER),
        "leave": True,
    }
    return (*(word for word, allowed in words.items() if allowed), *disputing)


def _broken(sentence: str, *clauses: str) -> Refusal:
    return Refusal(Code.RULE_BROKEN, sentence, *clauses)


def _over(game: Game) -> Refusal:
    ended = "This game is over." if game.started else "This table was closed before the start."
    return _broken(ended, "W1")


def _join_refused(game: Game) -> Refusal | None:
    if game.over:
        return _over(game)
    if game.status is Status.RUNNING:
        return _broken("This game has started; nobody can join it any more.", "S4")
    if game.free_seat() is None:
        return _broken("All five seats are taken.", "C5")
    return None


def _start_refused(game: Game) -> Refusal | None:
    if game.over:
        return _over(game)
    if game.status is Status.RUNNING:
        return _broken("This game has started already.", "S4")
    if len(game.players) < 2:
        return _broken("It takes at least two players to start.", "C5")
    first = game.options.first_player
    if isinstance(first, int) and game.player(SeatNo(first)) is None:
        return _broken(f"Seat {first} is to begin, and nobody sits there.", "S4")
    return None


_WAITING = {
    Phase.MASK: "put the mask on",
    Phase.REMOVAL: "remove a stick",
    Phase.ANSWER: "answer",
    Phase.SECOND_ANSWER: "answer again or decline",
}


_ANSWERING = (Phase.ANSWER, Phase.SECOND_ANSWER)


def _waits(game: Game, seat: SeatNo, *phases: Phase) -> bool:
    """Whether the game waits for this seat, in one of these phases."""
    return game.phase in phases and game.actor == seat


def _not_now(game: Game, seat: SeatNo, clause: str, *phases: Phase) -> Refusal | None:
    if _waits(game, seat, *phases):
        return None
    if game.over:
        return _over(game)
    if game.phase is None:
        return _broken("The game has not started.", clause)
    return _broken(f"The game waits for seat {game.actor} to {_WAITING[game.phase]}.", clause)


def _removal_refused(game: Game, seat: SeatNo, count: int) -> Refusal | None:
    if refusal := _not_now(game, seat, "T2", Phase.REMOVAL):
        return refusal
    if count == 1:
        return None
    if not game.options.advanced:
        return _broken("Two sticks are removed at advanced tables only.", "A2")
    if not game.tokens(seat):
        return _broken("Removing two sticks costs a token, and none is left.", "A2")
    if len(places(game.board or ())) < 2:
        return _broken("There are no two sticks left on the board.", "A2")
    return None


def _gone_refused(game: Game, command: RemoveSticks) -> Refusal | None:
    for place in command.places:
        if stick_at(game.board or (), place) is None:
            return _broken(f"Window {place.window} has no {place.slot} stick any more.", "T2")
    return None


def _answer_refused(game: Game, seat: SeatNo) -> Refusal | None:
    return _not_now(game, seat, "T3", *_ANSWERING)


def _count_refused(game: Game, named: int) -> Refusal | None:
    if len(game.removed) == 1:
        return None if named == 1 else _broken("One stick went, so one is named.", "T3")
    if named != 2 and game.options.double_answer is DoubleAnswer.BOTH:
        return _broken("Two sticks went, and both must be named.", "ruling:double_answer")
    return None
