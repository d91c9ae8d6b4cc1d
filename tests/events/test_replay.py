"""A replay shows each chair what it saw at the time, and the table everything."""

import json
from random import Random

import msgspec
import pytest

from events import sight
from events.board import SeatNo
from events.replay import frames
from events.sight import Chair
from tests.record.games import Log, random_log


@pytest.fixture(scope="module")
def logs() -> list[Log]:
    return [random_log(Random(seed)) for seed in range(40)]


@pytest.mark.parametrize("chair", ["public", SeatNo(1), SeatNo(3)])
def test_a_chair_sees_the_games_and_events_that_were_shown_then(
    logs: list[Log], chair: Chair
) -> None:
    aside = {"you": None, "standing": None, "deadline": None}
    for log in logs:
        for frame, event, game in zip(
            frames(log.events, chair), log.events, log.games, strict=True
        ):
            seat = None if chair == "public" else SeatNo(int(chair))
            assert frame.game == sight.view(game, seat) | aside
            assert ("hidden" in frame.event) <= game.over
            assert frame.event["hash"] == event.hash


def test_the_table_sees_every_event_whole_and_every_board(logs: list[Log]) -> None:
    for log in logs:
        for frame, event, game in zip(
            frames(log.events, "table"), log.events, log.games, strict=True
        ):
            assert frame.event == sight.event(event, over=True)
            assert frame.game["board"] == game.board
            if game.removed:
                assert frame.game["removed"]["sticks"] == game.removed


def test_frames_are_ready_for_an_encoder(logs: list[Log]) -> None:
    for frame in frames(logs[0].events, "public"):
        assert json.loads(msgspec.json.encode(frame)).keys() == {"event", "game", "sentence"}
