"""A turn and its escapes: clauses T1 to T6 and E1 to E3."""

import pytest
from msgspec.structs import replace

from events.board import Colour, Length, SeatNo
from events.commands import Answer, Decline, PutMaskOn, RemoveSticks
from tests.events.given import emptying, named, places, playing

LIME, MASK, OTHER = SeatNo(1), SeatNo(2), SeatNo(3)


def test_T1_the_mask_goes_on_before_anything_is_removed() -> None:
    given = playing(3)
    order = RemoveSticks(seat=LIME, places=places((3, "left")))
    assert given.refusal(order) == ("rule-broken", "T2")
    assert given.mask_on().cited == ["T1"]
    assert given.refusal(order) == ()


def test_T1_only_the_wearer_puts_the_mask_on_and_only_once() -> None:
    given = playing(3)
    for seat in (LIME, OTHER):
        assert given.refusal(PutMaskOn(seat=seat)) == ("rule-broken", "T1")
    given.mask_on()
    assert given.refusal(PutMaskOn(seat=MASK)) == ("rule-broken", "T1")


def test_T2_the_lime_holder_removes_one_stick_for_good() -> None:
    given = playing(3)
    stick = given.stick(3, "left")
    given.remove((3, "left"))
    assert given.action == {"count": 1}
    assert given.game.removed == (stick,)
    assert given.cited == ["T2"]
    given.wrong().mask_on()
    gone = RemoveSticks(seat=LIME, places=places((3, "left")))
    assert given.refusal(gone) == ("rule-broken", "T2")


def test_T2_nobody_else_removes() -> None:
    given = playing(3).mask_on()
    for seat in (MASK, OTHER):
        order = RemoveSticks(seat=seat, places=places((3, "left")))
        assert given.refusal(order) == ("rule-broken", "T2")


def test_T3_only_the_wearer_answers_and_only_after_a_removal() -> None:
    given = playing(3).mask_on()
    stick = named(3, "short", "red")
    assert given.refusal(Answer(seat=MASK, sticks=(stick,))) == ("rule-broken", "T3")
    given.take((3, "left"))
    for seat in (LIME, OTHER):
        assert given.refusal(Answer(seat=seat, sticks=(stick,))) == ("rule-broken", "T3")


def test_T3_a_single_removal_is_answered_with_one_stick() -> None:
    given = playing(3, advanced=True, double_answer="either").remove((3, "left"))
    two = Answer(seat=MASK, sticks=(given.truth[0], given.untrue))
    assert given.refusal(two) == ("rule-broken", "T3")


@pytest.mark.parametrize("wrong", ["window", "length", "colour"])
def test_T3_colour_length_and_window_must_all_be_right(wrong: str) -> None:
    given = playing(3).remove((3, "long"))
    truth = given.truth[0]
    lies = {
        "window": replace(truth, window=truth.window + 1),
        "length": replace(truth, length=Length.SHORT),
        "colour": replace(truth, colour=Colour.RED if truth.colour != "red" else Colour.BLUE),
    }
    assert given.answer(lies[wrong]).outcome["verdict"] == "wrong"


def test_T3_which_short_stick_of_a_window_it_was_need_not_be_said() -> None:
    given = playing(3)
    twins = next(w for w in given.game.board or () if w.sticks.left == w.sticks.right)
    given.remove((twins.window, "right"))
    assert twins.sticks.left
    given.answer(named(twins.window, "short", twins.sticks.left))
    assert given.outcome["verdict"] == "right"


def test_T3_a_stick_of_an_earlier_turn_is_a_wrong_answer() -> None:
    given = playing(3).remove((3, "left"))
    earlier = given.truth[0]
    given.right().remove((4, "left"))
    assert given.answer(earlier).outcome["verdict"] == "wrong"


def test_T4_wrong_leaves_the_lime_and_passes_the_mask() -> None:
    given = playing(3).remove((3, "left")).wrong()
    assert given.cards == (1, 3)
    assert given.cited == ["T3", "T4"]
    assert given.game.turn == 2


def test_T5_right_takes_the_lime_and_hands_the_mask_on() -> None:
    given = playing(3).remove((3, "left")).right()
    assert given.cards == (2, 3)
    assert given.cited == ["T3", "T5"]


def test_T5_the_last_seat_hands_the_mask_to_the_first() -> None:
    given = playing(3).remove((3, "left")).wrong().remove((4, "left")).right()
    assert given.cards == (3, 1)


def test_T6_mask_passes_over_the_lime_holder() -> None:
    given = playing(3).remove((3, "left")).wrong().remove((4, "left")).wrong()
    assert given.cards == (1, 2)
    assert given.cited == ["T3", "T4", "T6"]


def test_T6_with_two_players_the_mask_comes_back() -> None:
    given = playing(2).remove((3, "left")).wrong()
    assert given.cards == (1, 2)
    assert given.cited == ["T3", "T4", "T6"]


def test_E1_a_prisoner_escapes_when_the_last_stick_goes_and_waits_for_the_answer() -> None:
    given = emptying(playing(3)).remove((5, "long"))
    window = (given.game.board or ())[4]
    assert window.prisoners.left is not None
    given.wrong()
    assert [e["position"] for e in given.outcome["escaped"]] == ["left"]
    assert (given.game.board or ())[4].prisoners.left is None
    assert (given.game.board or ())[4].prisoners.right is not None


def test_E1_one_stick_can_free_two() -> None:
    given = playing(3).remove((5, "left")).right().remove((5, "right")).right()
    given.remove((5, "long")).wrong()
    assert [(e["window"], e["position"]) for e in given.outcome["escaped"]] == [
        (5, "left"),
        (5, "right"),
    ]


def test_E1_the_long_stick_may_go_first() -> None:
    given = playing(3).remove((5, "long")).wrong().remove((5, "right")).wrong()
    assert [e["position"] for e in given.outcome["escaped"]] == ["right"]


def test_E2_a_right_answer_takes_the_escaped() -> None:
    given = emptying(playing(3)).remove((5, "long")).right()
    assert given.outcome["taken_by"] == 2
    assert len(given.kinds_of(2)) == 1
    assert given.cited == ["T3", "T5", "E1", "E2", "ruling:after_escape"]


def test_E2_a_wrong_answer_leaves_them_to_the_lime_holder() -> None:
    given = emptying(playing(3)).remove((5, "long")).wrong()
    assert given.outcome["taken_by"] == 1
    assert len(given.kinds_of(1)) == 1
    assert given.cited == ["T3", "T4", "E1", "E2", "ruling:after_escape"]


@pytest.mark.parametrize(
    ("reading", "right", "wrong"),
    [("as_usual", (2, 3), (1, 3)), ("taker_leads", (2, 3), (1, 2)), ("stay", (1, 2), (1, 2))],
)
def test_E3_ruling_after_escape_says_where_the_cards_go(
    reading: str, right: tuple[int, int], wrong: tuple[int, int]
) -> None:
    assert emptying(playing(3, after_escape=reading)).remove((5, "long")).right().cards == right
    assert emptying(playing(3, after_escape=reading)).remove((5, "long")).wrong().cards == wrong


@pytest.mark.parametrize("reading", ["taker_leads", "stay"])
def test_E3_ruling_after_escape_cites_no_passing_of_its_own(reading: str) -> None:
    given = emptying(playing(3, after_escape=reading)).remove((5, "long")).right()
    assert given.cited == ["T3", "E1", "E2", "ruling:after_escape"]


@pytest.mark.parametrize("reading", ["as_usual", "taker_leads", "stay"])
def test_E3_ruling_after_escape_leaves_other_turns_alone(reading: str) -> None:
    given = playing(3, after_escape=reading).remove((5, "long"))
    assert given.right().cited == ["T3", "T5"]
    assert given.remove((6, "long")).wrong().cited == ["T3", "T4"]


def test_A3_a_decline_needs_a_wrong_first_answer() -> None:
    given = playing(3).remove((5, "long"))
    assert given.refusal(Decline(seat=MASK)) == ("rule-broken", "A3")
