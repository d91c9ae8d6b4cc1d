"""Leaving a running game, in every phase and role: clause H2."""

import pytest

from events import sight
from events.board import SeatNo
from events.commands import Answer, Leave, PutMaskOn
from tests.events.both import plain
from tests.events.given import Given, emptying, holding, playing

PHASES = ["mask", "removal", "answer", "second_answer"]
READINGS = ["as_usual", "taker_leads", "stay"]
every_phase = pytest.mark.parametrize("phase", PHASES)
every_reading = pytest.mark.parametrize("reading", READINGS)
three_and_five = pytest.mark.parametrize("seats", [3, 5])


def stands(seats: int, phase: str, reading: str = "as_usual", escape: bool = True) -> Given:
    """Seat 1 holds the Lime, seat 2 the mask; what is removed frees one prisoner, or nobody."""
    given = emptying(playing(seats, advanced=True, after_escape=reading))
    if phase == "mask":
        return given
    given.mask_on()
    if phase == "removal":
        return given
    given.take((5 if escape else 6, "long"))
    return given if phase == "answer" else given.wrong()


@every_phase
@every_reading
@pytest.mark.parametrize("leaver", [1, 2])
def test_H2_of_two_the_other_wins_and_a_card_without_a_seat_stays(
    phase: str, reading: str, leaver: int
) -> None:
    given = stands(2, phase, reading).leave(leaver)
    assert (given.outcome["winner"], given.outcome["won_by"]) == (3 - leaver, "last_in_play")
    assert given.outcome["phase"] is None
    assert given.cards == (1, 2)
    assert "W1" not in given.cited
    assert given.cited[-1] == "H2"


@every_phase
@every_reading
@three_and_five
def test_H2_the_lime_goes_on_past_the_wearer_and_the_phase_stays(
    phase: str, reading: str, seats: int
) -> None:
    given = stands(seats, phase, reading).leave(1)
    assert given.cards == (3, 2)
    assert given.outcome["phase"] == phase
    assert given.cited == ["H2"]
    assert given.game.turn == 1


@every_reading
@three_and_five
@pytest.mark.parametrize("phase", ["mask", "removal"])
def test_H2_a_mask_that_changes_hands_has_to_be_put_on(
    phase: str, reading: str, seats: int
) -> None:
    given = stands(seats, phase, reading).leave(2)
    assert given.cards == (1, 3)
    assert given.outcome["phase"] == "mask"
    assert given.cited == ["H2"]
    assert given.game.turn == 1


@every_reading
@three_and_five
@pytest.mark.parametrize("phase", ["answer", "second_answer"])
def test_H2_a_wearer_who_leaves_before_the_answer_answers_wrong(
    phase: str, reading: str, seats: int
) -> None:
    given = stands(seats, phase, reading).leave(2)
    assert (given.outcome["verdict"], given.outcome["resolved"]) == ("wrong", True)
    assert given.outcome["taken_by"] == 1
    assert given.cards == (1, 3)
    assert given.game.turn == 2
    passing = ["T4"] if reading == "as_usual" else []
    assert given.cited == [*passing, "E1", "E2", "ruling:after_escape", "H2"]


@three_and_five
@every_reading
def test_H2_a_wearers_leaving_without_an_escape_passes_the_mask(seats: int, reading: str) -> None:
    given = stands(seats, "answer", reading, escape=False).leave(2)
    assert given.cards == (1, 3)
    assert given.cited == ["T4", "H2"]


@every_phase
@every_reading
@three_and_five
def test_H2_a_bystander_leaves_without_a_trace(phase: str, reading: str, seats: int) -> None:
    given = stands(seats, phase, reading).leave(3)
    assert given.cards == (1, 2)
    assert given.outcome["phase"] == phase
    assert given.cited == ["H2"]


@pytest.mark.parametrize(
    ("reading", "cards"), [("as_usual", (1, 5)), ("taker_leads", (1, 2)), ("stay", (1, 5))]
)
def test_H2_by_every_reading_where_the_wearer_sits_far_from_the_lime(
    reading: str, cards: tuple[int, int]
) -> None:
    given = playing(5, after_escape=reading).rigged(mask=SeatNo(4))
    given = emptying(given).remove((5, "long")).leave(4)
    assert given.cards == cards


@pytest.mark.parametrize("phase", ["mask", "removal"])
def test_H2_the_mask_passes_over_the_lime_holder(phase: str) -> None:
    given = playing(3).rigged(mask=SeatNo(3))
    if phase == "removal":
        given.mask_on()
    given.leave(3)
    assert given.cards == (1, 2)
    assert given.cited == ["T6", "H2"]


def test_H2_the_mask_passes_over_the_lime_holder_after_stay_as_well() -> None:
    given = emptying(playing(3, after_escape="stay").rigged(mask=SeatNo(3)))
    given.remove((5, "long")).leave(3)
    assert given.cards == (1, 2)
    assert given.cited == ["T6", "E1", "E2", "ruling:after_escape", "H2"]


@every_reading
@pytest.mark.parametrize("phase", ["answer", "second_answer"])
@pytest.mark.parametrize(("seats", "right", "wrong"), [(3, (2, 3), (3, 2)), (5, (2, 3), (3, 4))])
def test_H2_a_leavers_removal_stands_and_is_answered(
    seats: int, right: tuple[int, int], wrong: tuple[int, int], phase: str, reading: str
) -> None:
    given = stands(seats, phase, reading).leave(1).right()
    assert given.cards == ((3, 2) if reading == "stay" else right)
    assert given.outcome["taken_by"] == 2
    given = stands(seats, phase, reading).leave(1).wrong()
    if given.game.phase == "second_answer":
        given.decline()
    assert given.cards == wrong
    assert given.outcome["escaped"]
    assert given.outcome["taken_by"] is None
    assert not any(player.prisoners for player in given.game.players)
    assert (given.game.board or ())[4].prisoners.left is None
    assert [c for c in given.cited if c not in ("T3", "A3", "ruling:token_payment")] == [
        *("T4", "T6", "E1"),
    ]


@every_reading
def test_H2_a_leavers_removal_is_resolved_wrong_by_the_clock(reading: str) -> None:
    given = stands(5, "answer", reading).leave(1).time_out()
    assert given.outcome["taken_by"] is None
    assert given.cited == ["T3", "T4", "T6", "E1", "H1"]


@every_reading
@pytest.mark.parametrize("phase", ["answer", "second_answer"])
def test_H2_the_wearer_leaves_after_the_remover(phase: str, reading: str) -> None:
    given = stands(5, phase, reading).leave(1).leave(2)
    assert given.outcome["taken_by"] is None
    assert given.cards == (3, 4)
    assert given.cited == ["T4", "T6", "E1", "H2"]
    given = stands(3, phase, reading).leave(1).leave(2)
    assert given.outcome["taken_by"] is None
    assert (given.outcome["winner"], given.cards) == (3, (3, 2))


@every_reading
@pytest.mark.parametrize("phase", ["answer", "second_answer"])
def test_H2_the_new_lime_holder_leaves_after_the_remover(phase: str, reading: str) -> None:
    given = stands(5, phase, reading).leave(1).leave(3)
    assert given.cards == (4, 2)
    assert given.outcome["phase"] == phase
    given = stands(3, phase, reading).leave(1).leave(3)
    assert given.outcome["winner"] == 2


@every_reading
@pytest.mark.parametrize("phase", ["answer", "second_answer"])
def test_H2_a_bystander_leaves_after_the_remover(phase: str, reading: str) -> None:
    given = stands(5, phase, reading).leave(1).leave(4)
    assert given.cards == (3, 2)
    assert given.outcome["phase"] == phase


def test_H2_the_removal_that_the_clock_made_for_a_leaver_stands() -> None:
    given = emptying(playing(3, turn_seconds=10)).mask_on().time_out().leave(1)
    assert given.outcome["phase"] == "answer"
    given.wrong()
    assert given.game.last_turn is not None
    assert given.game.last_turn.lime == 1


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_H2_prisoners_that_a_leaving_frees_can_win(seats: int) -> None:
    given = emptying(playing(seats))
    kind = (given.game.board or ())[4].prisoners.left
    assert kind is not None
    given = holding(given, 1, kind, kind).remove((5, "long")).leave(2)
    assert (given.outcome["winner"], given.outcome["won_by"]) == (1, "three_alike")
    assert given.cited[-2:] == ["W1", "H2"]


def test_H2_next_and_left_mean_seats_in_play_from_here_on() -> None:
    given = playing(5).leave(3)
    assert given.remove((6, "left")).right().cards == (2, 4)
    assert given.leave(5).remove((7, "left")).wrong().cards == (2, 1)


def test_H2_a_leaver_keeps_prisoners_and_tokens_and_sees_what_the_public_sees() -> None:
    given = stands(3, "answer").right().leave(2).mask_on()
    seen = plain(sight.view(given.game, SeatNo(2)))
    public = plain(sight.view(given.game, None))
    assert seen["board"] is None
    assert seen["you"] == {"seat": 2, "may": ["dispute"]}
    assert {**seen, "you": None} == public
    assert [len(p["prisoners"]) for p in public["players"]] == [0, 1, 0]
    assert [p["tokens"] for p in public["players"]] == [2, 2, 2]


def test_H2_a_leaver_takes_no_more_part() -> None:
    given = playing(3).leave(2)
    for order in (
        PutMaskOn(seat=SeatNo(2)),
        Answer(seat=SeatNo(2), sticks=(given.untrue,)),
        Leave(seat=SeatNo(2), leaver=SeatNo(2)),
    ):
        assert given.refusal(order) == ("forbidden",)


def test_H2_the_host_has_no_power_over_others_once_the_game_runs() -> None:
    given = playing(3)
    assert given.refusal(Leave(seat=SeatNo(1), leaver=SeatNo(2))) == ("forbidden",)
