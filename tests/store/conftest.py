"""Every kind of store that the log may be kept in, each empty when a test gets it."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from redis import RedisCluster

from events.board import Value
from events.store import Store, connect
from events.store.clients import clients
from service.engine import Engine
from tests.store.proxy import Proxy
from tests.store.servers import Server, free_port

_numbers = count()


class Kept(Value, frozen=True, kw_only=True):
    """A store, and a client that sees what stands in it."""

    url: str
    store: Store
    raw: Any


@pytest.fixture(scope="session")
def server(valkey: Engine, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server as durable as can be: append-only, every write on disk before it counts."""
    yield from _started(Server(valkey.program, tmp_path_factory.mktemp("server")))


@pytest.fixture(scope="session")
def cluster(valkey: Engine, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A cluster of one node that holds all slots."""
    server = Server(
        valkey.program,
        tmp_path_factory.mktemp("cluster"),
        cluster_enabled="yes",
        cluster_announce_ip="127.0.0.1",
        cluster_port=str(free_port()),
    )
    server.start()
    server.take_all_slots()
    yield server
    server.kill()


class Pair(Value, frozen=True, kw_only=True):
    primary: Server
    replica: Server


@pytest.fixture(scope="session")
def pair(valkey: Engine, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """A server and a replica that follows it, for all tests that leave them as they are."""
    yield from _paired(valkey.program, tmp_path_factory.mktemp("pair"))


@pytest.fixture
def own_pair(valkey: Engine, tmp_path: Path) -> Iterator[Pair]:
    """A server and its replica for one test, which may end either."""
    yield from _paired(valkey.program, tmp_path)


def _paired(program: Path, folder: Path) -> Iterator[Pair]:
    primary = Server(program, folder / "primary")
    primary.start()
    replica = Server(program, folder / "replica", replicaof=f"127.0.0.1 {primary.port}")
    replica.start()
    replica.wait_until(lambda: _follows(replica))
    yield Pair(primary=primary, replica=replica)
    replica.kill()
    primary.kill()


@pytest.fixture
def own_server(valkey: Engine, tmp_path: Path) -> Iterator[Server]:
    """A server for one test, to kill and start again."""
    yield from _started(Server(valkey.program, tmp_path / "own"))


@pytest.fixture
def proxy(server: Server) -> Iterator[Proxy]:
    """A proxy before an emptied server."""
    server.client().flushall()
    proxy = Proxy(server.address)
    yield proxy
    proxy.close()


def _started(server: Server) -> Iterator[Server]:
    server.start()
    yield server
    server.kill()


def _follows(replica: Server) -> bool:
    return bool(replica.client().info("replication")["master_link_status"] == "up")


@pytest.fixture(params=["memory", "server", "cluster", "replicated"])
def kept(request: pytest.FixtureRequest) -> Kept:
    """The same suite holds on a stand-in, a server, a cluster and a replicated server."""
    match request.param:
        case "memory":
            return memory()
        case "server":
            return on(request.getfixturevalue("server"))
        case "replicated":
            return on(request.getfixturevalue("pair").primary, replicas=1)
    server: Server = request.getfixturevalue("cluster")
    url = server.url.replace("redis", "cluster")
    raw = RedisCluster.from_url(server.url)
    raw.flushall()
    return Kept(url=url, store=connect(url), raw=raw)


def memory() -> Kept:
    """A stand-in, empty and its own."""
    url = f"memory://{next(_numbers)}"
    return Kept(url=url, store=connect(url), raw=clients(url, 5)[0])


def on(server: Server, replicas: int = 0) -> Kept:
    """An emptied server's store."""
    raw = server.client()
    raw.flushall()
    return Kept(url=server.url, store=connect(server.url, replicas=replicas), raw=raw)
