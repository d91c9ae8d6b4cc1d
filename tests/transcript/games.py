"""Random games with the transcripts that somebody could have written of them."""

import json
from functools import cache
from random import Random
from typing import Any

from events import transcript
from events.catalogue import GameClosed
from events.findings import Report
from tests.record.games import Log, random_log
from tests.transcript.written import Written

Plain = dict[str, Any]


@cache
def game(seed: int) -> tuple[Log, Written]:
    """A started game that was not broken off within a turn, and all that can be written of it."""
    rng = Random(seed)
    while True:
        log = random_log(rng)
        closed = isinstance(log.events[-1].body, GameClosed)
        if log.games[-1].started and not (closed and log.games[-2].removed):
            return log, Written(log)


def audited(top: Plain) -> Report:
    content = json.dumps(top).encode()
    return transcript.audit(transcript.read(content, "application/json"))
