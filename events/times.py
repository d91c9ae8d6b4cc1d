"""Times: RFC 3339, UTC, milliseconds, `Z` in the log; milliseconds since 1970 inside."""

import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import NewType

Millis = NewType("Millis", int)

_FORM = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLI = timedelta(milliseconds=1)
_SECOND = timedelta(seconds=1)


LAST = Millis(253_402_300_799_999)
"""The end of the year 9999."""


def written(at: Millis) -> str:
    """What lies beyond the last time that can be written is written as that."""
    seconds, millis = divmod(min(at, LAST), 1000)
    return f"{_second(seconds)}.{millis:03}Z"


@lru_cache(maxsize=4096)
def _second(since_epoch: int) -> str:
    return (_EPOCH + since_epoch * _SECOND).isoformat()[:-6]


def read(text: str) -> Millis:
    """Raises ValueError where the text is no such time."""
    if not _FORM.fullmatch(text):
        raise ValueError("not RFC 3339 in UTC with milliseconds")
    return Millis((datetime.fromisoformat(text) - _EPOCH) // _MILLI)
