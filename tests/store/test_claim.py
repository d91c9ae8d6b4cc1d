"""A store belongs to the secret with which its games were made."""

from collections.abc import Callable
from random import Random

import pytest

from events.claim import Foreign
from events.clerk import Clerk
from events.play import Play
from events.receipts import Keys
from events.store import Unavailable, connect
from tests.store.conftest import Kept
from tests.store.proxy import Fate, Proxy
from tests.store.servers import Server
from tests.store.tables import SECRET, Clock, Table, house, running
from tests.store.test_lost_replies import FAULTS, LATE, TIMEOUT
from workers import jobs
from workers.jobs import Desk, Failed

pytestmark = pytest.mark.real_store

OTHER = b"o" * 32


def play(kept: Kept, secret: bytes = SECRET) -> Play:
    """A process that comes to the store for the first time."""
    return Play(kept.store, house(secret=secret))


def clerk(kept: Kept, secret: bytes) -> Clerk:
    return Clerk(kept.store, play(kept, secret), Keys.fresh().public(), "http://127.0.0.1:8080")


def test_whoever_has_the_same_secret_goes_on(kept: Kept) -> None:
    table = Table(play(kept))
    play(kept).claim.check()
    table.join(play=play(kept))
    assert table.game.version == 2


@pytest.mark.parametrize(
    "act",
    [
        lambda table, there: Table(there),
        lambda table, there: table.join("Cleo", play=there),
        lambda table, there: there.tick(table.id),
    ],
    ids=["opening", "joining", "the clock"],
)
def test_nobody_else_writes_an_event(kept: Kept, act: Callable[[Table, Play], object]) -> None:
    table = Table(play(kept))
    before = kept.store.read(table.id)
    there = Play(kept.store, house(Clock(table.game.opened_at + 10**9), secret=OTHER))
    with pytest.raises(Foreign):
        act(table, there)
    assert kept.store.read(table.id) == before


def test_nobody_else_judges_a_game(kept: Kept) -> None:
    table, random = running(play(kept)), Random(1)
    while not table.game.over:
        table.move(random)
    judge = clerk(kept, OTHER)
    desk = Desk(clerk=judge, intake=None)  # type: ignore[arg-type] # games need none
    with pytest.raises(Failed, match="The secret is another one"):
        jobs.settle_at(desk, table.id, lambda _, __: None)
    ours = clerk(kept, SECRET)
    assert ours.audit(table.id).newest is not None


def test_who_only_looks_claims_nothing(kept: Kept) -> None:
    play(kept, OTHER).claim.check()
    assert kept.store.owner() is None
    Table(play(kept))
    with pytest.raises(Foreign):
        play(kept, OTHER).claim.check()


def test_the_mark_says_nothing_of_the_secret(kept: Kept) -> None:
    Table(play(kept))
    mark = kept.store.owner()
    assert mark
    assert house().seat_token("sha256:" + "0" * 64) != mark
    assert mark != house(secret=OTHER).own_mark()
    assert SECRET.decode() not in mark


@pytest.mark.parametrize("fate", FAULTS)
def test_a_claim_whose_answer_is_lost_stops_no_opening(server: Server, fate: Fate) -> None:
    server.client().flushall()
    proxy, fates = Proxy(server.address, late=LATE), [fate]
    proxy.plan = lambda said: fates.pop() if fates and b":owner" in said else Fate.PASS
    table = Table(Play(connect(proxy.url, timeout=TIMEOUT), house()))
    assert not fates
    assert [version for version, _ in connect(server.url).read(table.id)] == [1]
    proxy.close()


def test_a_store_that_does_not_answer_is_asked_again_before_the_first_event() -> None:
    there = Play(connect("redis://127.0.0.1:1"), house())
    for _ in range(2):
        with pytest.raises(Unavailable) as told:
            there.claim.make()
        assert not isinstance(told.value, Foreign)
