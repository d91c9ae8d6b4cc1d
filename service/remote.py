"""What a running service tells, line by line."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import Request, urlopen

import msgspec

SECONDS = 30


class RemoteFailed(Exception):
    """The service did not tell; the sentence says why."""


def lines(url: str, *path: str, **query: str) -> Iterator[bytes]:
    """The lines of an NDJSON answer, each with its end; raises RemoteFailed."""
    if not url.startswith(("http://", "https://")):
        raise RemoteFailed(f"{url} is no http or https address.")
    asked = "&".join(f"{name}={quote(value, safe='')}" for name, value in query.items())
    where = "/".join([url.rstrip("/"), *(quote(part, safe="") for part in path)])
    request = Request(f"{where}?{asked}" if asked else where)  # noqa: S310 — http or https, as above
    with _telling(url), urlopen(request, timeout=SECONDS) as answer:  # noqa: S310 — as above
        yield from answer


@contextmanager
def _telling(url: str) -> Iterator[None]:
    try:
        yield
    except HTTPError as error:
        raise RemoteFailed(_detail(error)) from error
    except (URLError, OSError, HTTPException) as error:
        raise RemoteFailed(f"{url} does not answer. Start one: singsing serve") from error


def _detail(error: HTTPError) -> str:
    try:
        return str(msgspec.json.decode(error.read())["detail"])
    except (msgspec.DecodeError, OSError, KeyError, TypeError):
        return f"The service answers with status {error.code}."
