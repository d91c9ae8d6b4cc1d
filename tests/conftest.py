"""Servers for the tests that need one; each is its own, in a temporary folder."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from redis import Redis

from service import engine
from service.engine import Engine
from service.private_store import PrivateStore


@pytest.fixture(scope="session")
def valkey() -> Engine:
    """The engine that the service would choose here."""
    found = engine.found()
    assert found, "no valkey-server or redis-server runs on this machine"
    return found


@pytest.fixture(scope="session")
def store_server(valkey: Engine) -> Iterator[PrivateStore]:
    """A real server, as durable as the service's own, one for all tests of this process."""
    with TemporaryDirectory(prefix="singsing-test-") as folder:
        store = PrivateStore(Path(folder), valkey)
        store.start()
        yield store
        store.stop()


@pytest.fixture
def store_url(store_server: PrivateStore) -> str:
    """The URL of an empty real store."""
    with Redis.from_url(store_server.url) as client:
        client.flushall()
    return store_server.url
