"""What is not known is carried: what follows is decided where it can be, and never guessed."""

from typing import Any

from events.findings import Report
from events.rulebook import ORDER
from tests.transcript.games import audited

BOARD = {
    "1": "smuggler smuggler / yellow green green",
    "2": "smuggler smuggler / yellow green blue",
    "3": "burglar burglar / white white white",
    "4": "burglar smuggler / yellow blue yellow",
    "5": "smuggler forger / blue yellow green",
    "6": "burglar forger / red red white",
    "12": "forger burglar / blue blue white",
}
ANA, BEN, CLEO = "Ana", "Ben", "Cleo"


def told(*turns: dict[str, Any], **top: Any) -> Report:
    """The report on some turns at a table of three where Ana begins."""
    rulings = {"first_player": "1"} | top.pop("rulings", {})
    said = {"players": [ANA, BEN, CLEO], "board": BOARD, "rulings": rulings, "turns": turns}
    return audited(said | top)


def found(report: Report) -> list[tuple[int, str, tuple[str, ...], Any]]:
    for one in report.findings:
        assert set(one.clauses) <= ORDER.keys()
        assert one.sentence.endswith(".")
    return [(one.version, one.field, one.clauses, one.expected) for one in report.findings]


def undecided(report: Report, word: str) -> bool:
    return any(word in sentence for sentence in report.undecided)


def advanced(**rulings: str) -> dict[str, str]:
    return {"advanced": "yes", **rulings}


def test_E1_one_unknown_stick_frees_nobody_while_everybody_is_covered_twice() -> None:
    report = told({"verdict": "right"})
    assert not undecided(report, "escaped")
    assert not found(report)


def test_E1_after_an_unknown_stick_nobody_can_say_who_escapes() -> None:
    report = told({"verdict": "right"}, {"removed": "5 left", "answer": "5 short blue"})
    assert undecided(report, "Entry 2: who escaped cannot be decided")


def test_E1_what_is_written_of_an_undecided_escape_is_taken() -> None:
    report = told(
        {"verdict": "right"},
        {"removed": "5 left", "answer": "5 short blue", "escaped": "5 left", "taken_by": CLEO},
        {"removed": "5 right", "answer": "5 short yellow", "escaped": "none"},
    )
    assert undecided(report, "Entry 2: who escaped cannot be checked; it is taken as written")
    assert found(report) == [(3, "escaped", ("E1",), ["5 right forger"])]


def test_E1_whoever_is_still_inside_keeps_a_stick() -> None:
    report = told(
        {"verdict": "right"},
        {"removed": "5 left", "answer": "5 short blue", "escaped": "none"},
        {"removed": "5 right", "answer": "5 short yellow"},
    )
    assert report.undecided[-1].startswith("Entry 2")
    assert not found(report)


def test_T2_a_place_is_enough_where_the_board_tells_the_colour() -> None:
    report = told({"removed": "5 long", "answer": "5 long green", "verdict": "right"})
    assert not found(report)
    assert not report.undecided


def test_T2_a_colour_is_enough_where_one_stick_of_the_window_has_it() -> None:
    report = told({"removed": "red 6 left", "answer": "6 short red"}, {"removed": "6 red"})
    assert not undecided(report, "Entry 1")
    assert found(told({"removed": "4 green"})) == [(1, "removed", ("T2",), None)]


def test_T2_a_stick_of_another_colour_is_taken_for_the_one_in_its_place() -> None:
    report = told({"removed": "5 long red"}, {"removed": "5 long"})
    assert found(report)[0] == (1, "removed", ("T2",), "5 long green")
    assert found(report)[1][:3] == (2, "removed", ("T2",))


def test_T3_either_of_two_like_sticks_makes_the_answer_right() -> None:
    report = told({"removed": "6 short red", "answer": "6 short red", "verdict": "wrong"})
    assert found(report) == [(1, "verdict", ("T3",), "right")]


def test_T3_an_answer_that_fits_no_stick_that_can_have_gone_is_wrong() -> None:
    report = told({"removed": "3", "answer": "4 short blue", "verdict": "right"})
    assert found(report) == [(1, "verdict", ("T3",), "wrong")]


def test_T3_part_of_an_answer_is_enough_to_be_wrong_and_not_enough_to_be_right() -> None:
    assert undecided(told({"removed": "5 long", "answer": "5 long"}), "the answer was right")
    report = told({"removed": "5 long", "answer": "6", "verdict": "right"})
    assert found(report) == [(1, "verdict", ("T3",), "wrong")]


def test_T3_whoever_names_nothing_is_wrong() -> None:
    report = told({"removed": "5 long", "answer": "none", "lime": BEN})
    assert found(report) == [(1, "lime", ("T4",), ANA)]


def test_T4_a_verdict_that_cannot_be_checked_still_moves_the_mask() -> None:
    report = told({"verdict": "wrong"}, {"removed_by": ANA, "answered_by": BEN})
    assert found(report) == [(2, "answered_by", ("T3", "T4"), CLEO)]


def test_T6_where_two_play_the_mask_is_always_known() -> None:
    report = told({}, {"lime": ANA}, {"answered_by": ANA}, players=[ANA, BEN])
    assert [one[:2] + one[3:] for one in found(report)] == [(3, "answered_by", BEN)]


def test_T6_nobody_holds_both() -> None:
    report = told({}, {}, {"removed_by": BEN, "answered_by": BEN})
    assert found(report) == [(3, "answered_by", ("T6",), None)]
    assert [one[:2] for one in found(told({"lime": BEN, "mask": BEN}))] == [(1, "mask")]


def test_the_lime_is_where_it_is_written_to_be_once_nobody_can_tell() -> None:
    report = told({}, {"removed_by": BEN, "answered_by": CLEO, "verdict": "right", "lime": BEN})
    assert [one[:2] + one[3:] for one in found(report)] == [(2, "lime", CLEO)]


def test_E2_the_taker_is_unknown_with_the_verdict_and_so_is_the_end() -> None:
    report = told(
        {"removed": "12 long", "verdict": "right"},
        {"removed": "12 left"},
    )
    assert undecided(report, "Entry 2: the taker of those who escaped cannot be decided")


def test_E3_a_reading_that_hangs_on_an_unknown_has_no_row_but_a_sentence() -> None:
    report = told({"verdict": "right"}, {"removed": "5 left", "answer": "5 short red"})
    rows = {one.other for one in report.materiality}
    assert rows == {"either", "opponent"}
    for other in ("taker_leads", "stay"):
        assert undecided(report, f"Where after_escape as {other} would first have changed")
    assert undecided(report, "it hangs on entry 2")


def test_W1_with_five_prisoners_somebody_has_won_whatever_their_kinds() -> None:
    turns = [
        {"removed": f"{window} {slot}", "verdict": "right", "lime": ANA, "mask": BEN}
        for window in (7, 8, 9)
        for slot in ("long", "left", "right")
    ]
    report = told(*turns, rulings={"after_escape": "stay"})
    after = next(one for one in report.findings if one.field == "turns")
    assert (after.version, after.clauses) == (9, ("W1",))


def test_H3_thirty_six_turns_of_which_nothing_is_known_are_all_there_can_be() -> None:
    report = told(*[{}] * 37, board="unknown")
    assert found(report) == [(37, "turns", ("W1",), None)]


def test_A2_how_many_sticks_went_is_not_known_where_a_token_could_be_paid() -> None:
    report = told({}, {"tokens": {ANA: "1"}}, rulings=advanced())
    assert undecided(report, "Entry 1: whether one stick went or two cannot be decided")
    assert not found(report)
    assert not undecided(told({}), "one stick went or two")


def test_A2_two_sticks_are_paid_for_and_only_at_an_advanced_table() -> None:
    double = {"removed": "5 left, 6 left", "answer": "5 short blue, 6 short red"}
    assert found(told(double)) == [(1, "removed", ("A2",), None)]
    report = told(double | {"tokens": {ANA: "2"}}, rulings=advanced())
    assert [one[:2] + one[3:] for one in found(report)] == [(1, "tokens", 1)]
    assert {"A2", "ruling:token_payment"} <= set(found(report)[0][2])


def test_A3_a_second_answer_follows_a_wrong_first_one() -> None:
    twice = {"removed": "5 long", "answer": "5 long green", "second_answer": "5 long green"}
    assert found(told(twice)) == [(1, "second_answer", ("A3",), "none")]
    assert found(told(twice, rulings=advanced())) == [(1, "second_answer", ("A3",), "none")]


def test_A3_whether_there_was_a_second_answer_is_unknown_where_there_could_be_one() -> None:
    wrong = {"removed": "5 long", "answer": "5 long red"}
    assert undecided(told(wrong, rulings=advanced()), "whether there was a second answer")
    report = told(wrong | {"second_answer": "none"}, rulings=advanced())
    assert not report.undecided


def test_an_answer_names_as_many_sticks_as_the_reading_asks_for() -> None:
    double = {"removed": "5 left, 6 left", "answer": "5 short blue"}
    report = told(double, rulings=advanced())
    assert found(report)[0][:3] == (1, "answer", ("ruling:double_answer",))
    report = told(double, rulings=advanced(double_answer="either"))
    assert not found(report)
    assert ("both", 1) in {(one.other, one.first) for one in report.materiality}


def test_C3_no_more_sticks_and_prisoners_than_the_box_holds() -> None:
    five_long = {str(w): "unknown / unknown unknown red" for w in range(1, 6)}
    assert found(told(board=five_long)) == [(0, "board", ("C3",), 4)]
    spies = {"1": "spy unknown / unknown"}
    assert found(told(board=spies)) == [(0, "board", ("C2", "ruling:kinds"), 0)]


def test_S4_the_one_on_the_left_of_the_first_wears_the_mask() -> None:
    assert found(told(mask=CLEO)) == [(0, "mask", ("S4",), BEN)]
    report = told(lime=CLEO, mask=BEN, rulings={"first_player": "random"})
    assert found(report) == [(0, "mask", ("S4",), ANA)]
    report = told({"removed_by": BEN, "answered_by": ANA}, rulings={"first_player": "random"})
    assert found(report) == [(1, "answered_by", ("S4", "T3"), CLEO)]


def test_H2_whoever_left_takes_no_more_part() -> None:
    report = told({"left": BEN}, {"answered_by": BEN, "removed": "5 long"})
    assert (2, "answered_by", ("H2",), None) in found(report)
    report = told({"left": BEN}, {"left": CLEO}, winner=ANA, won_by="last_in_play")
    assert not found(report)
    assert found(told({"left": BEN}, {"left": BEN}))[0][:3] == (2, "left", ("H2",))


def test_the_winner_is_checked_where_the_end_is_known() -> None:
    assert found(told({"removed": "5 long"}, winner=BEN)) == [(1, "winner", ("W1",), "nobody")]
    assert not found(told({"removed": "5 long"}, winner="none"))
