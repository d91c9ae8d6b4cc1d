"""Folds a log into a game. Applies recorded outcomes, decides nothing."""

from collections.abc import Iterable
from typing import Any, assert_never

from msgspec import UNSET
from msgspec.structs import replace

from events.board import SeatNo, without_prisoners, without_sticks
from events.catalogue import (
    AnswerGiven,
    BotJoined,
    GameClosed,
    GameOpened,
    GameStarted,
    MaskPutOn,
    Phase,
    PlayerJoined,
    PlayerLeft,
    PlayerLeftTable,
    Resolving,
    SecondAnswerDeclined,
    SticksRemoved,
    TurnTimedOut,
    Verdict,
)
from events.chain import Event, Version, head
from events.game import Credential, Game, Player, Served, Status, Turn
from events.rulebook import TOKENS
from events.times import Millis

Changes = dict[str, Any]


def fold(game: Game | None, events: Iterable[Event]) -> Game:
    """The game after some more of its events; raises ValueError for a log without any."""
    for event in events:
        game = apply(game, event)
    if game is None:
        raise ValueError("a log has at least one event")
    return game


def apply(game: Game | None, event: Event) -> Game:
    """The game after one more event."""
    if game is None:
        return _opened(event)
    changes = _changes(game, event)
    changes["head"] = head(event)
    if event.key is not None:
        changes["served"] = (*game.served, *_served(event))
    after = replace(game, **changes)
    deadline = _deadline(game, after, event)
    return after if deadline == after.deadline else replace(after, deadline=deadline)


def _changes(game: Game, event: Event) -> Changes:
    match event.body:
        case MaskPutOn() as body:
            return {"phase": body.phase}
        case SticksRemoved() as body:
            return {
                "phase": body.phase,
                "players": _paid(game.players, event.seat, body.tokens_paid, body.paid_to),
                **_removal(game, body.sticks),
            }
        case AnswerGiven() as body:
            players = _paid(game.players, event.seat, body.tokens_paid, body.paid_to)
            answers = (*game.answers, body.sticks)
            if body.resolved is True:
                return _resolved(replace(game, players=players, answers=answers), body, body.phase)
            return {"phase": body.phase, "players": players, "answers": answers}
        case SecondAnswerDeclined() as body:
            return _resolved(game, body, body.phase)
        case TurnTimedOut() as body:
            if body.resolved is True:
                return _resolved(game, body, body.phase)
            if body.sticks is not UNSET:
                return {"phase": body.phase, **_removal(game, body.sticks)}
            return {"phase": body.phase}
        case PlayerLeft() as body:
            return _left(game, event.seat, body)
        case PlayerJoined() | BotJoined() as body:
            return _joined(game, event, body)
        case PlayerLeftTable():
            return {"players": tuple(p for p in game.players if p.seat != event.seat)}
        case GameStarted() as body:
            return {
                "status": Status.RUNNING,
                "phase": body.phase,
                "turn": 1,
                "lime": body.lime,
                "mask": body.mask,
                "board": body.deal,
            }
        case GameClosed():
            return {"status": Status.FINISHED, "phase": None, **_TURN_OVER}
        case GameOpened():
            raise ValueError("a game opens once")
        case _ as unknown:
            assert_never(unknown)


_TURN_OVER: Changes = {"remover": None, "removed": (), "answers": ()}


def _opened(event: Event) -> Game:
    body = event.body
    if not isinstance(body, GameOpened):
        raise ValueError("a log begins with the opening")  # noqa: TRY004 - the log is wrong
    return Game(
        id=event.game,
        head=head(event),
        status=Status.OPEN,
        opened_at=event.at,
        options=body.options,
        listed=body.listed,
        seed=body.seed,
        seed_from=body.seed_from,
        players=(_seated(SeatNo(1), body, body.options.advanced, event.version),),
        credentials=_credentials(SeatNo(1), event),
        served=_served(event),
    )


def _seated(
    seat: SeatNo, body: GameOpened | PlayerJoined | BotJoined, advanced: bool, joined: Version
) -> Player:
    bot = body if isinstance(body, BotJoined) else None
    return Player(
        seat=seat,
        name=body.name,
        bot=bot.bot if bot else None,
        seed=bot.seed if bot else None,
        in_play=True,
        tokens=TOKENS if advanced else 0,
        prisoners=(),
        joined=joined,
    )


def _joined(game: Game, event: Event, body: PlayerJoined | BotJoined) -> Changes:
    player = _seated(body.seat, body, game.options.advanced, event.version)
    return {
        "players": tuple(sorted((*game.players, player), key=lambda p: p.seat)),
        "credentials": game.credentials + _credentials(body.seat, event),
    }


def _credentials(seat: SeatNo, event: Event) -> tuple[Credential, ...]:
    if event.token is None:
        return ()
    return (Credential(token=event.token, seat=seat, joined=event.version),)


def _served(event: Event) -> tuple[Served, ...]:
    if event.key is None:
        return ()
    return (Served(key=event.key, request=event.request, version=event.version),)


def _removal(game: Game, sticks: Any) -> Changes:
    if game.board is None:
        raise ValueError("a removal takes a board")
    return {
        "board": without_sticks(game.board, sticks),
        "removed": sticks,
        "remover": game.lime,
    }


def _paid(
    players: tuple[Player, ...], payer: SeatNo | None, tokens: int, to: SeatNo | None
) -> tuple[Player, ...]:
    """Players after a payment; to nobody means to the box (ruling `token_payment`)."""
    if not tokens:
        return players
    change = {payer: -tokens, to: tokens}
    return tuple(
        replace(p, tokens=p.tokens + change[p.seat]) if p.seat in change else p for p in players
    )


def _resolved(game: Game, body: Resolving, phase: Phase | None) -> Changes:
    """The turn's end: prisoners to whoever takes them, Lime and mask passed, perhaps a winner."""
    if game.board is None or body.escaped is UNSET:
        raise ValueError("a resolved turn takes a board and says who escaped")
    escaped, taker = tuple(body.escaped), body.taken_by
    players = game.players
    if escaped:
        players = tuple(
            replace(p, prisoners=p.prisoners + escaped) if p.seat == taker else p for p in players
        )
    return {
        **_passed(game, body, phase),
        "players": players,
        "board": without_prisoners(game.board, escaped) if escaped else game.board,
        "turn": game.turn if phase is None else (game.turn or 0) + 1,
        "last_turn": Turn(
            turn=game.turn or 0,
            lime=game.remover or SeatNo(0),
            mask=game.mask or SeatNo(0),
            removed=game.removed,
            answers=game.answers,
            verdict=Verdict(body.verdict) if body.verdict is not UNSET else Verdict.WRONG,
            escaped=escaped,
            taken_by=taker if taker is not UNSET else None,
        ),
        **_TURN_OVER,
    }


def _passed(game: Game, body: Resolving, phase: Phase | None) -> Changes:
    return {
        "phase": phase,
        "status": Status.FINISHED if phase is None else Status.RUNNING,
        "lime": body.lime,
        "mask": body.mask,
        "winner": body.winner,
        "won_by": body.won_by,
    }


def _left(game: Game, leaver: SeatNo | None, body: PlayerLeft) -> Changes:
    if body.resolved is True:
        changes = _resolved(game, body, body.phase)
    else:
        changes = _passed(game, body, body.phase)
        if body.phase is None:
            changes |= _TURN_OVER
    players: tuple[Player, ...] = changes.get("players", game.players)
    changes["players"] = tuple(
        replace(p, in_play=False) if p.seat == leaver else p for p in players
    )
    return changes


def _deadline(before: Game, after: Game, event: Event) -> Millis | None:
    """When the clock acts: the newest event's time plus the option (H1)."""
    seconds = after.options.turn_seconds
    if after.status is not Status.RUNNING or seconds is None:
        return None
    if isinstance(event.body, PlayerLeft) and after.actor == before.actor:
        return before.deadline
    return Millis(event.at + seconds * 1000)
