"""Pages of lists, and the opaque cursors that lead from one to the next."""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from flask import Response, request

from events.chain import GameId
from events.store import Place
from events.times import Millis
from service import replies
from service.call import Call
from service.problems import Problem, malformed


def page(call: Call, items: Sequence[Any], further: str | None, vary: str = "") -> Response:
    """A page, with the next one linked to (RFC 8288)."""
    headers = {**replies.FRESH, "Vary": vary} if vary else dict(replies.FRESH)
    if further is not None:
        kept = {name: value for name, value in call.query.items() if name in ("status", "limit")}
        asked = {name: value for name, value in kept.items() if value is not None}
        link = call.desk.url(f"{request.path}?{urlencode({**asked, 'cursor': further})}")
        headers["Link"] = f'<{link}>; rel="next"'
    return replies.json({"items": items, "next": further}, 200, headers)


def opaque(text: str) -> str:
    return urlsafe_b64encode(text.encode()).rstrip(b"=").decode()


def opened(cursor: str) -> str:
    """What a cursor says; raises Problem where no answer of ours gave it."""
    try:
        text = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii")
    except ValueError as error:
        raise foreign() from error
    if opaque(text) != cursor:
        raise foreign()
    return text


def foreign() -> Problem:
    return malformed([{"parameter": "cursor", "detail": "No answer gave this cursor."}])


def place_written(place: Place | None) -> str | None:
    return None if place is None else opaque(f"{place[0]}.{place[1]}")


def place(cursor: str | None) -> Place | None:
    """Where a page of the lobby goes on; raises Problem."""
    if cursor is None:
        return None
    found = re.fullmatch(r"([0-9]{1,15})\.([a-z2-7]{16})", opened(cursor))
    if found is None:
        raise foreign()
    return Millis(int(found[1])), GameId(found[2])


def of_docket(call: Call, versions: Sequence[int]) -> tuple[Sequence[int], str | None]:
    """A page of versions in a docket, and the cursor of the next one; raises Problem."""
    after = version(call.query["cursor"])
    left = [number for number in versions if number > after]
    shown = left[: call.query["limit"]]
    return shown, version_written(shown[-1]) if len(left) > len(shown) else None


def version_written(version: int | None) -> str | None:
    return None if version is None else opaque(f"v{version}")


def beginning(call: Call) -> int:
    """After which version a page begins, by `after` or `cursor`; raises Problem where by both."""
    after, cursor = call.query["after"], call.query["cursor"]
    if after is not None and cursor is not None:
        raise malformed([{"parameter": "cursor", "detail": "Not with after."}])
    return after or version(cursor)


def version(cursor: str | None) -> int:
    """After which version a page of the log goes on, 0 for the first; raises Problem."""
    if cursor is None:
        return 0
    found = re.fullmatch("v([0-9]{1,15})", opened(cursor))
    if found is None:
        raise foreign()
    return int(found[1])
