"""The body of a request: all of it, in time, not too large, and JSON."""

import re
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from gevent import Timeout, monkey
from werkzeug.http import parse_options_header

from service import strict_json
from service.problems import Problem, Slug

Environ = Mapping[str, Any]


def read(environ: Environ, limit: int, seconds: float) -> bytes:
    """At most `limit` bytes; raises Problem: too slow, too large, or not all there."""
    length = environ.get("CONTENT_LENGTH") or ""
    if length in {"", "0"} and "HTTP_TRANSFER_ENCODING" not in environ:
        return b""
    announced = int(length) if re.fullmatch("[0-9]{1,15}", length) else None
    if length and (announced is None or announced > limit):
        raise _too_large(limit)
    content = _received(environ["wsgi.input"], announced or limit + 1, seconds)
    if len(content) > limit:
        raise _too_large(limit)
    if announced is not None and len(content) < announced:
        raise Problem(Slug.NOT_JSON, "The body ended early.")
    return content


def _received(source: Any, size: int, seconds: float) -> bytes:
    try:
        with _patience(seconds):
            content: bytes = source.read(size)
    except TimeoutError as error:
        raise Problem(Slug.TOO_SLOW, f"The body was not there within {seconds} seconds.") from error
    except Exception as error:  # every server has errors of its own for a body that breaks off
        raise Problem(Slug.NOT_JSON, "The body could not be read.") from error
    return content


def _patience(seconds: float) -> AbstractContextManager[object]:
    """A deadline for all of a body, under gevent; elsewhere the server's own."""
    if not monkey.is_module_patched("socket"):
        return nullcontext()
    return Timeout(seconds, TimeoutError)


def _too_large(limit: int) -> Problem:
    return Problem(Slug.TOO_LARGE, f"The body has more than {limit} bytes.")


def media_type(environ: Environ) -> str | None:
    """The type that a body is said to have, in lower case; None where it is not UTF-8."""
    kind, parameters = parse_options_header(environ.get("CONTENT_TYPE") or "")
    return kind.lower() if parameters.get("charset", "utf-8").lower() == "utf-8" else None


def check_encoding(environ: Environ) -> None:
    """Raises Problem where a body is compressed: its true size would be anybody's guess."""
    if "HTTP_CONTENT_ENCODING" in environ:
        raise Problem(Slug.UNSUPPORTED_TYPE, "Bodies are taken without Content-Encoding.")


def parsed(environ: Environ, content: bytes, optional: bool) -> Any:
    """The JSON value that a body is, `{}` for none where it is optional; raises Problem."""
    check_encoding(environ)
    sent = environ.get("CONTENT_TYPE") or ""
    if not content and (optional or not sent):
        if optional:
            return {}
        raise Problem(Slug.NOT_JSON, "There is no body.")
    if sent != "application/json" and media_type(environ) != "application/json":
        raise Problem(Slug.UNSUPPORTED_TYPE, "Send `Content-Type: application/json`.")
    return json(content)


def json(content: bytes) -> Any:
    """The value of a JSON text; raises Problem."""
    try:
        return strict_json.parse(content)
    except strict_json.NotJson as error:
        raise Problem(Slug.NOT_JSON, str(error)) from error
