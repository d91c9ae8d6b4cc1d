"""A thread that goes on for ever, kept running and stopped like a program of its own."""

from collections.abc import Callable
from threading import Event, Thread

import structlog

from events.play import Play
from events.store import Store
from events.times import Millis

Now = Callable[[], Millis]

Rest = Callable[[float], None]
"""Waits so many seconds, or does not come back: whoever rests is asked to stop."""

Rounds = Callable[[Store, Play, Now, Rest], None]
"""Looks after all games, round after round: the clock, the bots."""

STOP_SECONDS = 3.0
"""How long a loop may take over what it has begun."""

AGAIN_SECONDS = 1.0

log = structlog.get_logger()


class Stopped(BaseException):
    """Raised out of a loop's rest where it is asked to stop."""


class Loop:
    """Runs something that rests, again and again, by a function that it is given."""

    def __init__(self, name: str, run: Callable[[Rest], None]) -> None:
        self.name = name
        self._run = run
        self._stopping = Event()
        self._thread: Thread | None = None

    def start(self) -> None:
        self._thread = Thread(target=self._live, name=self.name, daemon=True)
        self._thread.start()

    def alive(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def ask(self) -> None:
        self._stopping.set()

    def stop(self) -> None:
        self._stopping.set()
        if self._thread:
            self._thread.join(STOP_SECONDS)

    def _live(self) -> None:
        try:
            self._run(self._rest)
        except Stopped:
            return
        except Exception as error:
            log.exception("a loop ended", loop=self.name, exc_info=error)
        self._stopping.wait(AGAIN_SECONDS)

    def _rest(self, seconds: float) -> None:
        if self._stopping.wait(seconds):
            raise Stopped
