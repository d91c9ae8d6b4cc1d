"""Twin worlds at two addresses, for browsers."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

from werkzeug.serving import WSGIRequestHandler, make_server

from tests.service.world import World


class _Quiet(WSGIRequestHandler):
    def log(self, type: str, message: str, *args: Any) -> None:
        """Nothing."""


class Front:
    """An address behind which one world follows another."""

    def __init__(self) -> None:
        self._world: World | None = None
        self._server = make_server("127.0.0.1", 0, self._answer, True, request_handler=_Quiet)
        self._thread = Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.port}"

    def show(self, world: World) -> None:
        self._world = world

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def _answer(self, environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        if self._world is None:
            raise LookupError("there is no world yet")
        return self._world.app(environ, start)


@contextmanager
def fronts() -> Iterator[tuple[Front, Front]]:
    first, second = Front(), Front()
    try:
        yield first, second
    finally:
        first.close()
        second.close()
