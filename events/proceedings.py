"""What anybody may see of audits and disputes. A dispute opens when its game is over."""

from typing import Any

from events import times
from events.board import Value
from events.docket import Audit, AuditReported, Dispute, DisputeRuled, Docket
from events.findings import Report
from events.times import Millis
from events.uploads import Upload

Plain = dict[str, Any]


class Pending(Value, frozen=True, kw_only=True):
    """How far something is that is not there yet: `queued`, `running` or `failed`, and percent."""

    status: str = "queued"
    progress: int = 0


def audit(docket: Docket, audit: Audit, pending: Pending, certificate: str | None) -> Plain:
    """An audit of a game's own log; the certificate is the newest audit's alone."""
    done = audit.report is not None
    return {
        "id": audit.id,
        "game": docket.game,
        "source": "log",
        "status": "done" if done else pending.status,
        "progress": 100 if done else pending.progress,
        "asked_at": times.written(audit.asked_at),
        "done_at": _written(audit.done_at),
        "events": audit.request.events,
        "head": audit.request.head,
        **_found(audit.report),
        "standing": docket.standing,
        "certificate": certificate if audit is newest(docket) else None,
        "failure": None,
        "unchecked": (),
        "differs": (),
    }


def newest(docket: Docket) -> Audit | None:
    """The newest audit that has reported."""
    return next((audit for audit in reversed(docket.audits) if audit.report), None)


def upload(upload: Upload, pending: Pending) -> Plain:
    """An audit of what was sent in; it is not signed and clears nobody."""
    judged = upload.judged
    report = judged.report if judged else None
    status = ("done" if report else "failed") if judged else pending.status
    return {
        "id": upload.id,
        "game": judged.game if judged else None,
        "source": "upload",
        "status": status,
        "progress": 100 if judged else pending.progress,
        "asked_at": times.written(upload.asked_at),
        "done_at": _written(judged.done_at if judged else None),
        "events": report.events if report else None,
        "head": report.head if report else None,
        **_found(report),
        "standing": None,
        "certificate": None,
        "failure": judged.failure if judged else None,
        "unchecked": judged.unchecked if judged else (),
        "differs": judged.differs if judged else (),
    }


def _found(report: Report | AuditReported | None) -> Plain:
    """Empty before there is a report."""
    return {
        "sound_to": report.sound_to if report else None,
        "findings": report.findings if report else (),
        "found": report.found if report else None,
        "materiality": report.materiality if report else (),
        "undecided": report.undecided if report else (),
    }


def dispute(game: str, dispute: Dispute, over: bool, pending: Pending) -> Plain:
    """A dispute; while its game runs, no more than that it was raised, even to its own seat."""
    waiting = pending.status if over else "waiting"
    return {
        "id": dispute.id,
        "game": game,
        "seat": dispute.seat,
        "version": dispute.raised.version,
        "claim": dispute.raised.claim,
        "statement": dispute.raised.statement if over else None,
        "receipt": dispute.raised.receipt if over else None,
        "status": "ruled" if dispute.ruling else waiting,
        "raised_at": times.written(dispute.raised_at),
        "ruled_at": _written(dispute.ruled_at),
        "ruling": _ruling(dispute.ruling) if dispute.ruling else None,
    }


def _ruling(ruling: DisputeRuled) -> Plain:
    return {
        "verdict": ruling.verdict,
        "clauses": ruling.clauses,
        "reading": ruling.reading,
        "recorded": ruling.recorded,
        "expected": ruling.expected,
        "would_change": ruling.would_change,
        "sentence": ruling.sentence,
    }


def _written(at: Millis | None) -> str | None:
    return None if at is None else times.written(at)
