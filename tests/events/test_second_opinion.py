"""Referee, reducer and sight against the rules written twice: event by event, for every viewer."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.events.both import followed, played
from tests.oracle import DEFAULTS, READINGS, random_options, truce_game


@pytest.mark.parametrize("name,reading", [(n, r) for n in READINGS for r in READINGS[n]])  # noqa: PT006
def test_every_option_is_played_as_the_second_opinion_says(name: str, reading: object) -> None:
    rng = Random(f"{name}={reading}")
    for options in (DEFAULTS, random_options(rng), random_options(rng, advanced=True)):
        played(rng, options | {name: reading})


@settings(max_examples=120, deadline=None)
@given(st.integers(min_value=0))
def test_any_game_is_played_as_the_second_opinion_says(seed: int) -> None:
    rng = Random(seed)
    game, model = played(rng, random_options(rng))
    assert game.game.over
    assert model.status == "finished"


def test_H3_games_of_five_who_let_nobody_win_end_on_an_empty_board() -> None:
    for seed in range(3):
        game, model = followed(truce_game(Random(seed)))
        assert game.game.over
        assert model.winner is None
        assert game.cited[-1] == "H3"
