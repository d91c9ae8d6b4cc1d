"""Times: RFC 3339, UTC, milliseconds, `Z` in the log; milliseconds since 1970 inside."""

from datetime import UTC, datetime, timedelta
from typing import NewType

Millis = NewType("Millis", int)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLI = timedelta(milliseconds=1)


def written(at: Millis) -> str:
    return (_EPOCH + timedelta(milliseconds=at)).strftime("%Y-%m-%dT%H:%M:%S.") + f"{at % 1000:03}Z"


def read(text: str) -> Millis:
    """Raises ValueError where the text is no such time."""
    moment = datetime.fromisoformat(text)
    at = Millis((moment.replace(tzinfo=UTC) - _EPOCH) // _MILLI)
    if written(at) != text:
        raise ValueError("not RFC 3339 in UTC with milliseconds")
    return at
