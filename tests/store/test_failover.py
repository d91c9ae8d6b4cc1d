"""A replica that was promoted without the newest events: whoever saw them notices."""

from random import Random

import pytest

from events.board import SeatNo
from events.clerk import Clerk
from events.commands import Leave, PutMaskOn
from events.play import Play
from events.receipts import Keys
from events.refusal import BrokenLog
from events.store import Unavailable, connect
from tests.store.conftest import Pair
from tests.store.proxy import Fate, Proxy
from tests.store.tables import Clock, house, next_move, running

pytestmark = pytest.mark.real_store


def test_a_failover_that_lost_the_tail_is_noticed(own_pair: Pair) -> None:
    primary, replica = own_pair.primary, own_pair.replica
    proxy = Proxy(primary.address)
    saw, did_not = (Play(connect(proxy.url), house(Clock())) for _ in range(2))
    table, other = running(saw), running(saw)
    did_not.look(table.id)
    replica.wait_until(lambda: replica.client().keys("*") != [] and same(own_pair))
    replica.client().replicaof("NO", "ONE")
    table.act(next_move(table.game, Random(1)))
    proxy.turn_to(replica.address)

    with pytest.raises(BrokenLog):
        saw.look(table.id)
    table.act(next_move(did_not.look(table.id), Random(2)), play=did_not)
    table.act(next_move(did_not.look(table.id), Random(2)), play=did_not)
    with pytest.raises(BrokenLog):
        table.act(next_move(did_not.look(table.id), Random(2)), play=saw)
    assert set(saw.lost) == {table.id}
    assert not did_not.lost
    other.act(next_move(other.game, Random(1)), play=saw)
    proxy.close()


def test_no_receipt_is_signed_for_an_event_that_no_replica_holds(own_pair: Pair) -> None:
    table = running(Play(connect(own_pair.primary.url), house(Clock())))
    reader = Play(connect(own_pair.primary.url, replicas=1), house(Clock()))
    own_pair.replica.freeze()
    event = reader.event(reader.look(table.id), 3)
    with pytest.raises(Unavailable):
        reader.vouch(event)
    own_pair.replica.thaw()
    reader.vouch(event)


def same(pair: Pair) -> bool:
    offsets = [
        server.client().info("replication")["master_repl_offset"]
        for server in (pair.primary, pair.replica)
    ]
    return bool(offsets[0] == offsets[1])


def test_an_event_that_a_failover_lost_before_it_was_vouched_for_is_not_told(
    own_pair: Pair,
) -> None:
    primary, replica = own_pair.primary, own_pair.replica
    proxy = Proxy(primary.address)
    play = Play(connect(proxy.url, replicas=1), house())
    table = running(play)
    replica.client().replicaof("NO", "ONE")

    def plan(request: bytes) -> Fate:
        if b"SET" in request[:20]:
            proxy.upstream = replica.address
            return Fate.LOSE_REQUEST
        return Fate.PASS

    proxy.plan = plan
    with pytest.raises(Unavailable):
        table.act(PutMaskOn(seat=SeatNo(2)))
    with pytest.raises(BrokenLog):
        play.look(table.id)
    proxy.close()


def test_no_certificate_is_signed_for_a_report_that_no_replica_holds(own_pair: Pair) -> None:
    url, keys = own_pair.primary.url, Keys.fresh()
    play = Play(connect(url), house(Clock()))
    table = running(play)
    for seat in table.game.in_play[1:]:
        table.act(Leave(seat=seat, leaver=seat))
    clerk = Clerk(connect(url, replicas=1), play, keys.public(), "https://sing.example")
    docket = clerk.audit(table.id)
    own_pair.replica.freeze()
    with pytest.raises(Unavailable):
        clerk.certificate(docket, keys)
    own_pair.replica.thaw()
    assert clerk.certificate(docket, keys)
