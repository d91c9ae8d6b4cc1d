"""Every moment of every golden game, looked at later, is what its viewers were served then."""

import json
from typing import Any

import msgspec
import pytest

from events import sight
from events.board import SeatNo
from events.catalogue import PlayerJoined
from events.game import Game
from events.reducer import apply
from events.sight import Chair
from tests.golden.games import Golden, digest, read
from tests.golden.test_golden import events

PARTS = 8

HOST = SeatNo(1)


@pytest.fixture(scope="module")
def golden() -> list[Golden]:
    return list(read())


def plain(shown: dict[str, Any]) -> dict[str, Any]:
    view: dict[str, Any] = json.loads(msgspec.json.encode(shown))
    return view


def state(game: Game, chair: Chair) -> dict[str, Any]:
    return plain(sight.replayed(game, chair))


def live(game: Game, seat: SeatNo | None) -> dict[str, Any]:
    """What is not kept for later: the deadline, and what the viewer could do."""
    view = plain(sight.view(game, seat))
    return {name: view[name] for name in ("deadline", "you")}


@pytest.mark.parametrize("part", range(PARTS))
def test_golden_games_are_seen_later_as_they_were_served(golden: list[Golden], part: int) -> None:
    for stored in golden[part::PARTS]:
        game: Game | None = None
        ever = {HOST}
        for event, views in zip(events(stored), stored.views, strict=True):
            game = apply(game, event)
            if isinstance(event.body, PlayerJoined):
                ever.add(event.body.seat)
            seats = [player.seat for player in game.players]
            for seat, served in zip([None, *seats], views.split(), strict=True):
                shown = state(game, seat or "public")
                assert shown["you"] is shown["standing"] is shown["deadline"] is None
                assert digest(shown | live(game, seat)) == served, (event.game, event.version)
            for seat in ever - set(seats):
                assert state(game, seat) == state(game, "public")
