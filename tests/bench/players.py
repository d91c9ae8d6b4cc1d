"""Clients that play two-handed games over and over, and count what was accepted."""

import time
from collections.abc import Callable, Iterator
from threading import Thread

import msgspec

from tests.bench.wire import Wire

Steps = Callable[[Wire], Iterator[None]]


class _Seen(msgspec.Struct):
    id: str


class _Seated(msgspec.Struct):
    """What a client keeps of the answer that gives it a seat."""

    game: _Seen
    token: str


class Tally(msgspec.Struct):
    """Accepted requests and how long each took, in seconds."""

    seconds: float
    took: list[float]

    @property
    def rate(self) -> float:
        return len(self.took) / self.seconds

    def percentile(self, share: float) -> float:
        return sorted(self.took)[int(share * (len(self.took) - 1))]


def driven(port: int, clients: int, seconds: float, steps: Steps) -> Tally:
    """So many clients take their steps at once for that long; a step is one accepted request."""
    took: list[float] = []
    failed: list[BaseException] = []
    until = time.perf_counter() + seconds

    def drive() -> None:
        wire = Wire(port)
        try:
            turns = steps(wire)
            while time.perf_counter() < until:
                began = time.perf_counter()
                next(turns)
                took.append(time.perf_counter() - began)
        except BaseException as error:
            failed.append(error)
            raise
        finally:
            wire.close()

    threads = [Thread(target=drive) for _ in range(clients)]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]
    return Tally(seconds=time.perf_counter() - began, took=took)


def playing(wire: Wire) -> Iterator[None]:
    """Opens a table, plays it to its end with wrong answers, opens the next."""
    while True:
        yield from _game(wire)


def looking(path: str) -> Steps:
    def look(wire: Wire) -> Iterator[None]:
        while True:
            _accepted(wire.ask("GET", path))
            yield

    return look


def posting(path: str) -> Steps:
    def post(wire: Wire) -> Iterator[None]:
        while True:
            _accepted(wire.ask("POST", path, {"sticks": [{"window": 3, "slot": "left"}]}))
            yield

    return post


def _game(wire: Wire) -> Iterator[None]:
    options = {"first_player": 1}
    opened = _seated(wire.ask("POST", "/v1/games", {"name": "Ana", "options": options}))
    yield
    path = f"/v1/games/{opened.game.id}"
    joined = _seated(wire.ask("POST", f"{path}/players", {"name": "Ben"}))
    yield
    _accepted(wire.ask("POST", f"{path}/start", {}, opened.token))
    yield
    for window in range(1, 13):
        for slot in ("left", "right", "long"):
            _accepted(wire.ask("POST", f"{path}/mask", {}, joined.token))
            yield
            stick = {"window": window, "slot": slot}
            _accepted(wire.ask("POST", f"{path}/removals", {"sticks": [stick]}, opened.token))
            yield
            wrong = {"window": window % 12 + 1, "length": "short", "colour": "red"}
            told = wire.ask("POST", f"{path}/answers", {"sticks": [wrong]}, joined.token)
            over = b'"status":"finished"' in _accepted(told)
            yield
            if over:
                return


def opened(wire: Wire) -> str:
    """The path of a game in the middle of its first turn."""
    turns = _game(wire)
    for _ in range(4):
        next(turns)
    _, body = wire.ask("GET", "/v1/games?status=running&limit=1")
    rows = msgspec.json.decode(body)["items"]
    return f"/v1/games/{rows[0]['id']}"


def _accepted(answer: tuple[int, bytes]) -> bytes:
    status, body = answer
    if status >= 300:
        raise RuntimeError(f"{status}: {body.decode(errors='replace')}")
    return body


def _seated(answer: tuple[int, bytes]) -> _Seated:
    return msgspec.json.decode(_accepted(answer), type=_Seated)
