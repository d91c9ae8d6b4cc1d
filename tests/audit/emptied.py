"""Games that go on until no stick is left, or with another end: too long to write by hand."""

import json
from functools import cache
from random import Random
from unittest.mock import patch

import msgspec

from events import catalogue, referee
from events.audit import Auditor
from events.board import Board, Colour, Length, SeatNo, Slot, Stick, places, stick_at
from events.catalogue import AnyBody, Phase, SticksRemoved
from events.chain import GameId
from events.commands import Answer
from events.game import Game
from tests.audit.copied import Copied, Json, copied
from tests.audit.honest import stored
from tests.audit.sorts import golden
from tests.oracle import Model, on_board, truce


class Emptied:
    """A golden game, and how it stood before each of its events."""

    def __init__(self, copy: Copied) -> None:
        self.copy = copy
        self.games: list[Game | None] = []
        auditor = Auditor(GameId(copy.game))
        for recorded in copy.recorded():
            self.games.append(auditor.game)
            auditor.take(recorded)

    def ended(self, version: int, seat: SeatNo, body: AnyBody) -> Copied:
        """The game up to an event, and another one in its place."""
        copy = Copied(self.copy.game, self.copy.entries()[:version])
        action, outcome, hidden = (_plain(part) for part in catalogue.parts(body))
        line = copy[version]
        line.event |= {"type": body.type, "seat": seat, "action": action, "outcome": outcome}
        line.private |= {"hidden": hidden, "salt": "0" * 32}
        return copy.forged(version)


def _plain(part: Json | None) -> Json | None:
    plain: Json | None = json.loads(msgspec.json.encode(part))
    return plain


@cache
def emptied() -> tuple[Emptied, ...]:
    ends = [game for game in golden() if '"H3"' in game.entries[-1][0]]
    return tuple(Emptied(copied(game)) for game in ends)


def won_with_the_last_stick() -> Copied:
    """The last answer as a right one, where whoever gives it wins with those who escape."""
    for game in emptied():
        for version, before in enumerate(game.games, 1):
            if before is None or before.mask is None or before.phase is not Phase.ANSWER:
                continue
            named = tuple(stick.named for stick in before.removed)
            _, body = referee.decide(before, Answer(seat=before.mask, sticks=named))
            if not places(before.board or ()) and getattr(body, "won_by", None):
                return game.ended(version, before.mask, body)
    raise AssertionError


def short_to_the_last(slot: str) -> Copied:
    """The last stick of all is a short one: nobody at the table sees it before."""
    last = {"window": 12, "slot": slot}

    def others(model: Model) -> list[Json]:
        there = on_board(model)
        return [stick for stick in there if stick != last] or there

    rng = Random(slot)
    with patch.object(truce, "on_board", others):
        return stored(rng, truce.truce_game(rng))


def two_sticks_where_one_is_left() -> Copied:
    """A2 stands before T2: that one of the two is gone is not even looked at."""
    for game in emptied():
        for version, before in enumerate(game.games, 1):
            if before is None or before.lime is None or before.phase is not Phase.REMOVAL:
                continue
            if len(places(before.board or ())) == 1 and before.tokens(before.lime):
                return game.ended(version, before.lime, _both(before.board or ()))
    raise AssertionError


def _both(board: Board) -> SticksRemoved:
    last = stick_at(board, places(board)[0])
    assert last
    window = last.window % 12 + 1
    gone = Stick(window=window, slot=Slot.LEFT, length=Length.SHORT, colour=Colour.RED)
    return SticksRemoved(
        count=2,
        tokens_paid=1,
        paid_to=None,
        phase=Phase.ANSWER,
        clauses=("T2", "A2", "ruling:token_payment"),
        sticks=(last, gone),
    )
