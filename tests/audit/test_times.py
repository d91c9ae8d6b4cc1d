"""The clock: too early, too late, and backwards."""

import pytest

from events.board import SeatNo
from events.catalogue import GameClosed, Reason
from events.times import Millis, read, written
from tests.audit.copied import Copied, audited, found
from tests.audit.scribe import GAME, Scribe

DAY = 86_400
STEPS = {
    "mask": lambda scribe: scribe,
    "removal": lambda scribe: scribe.mask(),
    "answer": lambda scribe: scribe.mask().remove(),
    "second_answer": lambda scribe: scribe.mask().remove().answer(right=False),
}


def at_step(step: str) -> Scribe:
    scribe: Scribe = STEPS[step](Scribe(3, advanced=True))
    return scribe


def earlier(copy: Copied, version: int, millis: int) -> Copied:
    """An event and all after it, moved to before they were."""
    for line in copy.lines[version - 1 :]:
        line.event["at"] = written(Millis(read(line.event["at"]) - millis))
    return copy.forged(version)


@pytest.mark.parametrize("step", STEPS)
def test_a_time_out_to_the_millisecond_is_sound(step: str) -> None:
    scribe = at_step(step).wait(60).tick()
    assert audited(GAME, scribe.entries()).findings == ()


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("millis", [1, 30_000])
def test_a_time_out_too_early_is_named(step: str, millis: int) -> None:
    scribe = at_step(step).wait(60).tick()
    report = earlier(scribe.copied(), scribe.version, millis).audited()
    assert found(report, scribe.version, "type").clauses == ("H1",)


@pytest.mark.parametrize("step", STEPS)
def test_an_action_after_the_deadline_without_its_time_out_is_named(step: str) -> None:
    scribe = at_step(step).wait(60)
    act = {
        "mask": scribe.mask,
        "removal": scribe.remove,
        "answer": scribe.answer,
        "second_answer": scribe.decline,
    }[step]
    act()
    assert found(audited(GAME, scribe.entries()), scribe.version, "type").clauses == ("H1",)


def test_leaving_after_the_deadline_without_its_time_out_is_named() -> None:
    scribe = Scribe(3).wait(60).leave(3)
    assert found(audited(GAME, scribe.entries()), scribe.version, "type").clauses == ("H1",)


def test_a_guest_who_leaves_moves_no_deadline() -> None:
    """H1: the deadline stands, where the same seat has to act as before."""
    scribe = Scribe(4).wait(50).leave(4).wait(10)
    sound = Scribe(4).wait(50).leave(4).wait(10).tick()
    assert audited(GAME, sound.entries()).found == 0
    scribe.mask()
    assert found(audited(GAME, scribe.entries()), scribe.version, "type").clauses == ("H1",)


def test_a_leaver_who_had_to_act_gives_the_next_seat_its_time() -> None:
    scribe = Scribe(4).wait(50).leave(2).wait(59).mask()
    assert audited(GAME, scribe.entries()).found == 0
    early = Scribe(4).wait(50).leave(2).wait(60).tick()
    report = earlier(early.copied(), early.version, 5_000).audited()
    assert found(report, early.version, "type").clauses == ("H1",)


def test_a_time_out_for_another_seat_is_named() -> None:
    scribe = Scribe(3).wait(60).tick()
    copy = scribe.copied()
    copy[scribe.version].event["seat"] = 3
    finding = found(copy.forged().audited(), scribe.version, "seat")
    assert (finding.clauses, finding.recorded, finding.expected) == (("H1",), 3, 2)


def test_a_time_out_at_a_table_without_a_clock_is_named() -> None:
    clocked = Scribe(2).wait(60).tick().copied()
    clocked[1].event["action"]["options"]["turn_seconds"] = None
    assert found(clocked.forged().audited(), 4, "type").clauses == ("H1",)


CLOSED = [
    (Scribe(2, start=False).wait(DAY), Reason.NOT_STARTED, "S4"),
    (Scribe(2, turn_seconds=None).wait(30 * DAY), Reason.IDLE, "H4"),
]


@pytest.mark.parametrize(("scribe", "reason", "clause"), CLOSED, ids=["not_started", "idle"])
def test_closing_too_early_is_named(scribe: Scribe, reason: Reason, clause: str) -> None:
    body = GameClosed(reason=reason, phase=None, winner=None, won_by=None)
    closed = Copied(GAME, scribe.force(None, body).entries())
    assert closed.audited().found == 0
    assert found(earlier(closed, scribe.version, 1).audited(), scribe.version, "type").clauses == (
        clause,
    )


@pytest.mark.parametrize("reason", [Reason.IDLE, Reason.NO_PEOPLE, Reason.NOT_STARTED])
def test_closing_a_table_that_plays_is_named(reason: Reason) -> None:
    scribe = Scribe(2).mask()
    scribe.force(None, GameClosed(reason=reason, phase=None, winner=None, won_by=None))
    clause = "S4" if reason is Reason.NOT_STARTED else "H4"
    assert found(audited(GAME, scribe.entries()), scribe.version, "type").clauses == (clause,)


@pytest.mark.parametrize("seconds", [30 * DAY, 30 * DAY + 1])
def test_acting_in_a_game_that_was_to_be_closed_is_named(seconds: int) -> None:
    scribe = Scribe(2, turn_seconds=None).wait(seconds).mask()
    assert found(audited(GAME, scribe.entries()), scribe.version, "type").clauses == ("H4",)


def test_starting_a_table_that_was_to_be_closed_is_named() -> None:
    from events.commands import Start

    scribe = Scribe(2, start=False).wait(DAY).tell(Start(seat=SeatNo(1)))
    assert found(audited(GAME, scribe.entries()), scribe.version, "type").clauses == ("S4",)


def test_time_that_runs_backwards_is_named() -> None:
    scribe = Scribe(2).wait(5).mask().remove().answer()
    copy = scribe.copied()
    copy[5].event["at"] = written(Millis(read(copy[4].event["at"]) - 1))
    report = copy.forged().audited()
    finding = found(report, 5, "at")
    assert finding.expected == copy[4].event["at"]
    assert report.found == 1


@pytest.mark.parametrize(
    "at",
    [
        "2025-11-29T12:00:00Z",
        "2025-11-29 12:00:00.000Z",
        "2025-02-30T12:00:00.000Z",
        "2025-11-29T12:00:60.000Z",
        "2025-11-29T12:00:00.000+00:00",
        "now",
        "",
    ],
)
def test_a_time_of_another_form_is_named(at: str) -> None:
    copy = Scribe(2).mask().copied()
    copy[4].event["at"] = at
    found(copy.forged().audited(), 4, "at")


def test_a_time_that_is_no_text_is_named() -> None:
    copy = Scribe(2).mask().copied()
    for at in (None, 7, ["2025"]):
        copy[4].event["at"] = at
        found(copy.forged().audited(), 4, "event")
