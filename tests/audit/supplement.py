"""Games that the golden ones lack: honest ones of rare kinds, and faulty ones of every kind.

Without the honest ones a wrong rule could go unnoticed that bites there alone. Without the faulty
ones one that allows too much would, because in honest games nobody does what is not allowed.
"""

from collections.abc import Callable
from typing import Any

from events.board import Colour, Length, SeatNo, Slot, Stick
from events.catalogue import Bot, BotJoined, GameClosed, PlayerJoined, Reason, TurnTimedOut, WonBy
from events.commands import AddBot, Start
from events.resolution import leaving
from tests.audit.broken import BROKEN
from tests.audit.copied import Copied, copied
from tests.audit.emptied import (
    short_to_the_last,
    two_sticks_where_one_is_left,
    won_with_the_last_stick,
)
from tests.audit.scribe import Scribe
from tests.audit.sorts import golden

DAY = 86_400
TWO = SeatNo(2)


def won_as_the_wearer_leaves() -> Scribe:
    """The remover wins by what escapes, before the leaver's going makes them the last one."""
    scribe = Scribe(2)
    for spot in ((window, slot) for window in range(1, 13) for slot in ("long", "left", "right")):
        scribe.mask().remove(spot)
        if leaving(scribe.game, TWO)[0].won_by is not WonBy.LAST_IN_PLAY:
            return scribe.leave(2)
        scribe.answer(right=False)
    raise AssertionError


def left_while_somebody_else_had_to_act() -> Scribe:
    return Scribe(4).wait(50).leave(4).wait(10).tick()


def left_when_it_was_their_turn() -> Scribe:
    return Scribe(4).wait(50).leave(2).wait(59).mask().wait(50).leave(1).wait(30).remove()


def acted_in_the_last_millisecond() -> Scribe:
    return Scribe(2).wait(59.999).mask().wait(59.999).remove().wait(59.999).answer()


def started_in_the_last_millisecond() -> Scribe:
    return Scribe(2, start=False).wait(DAY - 0.001).tell(Start(seat=SeatNo(1)))


def closed_to_the_millisecond() -> Scribe:
    return Scribe(2, start=False).wait(DAY).tick()


def played_in_the_last_idle_millisecond() -> Scribe:
    return Scribe(2, turn_seconds=None).wait(30 * DAY - 0.001).mask().wait(30 * DAY).tick()


def dealt_from_a_seed_whose_draws_are_not_all_fair() -> Scribe:
    """One in eight million: the draw below 23 takes the next four bytes of the stream (S5)."""
    return Scribe(2, seed="000000000000000000000000005994d3")


def with_bots(*bots: Bot) -> Scribe:
    scribe = Scribe(1, start=False)
    for bot in bots:
        scribe.tell(AddBot(seat=SeatNo(1), bot=bot, seed="b" * 32))
    return scribe


def closed_for_its_bots() -> Scribe:
    scribe = with_bots(Bot.MAGPIE, Bot.MAGPIE).tell(Start(seat=SeatNo(1)))
    return scribe.mask().leave(1).tick()


HONEST: tuple[Callable[[], Copied], ...] = (
    lambda: won_as_the_wearer_leaves().copied(),
    lambda: left_while_somebody_else_had_to_act().copied(),
    lambda: left_when_it_was_their_turn().copied(),
    lambda: acted_in_the_last_millisecond().copied(),
    lambda: started_in_the_last_millisecond().copied(),
    lambda: closed_to_the_millisecond().copied(),
    lambda: played_in_the_last_idle_millisecond().copied(),
    lambda: closed_for_its_bots().copied(),
    lambda: dealt_from_a_seed_whose_draws_are_not_all_fair().copied(),
    lambda: short_to_the_last("left"),
    lambda: short_to_the_last("right"),
    won_with_the_last_stick,
)


# Faulty


def _ended(scribe: Scribe, reason: Reason) -> Scribe:
    return scribe.force(None, GameClosed(reason=reason, phase=None, winner=None, won_by=None))


def timed_out_too_early() -> Scribe:
    late = Scribe(2).wait(60).tick().events[-1]
    return Scribe(2).wait(59.999).force(late.seat, late.body)


def acted_when_time_was_out() -> Scribe:
    return Scribe(2).wait(60).mask()


def started_a_table_that_was_to_be_closed() -> Scribe:
    return Scribe(2, start=False).wait(DAY).tell(Start(seat=SeatNo(1)))


def played_after_a_month() -> Scribe:
    return Scribe(2, turn_seconds=None).wait(30 * DAY).mask()


def joined_after_the_end() -> Scribe:
    return Scribe(2).leave(2).force(3, PlayerJoined(name="Late", seat=SeatNo(3)))


def bot_called_otherwise() -> Scribe:
    return with_bots(Bot.MAGPIE, Bot.MAGPIE).amend(name="Magpie")


def bot_sat_down_in_the_middle() -> Scribe:
    body = BotJoined(name="Magpie", bot=Bot.MAGPIE, seat=SeatNo(3), seed="b" * 32)
    return Scribe(2).force(3, body)


def bots_played_on_without_people() -> Scribe:
    scribe = with_bots(Bot.MAGPIE, Bot.ELEPHANT).tell(Start(seat=SeatNo(1)))
    return scribe.leave(1).mask()


def started_after_the_end() -> Scribe:
    started = Scribe(2).events[-1].body
    return Scribe(2, start=False).wait(DAY).tick().force(1, started)


def timed_out_with_a_stick_that_is_gone() -> Scribe:
    scribe = Scribe(3).turn(True, (1, "left")).mask().wait(60).tick()
    gone = Stick(window=1, slot=Slot.LEFT, length=Length.SHORT, colour=Colour.RED)
    assert isinstance(scribe.events[-1].body, TurnTimedOut)
    return scribe.amend(sticks=(gone,))


CLOCKED: tuple[Callable[[], Scribe], ...] = (
    timed_out_too_early,
    acted_when_time_was_out,
    started_a_table_that_was_to_be_closed,
    played_after_a_month,
    joined_after_the_end,
    bot_called_otherwise,
    bot_sat_down_in_the_middle,
    bots_played_on_without_people,
    started_after_the_end,
    timed_out_with_a_stick_that_is_gone,
    lambda: _ended(Scribe(2, start=False).wait(DAY - 0.001), Reason.NOT_STARTED),
    lambda: _ended(Scribe(2, turn_seconds=None).wait(30 * DAY - 0.001), Reason.IDLE),
    lambda: _ended(Scribe(2, turn_seconds=None), Reason.NO_PEOPLE),
    lambda: _ended(Scribe(2), Reason.NOT_STARTED),
)

UNHEARD: tuple[tuple[str, Any], ...] = (
    ("kinds", 5),
    ("first_player", 6),
    ("turn_seconds", 9),
    ("turn_seconds", 86_401),
)


def _opened(name: str, value: Any) -> Copied:
    copy = copied(golden()[0])
    copy[1].event["action"]["options"][name] = value
    return copy.forged()


def _seeded(seed: str) -> Copied:
    copy = copied(golden()[0])
    copy[1].private["hidden"]["seed"] = seed
    return copy.forged()


def honest() -> list[Copied]:
    return [build() for build in HONEST]


def faulty() -> list[Copied]:
    """The last event of most of them is the faulty one."""
    return [
        *(build().copied() for build, _, _ in BROKEN.values()),
        *(build().copied() for build in CLOCKED),
        *(_opened(name, value) for name, value in UNHEARD),
        _seeded("F" * 32),
        two_sticks_where_one_is_left(),
    ]
