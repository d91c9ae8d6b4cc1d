"""Disputes and audits are filed once, within their limits, whoever asks how often and at once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest

from events.clerk import DISPUTES, Clerk, Filed, Words
from events.docket import Claim, DisputeRaised, Docket, Standing
from events.house import Asked
from events.play import Caller, Play
from events.refusal import Code, Refusal
from events.store import Append, Conflict, Store, Stream, Unavailable
from events.store.clients import clients
from tests.audit.world import ISS, KEYS, World
from tests.store.tables import Table, house

MANY = 12


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def served(store_url: str) -> World:
    """The same over a real store."""
    return World(store_url)


def refused(ask: Callable[[], Any]) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        ask()
    return refusal.value


# Who may, and when


def test_a_running_game_is_disputed_and_not_ruled_on(world: World) -> None:
    table = world.running()
    filed = world.dispute(table, 3, Claim.DEAL)
    assert filed.fresh
    assert world.clerk.rule(table.id, filed.id) == filed.docket
    assert refused(lambda: world.clerk.audit(table.id)).code is Code.GAME_RUNNING


def test_nothing_is_disputed_before_the_start(world: World) -> None:
    table = Table(world.play)
    table.join()
    refusal = refused(lambda: world.dispute(table, 1))
    assert (refusal.code, refusal.clauses) == (Code.RULE_BROKEN, ("S4",))


@pytest.mark.parametrize("version", [0, -1, 4, 10**9])
def test_an_event_that_is_not_there_is_not_disputed(world: World, version: int) -> None:
    assert refused(lambda: world.dispute(world.running(), version)).code is Code.NOT_FOUND


def test_a_leaver_may_still_dispute_and_a_freed_seat_may_not(world: World) -> None:
    table = Table(world.play)
    table.join(), table.join()
    gone = table.caller(3)
    from events.board import SeatNo
    from events.commands import Leave

    table.act(Leave(seat=SeatNo(3), leaver=SeatNo(3)))
    table.start()
    table.act(Leave(seat=SeatNo(2), leaver=SeatNo(2)))
    assert world.dispute(table, 2, seat=2).fresh
    for caller in (gone, Caller(game=table.id)):
        asked = Asked(method="POST", path="/", body={})
        refusal = refused(
            lambda caller=caller, asked=asked: world.clerk.raise_dispute(  # type: ignore[misc]
                caller, 2, Claim.END, Words(), asked
            )
        )
        assert refusal.code is Code.FORBIDDEN


def test_an_audit_is_asked_for_by_anybody_once_the_game_is_over(world: World) -> None:
    asked = Asked(method="POST", path="/", body={})
    running, finished = world.running(), world.finished()
    closed = Table(world.play)
    caller = Caller(game=running.id)
    assert refused(lambda: world.clerk.request_audit(caller, asked)).code is Code.GAME_RUNNING
    assert world.clerk.request_audit(Caller(game=finished.id), asked).fresh
    world.clock.at += 86_400_000
    assert world.play.tick(closed.id)
    refusal = refused(lambda: world.clerk.request_audit(Caller(game=closed.id), asked))
    assert (refusal.code, refusal.clauses) == (Code.RULE_BROKEN, ("S4",))


# Once


def test_one_dispute_per_seat_version_and_claim_whatever_the_words(world: World) -> None:
    table = world.finished()
    first = world.dispute(table, 5, Claim.END, statement="One.")
    again = world.dispute(table, 5, Claim.END, statement="Two.")
    assert (first.fresh, again.fresh, again.id) == (True, False, first.id)
    others = [
        world.dispute(table, 6, Claim.END),
        world.dispute(table, 5, Claim.DEAL),
        world.dispute(table, 5, Claim.END, seat=2),
    ]
    assert [filed.id for filed in others] == [2, 3, 4]
    kept = world.clerk.docket(table.id).dispute(1)
    assert kept
    assert kept.raised.statement == "One."


def test_the_same_key_and_request_is_the_same_dispute(world: World) -> None:
    table = world.finished()
    first = world.dispute(table, 5, key="k")
    world.restart()
    again = world.dispute(table, 5, key="k")
    assert (again.replayed, again.fresh, again.id) == (True, True, first.id)
    assert refused(lambda: world.dispute(table, 6, key="k")).code is Code.KEY_REUSED
    assert world.dispute(table, 6, key="k", seat=2).fresh


def test_a_seat_raises_twenty_disputes_and_no_more(world: World) -> None:
    table = world.finished()
    claims = [(v, claim) for v in (1, 2, 3) for claim in Claim]
    for version, claim in claims[:DISPUTES]:
        world.dispute(table, version, claim)
    refusal = refused(lambda: world.dispute(table, *claims[DISPUTES]))
    assert refusal.code is Code.RULE_BROKEN
    assert not world.dispute(table, *claims[0]).fresh
    assert world.dispute(table, *claims[0], seat=2).fresh


def test_a_ruling_is_written_once_and_stands(world: World) -> None:
    table = world.finished()
    filed = world.dispute(table, 5)
    ruled = world.settle(table.id).dispute(filed.id)
    events = world.entries(table.id, Stream.DOCKET)
    world.clock.at += 1000
    assert world.settle(table.id).dispute(filed.id) == ruled
    assert world.clerk.rule(table.id, filed.id).dispute(filed.id) == ruled
    assert world.clerk.rule(table.id, 99).standing is Standing.CLEARED
    assert world.entries(table.id, Stream.DOCKET) == events
    assert not world.dispute(table, 5).fresh


def test_nothing_in_the_log_changes(world: World) -> None:
    table = world.finished()
    log = world.entries(table.id)
    world.dispute(table, 5)
    world.settle(table.id)
    assert world.entries(table.id) == log


# At once, over a real store


def at_once(count: int, ask: Callable[[int], Any]) -> list[Any]:
    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(ask, range(count)))


def clerks(world: World, count: int) -> list[Clerk]:
    """As many processes."""
    plays = [Play(world.store, house(world.clock)) for _ in range(count)]
    return [Clerk(world.store, play, KEYS.public(), ISS) for play in plays]


def raising(world: World, table: Table, desks: list[Clerk]) -> Callable[[int, int, Claim], Filed]:
    caller = table.caller(1)

    def ask(number: int, version: int, claim: Claim, key: str | None = None) -> Filed:
        asked = Asked(key=key, method="POST", path="/", body=[version, claim])
        return desks[number].raise_dispute(caller, version, claim, Words(), asked)

    return ask


def raised(docket: Docket) -> int:
    return len(docket.disputes)


@pytest.mark.real_store
def test_the_same_dispute_by_many_at_once_is_one(served: World) -> None:
    table = served.finished()
    ask = raising(served, table, clerks(served, MANY))
    filed = at_once(MANY, lambda number: ask(number, 5, Claim.END))
    assert {one.id for one in filed} == {1}
    assert sum(one.fresh for one in filed) == 1
    assert raised(served.clerk.docket(table.id)) == 1


@pytest.mark.real_store
def test_the_same_key_by_many_at_once_is_one(served: World) -> None:
    table = served.finished()
    ask: Any = raising(served, table, clerks(served, MANY))
    filed = at_once(MANY, lambda number: ask(number, 5, Claim.END, "key"))
    assert {one.id for one in filed} == {1}
    assert all(one.fresh for one in filed)
    assert sum(not one.replayed for one in filed) == 1


@pytest.mark.real_store
def test_the_limit_holds_however_many_ask_at_once(served: World) -> None:
    table = served.finished()
    claims = [(version, claim) for version in range(1, 5) for claim in Claim]
    ask = raising(served, table, clerks(served, MANY))

    def some(number: int) -> int:
        taken = 0
        for version, claim in claims[number::MANY]:
            with suppress(Refusal):
                taken += ask(number, version, claim).fresh
        return taken

    assert sum(at_once(MANY, some)) == DISPUTES == raised(served.clerk.docket(table.id))


@pytest.mark.real_store
def test_audits_asked_for_reported_and_ruled_by_many_at_once_are_one_each(served: World) -> None:
    table = served.finished()
    desks = clerks(served, MANY)
    asked = Asked(method="POST", path="/", body={})
    filed = at_once(MANY, lambda number: desks[number].request_audit(Caller(game=table.id), asked))
    assert {one.id for one in filed} == {1}
    assert sum(one.fresh for one in filed) == 1
    served.dispute(table, 5)

    def settle(number: int) -> Docket:
        desks[number].audit(table.id)
        return desks[number].rule(table.id, 2)

    dockets = at_once(MANY, settle)
    types = [event.body.type for event in served.clerk.events(served.clerk.docket(table.id))]
    assert sorted(types) == ["audit-reported", "audit-requested", "dispute-raised", "dispute-ruled"]
    assert all(docket.standing is Standing.CLEARED for docket in dockets)


# A store whose answers get lost


class Forgetful(Store):
    """Appends to dockets, and loses the answer to one that arrived or the request before it."""

    lost: list[bool]

    def append(self, wanted: Append) -> Conflict | None:
        if wanted.stream is not Stream.DOCKET or not self.lost:
            return super().append(wanted)
        if self.lost.pop():
            super().append(wanted)
        raise Unavailable("no answer")


@pytest.mark.parametrize("lost", [[True], [False], [True, False], [False, True], [False] * 5])
def test_what_was_asked_for_is_filed_once_though_no_answer_came(lost: list[bool]) -> None:
    world = World()
    store = world.store = Forgetful(*clients(world.url, 5.0))
    store.lost = []
    world.restart()
    table = world.finished()
    store.lost = list(lost)
    filed = world.dispute(table, 5)
    assert filed.id == 1
    store.lost = list(lost)
    docket = world.settle(table.id)
    types = [event.body.type for event in world.clerk.events(docket)]
    assert types == ["dispute-raised", "audit-requested", "audit-reported", "dispute-ruled"]


def test_a_statement_is_veiled_and_opens_to_what_was_said(world: World) -> None:
    table = world.running()
    world.dispute(table, 3, Claim.DEAL, statement="I saw it.")
    copy = world.copied(table.id, Stream.DOCKET)
    assert "I saw it" not in str(copy[1].event)
    assert copy[1].private["hidden"] == {"receipt": None, "statement": "I saw it."}
    veil = copy[1].event["veil"]
    copy[1].veil()
    assert copy[1].event["veil"] == veil
    body = world.clerk.docket(table.id).disputes[0].raised
    assert isinstance(body, DisputeRaised)
