"""What happened, in plain English, veiled for whoever hears it.

Every text is a message id with named parameters and goes through `say`, so a catalogue can
speak another language. A chair that may not know which stick went does not hear of it
before the turn is resolved; a resolved turn tells all.
"""

from collections.abc import Callable, Sequence
from typing import Any, assert_never

from msgspec import UNSET

from events.board import Length, NamedStick, Prisoner, SeatNo, Slot, Stick
from events.catalogue import (
    AnswerGiven,
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
    SticksRemoved,
    TurnTimedOut,
    Verdict,
    WonBy,
)
from events.chain import Event
from events.game import Game
from events.sight import Chair, knows

Say = Callable[[str], str]
"""Translates a message id; `{names}` in braces are its parameters."""


Resolved = AnswerGiven | SecondAnswerDeclined | TurnTimedOut | PlayerLeft
"""The events that can resolve a turn."""


def english(message: str) -> str:
    return message


def sentence(
    event: Event, before: Game | None, after: Game, chair: Chair, say: Say = english
) -> str:
    """What an event says to a chair, `before` and `after` being the game around it."""
    return _Teller(event, before or after, after, chair, say).tell()


class _Teller:
    """Tells one event to one chair."""

    def __init__(self, event: Event, before: Game, after: Game, chair: Chair, say: Say) -> None:
        self._event = event
        self._before = before
        self._after = after
        self._chair = chair
        self._translate = say

    def say(self, message: str, **named: Any) -> str:
        return self._translate(message).format(**named)

    def tell(self) -> str:
        who = self._who(self._event.seat)
        match self._event.body:
            case GameOpened():
                return self.say("{who} opens a table.", who=who)
            case PlayerJoined():
                return self.say("{who} sits down.", who=who)
            case BotJoined(bot=bot):
                return self.say("{who} sits down, a bot: {bot}.", who=who, bot=self.say(bot))
            case PlayerLeftTable(removed_by=None):
                return self.say("{who} leaves before the start.", who=who)
            case PlayerLeftTable(removed_by=host):
                return self.say(
                    "{host} sends {who} away from the table.", host=self._who(host), who=who
                )
            case GameStarted() as body:
                return _joined(
                    self.say("{who} starts the game.", who=who), self._cards(body.lime, body.mask)
                )
            case MaskPutOn():
                return self.say("{who} puts the mask on.", who=who)
            case SticksRemoved() as body:
                return _joined(self._removed(who, body.sticks), self._paid(who, body))
            case AnswerGiven() as body:
                return self._answered(who, body)
            case SecondAnswerDeclined() as body:
                declined = self.say("{who} gives no second answer.", who=who)
                return _joined(declined, *self._resolved(body))
            case TurnTimedOut() as body:
                return self._timed_out(who, body)
            case PlayerLeft() as body:
                return self._left(who, body)
            case GameClosed(reason=reason):
                return self._closed(reason)
            case _ as unknown:
                assert_never(unknown)

    def _removed(self, who: str, sticks: Sequence[Stick]) -> str:
        if knows(self._after, self._chair):
            return self.say("{who} removes {sticks}.", who=who, sticks=self._sticks(sticks))
        if len(sticks) == 1:
            return self.say("{who} removes a stick.", who=who)
        return self.say("{who} removes two sticks.", who=who)

    def _paid(self, who: str, body: SticksRemoved | AnswerGiven) -> str:
        if not body.tokens_paid:
            return ""
        if body.paid_to is None:
            return self.say("{who} pays a red token to the box.", who=who)
        payee = self._who(body.paid_to)
        return self.say("{who} pays a red token to {payee}.", who=who, payee=payee)

    def _answered(self, who: str, body: AnswerGiven) -> str:
        said = self._said(body.sticks)
        if body.attempt == 1:
            told = self.say("{who} answers: {sticks}.", who=who, sticks=said)
        else:
            told = self.say("{who} answers once more: {sticks}.", who=who, sticks=said)
        right = self.say("Right!") if body.verdict is Verdict.RIGHT else self.say("Wrong.")
        follows = self._resolved(body)
        if body.resolved is not True:
            follows = [self.say("A second answer may follow.")]
        return _joined(told, self._paid(who, body), right, *follows)

    def _timed_out(self, who: str, body: TurnTimedOut) -> str:
        match body.instead_of:
            case InsteadOf.MASK:
                return self.say("{who} let the time pass: the mask is put on for them.", who=who)
            case InsteadOf.REMOVAL:
                return self._drawn(who, body)
            case InsteadOf.ANSWER:
                told = self.say("{who} let the time pass and gave no answer.", who=who)
            case InsteadOf.SECOND_ANSWER:
                told = self.say("{who} let the time pass and gave no second answer.", who=who)
        return _joined(told, *self._resolved(body))

    def _drawn(self, who: str, body: TurnTimedOut) -> str:
        if body.sticks is not UNSET and knows(self._after, self._chair):
            return self.say(
                "{who} let the time pass: the house removes {sticks} for them.",
                who=who,
                sticks=self._sticks(body.sticks),
            )
        return self.say("{who} let the time pass: the house removes a stick for them.", who=who)

    def _left(self, who: str, body: PlayerLeft) -> str:
        told = self.say("{who} leaves the game for good.", who=who)
        if body.resolved is True:
            return _joined(told, *self._resolved(body))
        passed = (body.lime, body.mask) != (self._before.lime, self._before.mask)
        cards = self._cards(body.lime, body.mask) if passed and body.phase else ""
        return _joined(told, cards, self._won(body))

    def _closed(self, reason: Reason) -> str:
        match reason:
            case Reason.HOST_LEFT:
                return self.say("The host leaves, and the table closes.")
            case Reason.NOT_STARTED:
                return self.say("Nobody started the game within a day: the table closes.")
            case Reason.IDLE:
                return self.say("Nothing happened for thirty days: the house closes the game.")
            case Reason.NO_PEOPLE:
                return self.say("No person is left in the game: the house closes it.")

    def _resolved(self, body: Resolved) -> list[str]:
        """What the end of a turn tells everybody; nothing where the turn goes on."""
        turn = self._after.last_turn
        if body.resolved is not True or turn is None:
            return []
        return [
            self.say("Removed: {sticks}.", sticks=self._sticks(turn.removed)),
            *(self._escaped(prisoner, turn.taken_by) for prisoner in turn.escaped),
            self._cards(body.lime, body.mask) if body.phase is Phase.MASK else "",
            self._won(body),
        ]

    def _escaped(self, prisoner: Prisoner, taker: SeatNo | None) -> str:
        named = {"kind": self.say(prisoner.kind), "window": prisoner.window}
        if taker is None:
            return self.say(
                "A {kind} escapes from window {window}, and nobody takes the prisoner.", **named
            )
        return self.say(
            "A {kind} escapes from window {window}; {taker} takes the prisoner.",
            taker=self._who(taker),
            **named,
        )

    def _cards(self, lime: Any, mask: Any) -> str:
        return self.say(
            "{lime} has the Lime, {mask} the mask.", lime=self._who(lime), mask=self._who(mask)
        )

    def _won(self, body: Resolved) -> str:
        if body.phase is not None:
            return ""
        who = self._who(self._after.winner)
        match body.won_by:
            case WonBy.THREE_ALIKE:
                return self.say("{who} wins with three prisoners of one kind.", who=who)
            case WonBy.THREE_DIFFERENT:
                return self.say("{who} wins with three prisoners of different kinds.", who=who)
            case WonBy.LAST_IN_PLAY:
                return self.say("{who} is the last in play and wins.", who=who)
        return self.say("No stick is left: the game ends without a winner.")

    def _who(self, seat: SeatNo | None) -> str:
        if seat is None:
            return ""
        player = self._after.player(seat) or self._before.player(seat)
        name = player.name if player else ""
        return self.say("{name} (seat {seat})", name=name, seat=seat)

    def _sticks(self, sticks: Sequence[Stick]) -> str:
        return self._both([self._stick(stick) for stick in sticks])

    def _stick(self, stick: Stick) -> str:
        named = {"colour": self.say(stick.colour), "window": stick.window}
        match stick.slot:
            case Slot.LEFT:
                return self.say("the left short {colour} stick from window {window}", **named)
            case Slot.RIGHT:
                return self.say("the right short {colour} stick from window {window}", **named)
            case Slot.LONG:
                return self.say("the long {colour} stick from window {window}", **named)

    def _said(self, sticks: Sequence[NamedStick]) -> str:
        return self._both([self._name(stick) for stick in sticks])

    def _name(self, stick: NamedStick) -> str:
        named = {"colour": self.say(stick.colour), "window": stick.window}
        if stick.length is Length.LONG:
            return self.say("the long {colour} stick from window {window}", **named)
        return self.say("the short {colour} stick from window {window}", **named)

    def _both(self, told: list[str]) -> str:
        if len(told) == 2:
            return self.say("{one} and {other}", one=told[0], other=told[1])
        return ", ".join(told)


def _joined(*told: str) -> str:
    return " ".join(each for each in told if each)
