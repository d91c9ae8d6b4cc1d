"""Sentences say what happened, and to whoever may not know no more than that."""

import gettext
from collections.abc import Iterator
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from events.board import SeatNo, places, stick_at
from events.catalogue import AnyBody, Phase, SticksRemoved, TurnTimedOut
from events.chain import Event
from events.game import Game
from events.reducer import apply
from events.sentences import sentence
from events.sight import Chair, knows
from tests.record.games import Log, random_log

CHAIRS: tuple[Chair, ...] = ("table", "public", *(SeatNo(seat) for seat in range(1, 6)))


def steps(log: Log) -> Iterator[tuple[Event, Game | None, Game]]:
    befores: list[Game | None] = [None, *log.games]
    yield from zip(log.events, befores, log.games, strict=False)


def told(log: Log, chair: Chair = "table") -> list[str]:
    return [sentence(event, before, after, chair) for event, before, after in steps(log)]


@pytest.fixture(scope="module")
def logs() -> list[Log]:
    return [random_log(Random(seed)) for seed in range(150)]


def test_every_type_of_event_has_a_sentence_for_every_chair(logs: list[Log]) -> None:
    seen: set[type] = set()
    for log in logs:
        for event, before, after in steps(log):
            seen.add(type(event.body))
            for chair in CHAIRS:
                text = sentence(event, before, after, chair)
                assert text
                assert "{" not in text
                assert "  " not in text
                assert text[-1] in ".!"
    assert seen == set(get_args(AnyBody))


def _removal(event: Event) -> bool:
    body = event.body
    return isinstance(body, SticksRemoved) or (
        isinstance(body, TurnTimedOut) and body.sticks is not UNSET
    )


def test_who_saw_the_removal_hears_which_stick_went_and_nobody_else(logs: list[Log]) -> None:
    for log in logs:
        for event, before, after in filter(lambda step: _removal(step[0]), steps(log)):
            for chair in CHAIRS:
                text = sentence(event, before, after, chair)
                named = all(
                    f"{stick.colour} stick from window {stick.window}" in text
                    for stick in after.removed
                )
                blind = "window" not in text
                assert (named, blind) == ((True, False) if knows(after, chair) else (False, True))


def twin_removal(rng: Random, before: Game, event: Event) -> tuple[Event, Game]:
    """The same removal of other sticks, and the game after it."""
    body: Any = event.body
    board = before.board or ()
    spots = rng.sample(places(board), len(body.sticks))
    other = replace(event, body=replace(body, sticks=tuple(stick_at(board, s) for s in spots)))
    return other, apply(before, other)


@settings(max_examples=60, deadline=None)
@given(st.integers(min_value=0))
def test_twin_games_sound_the_same_to_the_blind_until_the_turn_is_resolved(seed: int) -> None:
    rng = Random(seed)
    log = random_log(rng)
    twin: Game | None = None
    for event, before, after in steps(log):
        assert before is None or before.version + 1 == event.version
        if before and _removal(event):
            twin_before, (other, twin) = before, twin_removal(rng, before, event)
        elif twin and after.phase in (Phase.ANSWER, Phase.SECOND_ANSWER) and after.removed:
            other, twin_before, twin = event, twin, apply(twin, event)
        else:
            twin = None
            continue
        for chair in CHAIRS:
            if not knows(after, chair):
                heard = sentence(event, before, after, chair)
                assert heard == sentence(other, twin_before, twin, chair)


def test_a_resolved_turn_tells_everybody_the_same(logs: list[Log]) -> None:
    for log in logs:
        for event, before, after in steps(log):
            if getattr(event.body, "resolved", None) is True:
                turn = after.last_turn
                assert turn
                texts = {sentence(event, before, after, chair) for chair in CHAIRS}
                assert len(texts) == 1
                text = texts.pop()
                assert all(f"{s.colour} stick from window {s.window}" in text for s in turn.removed)
                assert all(
                    f"A {p.kind} escapes from window {p.window}" in text for p in turn.escaped
                )
                if after.phase:
                    for seat in (after.lime, after.mask):
                        assert f"(seat {seat})" in text
                if after.winner:
                    assert "wins" in text


def test_names_stand_beside_their_seats_and_are_taken_literally() -> None:
    log = random_log(Random(1))
    opened = log.events[0]
    body: Any = opened.body
    renamed = replace(opened, body=replace(body, name="{who} %s {0}"))
    game = apply(None, renamed)
    assert sentence(renamed, None, game, "public") == "{who} %s {0} (seat 1) opens a table."


def test_a_catalogue_speaks_another_language() -> None:
    class German(gettext.NullTranslations):
        def gettext(self, message: str) -> str:
            return {"{who} opens a table.": "{who} eröffnet einen Tisch."}.get(message, message)

    log = random_log(Random(2))
    text = sentence(log.events[0], None, log.games[0], "table", German().gettext)
    assert text.endswith("(seat 1) eröffnet einen Tisch.")


def test_a_game_reads_like_a_story() -> None:
    log = random_log(Random(5))
    assert told(log)[0] == "Ana (seat 1) opens a table."
    assert told(log)[-1].endswith((".", "!"))
