"""How far the queue is with what is not done yet; it is the only thing asked of it here."""

from collections.abc import Iterable

from events.docket import Docket
from events.game import Game
from events.proceedings import Pending
from workers.queue import Jobs, Kind, settling, uploading

STATUSES = {"started": "running", "failed": "failed", "stopped": "failed", "canceled": "failed"}
"""What the queue's words mean to a client; whatever else waits."""


def of_game(jobs: Jobs | None, game: Game, docket: Docket) -> Pending:
    """How far the work on a finished game is: one job does all that is owed to it."""
    return _pending(jobs, _owing(game, docket)) if game.over and docket.owes else Pending()


def of_upload(jobs: Jobs | None, upload: str) -> Pending:
    return _pending(jobs, [uploading(upload)])


def _owing(game: Game, docket: Docket) -> Iterable[str]:
    """The jobs that can be about it, the newest first."""
    for dispute in reversed(docket.disputes):
        if dispute.ruling is None:
            yield settling(Kind.DISPUTE, game.id, dispute.id)
    for audit in reversed(docket.audits):
        if audit.report is None:
            yield settling(Kind.AUDIT, game.id, audit.id)
    yield settling(Kind.END, game.id, game.version)


def _pending(jobs: Jobs | None, ids: Iterable[str]) -> Pending:
    """Queued where nobody knows: what is owed is enqueued, now or later."""
    state = jobs.state(*ids) if jobs else None
    if state is None:
        return Pending()
    status = STATUSES.get(state.status, "queued")
    return Pending(status=status, progress=state.progress if status == "running" else 0)
