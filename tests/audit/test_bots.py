"""A bot's joining says what it must, hides its seed, and follows the rules."""

from typing import Any

import pytest

from events.catalogue import Bot
from tests.audit.brute import first_wrong
from tests.audit.copied import Copied, found
from tests.audit.supplement import (
    bot_called_otherwise,
    bot_sat_down_in_the_middle,
    bots_played_on_without_people,
    closed_for_its_bots,
    with_bots,
)


def closed() -> Copied:
    return closed_for_its_bots().copied()


def test_H4_a_game_that_was_closed_for_its_bots_is_sound() -> None:
    assert closed().audited().found == 0
    assert first_wrong(closed()) is None


def test_a_bot_with_another_name_is_named() -> None:
    finding = found(bot_called_otherwise().copied().audited(), 3, "action.name")
    assert (finding.recorded, finding.expected) == ("Magpie", "Magpie 2")


def test_S4_a_bot_that_came_after_the_start_is_named() -> None:
    report = bot_sat_down_in_the_middle().copied().audited()
    assert found(report, 4, "type").clauses == ("S4",)


def test_H4_bots_that_play_on_among_themselves_are_named() -> None:
    report = bots_played_on_without_people().copied().audited()
    assert found(report, 6, "type").clauses == ("H4",)


def test_C5_a_bot_at_another_seat_than_the_lowest_is_named() -> None:
    copy = with_bots(Bot.ELEPHANT).copied()
    copy[2].event["seat"] = copy[2].event["outcome"]["seat"] = 4
    found(copy.forged(2).audited(), 2, "seat", "outcome.seat")


@pytest.mark.parametrize("seed", ["b" * 31, "B" * 32, "g" * 32, 7])
def test_a_seed_that_is_none_is_named(seed: Any) -> None:
    copy = closed()
    copy[2].private["hidden"]["seed"] = seed
    found(copy.forged(2).audited(), 2, "seed", "event")


def test_a_bot_without_a_seed_is_named() -> None:
    copy = closed()
    copy[2].private.update(hidden=None, salt=None)
    found(copy.forged(2).audited(), 2, "seed", "event")


def test_a_person_with_a_seed_is_named() -> None:
    copy = closed()
    del copy[2].event["action"]["bot"]
    found(copy.forged(2).audited(), 2, "seed", "event")


def test_a_sort_of_bot_that_there_is_not_is_named() -> None:
    copy = closed()
    copy[2].event["action"]["bot"] = "shark"
    found(copy.forged(2).audited(), 2, "bot", "event")


def test_another_seed_under_the_old_veil_is_named() -> None:
    copy = closed()
    copy[2].private["hidden"]["seed"] = "c" * 32
    found(copy.audited(), 2, "veil")
