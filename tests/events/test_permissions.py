"""What `may` lists is exactly what is accepted, in any state of any game."""

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from events.board import SeatNo
from events.permission import forbidden, may, refused
from tests.events.both import follow, ordered
from tests.events.given import Given
from tests.oracle import (
    Json,
    Model,
    Refused,
    on_board,
    random_commands,
    random_game,
    random_options,
)

WORDS = {"start": "start", "mask": "mask", "decline": "decline"}


def word(command: Json) -> str:
    match command["do"]:
        case "remove":
            return "remove_two" if len(command["sticks"]) == 2 else "remove"
        case "leave":
            return "leave" if command["by"] == command["seat"] else "remove_player"
        case act:
            return str(act)


def sensible(command: Json, model: Model) -> bool:
    """Whether a refusal would be about who and when, not about which stick, seat or number."""
    match command["do"]:
        case "remove":
            return all(stick in on_board(model) for stick in command["sticks"])
        case "answer":
            counts = {len(model.removed)} if model.removed else {1, 2}
            if model.options["double_answer"] == "either" and model.removed:
                counts.add(1)
            return len(command["sticks"]) in counts
        case "leave":
            return command["seat"] in model.players
    return True


def on_the_way(seed: int) -> tuple[Random, Given, Model]:
    """A random game, stopped somewhere."""
    rng = Random(seed)
    stop = rng.randint(1, 60)
    game: Given | None = None
    for command, event, model in random_game(rng, random_options(rng)):
        game = follow(game, command, event)
        if model.version >= stop:
            break
    assert game is not None
    return rng, game, model


@settings(max_examples=150, deadline=None)
@given(st.integers(min_value=0))
def test_a_command_is_accepted_exactly_where_may_lists_it(seed: int) -> None:
    rng, game, model = on_the_way(seed)
    for command in random_commands(rng, model, each=4):
        if command["do"] == "join" or not sensible(command, model):
            continue
        order = ordered(command)
        listed = word(command) in may(game.game, SeatNo(command["by"]))
        stands = forbidden(game.game, order) or refused(game.game, order)
        assert listed == (stands is None), command


@settings(max_examples=150, deadline=None)
@given(st.integers(min_value=0))
def test_every_refusal_is_the_one_that_the_second_opinion_gives(seed: int) -> None:
    rng, game, model = on_the_way(seed)
    for command in random_commands(rng, model, each=4):
        order = ordered(command)
        stands = forbidden(game.game, order) or refused(game.game, order)
        assert _plain(stands) == _expected(model, command), command


def _plain(refusal: Any) -> tuple[str, ...] | None:
    return (refusal.code.value, *refusal.clauses) if refusal else None


def _expected(model: Model, command: Json) -> tuple[str, ...] | None:
    try:
        model.judge(command)
    except Refused as refusal:
        return (refusal.slug, *refusal.clauses)
    return None
