"""What is due is recorded before anything else is decided, whoever comes (H1, H4)."""

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from events.board import SeatNo
from events.catalogue import Bot, Phase
from events.commands import Join, Leave, PutMaskOn, SeatCommand, Start
from events.game import Game
from events.play import Play
from events.refusal import Refusal
from events.store import BUCKETS, bucket
from events.times import Millis
from tests.store.conftest import Kept
from tests.store.tables import DAY, Clock, Table, asked, house, next_move, opening, running

pytestmark = pytest.mark.real_store

SECONDS = 10
KEY = "k" * 22


class Timed:
    """A running table with a clock of ten seconds."""

    def __init__(self, kept: Kept, **options: Any) -> None:
        self.kept = kept
        self.clock = Clock()
        self.play = Play(kept.store, house(self.clock))
        self.table = running(self.play, **{"turn_seconds": SECONDS, **options})

    @property
    def game(self) -> Game:
        return self.table.game

    def until(self, phase: Phase) -> None:
        random = Random(1)
        while self.game.phase is not phase:
            self.table.move(random)

    def wait(self, millis: int = SECONDS * 1000) -> None:
        self.clock.at += millis

    def types(self, after: int) -> list[str]:
        return [event.body.type for event in self.play.events(self.game, after)]

    def next_due(self) -> Millis | None:
        score = self.kept.raw.zscore(
            f"singsing:{{b{bucket(self.table.id):02}}}:deadlines", self.table.id
        )
        return None if score is None else Millis(int(score))


@pytest.fixture
def timed(kept: Kept) -> Timed:
    return Timed(kept)


def refused(timed: Timed, command: SeatCommand, **more: Any) -> Refusal:
    with pytest.raises(Refusal) as raised:
        timed.table.act(command, **more)
    return raised.value


def test_H1_the_deadline_is_the_newest_event_plus_the_option(timed: Timed) -> None:
    random = Random(2)
    while not timed.game.over:
        assert timed.next_due() == timed.game.deadline == timed.clock.at + SECONDS * 1000
        timed.wait(random.randrange(SECONDS * 1000))
        timed.table.move(random)
    assert timed.next_due() is None


def test_H1_a_move_in_the_last_millisecond_is_in_time(timed: Timed) -> None:
    timed.wait(SECONDS * 1000 - 1)
    assert timed.play.tick(timed.table.id) is None
    timed.table.act(PutMaskOn(seat=SeatNo(2)))
    assert timed.types(3) == ["mask-put-on"]


def test_H1_a_move_at_the_deadline_is_too_late(timed: Timed) -> None:
    timed.wait()
    assert refused(timed, PutMaskOn(seat=SeatNo(2))).clauses == ("T1",)
    assert timed.types(3) == ["turn-timed-out"]
    assert timed.game.phase is Phase.REMOVAL


def test_H1_what_comes_next_is_judged_after_the_time_out(timed: Timed) -> None:
    timed.wait()
    removal = next_move(replace(timed.game, phase=Phase.REMOVAL), Random(1))
    timed.table.act(removal)
    assert timed.types(3) == ["turn-timed-out", "sticks-removed"]


def test_H1_whoever_names_a_version_is_stale_after_the_time_out(timed: Timed) -> None:
    timed.wait()
    assert refused(timed, PutMaskOn(seat=SeatNo(2)), if_match=[3]).code == "stale"
    assert timed.types(3) == ["turn-timed-out"]


def test_H1_a_stranger_who_joins_records_it_too(timed: Timed) -> None:
    timed.wait()
    join = Join(name="Eve")
    with pytest.raises(Refusal):
        timed.play.join(timed.play.identify(timed.table.id, None), join, asked(join))
    assert timed.types(3) == ["turn-timed-out"]


def test_H1_the_same_request_again_comes_before_the_clock(timed: Timed) -> None:
    timed.table.act(PutMaskOn(seat=SeatNo(2)), key=KEY)
    timed.wait()
    assert timed.table.act(PutMaskOn(seat=SeatNo(2)), key=KEY).replayed
    assert timed.types(4) == []


@pytest.mark.parametrize("phase", [p for p in Phase if p is not Phase.SECOND_ANSWER])
def test_H1_the_clock_acts_in_every_phase_and_only_once(timed: Timed, phase: Phase) -> None:
    timed.until(phase)
    version = timed.game.version
    timed.wait()
    event = timed.play.tick(timed.table.id)
    assert event is not None
    assert (event.version, event.at) == (version + 1, timed.clock.at)
    assert timed.play.tick(timed.table.id) is None
    assert timed.types(version) == ["turn-timed-out"]
    assert timed.next_due() == timed.clock.at + SECONDS * 1000


def test_H1_a_second_answer_that_nobody_gives_is_none(kept: Kept) -> None:
    timed = Timed(kept, advanced=True)
    timed.until(Phase.SECOND_ANSWER)
    wearer = timed.game.mask
    tokens = timed.game.tokens(wearer)
    timed.wait()
    timed.play.tick(timed.table.id)
    assert timed.game.phase in (Phase.MASK, None)
    assert timed.game.tokens(wearer) == tokens


def test_H1_what_the_house_draws_is_sealed_like_any_other(timed: Timed) -> None:
    timed.until(Phase.REMOVAL)
    timed.wait()
    event = timed.play.tick(timed.table.id)
    assert event is not None
    shown = msgspec.json.decode(event.entry.event)
    assert shown["veil"].startswith("sha256:")
    assert "sticks" not in {**shown["action"], **shown["outcome"]}
    assert shown["outcome"]["count"] == 1


def test_H1_a_table_that_everybody_left_alone_ends_by_itself(timed: Timed) -> None:
    due = timed.next_due()
    while due is not None:
        timed.clock.at = due
        [game] = timed.kept.store.due(bucket(timed.table.id), due)
        timed.play.tick(game)
        due = timed.next_due()
    assert timed.game.over
    assert timed.game.turn is not None
    assert timed.game.turn <= 36
    assert set(timed.types(3)) == {"turn-timed-out"}


def test_H1_leaving_moves_the_deadline_only_where_another_has_to_act(kept: Kept) -> None:
    timed = Timed(kept, seats=4)
    deadline = timed.game.deadline
    timed.wait(1_000)
    timed.table.act(Leave(seat=SeatNo(3), leaver=SeatNo(3)))
    assert timed.next_due() == timed.game.deadline == deadline
    timed.wait(1_000)
    timed.table.act(Leave(seat=SeatNo(2), leaver=SeatNo(2)))
    assert timed.next_due() == timed.game.deadline == timed.clock.at + SECONDS * 1000


@pytest.mark.parametrize("by", ["tick", "join", "start"])
def test_a_table_not_started_within_a_day_is_closed_whoever_comes(kept: Kept, by: str) -> None:
    clock = Clock()
    play = Play(kept.store, house(clock))
    table = Table(play)
    table.join()
    clock.at += DAY - 1
    assert play.tick(table.id) is None
    clock.at += 1
    if by == "tick":
        play.tick(table.id)
    else:
        with pytest.raises(Refusal) as raised:
            table.join() if by == "join" else table.start()
        assert raised.value.clauses == ("W1",)
    assert table.game.over
    assert table.game.version == 3
    assert (play.event(table.game, 3).seat, table.game.winner) == (None, None)
    assert msgspec.json.decode(play.event(table.game, 3).entry.event)["outcome"] == {
        "reason": "not_started",
        "phase": None,
        "winner": None,
        "won_by": None,
    }


def test_H4_a_game_without_a_clock_is_closed_after_30_quiet_days(kept: Kept) -> None:
    timed = Timed(kept, turn_seconds=None)
    assert timed.game.deadline is None
    timed.wait(29 * DAY)
    timed.table.act(PutMaskOn(seat=SeatNo(2)))
    assert timed.next_due() == timed.clock.at + 30 * DAY
    timed.wait(30 * DAY - 1)
    assert timed.play.tick(timed.table.id) is None
    timed.wait(1)
    assert refused(timed, next_move(timed.game, Random(1))).clauses == ("W1",)
    assert timed.types(4) == ["game-closed"]
    assert timed.next_due() is None


def with_bots(table: Table, bots: int) -> None:
    for _ in range(bots):
        table.add_bot(Bot.GOLDFISH)


@pytest.mark.parametrize("by", ["tick", "a request"])
def test_H4_a_game_that_no_person_is_left_in_is_closed_at_once(timed: Timed, by: str) -> None:
    table = Table(timed.play, opening(turn_seconds=SECONDS))
    with_bots(table, 2)
    table.act(Start(seat=SeatNo(1)))
    timed.wait(1)
    left = table.act(Leave(seat=SeatNo(1), leaver=SeatNo(1))).event.version
    due = [game for n in range(BUCKETS) for game in timed.kept.store.due(n, timed.clock())]
    assert due == [table.id]
    if by == "tick":
        timed.play.tick(table.id)
    else:
        with pytest.raises(Refusal) as raised:
            table.act(PutMaskOn(seat=SeatNo(1)))
        assert raised.value.code == "forbidden"
    [closed] = timed.play.events(table.game, left)
    assert msgspec.json.decode(closed.entry.event)["outcome"]["reason"] == "no_people"
    assert closed.at == timed.clock.at
    assert table.game.over


def test_an_event_never_lies_before_the_one_before_it(kept: Kept) -> None:
    timed = Timed(kept, turn_seconds=86_400, advanced=True)
    random = Random(6)
    latest = timed.clock.at
    while not timed.game.over:
        timed.clock.at += random.choice([-3_600_000, -1, 0, 1, 60_000])
        latest = max(latest, timed.clock.at)
        event = timed.table.move(random).event
        assert event.at == latest
        assert timed.game.over or timed.next_due() == latest + DAY
    times = [event.at for event in timed.play.events(timed.game, 0)]
    assert times == sorted(times)


def test_a_clock_that_ran_back_lets_nobody_time_out(timed: Timed) -> None:
    timed.clock.at -= 3_600_000
    assert timed.play.tick(timed.table.id) is None
    timed.table.act(PutMaskOn(seat=SeatNo(2)))
    assert timed.types(3) == ["mask-put-on"]
