"""A gunicorn worker that speaks problem+json even where no request could be read."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, cast

import gevent
import msgspec
from gunicorn.http.errors import ConfigurationProblem, LimitRequestHeaders, LimitRequestLine
from gunicorn.http.errors import ParseException as NotHttp
from gunicorn.util import write_nonblock
from gunicorn.workers.ggevent import GeventWorker

if TYPE_CHECKING:
    from service.app import Edge


TAKING_MILLIS = 30_000
"""How long what was sent to a client may lie untaken; Linux alone counts it."""


class Worker(GeventWorker):
    """Nothing of a request that could not be read is logged: it may hold a credential."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._idle: set[Any] = set()

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        """A client that takes nothing of its answers is given up (RFC 5482, section 3)."""
        if hasattr(socket, "TCP_USER_TIMEOUT") and client.family != socket.AF_UNIX:
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, TAKING_MILLIS)
        super().handle(listener, client, addr)

    @contextmanager
    def timeout_ctx(self) -> Iterator[None]:  # type: ignore[override] # the stubs say: nothing
        """How long a connection may wait for its next request, and take to send its head.

        Everybody else has a turn first: requests that are all there already would never wait.
        """
        gevent.sleep(0)
        connection = gevent.getcurrent()
        patience = self.cfg.keepalive if self.alive else 0
        with gevent.Timeout(patience, False):  # type: ignore[arg-type] # False: end in silence
            self._idle.add(connection)
            try:
                yield
            finally:
                self._idle.discard(connection)

    def handle_exit(self, sig: Any, frame: Any) -> None:
        """What could outlast any grace ends first: streams, whose clients resume, and idleness.

        There is no application yet where the signal comes while the worker starts.
        """
        super().handle_exit(sig, frame)
        if app := cast("Edge | None", getattr(self, "wsgi", None)):
            gevent.spawn(app.desk.streams.drain)
        gevent.spawn(gevent.killall, list(self._idle), block=False)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        status, slug = _problem(exc)
        if status is HTTPStatus.INTERNAL_SERVER_ERROR:
            self.log.error("a request could not be answered", exc_info=exc)
        try:
            write_nonblock(client, _answer(status, slug))
        except OSError:
            self.log.debug("the client has gone")


def _problem(fault: BaseException) -> tuple[HTTPStatus, str | None]:
    match fault:
        case LimitRequestLine():
            return HTTPStatus.REQUEST_URI_TOO_LONG, "too-large"
        case LimitRequestHeaders():
            return HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "too-large"
        case NotHttp() if not isinstance(fault, ConfigurationProblem):
            return HTTPStatus.BAD_REQUEST, "malformed"
        case _:
            return HTTPStatus.INTERNAL_SERVER_ERROR, None


def _answer(status: HTTPStatus, slug: str | None) -> bytes:
    body = msgspec.json.encode(
        {
            "type": f"/problems/{slug}" if slug else "about:blank",
            "title": status.phrase,
            "status": status.value,
            "detail": status.description or "The request could not be read as HTTP.",
        }
    )
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\n"
        "Connection: close\r\n"
        "Content-Type: application/problem+json\r\n"
        "Cache-Control: no-store\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body
