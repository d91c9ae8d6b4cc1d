"""Jobs without a queue, for the service that keeps everything in one process's memory.

What is sent in is judged without limits of time and memory: nobody else is served from here.
"""

from collections.abc import Callable

import structlog

from events.chain import GameId
from events.clerk import Clerk
from events.store import Store
from events.times import Millis
from events.uploads import Intake
from workers import jobs, relay
from workers.jobs import Desk, Failed

_log = structlog.get_logger("jobs")


class AtOnce:
    """Does what it is asked for before it answers."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def settle(self, kind: str, game: str, version: int, again: str = "") -> None:
        try:
            jobs.settle_at(self._desk, GameId(game), lambda done, of: None)
        except Failed as failed:
            _log.error("a job failed", game=game, reason=str(failed))

    def upload(self, id: str, again: str = "") -> None:
        try:
            jobs.upload_at(self._desk, id)
        except Failed as failed:
            _log.error("a job failed", upload=id, reason=str(failed))

    def waiting(self) -> set[str]:
        return set()

    def try_again(self) -> None:
        """Nothing waits here: what failed is owed, and the reconciler asks for it again."""


def run(
    store: Store,
    clerk: Clerk,
    intake: Intake,
    now: Callable[[], Millis],
    rest: Callable[[float], None],
) -> None:
    """For ever: whatever the outboxes ask for is done as it is taken out."""
    relay.run(store, AtOnce(Desk(clerk=clerk, intake=intake)), "memory", now, rest)
