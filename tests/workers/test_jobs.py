"""What jobs write is written once; what they say when they fail says nothing of a game."""

from typing import Any

import pytest
from rq.job import Job
from rq.serializers import JSONSerializer

from events.clerk import Clerk, Words
from events.docket import Claim, Judgement, Standing
from events.house import Asked
from events.refusal import BrokenLog
from events.store import Store, Unavailable, stream_key
from tests.store.tables import Table
from tests.workers.desk import AUDITED, Desk, raising
from workers import jobs
from workers.queue import RETRIES, settling

ASKED = Asked(method="POST", path="/", body={})


def job(desk: Desk, game: str, version: int) -> Job:
    return Job.fetch(settling("end", game, version), desk.redis, serializer=JSONSerializer)


def dispute(desk: Desk, table: Table, version: int = 4) -> int:
    filed = desk.clerk.raise_dispute(table.caller(2), version, Claim.VERDICT, Words(), ASKED)
    return filed.id


def test_a_job_run_twice_reports_once(desk: Desk) -> None:
    game = desk.finished().id
    for _ in range(2):
        jobs.settle(game)
    assert desk.audits(game) == AUDITED
    assert desk.docket(game).standing is Standing.CLEARED
    assert desk.store.owed(desk.clock()) == []


def test_a_job_that_died_after_the_request_goes_on_from_there(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = desk.finished().id
    with monkeypatch.context() as dying:
        dying.setattr(Clerk, "examined", raising(Unavailable("killed here")))
        with pytest.raises(jobs.Failed):
            jobs.settle(game)
    assert desk.audits(game) == ["audit-requested"]
    assert desk.store.owed(desk.clock()) == [game]
    jobs.settle(game)
    assert desk.audits(game) == AUDITED


def test_disputes_are_ruled_on_after_the_audit(desk: Desk) -> None:
    table = desk.finished()
    id = dispute(desk, table)
    assert desk.docket(table.id).standing is Standing.DISPUTED
    jobs.settle(table.id)
    assert desk.audits(table.id) == ["dispute-raised", *AUDITED, "dispute-ruled"]
    case = desk.docket(table.id).dispute(id)
    assert case
    assert case.ruling
    assert case.ruling.verdict is Judgement.DISMISSED
    assert desk.store.owed(desk.clock()) == []


def test_a_running_game_is_left_alone(desk: Desk) -> None:
    table = desk.running()
    dispute(desk, table, version=3)
    desk.step()
    desk.work()
    assert desk.audits(table.id) == ["dispute-raised"]
    assert desk.store.owed(desk.clock()) == []


def test_an_audit_that_was_asked_for_and_the_automatic_one_are_one(desk: Desk) -> None:
    table = desk.finished()
    filed = desk.clerk.request_audit(table.caller(1), ASKED)
    assert filed.fresh
    desk.step()
    assert desk.queue().count == 2
    desk.work()
    assert desk.audits(table.id) == AUDITED


def test_a_job_about_nothing_ends(desk: Desk) -> None:
    jobs.settle("a" * 16)
    jobs.upload("nothing")


def test_a_failed_job_is_shown_tried_again_and_then_left_to_the_reconciler(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = desk.finished()
    version = table.game.version
    desk.step()
    with monkeypatch.context() as failing:
        failing.setattr(Clerk, "audit", raising(RuntimeError("secret stick")))
        desk.work()
        assert _status(desk, table) == "scheduled"
        for _ in RETRIES:
            _hurry(desk)
            desk.work()
    assert _status(desk, table) == "failed"
    told = str(job(desk, table.id, version).latest_result())
    result = job(desk, table.id, version).latest_result()
    assert result
    assert "RuntimeError in tests.workers.desk, line" in str(result.exc_string)
    assert "secret stick" not in told + str(result.exc_string)
    desk.step(jobs.PUT_OFF_MILLIS)
    assert desk.queue().count == 0
    desk.step(jobs.PUT_OFF_MILLIS)
    desk.work()
    assert desk.audits(table.id) == AUDITED


def _status(desk: Desk, table: Table) -> str:
    state = desk.jobs.state(settling("end", table.id, table.game.version))
    assert state
    return state.status


def _hurry(desk: Desk) -> None:
    """What is to be tried again later is due now."""
    registry = desk.queue().scheduled_job_registry
    for id in registry.get_job_ids():
        desk.redis.zadd(registry.key, {id: 1})
    desk.jobs.try_again()


def test_a_store_that_is_away_puts_nothing_off(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    game = desk.finished().id
    with monkeypatch.context() as away:
        away.setattr(Clerk, "audit", raising(Unavailable("redis://:password@host")))
        with pytest.raises(jobs.Failed, match="the store does not answer") as failed:
            jobs.settle(game)
    assert failed.value.__suppress_context__
    assert desk.store.owed(desk.clock()) == [game]


def test_a_log_that_does_not_verify_holds_up_no_other(desk: Desk) -> None:
    broken, sound = desk.finished(1).id, desk.finished(2).id
    raw: Any = desk.store._appends
    raw.xadd(stream_key(broken), {"event": b"{}", "hash": b"", "private": b"{}"}, id="999-0")
    fresh = Desk(desk.store)
    fresh.step()
    fresh.work()
    assert fresh.audits(sound) == AUDITED
    assert fresh.store.owed(fresh.clock()) == []
    with pytest.raises(BrokenLog):
        fresh.play.look(broken)


def test_progress_is_noted_on_the_job(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    table = desk.finished(first_player=1)
    desk.step()
    seen: list[int] = []
    save = Job.save_meta

    def save_and_look(self: Job) -> None:
        save(self)  # type: ignore[no-untyped-call] # rq leaves it untyped
        state = desk.jobs.state(self.id)
        assert state
        assert state.status == "started"
        seen.append(state.progress)

    monkeypatch.setattr(Job, "save_meta", save_and_look)
    desk.work()
    assert seen[-1] == 100
    assert seen == sorted(seen)
    assert len(seen) == -(-table.game.version // jobs.STEP)


def test_arguments_of_jobs_are_ids(desk: Desk) -> None:
    table = desk.finished()
    desk.step()
    [id] = desk.queue().job_ids
    kept = Job.fetch(id, desk.redis, serializer=JSONSerializer)
    assert (list(kept.args), kept.kwargs) == ([table.id], {})


def test_a_debt_is_as_old_as_its_oldest_cause(desk: Desk) -> None:
    table = desk.finished()
    since = desk.clock()
    desk.clock.at += 5_000
    dispute(desk, table)
    assert desk.store.owed(since) == [table.id]


def test_nothing_is_put_off_that_is_not_owed(desk: Desk) -> None:
    game = desk.running().id
    desk.clerk.put_off(game, 1)
    assert isinstance(desk.store, Store)
    assert desk.store.owed(desk.clock()) == []
