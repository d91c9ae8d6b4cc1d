"""A client of the store sends an append once, and waits no longer than it is told to."""

import time
from collections.abc import Iterator

import pytest
from redis import Redis

from events.play import Play
from events.store import Unavailable, connect
from service.engine import Engine
from tests.store.appends import GAME, append
from tests.store.proxy import Fate, Proxy
from tests.store.servers import Server, free_port
from tests.store.tables import Clock, ImpatientClock, asked, house, opening, running

pytestmark = pytest.mark.real_store

LOST = [Fate.LOSE_REQUEST, Fate.LOSE_REPLY, Fate.HALVE_REPLY, Fate.LATE_REPLY]


@pytest.fixture(scope="module")
def clustered(valkey: Engine, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """A cluster of one node, which sends its clients to the proxy before it."""
    proxy = Proxy(("127.0.0.1", 1))
    server = Server(
        valkey.program,
        tmp_path_factory.mktemp("clustered"),
        cluster_enabled="yes",
        cluster_announce_ip="127.0.0.1",
        cluster_announce_port=str(proxy.port),
        cluster_port=str(free_port()),
    )
    proxy.upstream = server.address
    server.start()
    server.take_all_slots()
    yield proxy
    proxy.close()
    server.kill()


@pytest.fixture(params=["proxy", "clustered"])
def before(request: pytest.FixtureRequest) -> tuple[Proxy, str]:
    """A proxy before a server, or before a cluster, and the store's address."""
    proxy: Proxy = request.getfixturevalue(request.param)
    proxy.plan = lambda request: Fate.PASS
    with Redis(port=proxy.upstream[1]) as client:
        client.flushall()
    scheme = "redis" if request.param == "proxy" else "cluster"
    return proxy, proxy.url.replace("redis", scheme)


@pytest.mark.parametrize("fate", LOST, ids=[fate.name.lower() for fate in LOST])
def test_an_append_without_an_answer_is_not_sent_again(
    before: tuple[Proxy, str], fate: Fate
) -> None:
    proxy, url = before
    store = connect(url, timeout=0.2)
    store.append(append(1))
    proxy.count()
    proxy.plan = lambda request: fate if b"EVALSHA" in request[:40] else Fate.PASS
    with pytest.raises(Unavailable):
        store.append(append(2))
    assert proxy.count().count("EVALSHA") == 1
    proxy.plan = lambda request: Fate.PASS
    arrived = [version for version, _ in store.read(GAME)]
    assert arrived == ([1] if fate is Fate.LOSE_REQUEST else [1, 2])


def test_a_read_whose_connection_ended_is_tried_again(before: tuple[Proxy, str]) -> None:
    proxy, url = before
    store = connect(url, timeout=0.5)
    store.append(append(1))
    store.read(GAME)
    fates = [Fate.HALVE_REPLY, Fate.LOSE_REQUEST]
    proxy.plan = lambda request: fates.pop() if fates and b"XRANGE" in request[:40] else Fate.PASS
    assert len(store.read(GAME)) == 1
    assert not fates


def test_whoever_asks_a_store_that_hangs_is_told_soon(own_server: Server) -> None:
    """Patience is for trying again: a read waits once, an action twice beyond it."""
    clock = Clock()
    play = Play(connect(own_server.url, timeout=0.3), house(clock))
    table = running(play)
    own_server.freeze()
    begun = time.monotonic()
    with pytest.raises(Unavailable):
        play.look(table.id)
    assert time.monotonic() - begun < 1.5
    patient = Play(connect(own_server.url, timeout=0.3), house(ImpatientClock()))
    begun = time.monotonic()
    with pytest.raises(Unavailable):
        patient.open(opening(), asked(opening()))
    assert time.monotonic() - begun < 8
    own_server.thaw()
    assert play.look(table.id).version == 3
