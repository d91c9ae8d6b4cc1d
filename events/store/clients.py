"""Clients of one Redis, a cluster, or memory."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from redis import BlockingConnectionPool, Redis, RedisCluster
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import RedisClusterException, RedisError
from redis.retry import Retry

Client = Redis | RedisCluster


class Unavailable(Exception):
    """The store cannot take or give events now. Whether an append arrived is not known."""


@contextmanager
def available() -> Iterator[None]:
    """Whatever Redis cannot do now is Unavailable."""
    try:
        yield
    except (RedisError, RedisClusterException) as error:
        raise Unavailable("the store cannot take or give events now") from error


def clients(url: str, timeout: float) -> tuple[Client, Client]:
    """One for reads, tried again where a connection ended, and one that sends nothing twice.

    `timeout` (seconds) is for each answer. Raises Unavailable where a cluster does not say
    what its nodes are.
    """
    if url.startswith("memory://"):
        memory = _memory(url)
        return memory, memory
    backoff = ExponentialWithJitterBackoff(base=0.05, cap=0.5)
    reads = _client(url, timeout, Retry(backoff, 3, supported_errors=(Disconnected,)))
    return reads, _client(url, timeout, Retry(NoBackoff(), 0))


def _client(url: str, timeout: float, retry: Retry) -> Client:
    options: dict[str, Any] = {"socket_timeout": timeout, "socket_connect_timeout": timeout}
    if url.startswith("cluster://"):
        address = "redis" + url.removeprefix("cluster")
        with available():
            return RedisCluster.from_url(address, **options, retry=retry)
    pool = BlockingConnectionPool.from_url(
        url, **options, retry=retry, max_connections=64, timeout=timeout
    )
    return Redis(connection_pool=pool)


_memories: dict[str, Any] = {}


def _memory(url: str) -> Client:
    """An in-process server for each address; what it holds goes with the process."""
    from fakeredis import FakeRedis, FakeServer

    server = _memories.setdefault(url, FakeServer())
    client: Client = FakeRedis(server=server)
    return client
