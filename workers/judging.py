"""Audits what was sent in, and says of whatever stands in the way what it is."""

import re
from itertools import islice

from rq.timeouts import JobTimeoutException

from events import record, transcript, verification
from events.chain import GameId
from events.clerk import Clerk
from events.comparison import differences
from events.findings import MOST, Finding, Report
from events.record import Record
from events.refusal import BrokenLog
from events.uploads import Judged, Media, Upload

TRIES = 5
"""How often an audit may end without a result, its work horse killed perhaps."""

TOO_OFTEN = f"The audit was tried {TRIES} times and never came to an end."
TOO_LONG = "The audit took too long and was given up."
TOO_LARGE = "The audit needed too much memory and was given up."
NOT_COMPARED = "This service's own log of the game does not verify; nothing was compared with it."


def judged(clerk: Clerk, upload: Upload, tries: int) -> Judged:
    """What there is to say of an upload; `tries` counts this one, from 1."""
    at = clerk.now()
    if tries > TRIES:
        return Judged(done_at=at, failure=TOO_OFTEN)
    try:
        return _record(clerk, upload) if upload.media is Media.RECORD else _table(clerk, upload)
    except (record.Unreadable, transcript.Unreadable) as unreadable:
        return Judged(done_at=at, failure=str(unreadable))
    except JobTimeoutException:
        return Judged(done_at=at, failure=TOO_LONG)
    except MemoryError:
        return Judged(done_at=at, failure=TOO_LARGE)


def _table(clerk: Clerk, upload: Upload) -> Judged:
    """A game that was played with the real box."""
    size = max(transcript.LARGEST, len(upload.content))
    told = transcript.read(upload.content, upload.media, size)
    return Judged(report=transcript.audit(told), done_at=clerk.now())


def _record(clerk: Clerk, upload: Upload) -> Judged:
    """A record, judged by itself and then beside our own log of the same game."""
    read = record.read(upload.content, max(record.SIZE, len(upload.content)))
    verdict = verification.verify(read)
    differs, notes = _compared(clerk, read)
    return Judged(
        done_at=clerk.now(),
        report=Report(
            events=verdict.events,
            head=verdict.head,
            sound_to=verdict.sound_to,
            findings=verdict.findings,
            found=verdict.found,
            materiality=verdict.materiality,
        ),
        game=verdict.game,
        unchecked=(*verdict.unchecked, *notes),
        differs=differs,
    )


def _compared(clerk: Clerk, read: Record) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
    """Where a record is not our log of that game, if there is one and it is over."""
    if not re.fullmatch(r"[a-z2-7]{16}", read.game):
        return (), ()
    try:
        ours = clerk.history(GameId(read.game))
    except BrokenLog:
        return (), (NOT_COMPARED,)
    if ours is None:
        return (), ()
    return tuple(islice(differences(read.events, ours), MOST)), ()
