"""How games end: clauses W1, W2, H3 and H4."""

from random import Random

import pytest
from msgspec.structs import replace

from events import sight
from events.board import SeatNo
from events.commands import Join, Leave, PutMaskOn, Start
from tests.events.both import plain
from tests.events.given import Given, emptying, holding, playing, table, with_sticks
from tests.oracle import Json, Model, Temper, random_game, random_options

DAY = 86_400_000

Played = list[tuple[Json, Json, Model]]


def kind_at(given: Given, window: int = 5) -> str:
    kind = (given.game.board or ())[window - 1].prisoners.left
    assert kind is not None
    return kind.value


def others(kind: str) -> list[str]:
    return [other for other in ("forger", "smuggler", "burglar") if other != kind]


def freeing(seat: int, *kinds: str) -> Given:
    """A game where removing window 5's long stick frees one, and a seat holds these already."""
    return holding(emptying(playing(3)), seat, *kinds).remove((5, "long"))


def test_W1_three_alike_win_at_once() -> None:
    kind = kind_at(playing(3))
    given = freeing(2, kind, kind).right()
    assert (given.outcome["winner"], given.outcome["won_by"]) == (2, "three_alike")
    assert given.outcome["phase"] is None
    assert given.cited == ["T3", "T5", "E1", "E2", "ruling:after_escape", "W1"]


def test_W1_three_different_win_at_once() -> None:
    given = freeing(1, *others(kind_at(playing(3)))).wrong()
    assert (given.outcome["winner"], given.outcome["won_by"]) == (1, "three_different")


def test_W1_both_sets_are_recorded_as_three_alike() -> None:
    kind = kind_at(playing(3))
    given = freeing(2, kind, kind, others(kind)[0], others(kind)[0])
    assert given.game.winner is None
    given = freeing(2, kind, kind, *others(kind)).right()
    assert given.outcome["won_by"] == "three_alike"


def test_W1_two_and_two_do_not_win() -> None:
    kind = kind_at(playing(3))
    given = freeing(2, kind, others(kind)[0], others(kind)[0]).right()
    assert given.outcome["winner"] is None
    assert given.outcome["phase"] == "mask"


@pytest.mark.parametrize(
    ("reading", "cards"), [("as_usual", (2, 3)), ("taker_leads", (2, 3)), ("stay", (1, 2))]
)
def test_W1_cards_pass_and_the_turn_number_stays(reading: str, cards: tuple[int, int]) -> None:
    given = emptying(playing(3, after_escape=reading))
    kind = kind_at(given)
    given = holding(given, 2, kind, kind).remove((5, "long")).right()
    assert given.cards == cards
    assert given.game.turn == 1


def test_W1_nothing_more_is_done_in_a_game_that_is_over() -> None:
    kind = kind_at(playing(3))
    given = freeing(2, kind, kind).right()
    for order in (
        PutMaskOn(seat=SeatNo(3)),
        Join(name="Late"),
        Start(seat=SeatNo(1)),
        Leave(seat=SeatNo(1), leaver=SeatNo(1)),
    ):
        assert given.refusal(order) == ("rule-broken", "W1")


def undisturbed(rng: Random) -> Played:
    """The first of some random games that nobody leaves and no clock touches."""
    while True:
        doubles, remembers, insists = rng.random(), rng.random(), rng.random()
        stay = Temper(leaves=0.0, doubles=doubles, remembers=remembers, insists=insists)
        game = list(random_game(rng, random_options(rng), stay, late=0.0))
        if not {"leave", "close"} & {command["do"] for command, _, _ in game}:
            return game


@pytest.mark.parametrize("seed", range(12))
def test_W2_a_game_that_nobody_leaves_ends_with_a_winner(seed: int) -> None:
    _, last, model = undisturbed(Random(seed))[-1]
    assert last["outcome"]["winner"] is not None
    assert (model.turn or 0) <= 36


@pytest.mark.parametrize("fifth", ["same", "other", "third"])
def test_W2_whoever_holds_four_without_winning_wins_with_any_fifth(fifth: str) -> None:
    """So five hold twenty at most, and 36 sticks free 24."""
    kind = kind_at(playing(5))
    pair, third = others(kind)
    held = {"same": (kind, kind, pair, pair), "other": (pair, pair, kind, kind)}
    held["third"] = (pair, pair, third, third)
    given = freeing(2, *held[fifth])
    assert given.game.winner is None
    assert given.right().outcome["winner"] == 2


def last_turn(seats: int, **options: object) -> Given:
    """A game in its last turn: one long stick, over prisoners that no sets come from."""
    given = playing(seats, **options)
    return with_sticks(given, (12, "long"))


def test_H3_a_resolved_turn_that_leaves_no_stick_and_no_winner_ends_the_game() -> None:
    given = last_turn(3).remove((12, "long")).right()
    assert given.game.over
    assert (given.outcome["winner"], given.outcome["won_by"]) == (None, None)
    assert given.cited[-1] == "H3"
    assert given.game.turn == 1


def test_H3_a_winner_of_the_last_stick_comes_first() -> None:
    given = last_turn(3)
    kind = kind_at(given, 12)
    given = holding(given, 2, kind, kind).remove((12, "long")).right()
    assert given.outcome["winner"] == 2
    assert "H3" not in given.cited


def test_H3_while_the_last_removal_is_unresolved_the_game_goes_on() -> None:
    given = last_turn(3).remove((12, "long")).leave(1)
    assert given.outcome["phase"] == "answer"
    given.wrong()
    assert given.outcome["phase"] is None
    assert given.outcome["taken_by"] is None
    assert given.cited == ["T3", "T4", "T6", "E1", "H3"]


def test_H3_leaving_can_resolve_the_last_turn() -> None:
    given = last_turn(3).remove((12, "long")).leave(2)
    assert given.game.over
    assert given.cited == ["T4", "E1", "E2", "ruling:after_escape", "H2", "H3"]


def test_H3_the_last_in_play_comes_first() -> None:
    given = last_turn(2).remove((12, "long")).leave(2)
    assert (given.outcome["winner"], given.outcome["won_by"]) == (1, "last_in_play")
    assert "H3" not in given.cited


def test_H4_a_game_without_a_clock_that_lies_still_for_thirty_days_is_closed() -> None:
    given = playing(3, turn_seconds=None)
    given.now += 30 * DAY - 1
    assert not given.record_due()
    given.mask_on()
    given.now += 30 * DAY
    assert given.record_due()
    assert given.outcome == {"reason": "idle", "phase": None, "winner": None, "won_by": None}
    assert given.seat is None
    assert given.game.over


def test_H4_a_game_with_no_person_in_play_is_closed_right_after_the_leaving() -> None:
    given = playing(3)
    bots = [p if p.seat == 1 else replace(p, bot="goldfish") for p in given.game.players]
    given.rigged(players=tuple(bots)).leave(1)
    assert not given.game.over
    assert given.record_due()
    assert given.outcome["reason"] == "no_people"


def test_H4_one_seat_left_has_won_before_anything_is_closed() -> None:
    given = playing(2)
    bots = [p if p.seat == 1 else replace(p, bot="goldfish") for p in given.game.players]
    given.rigged(players=tuple(bots)).leave(1)
    assert given.outcome["won_by"] == "last_in_play"
    assert not given.record_due()


def test_a_table_not_started_within_a_day_closes() -> None:
    given = table().join(2)
    given.now += DAY
    assert given.record_due()
    assert given.outcome["reason"] == "not_started"
    assert plain(sight.view(given.game, SeatNo(1)))["standing"] is None


def test_a_table_whose_host_leaves_closes() -> None:
    given = table().join(2).leave(1)
    assert (given.outcome["reason"], given.seat) == ("host_left", 1)
    seen = plain(sight.view(given.game, None))
    assert [seen[name] for name in ("winner", "lime", "board", "standing")] == [None] * 4
