"""Tokens, double removals and second answers: clauses A1 to A4 and their rulings."""

import pytest
from msgspec.structs import replace

from events.board import SeatNo
from events.commands import Answer, Decline, RemoveSticks
from events.permission import may
from tests.events.given import Given, places, playing, with_sticks

LIME, MASK = SeatNo(1), SeatNo(2)


def tokens(given: Given) -> list[int]:
    return [player.tokens for player in given.game.players]


def double(seats: int = 3, **options: object) -> Given:
    return playing(seats, advanced=True, **options).remove((3, "left"), (4, "long"))


def test_A1_two_tokens_each_at_an_advanced_table_and_none_at_others() -> None:
    assert tokens(playing(3, advanced=True)) == [2, 2, 2]
    assert tokens(playing(3)) == [0, 0, 0]


def test_A2_two_sticks_cost_the_lime_holder_a_token() -> None:
    given = double()
    assert tokens(given) == [1, 2, 2]
    assert given.outcome["tokens_paid"] == 1
    assert given.cited == ["T2", "A2", "ruling:token_payment"]


def test_A2_one_stick_costs_nothing() -> None:
    given = playing(3, advanced=True).remove((3, "left"))
    assert tokens(given) == [2, 2, 2]
    assert given.outcome["tokens_paid"] == 0


def test_A2_is_for_advanced_tables_only() -> None:
    given = playing(3).mask_on()
    order = RemoveSticks(seat=LIME, places=places((3, "left"), (4, "long")))
    assert given.refusal(order) == ("rule-broken", "A2")


def test_A2_needs_a_token_in_hand() -> None:
    given = double().wrong().decline().remove((5, "left"), (6, "left")).wrong().decline()
    given.mask_on()
    assert given.cards[0] == 1
    assert tokens(given)[0] == 0
    order = RemoveSticks(seat=LIME, places=places((7, "left"), (8, "left")))
    assert given.refusal(order) == ("rule-broken", "A2")
    assert "remove_two" not in may(given.game, LIME)


def test_A2_needs_two_sticks_on_the_board() -> None:
    given = with_sticks(playing(3, advanced=True), (12, "long")).mask_on()
    assert may(given.game, LIME) == ("remove", "leave", "dispute")
    order = RemoveSticks(seat=LIME, places=places((12, "long"), (1, "left")))
    assert given.refusal(order) == ("rule-broken", "A2")


def test_A2_the_sticks_may_be_of_one_window_or_of_two() -> None:
    given = playing(3, advanced=True).remove((3, "left"), (3, "right")).wrong().decline()
    assert given.remove((5, "left"), (9, "long")).action == {"count": 2}


@pytest.mark.parametrize(("reading", "paid_to", "left"), [("box", None, 2), ("opponent", 2, 3)])
def test_A2_ruling_token_payment_says_who_gets_the_lime_holders_token(
    reading: str, paid_to: int | None, left: int
) -> None:
    given = double(token_payment=reading)
    assert given.outcome["paid_to"] == paid_to
    assert tokens(given) == [1, left, 2]


def test_A2_ruling_double_answer_both_needs_both_named_in_any_order() -> None:
    given = double()
    assert given.answer(*reversed(given.truth)).outcome["verdict"] == "right"
    assert given.cited == ["T3", "ruling:double_answer", "T5"]
    given = double()
    assert given.answer(given.truth[0], given.untrue).outcome["verdict"] == "wrong"
    given = double()
    assert given.answer(given.truth[0], given.truth[0]).outcome["verdict"] == "wrong"


def test_A2_ruling_double_answer_both_takes_one_description_twice_where_it_fits() -> None:
    given = playing(3, advanced=True)
    twins = next(w for w in given.game.board or () if w.sticks.left == w.sticks.right)
    given.remove((twins.window, "left"), (twins.window, "right"))
    assert given.truth[0] == given.truth[1]
    assert given.right().outcome["verdict"] == "right"


def test_A2_ruling_double_answer_both_refuses_one_name() -> None:
    given = double()
    order = Answer(seat=MASK, sticks=(given.truth[0],))
    assert given.refusal(order) == ("rule-broken", "ruling:double_answer")


def test_A2_ruling_double_answer_either_is_right_with_one_hit() -> None:
    for count in (1, 2):
        given = double(double_answer="either")
        said = [given.truth[1], given.untrue][:count]
        assert given.answer(*said).outcome["verdict"] == "right"
    given = double(double_answer="either")
    assert given.answer(given.untrue).outcome["verdict"] == "wrong"


def test_A3_a_wrong_first_answer_waits_for_a_second_and_tells_nothing() -> None:
    given = playing(3, advanced=True).remove((3, "left")).wrong()
    assert given.outcome == {
        "attempt": 1,
        "tokens_paid": 0,
        "paid_to": None,
        "verdict": "wrong",
        "resolved": False,
        "phase": "second_answer",
        "clauses": ["T3", "A3"],
    }
    assert may(given.game, MASK) == ("answer", "decline", "leave", "dispute")


def test_A3_a_second_answer_pays_and_can_be_right() -> None:
    given = playing(3, advanced=True).remove((3, "left")).wrong().right()
    assert (given.outcome["attempt"], given.outcome["tokens_paid"]) == (2, 1)
    assert given.cited == ["T3", "T5", "A3", "ruling:token_payment"]
    assert tokens(given) == [2, 1, 2]
    assert given.cards == (2, 3)


@pytest.mark.parametrize(("reading", "paid_to", "left"), [("box", None, 2), ("opponent", 1, 3)])
def test_A3_ruling_token_payment_says_who_gets_the_wearers_token(
    reading: str, paid_to: int | None, left: int
) -> None:
    given = playing(3, advanced=True, token_payment=reading).remove((3, "left")).wrong().wrong()
    assert given.outcome["paid_to"] == paid_to
    assert tokens(given) == [left, 1, 2]


def test_A3_ruling_token_payment_pays_whoever_holds_the_lime_now() -> None:
    given = playing(3, advanced=True, token_payment="opponent").remove((3, "left")).wrong()
    assert given.leave(1).cards == (3, 2)
    assert given.wrong().outcome["paid_to"] == 3


def test_A3_ruling_token_payment_can_give_the_very_token_for_a_second_answer() -> None:
    given = playing(3, advanced=True, token_payment="opponent")
    broke = [replace(p, tokens=0) if p.seat == 2 else p for p in given.game.players]
    given.rigged(players=tuple(broke)).remove((3, "left"), (4, "left")).wrong()
    assert given.outcome["phase"] == "second_answer"


def test_A3_without_a_token_a_wrong_answer_ends_the_turn() -> None:
    given = playing(2, advanced=True)
    for window in (3, 4):
        given.remove((window, "left")).wrong().wrong()
    assert tokens(given) == [2, 0]
    assert given.remove((5, "left")).wrong().outcome["resolved"] is True


def test_A3_a_plain_table_has_no_second_answer() -> None:
    assert playing(3).remove((3, "left")).wrong().outcome["resolved"] is True


def test_A3_declining_ends_the_turn_as_wrong_and_costs_nothing() -> None:
    given = playing(3, advanced=True).remove((3, "left")).wrong().decline()
    assert given.outcome["verdict"] == "wrong"
    assert given.cited == ["T4", "A3"]
    assert tokens(given) == [2, 2, 2]
    assert given.cards == (1, 3)


def test_A3_only_the_wearer_declines() -> None:
    given = playing(3, advanced=True).remove((3, "left")).wrong()
    assert given.refusal(Decline(seat=LIME)) == ("rule-broken", "A3")


def test_A4_there_is_no_third_answer() -> None:
    given = playing(3, advanced=True, token_payment="opponent").remove((3, "left"))
    third = Answer(seat=MASK, sticks=tuple(given.truth))
    given.wrong().wrong()
    assert given.outcome["resolved"] is True
    assert given.refusal(third) == ("rule-broken", "T3")
