"""So many commands of one wire are under way at once; others wait for their turn."""

from collections.abc import Callable, Iterator
from threading import Thread, Timer

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as Disconnected

from events.store import wire
from events.store.wire import Wire
from tests.store.servers import Server

pytestmark = pytest.mark.real_store

Held = Callable[[float], Wire]


@pytest.fixture
def client(server: Server) -> Iterator[Redis]:
    with Redis.from_url(server.url) as client:
        client.flushall()
        yield client


def let_go(client: Redis) -> None:
    for n in range(2):
        client.rpush(f"held:{n}", "go")


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch, server: Server, client: Redis) -> Iterator[Held]:
    """Makes a wire of two connections, by its patience, and keeps both busy."""
    monkeypatch.setattr(wire, "CONNECTIONS", 2)
    threads: list[Thread] = []

    def hold(timeout: float) -> Wire:
        made = Wire(client, timeout)
        for n in range(2):
            threads.append(Thread(target=made, args=["BLPOP", f"held:{n}", 4]))
            threads[-1].start()
        server.wait_until(lambda: client.info("clients")["blocked_clients"] == 2)
        return made

    yield hold
    let_go(client)
    for thread in threads:
        thread.join()


def test_a_command_waits_until_a_connection_is_idle(held: Held, client: Redis) -> None:
    asked = held(20)
    Timer(0.05, let_go, args=[client]).start()
    assert asked("ECHO", "here") == b"here"


def test_a_command_waits_no_longer_than_it_may(held: Held) -> None:
    asked = held(0.01)
    with pytest.raises(Disconnected):
        asked("ECHO", "here")


def test_commands_that_follow_each_other_share_a_connection(client: Redis) -> None:
    asked = Wire(client, timeout=5)
    assert len({asked("CLIENT", "ID") for _ in range(5)}) == 1
