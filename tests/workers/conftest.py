"""A desk for each test, and servers of its own for those that need them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.engine import Engine
from tests.store.servers import Server
from tests.workers.desk import Desk


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def own_server(valkey: Engine, tmp_path: Path) -> Iterator[Server]:
    """A server for one test, to stop and start again."""
    server = Server(valkey.program, tmp_path / "own")
    server.start()
    yield server
    server.kill()
