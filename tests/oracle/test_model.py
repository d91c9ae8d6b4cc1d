"""The second opinion itself, on examples worked by hand."""

from random import Random
from typing import Any

import pytest

from tests.oracle import (
    START,
    Json,
    Model,
    Refused,
    check_log,
    deal,
    differences,
    random_commands,
    random_game,
    random_options,
    seated,
    view,
    wrong_request,
)
from tests.oracle.dealing import _below
from tests.oracle.logcheck import digest

TEN_SECONDS = 10_000


def tell(model: Model, act: str, by: int, at: int = START, **more: Any) -> Json:
    outcome: Json = model.tell({"do": act, "by": by, **more}, at)["outcome"]
    return outcome


def remove(model: Model, *places: tuple[int, str]) -> Json:
    assert model.lime
    assert model.mask
    tell(model, "mask", model.mask)
    sticks = [{"window": window, "slot": slot} for window, slot in places]
    return tell(model, "remove", model.lime, sticks=sticks)


def answer(model: Model, *right: bool) -> Json:
    """Answers for each removed stick; a wrong one names a long stick of a full window 12."""
    assert model.mask
    wrong = {"window": 12, "length": "long", "colour": "red"}
    keys = ("window", "length", "colour")
    named = [{k: s[k] for k in keys} for s in model.removed]
    sticks = [stick if ok else wrong for stick, ok in zip(named, right, strict=True)]
    return tell(model, "answer", model.mask, sticks=sticks)


def test_below_skips_what_would_favour_small_numbers() -> None:
    assert _below(iter([2**32 - 1, 2**32 - 2, 7]), 3) == 2
    assert _below(iter([2**32 - 1, 7]), 3) == 1


def test_a_deal_uses_every_prisoner_and_never_too_many_sticks() -> None:
    windows, first = deal("ab" * 16, {"kinds": 8, "first_player": "random"}, [1, 3, 4])
    kinds = [kind for w in windows for kind in w["prisoners"].values()]
    assert first in (1, 3, 4)
    assert {kinds.count(kind) for kind in kinds} == {3}
    longs = [w["sticks"]["long"] for w in windows]
    assert max(longs.count(colour) for colour in longs) <= 4


def test_a_right_answer_takes_the_lime_and_hands_the_mask_on() -> None:
    model = seated(3)
    remove(model, (3, "left"))
    outcome = answer(model, True)
    assert (outcome["lime"], outcome["mask"], outcome["clauses"]) == (2, 3, ["T3", "T5"])
    assert model.turn == 2


def test_a_wrong_answer_of_three_passes_over_the_lime() -> None:
    model = seated(3)
    for mask, clauses in ((3, ["T3", "T4"]), (2, ["T3", "T4", "T6"])):
        remove(model, (model.turn or 0, "left"))
        outcome = answer(model, False)
        assert (outcome["lime"], outcome["mask"], outcome["clauses"]) == (1, mask, clauses)


def test_an_escape_frees_both_prisoners_of_a_window() -> None:
    model = seated(2, advanced=True, after_escape="stay")
    remove(model, (5, "left"), (5, "right"))
    assert model.players[1]["tokens"] == 1
    outcome = answer(model, True, True)
    assert outcome["clauses"] == ["T3", "ruling:double_answer", "T5"]
    remove(model, (5, "long"))
    outcome = answer(model, False)
    assert (outcome["resolved"], outcome["clauses"]) == (False, ["T3", "A3"])
    outcome = tell(model, "decline", 1)
    assert [p["position"] for p in outcome["escaped"]] == ["left", "right"]
    assert (outcome["taken_by"], outcome["lime"], outcome["mask"]) == (2, 2, 1)
    assert outcome["clauses"] == ["E1", "E2", "ruling:after_escape", "A3"]


def test_a_leavers_removal_not_answered_right_frees_prisoners_for_nobody() -> None:
    model = seated(3, after_escape="taker_leads")
    remove(model, (5, "left"))
    answer(model, False)
    remove(model, (5, "long"))
    outcome = tell(model, "leave", 1, seat=1)
    assert (outcome["lime"], outcome["mask"], outcome["phase"]) == (2, 3, "answer")
    outcome = answer(model, False)
    assert (outcome["taken_by"], outcome["clauses"]) == (None, ["T3", "T4", "T6", "E1"])
    assert (outcome["lime"], outcome["mask"]) == (2, 3)


def test_the_deadline_stands_where_a_bystander_leaves() -> None:
    model = seated(4, turn_seconds=10)
    tell(model, "leave", 3, START + 5_000, seat=3)
    assert model.deadline == START + TEN_SECONDS
    tell(model, "leave", 2, START + 6_000, seat=2)
    assert model.deadline == START + 6_000 + TEN_SECONDS
    assert model.due(model.deadline - 1) is None
    assert model.due(model.deadline) == {"do": "time_out"}


def test_two_sticks_at_a_plain_table_break_a2() -> None:
    model = seated(2)
    with pytest.raises(Refused) as refusal:
        remove(model, (1, "left"), (2, "left"))
    assert refusal.value.clauses == ["A2"]


def test_the_wearer_and_the_public_see_no_board_while_the_mask_is_on() -> None:
    model = seated(3)
    tell(model, "mask", 2)
    boards = [view(model, viewer, "g")["board"] for viewer in (None, 1, 2, 3)]
    assert [board is None for board in boards] == [True, False, True, False]
    tell(model, "remove", 1, sticks=[{"window": 1, "slot": "left"}])
    seen = [view(model, viewer, "g")["removed"]["sticks"] for viewer in (None, 1, 2, 3)]
    assert [sticks is None for sticks in seen] == [True, False, True, False]


def sealed(events: list[Json]) -> list[Json]:
    """Events of the model with the envelope that a service would serve."""
    served, previous = [], None
    for event in events:
        hidden = event.pop("hidden")
        salt = "0" * 32
        event["veil"] = digest({"salt": salt, "value": hidden}) if hidden else None
        event |= {"game": "g", "previous": previous}
        event["hash"] = previous = digest(event)
        opened = {"hidden": hidden, "salt": salt} if hidden else {}
        served.append({**event, **opened})
    return served


@pytest.mark.parametrize("seed", range(40))
def test_a_random_game_ends_and_its_log_is_sound(seed: int) -> None:
    rng = Random(seed)
    games = random_game(rng, random_options(rng))
    events = sealed([event for _, event, _ in games])
    assert check_log(events) == []


def test_a_changed_log_is_not_sound() -> None:
    rng = Random(7)
    events = [event for _, event, _ in random_game(rng, random_options(rng))]
    for event in events[2:]:
        event["outcome"]["lime"] = 5
    assert check_log(sealed(events)) != []


def test_there_is_always_something_to_refuse() -> None:
    rng = Random(3)
    for _, _, model in random_game(rng, random_options(rng)):
        assert random_commands(rng, model)
        assert wrong_request(rng, model).status >= 400


def test_differences_point_to_where_they_are() -> None:
    assert differences({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}], "c": 0}) == [
        "/a/1/b: expected 2, got 3"
    ]
    assert differences({"a": 1}, {"a": True}) == ["/a: expected 1, got True"]
