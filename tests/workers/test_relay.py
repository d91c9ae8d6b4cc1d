"""From outbox to job: nothing is lost between them, and what comes twice is done once."""

import pytest

from events.chain import GameId
from events.store import Store, Unavailable
from events.uploads import Media
from tests.workers.desk import AUDITED, Desk, raising
from workers import relay
from workers.queue import Jobs, QueueName, Unreachable
from workers.relay import PATIENCE_MILLIS, RECONCILE_MILLIS, Relay

LEASE = 10_001


def test_a_game_that_ends_is_audited_once(desk: Desk) -> None:
    game = desk.finished().id
    desk.step()
    desk.work()
    assert desk.audits(game) == AUDITED
    for _ in range(5):
        desk.step(PATIENCE_MILLIS)
        assert desk.queue().count == 0
    assert desk.audits(game) == AUDITED


def test_a_table_that_never_started_is_not_audited(desk: Desk) -> None:
    table = desk.running()
    desk.step()
    assert desk.queue().count == 0
    assert desk.audits(table.id) == []


def test_a_relay_that_dies_between_enqueueing_and_deleting_leaves_its_rows_to_the_next(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = desk.finished().id
    with monkeypatch.context() as dying:
        dying.setattr(Store, "worked", raising(Unavailable("killed here")))
        with pytest.raises(Unavailable):
            desk.step()
    assert desk.queue().count == 1
    abandoned = desk.store.abandoned("next")
    assert abandoned == {}, "a lease has to run out first"
    monkeypatch.setattr("events.store.work.LEASE_MILLIS", 0)
    Relay(desk.store, desk.jobs, "next").step(desk.clock())
    assert desk.queue().count == 1, "the same job, not another one"
    desk.work()
    assert desk.audits(game) == AUDITED
    assert desk.store.abandoned("third") == {}


def test_a_row_whose_job_was_done_before_the_relay_died_is_done_again_without_harm(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = desk.finished().id
    with monkeypatch.context() as dying:
        dying.setattr(Store, "worked", raising(Unavailable("killed here")))
        with pytest.raises(Unavailable):
            desk.step()
    desk.work()
    monkeypatch.setattr("events.store.work.LEASE_MILLIS", 0)
    Relay(desk.store, desk.jobs, "next").step(desk.clock())
    assert desk.queue().count == 1
    desk.work()
    assert desk.audits(game) == AUDITED


def test_the_same_row_twice_is_one_job(desk: Desk) -> None:
    game = desk.finished().id
    desk.store.prepare()
    [(number, [row])] = desk.store.work("one").items()
    desk.relay.carry({number: [row, row]})
    assert desk.queue().job_ids == [f"end-{game}-{row.version}"]


def test_without_a_queue_rows_stay_where_they_are(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = desk.finished().id
    with monkeypatch.context() as away:
        away.setattr(Jobs, "settle", raising(Unreachable("stopped")))
        for _ in range(3):
            desk.relay.attempt(desk.clock())
    desk.step()
    desk.work()
    assert desk.audits(game) == AUDITED


def test_a_queue_that_lost_everything_is_filled_again(desk: Desk) -> None:
    games = [desk.finished(seed).id for seed in range(3)]
    kept = desk.intake.keep(None, Media.JSON, b"{}")
    desk.step()
    desk.redis.flushall()
    desk.step(PATIENCE_MILLIS - 1)
    assert desk.queue().count == 0
    desk.step(RECONCILE_MILLIS)
    assert desk.queue().count == 3
    desk.work()
    assert [desk.audits(game) for game in games] == [AUDITED] * 3
    found = desk.intake.find(kept.id)
    assert found
    assert found.judged


def test_what_waits_is_not_enqueued_again_however_long(desk: Desk) -> None:
    desk.finished()
    desk.intake.keep(None, Media.JSON, b"{}")
    for _ in range(10):
        desk.step(PATIENCE_MILLIS)
    assert desk.queue().count == 1
    assert desk.queue(QueueName.UPLOADS).count == 1


def test_a_job_that_a_dead_worker_took_is_enqueued_under_another_name(desk: Desk) -> None:
    game = desk.finished().id
    desk.step()
    desk.redis.lpop(desk.queue().key)
    desk.step(PATIENCE_MILLIS)
    [id] = desk.queue().job_ids
    assert id.startswith(f"end-{game}-0-")
    desk.work()
    assert desk.audits(game) == AUDITED


def test_outboxes_whose_group_was_lost_get_another(desk: Desk) -> None:
    desk.step()
    for number in range(16):
        desk.store._appends.delete(f"singsing:{{b{number:02}}}:outbox")
    game = desk.finished().id
    desk.relay.attempt(desk.clock())
    desk.relay.attempt(desk.clock())
    assert desk.queue().job_ids == [f"end-{game}-{desk.play.look(game).version}"]


def test_a_queue_that_does_not_answer_is_unreachable(desk: Desk) -> None:
    desk.queue_server.connected = False
    for ask in (
        lambda: desk.jobs.settle("end", "a" * 16, 1),
        lambda: desk.jobs.upload("a"),
        desk.jobs.waiting,
        desk.jobs.try_again,
    ):
        with pytest.raises(Unreachable):
            ask()
    assert desk.jobs.state("end-x-1") is None


def test_the_relay_goes_on_when_store_or_queue_come_back(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = desk.finished().id
    naps: list[float] = []
    work = Store.work

    def moody(self: Store, name: str) -> object:
        if len(naps) < 3:
            raise Unavailable("away")
        return work(self, name)

    def rest(seconds: float) -> None:
        naps.append(seconds)
        if len(naps) == 5:
            raise KeyboardInterrupt

    monkeypatch.setattr(Store, "work", moody)
    with pytest.raises(KeyboardInterrupt):
        relay.run(desk.store, desk.jobs, "test", desk.clock, rest)
    desk.work()
    assert desk.audits(GameId(game)) == AUDITED
