"""A client that costs little: one kept connection, requests written by hand."""

import re
import socket
from typing import Any

import msgspec

_LENGTH = re.compile(rb"(?i)\r\ncontent-length: *([0-9]+)")


class Wire:
    """One connection to a server on 127.0.0.1."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(
        self, method: str, path: str, body: Any = None, token: str | None = None
    ) -> tuple[int, bytes]:
        """Status and body of the answer."""
        content = b"" if body is None else msgspec.json.encode(body)
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        if token:
            head += f"Authorization: Bearer {token}\r\n"
        if method == "POST":
            head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
        self._socket.sendall(head.encode() + b"\r\n" + content)
        return self._answer()

    def close(self) -> None:
        self._socket.close()

    def _answer(self) -> tuple[int, bytes]:
        head, end, body = b"", b"", b""
        while not end:
            head, end, body = (head + self._received()).partition(b"\r\n\r\n")
        length = int(_LENGTH.findall(head)[0])
        while len(body) < length:
            body += self._received()
        return int(head[9:12]), body

    def _received(self) -> bytes:
        part = self._socket.recv(65536)
        if not part:
            raise ConnectionError("the server ended the connection")
        return part
