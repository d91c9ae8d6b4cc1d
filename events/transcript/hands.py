"""Prisoners and tokens that the players hold, as far as they are known (A1 to A3, W1)."""

from collections import Counter

from events.board import Kind, Prisoner, SeatNo, Value
from events.catalogue import WonBy
from events.game import winning
from events.transcript.maybe import Maybe
from events.transcript.values import Freed

CERTAINLY_WON = 5
"""With as many prisoners there are three alike, or three different, whatever their kinds."""

Tokens = dict[SeatNo, int | None]


class Hand(Value, frozen=True, kw_only=True):
    """`held` are certainly there, `perhaps` are those who may be."""

    held: tuple[Freed, ...] = ()
    perhaps: tuple[Freed, ...] = ()

    def won(self) -> tuple[Maybe, WonBy | None]:
        """Whether these prisoners win, and with what where that is known (W1)."""
        known = tuple(
            Prisoner(kind=who.kind, window=who.window, position=who.position)
            for who in self.held
            if who.kind
        )
        by, alike, different = winning(known), *self._possible()
        if by is None and len(self.held) < CERTAINLY_WON:
            return (None if alike or different else False), None
        if by is WonBy.THREE_DIFFERENT and not alike:
            return True, by
        return True, by if by is WonBy.THREE_ALIKE else None

    def _possible(self) -> tuple[bool, bool]:
        """Whether three alike, and whether three different, can be among them."""
        kinds: Counter[Kind | None] = Counter(who.kind for who in self.held + self.perhaps)
        unknown = kinds.pop(None, 0)
        return max(kinds.values(), default=0) + unknown >= 3, len(kinds) + unknown >= 3


def paid(tokens: Tokens, payer: SeatNo | None, payee: SeatNo | None, sure: Maybe) -> Tokens:
    """Tokens after a payment; a payee of NOBODY is the box (ruling `token_payment`)."""
    if sure is False:
        return tokens
    return {seat: _after(count, seat, payer, payee, sure) for seat, count in tokens.items()}


def _after(
    count: int | None, seat: SeatNo, payer: SeatNo | None, payee: SeatNo | None, sure: Maybe
) -> int | None:
    if payer not in (seat, None) and payee not in (seat, None):
        return count
    if count is None or not sure or seat not in (payer, payee):
        return None
    return count + 1 if payer != seat else (count - 1 if count else None)
