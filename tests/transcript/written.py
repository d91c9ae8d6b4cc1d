"""A game's log as somebody at the table would have written it down, every word of it."""

from typing import Any

from events.board import Board, NamedStick, Prisoner, SeatNo, Stick
from events.catalogue import (
    AnswerGiven,
    AnyBody,
    GameClosed,
    GameStarted,
    InsteadOf,
    PlayerLeft,
    Resolving,
    SecondAnswerDeclined,
    SticksRemoved,
    TurnTimedOut,
)
from events.game import Game
from tests.record.games import Log

Plain = dict[str, Any]
NAMES = ("Ana", "Ben", "Çelik", "Dee 4", "E: the #5")


class Written:
    """The transcript that grows with a log; `entry_of` says where each event went."""

    def __init__(self, log: Log) -> None:
        self._seats: dict[SeatNo | None, str] = {}
        self.turns: list[Plain] = []
        self._turn: Plain | None = None
        self.entry_of: dict[int, int] = {}
        self.top: Plain = {}
        before: Game | None = None
        for event, game in zip(log.events, log.games, strict=True):
            if before is not None:
                self._add(before, game, event.seat, event.body)
                self.entry_of[event.version] = len(self.turns)
            before = game

    def _add(self, before: Game, after: Game, seat: SeatNo | None, body: AnyBody) -> None:
        match body:
            case GameStarted():
                self._begin(after)
            case SticksRemoved():
                self._removed(before, after)
            case TurnTimedOut() if body.instead_of is InsteadOf.REMOVAL:
                self._removed(before, after)
            case TurnTimedOut() if body.instead_of is InsteadOf.MASK:
                return
            case AnswerGiven(sticks=named):
                field = "answer" if body.attempt == 1 else "second_answer"
                self._current[field] = [stick(one) for one in named]
                self._close(after, body)
            case SecondAnswerDeclined():
                self._current["second_answer"] = "declined"
                self._close(after, body)
            case TurnTimedOut():
                if body.instead_of is InsteadOf.ANSWER:
                    self._current["answer"] = "none"
                else:
                    self._current["second_answer"] = "declined"
                self._close(after, body)
            case PlayerLeft():
                self._left(after, seat, body)
            case GameClosed():
                pass
        if after.over:
            self.top["winner"] = self._seats[after.winner]
            if after.won_by:
                self.top["won_by"] = after.won_by.value

    @property
    def _current(self) -> Plain:
        assert self._turn is not None
        return self._turn

    def _begin(self, game: Game) -> None:
        for player, name in zip(game.players, NAMES, strict=False):
            self._seats[player.seat] = name
        self._seats[None] = "nobody"
        options = game.options
        numbers = {player.seat: seat for seat, player in enumerate(game.players, 1)}
        first = options.first_player
        assert game.board
        self.top = {
            "players": list(self._seats.values())[:-1],
            "rulings": {
                "advanced": "yes" if options.advanced else "no",
                "kinds": str(options.kinds),
                "first_player": str(numbers[SeatNo(int(first))] if first != "random" else first),
                "after_escape": options.after_escape.value,
                "double_answer": options.double_answer.value,
                "token_payment": options.token_payment.value,
            },
            "lime": self._seats[game.lime],
            "mask": self._seats[game.mask],
            "board": board(game.board),
            "turns": self.turns,
        }

    def _removed(self, before: Game, after: Game) -> None:
        self._turn = {
            "removed_by": self._seats[before.lime],
            "removed": [removed(one) for one in after.removed],
            "answered_by": self._seats[before.mask],
        }
        self.turns.append(self._turn)

    def _left(self, after: Game, seat: SeatNo | None, body: PlayerLeft) -> None:
        if self._turn is None:
            self.turns.append({"left": self._seats[seat]} | self._cards(after))
            return
        self._turn.setdefault("left", []).append(self._seats[seat])
        if body.resolved is True:
            self._turn.setdefault("answer", "none")
            if after.options.advanced and self._turn["answer"] != "none":
                self._turn["second_answer"] = "none"
            self._close(after, body)
        elif after.over:
            self._turn = None

    def _close(self, after: Game, body: Resolving) -> None:
        if body.resolved is not True or not after.last_turn:
            return
        self._current.update(
            verdict=after.last_turn.verdict.value,
            escaped=[prisoner(one) for one in after.last_turn.escaped] or "none",
            taken_by=self._seats[after.last_turn.taken_by],
            **self._cards(after),
        )
        if after.options.advanced:
            self._current["tokens"] = {
                self._seats[player.seat]: str(player.tokens) for player in after.players
            }
        self._turn = None

    def _cards(self, game: Game) -> Plain:
        return {"lime": self._seats[game.lime], "mask": self._seats[game.mask]}


def board(windows: Board) -> Plain:
    return {
        str(w.window): f"{w.prisoners.left} {w.prisoners.right} / "
        f"{w.sticks.left} {w.sticks.right} {w.sticks.long}"
        for w in windows
    }


def removed(one: Stick) -> str:
    return f"{one.window} {one.slot} {one.colour}"


def stick(one: NamedStick) -> str:
    return f"{one.window} {one.length} {one.colour}"


def prisoner(one: Prisoner) -> str:
    return f"{one.window} {one.position} {one.kind}"
