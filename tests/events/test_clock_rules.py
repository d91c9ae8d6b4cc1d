"""The clock, step by step: clause H1."""

import pytest

from events.board import SeatNo
from events.commands import PutMaskOn
from events.refusal import Refusal
from tests.events.given import START, Given, emptying, playing

SECOND = 1_000


def clocked(seats: int = 3, **options: object) -> Given:
    return playing(seats, turn_seconds=10, **options)


def test_H1_the_deadline_is_the_newest_events_time_plus_the_option() -> None:
    given = clocked()
    assert given.game.deadline == START + 10 * SECOND
    given.now += 4 * SECOND
    assert given.mask_on().game.deadline == START + 14 * SECOND


def test_H1_no_option_no_deadline() -> None:
    given = playing(3, turn_seconds=None)
    given.now += 29 * 86_400 * SECOND
    assert given.game.deadline is None
    assert not given.record_due()


def test_H1_nothing_is_due_before_the_deadline() -> None:
    given = clocked()
    given.now = START + 10 * SECOND - 1
    assert not given.record_due()


def test_H1_a_mask_not_put_on_is_put_on_for_them() -> None:
    given = clocked().time_out()
    assert given.outcome == {"instead_of": "mask", "phase": "removal", "clauses": ["T1", "H1"]}
    assert given.seat == 2


@pytest.mark.parametrize("draw", [0, 17, 35])
def test_H1_a_stick_is_drawn_and_sealed_for_whoever_removes_nothing(draw: int) -> None:
    given = clocked(advanced=True).mask_on().time_out(draw)
    assert given.outcome["instead_of"] == "removal"
    assert given.outcome["count"] == 1
    assert given.cited == ["T2", "H1"]
    assert given.hidden is not None
    assert given.seat == 1
    assert [player.tokens for player in given.game.players] == [2, 2, 2]
    assert given.right().cards == (2, 3)


def test_H1_no_answer_is_a_wrong_one() -> None:
    given = clocked().remove((3, "left")).time_out()
    assert given.outcome["instead_of"] == "answer"
    assert (given.outcome["verdict"], given.outcome["resolved"]) == ("wrong", True)
    assert given.cited == ["T3", "T4", "H1"]
    assert given.cards == (1, 3)


def test_H1_no_answer_leaves_no_second_one() -> None:
    given = clocked(advanced=True).remove((3, "left"), (4, "left")).time_out()
    assert given.outcome["phase"] == "mask"
    assert "ruling:double_answer" not in given.cited


def test_H1_no_second_answer_is_a_wrong_one_that_costs_nothing() -> None:
    given = clocked(advanced=True).remove((3, "left")).wrong().time_out()
    assert given.outcome["instead_of"] == "second_answer"
    assert given.cited == ["T4", "A3", "H1"]
    assert [player.tokens for player in given.game.players] == [2, 2, 2]


def test_H1_who_escaped_goes_to_the_lime_holder_when_time_runs_out() -> None:
    given = emptying(clocked()).remove((5, "long")).time_out()
    assert given.outcome["taken_by"] == 1


def test_H1_a_due_time_out_is_recorded_before_anything_else() -> None:
    given = clocked()
    given.now += 10 * SECOND
    with pytest.raises(Refusal):
        given.tell(PutMaskOn(seat=SeatNo(2)))
    assert given.game.phase == "removal"


def test_H1_a_bystanders_leaving_does_not_move_the_deadline() -> None:
    given = clocked(4)
    given.now += 5 * SECOND
    assert given.leave(3).game.deadline == START + 10 * SECOND


def test_H1_a_leaving_after_which_another_seat_acts_moves_the_deadline() -> None:
    given = clocked(4)
    given.now += 5 * SECOND
    assert given.leave(2).game.deadline == START + 15 * SECOND


def test_H1_the_lime_holders_leaving_leaves_the_wearers_time_alone() -> None:
    given = clocked(4).remove((3, "left"))
    given.now += 5 * SECOND
    assert given.leave(1).game.deadline == START + 10 * SECOND


def test_H1_a_table_that_everybody_has_left_alone_ends_by_itself() -> None:
    given = clocked(2)
    for _ in range(3 * 36):
        if given.game.over:
            break
        given.time_out()
    assert given.game.winner == 1
