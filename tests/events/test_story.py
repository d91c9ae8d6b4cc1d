"""A story tells resolved turns to everybody, and of the one that goes on only what one may know."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from events.board import SeatNo
from events.catalogue import SticksRemoved, TurnTimedOut
from events.chain import Event
from events.game import Game
from events.sentences import sentence
from events.story import story
from tests.events.test_sentences import twin_removal
from tests.record.games import Log, random_log

SEATS: tuple[SeatNo | None, ...] = (None, *(SeatNo(seat) for seat in range(1, 6)))


@pytest.fixture(scope="module")
def logs() -> list[Log]:
    return [random_log(Random(seed)) for seed in range(30)]


def moments(logs: list[Log]) -> Iterator[tuple[list[Event], Game]]:
    for log in logs:
        for version, now in enumerate(log.games, 1):
            yield log.events[:version], now


def removed(event: Event) -> bool:
    return isinstance(event.body, SticksRemoved) or (
        isinstance(event.body, TurnTimedOut) and bool(event.body.sticks)
    )


def may_hear(now: Game, seat: SeatNo | None) -> bool:
    return seat in now.in_play and seat != now.mask


def test_every_event_up_to_now_is_told_in_its_order(logs: list[Log]) -> None:
    for events, now in moments(logs):
        told = list(story(events, now, None))
        assert [(t.version, t.type, t.seat) for t in told] == [
            (event.version, event.body.type, event.seat) for event in events
        ]
        assert all(t.sentence for t in told)


def test_whatever_went_in_a_resolved_turn_is_told_to_everybody(logs: list[Log]) -> None:
    named = 0
    for log in logs:
        befores = [None, *log.games]
        for events, now in moments([log]):
            for told, event, before, then in zip(
                story(events, now, None), events, befores, log.games, strict=False
            ):
                if now.over or then.turn != now.turn:
                    assert told.sentence == sentence(event, before, then, "table")
                    named += removed(event)
    assert named


def test_what_went_in_the_turn_that_goes_on_is_told_to_those_who_saw_it(logs: list[Log]) -> None:
    heard = {True: 0, False: 0}
    for events, now in moments(logs):
        if now.removed and not now.over:
            at = max(place for place, event in enumerate(events) if removed(event))
            for seat in SEATS:
                told = list(story(events, now, seat))[at].sentence
                assert ("from window" in told) == may_hear(now, seat)
                heard[may_hear(now, seat)] += 1
    assert all(heard.values())


def test_whoever_wore_the_mask_then_is_told_nothing_whoever_wears_it_now(logs: list[Log]) -> None:
    passed = 0
    for events, now in moments(logs):
        other = next((seat for seat in now.in_play if seat != now.mask), None)
        if now.removed and not now.over:
            at = max(place for place, event in enumerate(events) if removed(event))
            told = list(story(events, replace(now, mask=other), now.mask))[at].sentence
            assert "window" not in told
            passed += 1
    assert passed


def test_twin_games_have_one_story_for_those_who_may_not_know(logs: list[Log]) -> None:
    """The other game differs in what went last, and nothing else of it has happened yet."""
    rng, pairs = Random(7), 0
    for log in logs:
        for before, now, event in zip(log.games, log.games[1:], log.events[1:], strict=False):
            if not removed(event) or now.over:
                continue
            events = log.events[: event.version]
            twin, elsewhere = twin_removal(rng, before, event)
            for seat in SEATS:
                if not may_hear(now, seat):
                    there = list(story([*events[:-1], twin], elsewhere, seat))
                    assert list(story(events, now, seat)) == there
                    pairs += 1
    assert pairs
