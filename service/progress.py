"""How far the queue is with what is not done yet; it is the only thing asked of it here."""

from collections.abc import Iterable

from events.docket import Docket
from events.game import Game
from events.proceedings import Pending
from workers.queue import Jobs, Kind, State, settling, uploading

STATUSES = {"started": "running", "failed": "failed", "stopped": "failed", "canceled": "failed"}
"""What the queue's words mean to a client; whatever else waits."""

ORDER = ("running", "queued", "failed")


def of_game(jobs: Jobs | None, game: Game, docket: Docket) -> Pending:
    """How far the work on a finished game is: one job does all that is owed to it."""
    return _furthest(jobs, _owing(game, docket) if docket.owes and game.over else ())


def of_upload(jobs: Jobs | None, upload: str) -> Pending:
    return _furthest(jobs, [uploading(upload)])


def _owing(game: Game, docket: Docket) -> Iterable[str]:
    """The jobs that can be about it: for its end, for each request, for each dispute."""
    yield settling(Kind.END, game.id, game.version)
    for audit in docket.audits:
        if audit.report is None:
            yield settling(Kind.AUDIT, game.id, audit.id)
    for dispute in docket.disputes:
        if dispute.ruling is None:
            yield settling(Kind.DISPUTE, game.id, dispute.id)


def _furthest(jobs: Jobs | None, ids: Iterable[str]) -> Pending:
    """Queued where nobody knows: what is owed is enqueued, now or later."""
    known = [_pending(state) for id in ids if jobs and (state := jobs.state(id))]
    return min(known, key=lambda pending: ORDER.index(pending.status), default=Pending())


def _pending(state: State) -> Pending:
    status = STATUSES.get(state.status, "queued")
    return Pending(status=status, progress=state.progress if status == "running" else 0)
