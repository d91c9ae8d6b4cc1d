"""A proxy before a real server: counts what is asked, loses what it is told to."""

import select
import socket
import threading
import time
from collections.abc import Callable
from enum import Enum, auto
from typing import Any


class Fate(Enum):
    """What becomes of one request."""

    PASS = auto()
    LOSE_REQUEST = auto()
    """The connection ends before the server saw it."""
    LOSE_REPLY = auto()
    """The server did it, and the connection ends before the client hears."""
    HALVE_REPLY = auto()
    """The connection ends in the middle of the answer."""
    HALVE_REQUEST = auto()
    """The connection ends in the middle of the request."""
    LATE_REPLY = auto()
    """The answer comes when the client has given up."""
    LATE_REQUEST = auto()
    """The server gets it when the client has given up, perhaps after a second try."""
    HOLD = auto()
    """The server did it, and the client waits for ever."""


Plan = Callable[[bytes], Fate]

GREETINGS = {"HELLO", "CLIENT", "SELECT", "PING", "SCRIPT"}


class Proxy:
    """Each request is one whole command or pipeline: a client sends it at once and waits."""

    def __init__(self, upstream: tuple[str, int], late: float = 0.3) -> None:
        self.upstream = upstream
        self.plan: Plan = lambda request: Fate.PASS
        self.requests: list[str] = []
        self.held = threading.Event()
        self._late = late
        self._open: set[socket.socket] = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()

    @property
    def port(self) -> int:
        port: int = self._listener.getsockname()[1]
        return port

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def turn_to(self, upstream: tuple[str, int]) -> None:
        """As a failover does: every connection ends, new ones go elsewhere."""
        self.upstream = upstream
        for connection in list(self._open):
            _end(connection)

    def close(self) -> None:
        _end(self._listener)
        self._accepting.join()
        self._listener.close()
        self.turn_to(self.upstream)

    def count(self) -> list[str]:
        """The commands sent since the last count, a pipeline as its first command."""
        seen, self.requests = self.requests, []
        return [name for name in seen if name not in GREETINGS]

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=[client], daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        try:
            with client, socket.create_connection(self.upstream) as server:
                self._open |= {client, server}
                while (request := client.recv(1 << 20)) and self._pass(request, client, server):
                    pass
                self._open -= {client, server}
        except OSError:
            return

    def _pass(self, request: bytes, client: socket.socket, server: socket.socket) -> bool:
        """One request and its answer; False where the connection ends."""
        self.requests.append(_name(request))
        match self.plan(request):
            case Fate.PASS:
                return _relay(request, client, server)
            case Fate.LOSE_REQUEST:
                return False
            case Fate.HALVE_REQUEST:
                server.sendall(request[: len(request) // 2])
                return False
            case Fate.LOSE_REPLY:
                _answer(request, server)
                return False
            case Fate.HALVE_REPLY:
                reply = _answer(request, server)
                client.sendall(reply[: len(reply) // 2])
                return False
            case Fate.LATE_REPLY:
                reply = _answer(request, server)
                time.sleep(self._late)
                client.sendall(reply)
                return False
            case Fate.LATE_REQUEST:
                time.sleep(self._late)
                _answer(request, server)
                return False
            case Fate.HOLD:
                _answer(request, server)
                self.held.set()
                client.recv(1)
                return False


def _relay(request: bytes, client: socket.socket, server: socket.socket) -> bool:
    """Passes the request on, and whatever comes back until the client asks again."""
    server.sendall(request)
    while True:
        ready, _, _ = select.select([client, server], [], [])
        if server not in ready:
            return True
        reply = server.recv(1 << 20)
        if not reply:
            return False
        client.sendall(reply)


def _answer(request: bytes, server: socket.socket) -> bytes:
    """The first piece of the answer: the command was carried out before it came."""
    server.sendall(request)
    return server.recv(1 << 20)


def _name(request: bytes) -> str:
    """The command's name: the first argument of a request in RESP."""
    parts = request.split(b"\r\n", 3)
    return parts[2].decode(errors="replace").upper() if len(parts) > 3 else "?"


def _end(connection: Any) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        return
