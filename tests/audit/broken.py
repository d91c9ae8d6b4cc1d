"""Games whose last event breaks a rule, with the field and the clause that an audit must name."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from events.board import Kind, Position, Prisoner, SeatNo
from events.catalogue import (
    AnswerGiven,
    MaskPutOn,
    Phase,
    PlayerJoined,
    PlayerLeft,
    PlayerLeftTable,
    SticksRemoved,
    Verdict,
    WonBy,
)
from events.commands import Answer, Decline, Leave
from events.game import Status
from tests.audit.scribe import Scribe

ONE, TWO, THREE, FOUR = SeatNo(1), SeatNo(2), SeatNo(3), SeatNo(4)

Broken = tuple[Callable[[], Scribe], str, str]

MASK = MaskPutOn(phase=Phase.REMOVAL, clauses=("T1",))


def _joined(seat: int) -> PlayerJoined:
    return PlayerJoined(name="Late", seat=SeatNo(seat))


def _removal(scribe: Scribe, *spots: tuple[int, str], paid: int | None = None) -> SticksRemoved:
    """As the referee rules it, whoever asks and whatever they have left."""
    sticks = tuple(scribe.stick(*spot) for spot in spots)
    two = len(spots) == 2
    return SticksRemoved(
        count=len(spots),
        tokens_paid=int(two) if paid is None else paid,
        paid_to=None,
        phase=Phase.ANSWER,
        clauses=("T2", "A2", "ruling:token_payment") if two else ("T2",),
        sticks=sticks,
    )


def _awaiting(scribe: Scribe) -> AnswerGiven:
    """A wrong first answer after which a second one is waited for."""
    return AnswerGiven(
        attempt=1,
        tokens_paid=0,
        paid_to=None,
        verdict=Verdict.WRONG,
        resolved=False,
        phase=Phase.SECOND_ANSWER,
        clauses=("T3", "A3"),
        sticks=scribe.lie(),
    )


# T1 to T3: whose turn it is, and what for


def mask_by_the_lime_holder() -> Scribe:
    return Scribe(3).force(1, MASK)


def mask_by_a_bystander() -> Scribe:
    return Scribe(3).force(3, MASK)


def mask_by_nobody() -> Scribe:
    return Scribe(3).force(None, MASK)


def mask_twice() -> Scribe:
    return Scribe(3).mask().force(2, MASK)


def mask_before_the_start() -> Scribe:
    return Scribe(2, start=False).force(2, MASK)


def removal_by_the_wearer() -> Scribe:
    scribe = Scribe(3).mask()
    return scribe.force(2, _removal(scribe, (1, "left")))


def removal_by_a_bystander() -> Scribe:
    scribe = Scribe(3).mask()
    return scribe.force(3, _removal(scribe, (1, "left")))


def removal_before_the_mask() -> Scribe:
    scribe = Scribe(3)
    return scribe.force(1, _removal(scribe, (1, "left")))


def removal_twice_in_a_turn() -> Scribe:
    scribe = Scribe(3).mask().remove((1, "left"))
    return scribe.force(1, _removal(scribe, (1, "right")))


def a_stick_that_is_gone() -> Scribe:
    scribe = Scribe(3).mask()
    again = _removal(scribe, (1, "left"))
    return scribe.remove((1, "left")).answer().mask().force(2, again)


def a_stick_of_this_turn_again() -> Scribe:
    scribe = Scribe(3, advanced=True).mask()
    return scribe.force(1, _removal(scribe, (1, "left"), (1, "left")))


def _of_window(window: int) -> Scribe:
    scribe = Scribe(3).mask()
    body = _removal(scribe, (12, "left"))
    return scribe.force(1, replace(body, sticks=(replace(body.sticks[0], window=window),)))


def a_stick_of_window_13() -> Scribe:
    return _of_window(13)


def a_stick_of_window_0() -> Scribe:
    """Whoever counts from the end would take it for one of window 12."""
    return _of_window(0)


def no_stick_at_all() -> Scribe:
    scribe = Scribe(3).mask()
    return scribe.force(1, replace(_removal(scribe), clauses=("T2",)))


def three_sticks() -> Scribe:
    scribe = Scribe(3, advanced=True).mask()
    return scribe.force(1, _removal(scribe, (1, "left"), (1, "right"), (2, "left")))


def answer_by_the_lime_holder() -> Scribe:
    scribe = Scribe(3).mask().remove()
    return scribe.pretend(Answer(seat=ONE, sticks=scribe.truth()), mask=ONE)


def answer_by_a_bystander() -> Scribe:
    scribe = Scribe(3).mask().remove()
    return scribe.pretend(Answer(seat=THREE, sticks=scribe.truth()), mask=THREE)


def answer_before_the_removal() -> Scribe:
    scribe = Scribe(3).mask()
    named = (scribe.stick(1, "left").named,)
    return scribe.pretend(
        Answer(seat=TWO, sticks=named), phase=Phase.ANSWER, removed=(scribe.stick(1, "left"),)
    )


def two_names_for_one_stick() -> Scribe:
    scribe = Scribe(3, advanced=True).mask().remove()
    removed = (*scribe.game.removed, scribe.stick(5, "left"))
    return scribe.pretend(Answer(seat=TWO, sticks=scribe.truth() * 2), removed=removed)


def one_name_for_two_sticks() -> Scribe:
    scribe = Scribe(3, advanced=True).mask().remove((1, "left"), (2, "left"))
    options = replace(scribe.game.options, double_answer="either")
    return scribe.pretend(Answer(seat=TWO, sticks=scribe.truth()[:1]), options=options)


def a_right_answer_said_to_be_wrong() -> Scribe:
    scribe = Scribe(3).mask().remove()
    return scribe.pretend(
        Answer(seat=TWO, sticks=scribe.truth()), removed=(scribe.stick(9, "long"),)
    )


# A2 to A4: two sticks, tokens, more answers


def two_sticks_at_a_plain_table() -> Scribe:
    scribe = Scribe(3).mask()
    return scribe.force(1, _removal(scribe, (1, "left"), (2, "left")))


def two_sticks_without_a_token() -> Scribe:
    scribe = Scribe(3, advanced=True, after_escape="stay")
    for windows in ((1, 2), (3, 4)):
        scribe.mask().remove((windows[0], "left"), (windows[1], "left"))
        scribe.answer(right=False).decline()
    scribe.mask()
    return scribe.force(1, _removal(scribe, (5, "left"), (6, "left")))


def two_sticks_for_nothing() -> Scribe:
    scribe = Scribe(3, advanced=True).mask()
    return scribe.force(1, _removal(scribe, (1, "left"), (2, "left"), paid=0))


def one_stick_for_a_token() -> Scribe:
    scribe = Scribe(3, advanced=True).mask()
    return scribe.force(1, _removal(scribe, (1, "left"), paid=1))


def a_token_to_the_other_in_the_place_of_the_box() -> Scribe:
    scribe = Scribe(3, advanced=True).mask()
    body = _removal(scribe, (1, "left"), (2, "left"))
    return scribe.force(1, replace(body, paid_to=TWO))


def a_second_answer_at_a_plain_table() -> Scribe:
    scribe = Scribe(3).mask().remove()
    return scribe.force(2, _awaiting(scribe))


def a_second_answer_without_a_token() -> Scribe:
    scribe = Scribe(2, advanced=True)
    for _ in range(2):
        scribe.mask().remove().answer(right=False).answer(right=False)
    scribe.mask().remove()
    return scribe.force(2, _awaiting(scribe))


def no_second_answer_with_a_token() -> Scribe:
    scribe = Scribe(3, advanced=True).mask().remove()
    options = replace(scribe.game.options, advanced=False)
    return scribe.pretend(Answer(seat=TWO, sticks=scribe.lie()), options=options)


def a_second_answer_for_nothing() -> Scribe:
    scribe = Scribe(3, advanced=True).mask().remove().answer(right=False)
    answered = Scribe(3, advanced=True).mask().remove().answer(right=False).answer()
    body = answered.events[-1].body
    assert isinstance(body, AnswerGiven)
    return scribe.force(2, replace(body, tokens_paid=0))


def a_third_answer() -> Scribe:
    scribe = Scribe(3, advanced=True).mask().remove().answer(right=False)
    removed, board = scribe.game.removed, scribe.game.board
    scribe.answer(right=False)
    third = Answer(seat=TWO, sticks=tuple(stick.named for stick in removed))
    looks = {"removed": removed, "board": board, "remover": ONE, "mask": TWO}
    return scribe.pretend(third, phase=Phase.SECOND_ANSWER, **looks)


def a_third_answer_waited_for() -> Scribe:
    scribe = Scribe(3, advanced=True).mask().remove().answer(right=False)
    again = replace(
        _awaiting(scribe), attempt=2, tokens_paid=1, clauses=("T3", "A3", "ruling:token_payment")
    )
    return scribe.force(2, again)


def declining_the_first_answer() -> Scribe:
    scribe = Scribe(3, advanced=True).mask().remove()
    return scribe.pretend(Decline(seat=TWO), phase=Phase.SECOND_ANSWER)


def declining_for_another() -> Scribe:
    scribe = Scribe(3, advanced=True).mask().remove().answer(right=False)
    return scribe.pretend(Decline(seat=THREE), mask=THREE)


# E1 to E3, W1: who escapes, who takes them, who wins


def _freeing(right: bool = True, **options: Any) -> Scribe:
    """Window 1 has lost its long stick and then a short one, and now it is answered."""
    scribe = Scribe(3, **options).turn(True, (1, "long")).mask().remove((1, "left"))
    return scribe.answer(right)


def an_escape_left_out() -> Scribe:
    return _freeing().amend(escaped=(), taken_by=None)


def an_escape_invented() -> Scribe:
    free = Prisoner(kind=Kind.FORGER, window=7, position=Position.LEFT)
    return Scribe(3).turn().amend(escaped=(free,), taken_by=TWO)


def prisoners_to_the_wrong_seat() -> Scribe:
    return _freeing().amend(taken_by=TWO)


def prisoners_to_nobody() -> Scribe:
    return _freeing(right=False).amend(taken_by=None)


def lime_kept_after_a_right_answer() -> Scribe:
    return Scribe(3).turn().amend(lime=ONE, mask=TWO)


def mask_not_passed_after_a_wrong_answer() -> Scribe:
    return Scribe(3).turn(right=False).amend(mask=TWO)


def mask_on_the_lime_holder() -> Scribe:
    return Scribe(2).turn(right=False).amend(mask=ONE)


def cards_stay_where_the_taker_leads() -> Scribe:
    return _freeing(after_escape="taker_leads").amend(lime=TWO, mask=THREE)


def a_winner_too_early() -> Scribe:
    return _freeing().amend(winner=THREE, won_by=WonBy.THREE_ALIKE, phase=None)


def playing_on_after_the_end() -> Scribe:
    return Scribe(2).leave(2).force(1, MASK)


def leaving_after_the_end() -> Scribe:
    scribe = Scribe(2).leave(2)
    return scribe.pretend(Leave(seat=ONE, leaver=ONE), status=Status.RUNNING)


def a_turn_after_the_end() -> Scribe:
    return Scribe(3).leave(2).leave(3).wait(60).force(1, MASK)


# S4, C5: tables and seats


def a_player_who_joins_after_the_start() -> Scribe:
    return Scribe(3).force(4, _joined(4))


def a_sixth_player() -> Scribe:
    return Scribe(5, start=False).force(6, _joined(6))


def a_seat_taken_twice() -> Scribe:
    return Scribe(3, start=False).force(2, _joined(2))


def a_seat_left_free() -> Scribe:
    return Scribe(2, start=False).force(4, _joined(4))


def a_start_with_one_player() -> Scribe:
    table = Scribe(2)
    return Scribe(1, start=False).force(1, table.events[-1].body)


def a_start_by_a_guest() -> Scribe:
    table = Scribe(2)
    return Scribe(2, start=False).force(2, table.events[-1].body)


def a_second_start() -> Scribe:
    scribe = Scribe(2)
    return scribe.force(1, scribe.events[-1].body)


def a_start_without_its_first_player() -> Scribe:
    table = Scribe(2)
    return Scribe(2, start=False, first_player=5).force(1, table.events[-1].body)


def a_second_opening() -> Scribe:
    return Scribe(2, start=False).force(1, Scribe(1, start=False).events[0].body)


def a_guest_who_sends_another_away() -> Scribe:
    return Scribe(3, start=False).force(3, PlayerLeftTable(removed_by=TWO))


def somebody_away_who_is_not_there() -> Scribe:
    return Scribe(2, start=False).force(4, PlayerLeftTable(removed_by=ONE))


def a_host_who_sends_a_player_away() -> Scribe:
    return Scribe(3).force(3, PlayerLeftTable(removed_by=ONE))


def a_host_who_leaves_as_a_guest() -> Scribe:
    return Scribe(3, start=False).force(1, PlayerLeftTable(removed_by=None))


def leaving_as_if_it_were_over() -> Scribe:
    body = Scribe(3).leave(3).events[-1].body
    return Scribe(3, start=False).force(3, body)


# H2: whoever left


def a_leaver_who_acts() -> Scribe:
    return Scribe(4).leave(4).force(4, MASK)


def a_leaver_who_leaves_again() -> Scribe:
    scribe = Scribe(4).leave(4)
    body = scribe.events[-1].body
    assert isinstance(body, PlayerLeft)
    return scribe.force(4, body)


def a_stranger_who_leaves() -> Scribe:
    body = Scribe(4).leave(4).events[-1].body
    return Scribe(3).force(4, body)


def a_card_left_with_the_leaver() -> Scribe:
    return Scribe(3).leave(2).amend(mask=TWO)


def prisoners_of_a_leavers_removal() -> Scribe:
    scribe = Scribe(4).turn(True, (1, "long")).mask().remove((1, "left")).leave(2).answer(False)
    return scribe.amend(taken_by=TWO)


def a_win_for_the_last_of_two() -> Scribe:
    return Scribe(3).leave(2).amend(winner=ONE, won_by=WonBy.LAST_IN_PLAY, phase=None)


def no_win_for_the_last_one() -> Scribe:
    return Scribe(2).leave(2).amend(winner=None, won_by=None)


BROKEN: dict[str, Broken] = {
    function.__name__.replace("_", " "): (function, field, clause)
    for function, field, clause in (
        (mask_by_the_lime_holder, "type", "T1"),
        (mask_by_a_bystander, "type", "T1"),
        (mask_by_nobody, "type", "T1"),
        (mask_twice, "type", "T1"),
        (mask_before_the_start, "type", "T1"),
        (removal_by_the_wearer, "type", "T2"),
        (removal_by_a_bystander, "type", "T2"),
        (removal_before_the_mask, "type", "T2"),
        (removal_twice_in_a_turn, "type", "T2"),
        (a_stick_that_is_gone, "type", "T2"),
        (a_stick_of_this_turn_again, "type", "T2"),
        (a_stick_of_window_13, "type", "T2"),
        (a_stick_of_window_0, "type", "T2"),
        (no_stick_at_all, "type", "T2"),
        (three_sticks, "type", "T2"),
        (answer_by_the_lime_holder, "type", "T3"),
        (answer_by_a_bystander, "type", "T3"),
        (answer_before_the_removal, "type", "T3"),
        (two_names_for_one_stick, "type", "T3"),
        (one_name_for_two_sticks, "type", "ruling:double_answer"),
        (a_right_answer_said_to_be_wrong, "outcome.verdict", "T3"),
        (two_sticks_at_a_plain_table, "type", "A2"),
        (two_sticks_without_a_token, "type", "A2"),
        (two_sticks_for_nothing, "outcome.tokens_paid", "A2"),
        (one_stick_for_a_token, "outcome.tokens_paid", "A2"),
        (a_token_to_the_other_in_the_place_of_the_box, "outcome.paid_to", "ruling:token_payment"),
        (a_second_answer_at_a_plain_table, "outcome.resolved", "A3"),
        (a_second_answer_without_a_token, "outcome.resolved", "A3"),
        (no_second_answer_with_a_token, "outcome.resolved", "A3"),
        (a_second_answer_for_nothing, "outcome.tokens_paid", "A3"),
        (a_third_answer, "type", "T3"),
        (a_third_answer_waited_for, "outcome.resolved", "A3"),
        (declining_the_first_answer, "type", "A3"),
        (declining_for_another, "type", "A3"),
        (an_escape_left_out, "outcome.escaped", "E1"),
        (an_escape_invented, "outcome.escaped", "E1"),
        (prisoners_to_the_wrong_seat, "outcome.taken_by", "E2"),
        (prisoners_to_nobody, "outcome.taken_by", "E2"),
        (lime_kept_after_a_right_answer, "outcome.lime", "T5"),
        (mask_not_passed_after_a_wrong_answer, "outcome.mask", "T4"),
        (mask_on_the_lime_holder, "outcome.mask", "T6"),
        (cards_stay_where_the_taker_leads, "outcome.lime", "ruling:after_escape"),
        (a_winner_too_early, "outcome.winner", "W1"),
        (playing_on_after_the_end, "type", "W1"),
        (leaving_after_the_end, "type", "W1"),
        (a_turn_after_the_end, "type", "W1"),
        (a_player_who_joins_after_the_start, "type", "S4"),
        (a_sixth_player, "type", "C5"),
        (a_seat_taken_twice, "seat", "S4"),
        (a_seat_left_free, "outcome.seat", "S4"),
        (a_start_with_one_player, "type", "C5"),
        (a_start_by_a_guest, "type", "S4"),
        (a_second_start, "type", "S4"),
        (a_start_without_its_first_player, "type", "S4"),
        (a_second_opening, "type", "S4"),
        (a_guest_who_sends_another_away, "type", "S4"),
        (somebody_away_who_is_not_there, "type", "S4"),
        (a_host_who_sends_a_player_away, "type", "H2"),
        (a_host_who_leaves_as_a_guest, "type", "S4"),
        (leaving_as_if_it_were_over, "outcome.removed_by", "S4"),
        (a_leaver_who_acts, "type", "H2"),
        (a_leaver_who_leaves_again, "type", "H2"),
        (a_stranger_who_leaves, "type", "H2"),
        (a_card_left_with_the_leaver, "outcome.mask", "H2"),
        (prisoners_of_a_leavers_removal, "outcome.taken_by", "E2"),
        (a_win_for_the_last_of_two, "outcome.winner", "H2"),
        (no_win_for_the_last_one, "outcome.winner", "H2"),
    )
}
