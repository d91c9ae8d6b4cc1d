"""RFC 3339 times of the wire, as whole milliseconds since 1970."""

from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SECOND = 1_000
DAY = 86_400 * SECOND


def stamp(instant: int) -> str:
    moment = EPOCH + timedelta(milliseconds=instant)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{instant % 1000:03d}Z"


def instant(text: str) -> int:
    moment = datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)
    return (moment - EPOCH) // timedelta(milliseconds=1)
