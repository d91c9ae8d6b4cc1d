"""A client with two connections that it uses in turn, so that it meets every web process."""

import json
import time
from http.client import HTTPConnection, HTTPException, HTTPResponse
from random import Random
from typing import Any

import msgspec

IDLE_SECONDS = 4.0
"""A connection that was idle for longer may have been closed: a new one is made."""

JSON_TYPES = ("application/json", "application/problem+json")

Headers = dict[str, str]


class Broken(Exception):
    """No answer: nobody knows whether the request arrived."""


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A request to a path; `raw` goes out as it is, in place of a JSON body."""

    method: str
    path: str
    token: str | None = None
    body: Any = None
    raw: bytes | None = None
    headers: Headers = {}


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """`headers` by their names in lower case; `body` is None where it is not JSON."""

    status: int
    headers: Headers
    body: Any
    raw: bytes


class Line:
    """For one thread at a time."""

    def __init__(self, port: int, rng: Random) -> None:
        self._port, self._rng = port, rng
        self._open: dict[int, tuple[HTTPConnection, float]] = {}

    def ask(self, question: Question) -> Reply:
        """Raises Broken."""
        place = self._rng.randrange(2)
        connection, used = self._open.pop(place, (self._new(), time.monotonic()))
        if time.monotonic() - used > IDLE_SECONDS:
            connection.close()
        try:
            reply = _exchange(connection, question)
        except (OSError, HTTPException) as fault:
            connection.close()
            raise Broken(repr(fault)) from fault
        if reply.headers.get("connection", "").lower() == "close":
            connection.close()
        self._open[place] = connection, time.monotonic()
        return reply

    def listen(self, path: str) -> tuple[HTTPConnection, HTTPResponse]:
        """A connection of its own, and an answer whose body is still to come; raises Broken."""
        connection = self._new()
        try:
            connection.request("GET", path)
            return connection, connection.getresponse()
        except (OSError, HTTPException) as fault:
            connection.close()
            raise Broken(repr(fault)) from fault

    def _new(self) -> HTTPConnection:
        return HTTPConnection("127.0.0.1", self._port, timeout=60)

    def close(self) -> None:
        for connection, _ in self._open.values():
            connection.close()


def _exchange(connection: HTTPConnection, question: Question) -> Reply:
    headers = dict(question.headers)
    content = question.raw
    if content is None and question.body is not None:
        content = json.dumps(question.body).encode()
    if content is not None:
        headers.setdefault("Content-Type", "application/json")
    if question.token:
        headers["Authorization"] = f"Bearer {question.token}"
    connection.request(question.method, question.path, content, headers)
    response = connection.getresponse()
    raw = response.read()
    told = {name.lower(): value for name, value in response.getheaders()}
    return Reply(status=response.status, headers=told, body=_json(told, raw), raw=raw)


def _json(headers: Headers, raw: bytes) -> Any:
    kind = headers.get("content-type", "").split(";")[0]
    return json.loads(raw) if raw and kind in JSON_TYPES else None
