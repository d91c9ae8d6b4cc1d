"""Commands on their way to one server, with as little between as there can be.

Most of what an action costs is the client's way of taking a connection, looking whether it
still lives, and giving it back. Here a connection is taken from those that lie idle; one that
has ended says so when it is used, and is made again.
"""

import os
import queue
from threading import Semaphore
from typing import Any

from hiredis import pack_command
from redis import Redis, RedisCluster
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import NoScriptError

Client = Redis | RedisCluster

CONNECTIONS = 64
"""How many commands of one wire may be under way at once; others wait their turn."""


class Wire:
    """The commands of one client. One server is spoken to directly, others by the client itself."""

    def __init__(self, client: Client, timeout: float, tries: int = 1) -> None:
        """`timeout`: seconds to wait for a turn; `tries`: how often an ended connection is met."""
        self._client: Any = client
        self._pool: Any = client.connection_pool if type(client) is Redis else None
        self._timeout = timeout
        self._tries = tries
        self._begin()

    def __call__(self, *words: Any) -> Any:
        """A command's answer; raises RedisError."""
        if self._pool is None:
            return self._client.execute_command(*words)
        connection = self._free()
        try:
            return self._asked(connection, words)
        finally:
            self._idle.put(connection)

    def script(self, source: str) -> "Script":
        return Script(self, source, self._client)

    def _begin(self) -> None:
        """No connection yet; also after a fork, whose parent goes on using its own."""
        self._pid = os.getpid()
        self._idle: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._unmade = Semaphore(CONNECTIONS)

    def _free(self) -> Any:
        """A connection that lies idle, else a new one, else the first that becomes idle."""
        if self._pid != os.getpid():
            self._begin()
        try:
            return self._idle.get_nowait()
        except queue.Empty:
            if self._unmade.acquire(blocking=False):
                return self._pool.make_connection()
        try:
            return self._idle.get(timeout=self._timeout)
        except queue.Empty as error:
            raise Disconnected("no connection became free") from error

    def _asked(self, connection: Any, words: tuple[Any, ...]) -> Any:
        for _ in range(self._tries - 1):
            try:
                return _answer(connection, words)
            except Disconnected:
                continue
        return _answer(connection, words)


def _answer(connection: Any, words: tuple[Any, ...]) -> Any:
    """A connection whose answer did not come is closed by itself, before it raises."""
    connection.send_packed_command([pack_command(words)])
    return connection.read_response()


class Script:
    """A Lua script that is sent once, and again only to a server that does not know it."""

    def __init__(self, wire: Wire, source: str, client: Client) -> None:
        self._wire = wire
        self._source = source
        self._script = client.register_script(source)
        self._direct = type(client) is Redis

    def __call__(self, keys: list[str], args: list[Any]) -> Any:
        """What the script returns; raises RedisError."""
        if not self._direct:
            return self._script(keys=keys, args=args)
        call = ("EVALSHA", self._script.sha, len(keys), *keys, *args)
        try:
            return self._wire(*call)
        except NoScriptError:
            self._wire("SCRIPT", "LOAD", self._source)
            return self._wire(*call)
