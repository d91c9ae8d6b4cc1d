"""What the queue's jobs do. Each takes an id, is safe to run twice, and writes what it did once.

A job that fails is tried again later; its error carries no value of a game or of an upload.
"""

from contextlib import suppress

from rq import get_current_job

from events.board import Value
from events.chain import GameId
from events.claim import Foreign
from events.clerk import Clerk
from events.examination import Progress
from events.refusal import BrokenLog, Refusal
from events.store import Unavailable
from events.uploads import Intake
from workers import judging

PUT_OFF_MILLIS = 600_000
"""How long the reconciler leaves a game that cannot be audited to its job's own retries."""

STEP = 25
"""Events between two notes on how far an audit is."""


class Desk(Value, frozen=True, kw_only=True):
    """What the jobs of one process are done with."""

    clerk: Clerk
    intake: Intake


class Failed(Exception):
    """A job that could not be done; the sentence holds no value."""


_here: list[Desk] = []


def settled_at(clerk: Clerk, intake: Intake) -> None:
    """Say what this process's jobs are done with; its start does, once."""
    _here[:] = [Desk(clerk=clerk, intake=intake)]


def settle(game: str) -> None:
    """Do all that is owed to a finished game: its audit, and the rulings on its disputes."""
    settle_at(_here[0], GameId(game), _noted())


def settle_at(desk: Desk, game: GameId, progress: Progress) -> None:
    """The same for whoever does it at once; raises Failed."""
    try:
        _settle(desk.clerk, game, progress)
    except Exception as error:  # noqa: BLE001 - what it is, is told without its values
        if not isinstance(error, Unavailable):
            _put_off(desk.clerk, game)
        raise Failed(_told(error)) from None


def _settle(clerk: Clerk, game: GameId, progress: Progress) -> None:
    try:
        docket = clerk.audit(game, progress)
    except Refusal:
        return
    for dispute in docket.disputes:
        if dispute.ruling is None:
            clerk.rule(game, dispute.id)


def _put_off(clerk: Clerk, game: GameId) -> None:
    with suppress(Unavailable):
        clerk.put_off(game, PUT_OFF_MILLIS)


def upload(id: str) -> None:
    """Audit what was sent in, or say in its report why that cannot be done."""
    upload_at(_here[0], id)


def upload_at(desk: Desk, id: str) -> None:
    """The same for whoever does it at once; raises Failed."""
    try:
        _judge(desk, id)
    except Exception as error:  # noqa: BLE001 - what it is, is told without its values
        raise Failed(_told(error)) from None


def _judge(desk: Desk, id: str) -> None:
    found = desk.intake.find(id)
    if found is None or found.judged:
        desk.intake.forget(id)
        return
    tries = desk.intake.attempt(found)
    desk.intake.judge(id, judging.judged(desk.clerk, found, tries))


def _told(error: Exception) -> str:
    """What went wrong, and where, but not with which values."""
    match error:
        case Foreign():
            return str(error)
        case Unavailable():
            return "the store does not answer"
        case BrokenLog():
            return "the game's log or docket does not verify"
        case _:
            return f"{type(error).__name__} in {_place(error)}"


def _place(error: Exception) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return "no place"
    return f"{trace.tb_frame.f_globals.get('__name__')}, line {trace.tb_lineno}"


def _noted() -> Progress:
    """Notes on the job how much of the log is done, in steps that cost little."""
    job = get_current_job()

    def note(done: int, of: int) -> None:
        if job is not None and (done == of or done % STEP == 0):
            job.meta["progress"] = 100 * done // of
            job.save_meta()

    return note
