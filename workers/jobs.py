"""What the queue's jobs do. Each takes ids, is safe to run twice, and writes what it did once.

A job that fails is tried again later; its error carries no value of a game.
"""

from rq import get_current_job

from events.chain import GameId
from events.clerk import Clerk
from events.refusal import BrokenLog, Refusal

_here: list[Clerk] = []


def settled_by(clerk: Clerk) -> None:
    """Say who does this process's jobs; its start does, once."""
    _here[:] = [clerk]


class Failed(Exception):
    """A job that could not be done; the sentence holds no value of a game."""


def settle(game: str) -> None:
    """Do all that is owed to a finished game: its audit, and the rulings on its disputes."""
    clerk = _here[0]
    try:
        docket = clerk.audit(GameId(game), _Progress())
        for dispute in docket.disputes:
            if dispute.ruling is None:
                clerk.rule(GameId(game), dispute.id)
    except Refusal:
        return
    except BrokenLog:
        raise Failed("the game's log or docket does not verify") from None


class _Progress:
    """Notes on the job how much of the log is done, in steps that cost little."""

    def __init__(self) -> None:
        self._job = get_current_job()

    def __call__(self, done: int, of: int) -> None:
        if self._job is not None and (done == of or done % 25 == 0):
            self._job.meta["progress"] = 100 * done // of
            self._job.save_meta()  # type: ignore[no-untyped-call] # rq leaves it untyped
