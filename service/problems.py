"""Problem documents (RFC 9457): the only place that knows which HTTP status a refusal has."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import msgspec
from flask import Response, request

from events.board import Value
from events.refusal import BrokenLog, Refusal
from events.store import Unavailable
from service import pages
from service.language import asked

CONTENT_TYPE = "application/problem+json"


class Slug(StrEnum):
    """Problem types; part of the public contract, as are the clause ids."""

    NOT_JSON = "not-json"
    MALFORMED = "malformed"
    UNAUTHORISED = "unauthorised"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not-found"
    METHOD_NOT_ALLOWED = "method-not-allowed"
    RULE_BROKEN = "rule-broken"
    GAME_RUNNING = "game-running"
    STALE = "stale"
    KEY_REUSED = "idempotency-key-reused"
    TOO_LARGE = "too-large"
    UNSUPPORTED_TYPE = "unsupported-type"
    TOO_MANY_REQUESTS = "too-many-requests"
    STORE_UNAVAILABLE = "store-unavailable"
    LOG_LOST = "log-lost"
    TOKEN_GIVEN = "token-given"  # noqa: S105 - the name of a problem
    TOO_SLOW = "too-slow"


class Type(Value, frozen=True, kw_only=True):
    """A problem type: its status, its title, and what its page says."""

    status: int
    title: str
    text: str


TYPES: dict[Slug, Type] = {
    Slug.NOT_JSON: Type(
        status=400,
        title="The body is not JSON",
        text="The body must be one JSON text in UTF-8, without doubled members, NaN or half "
        "surrogate pairs, and at most 16 levels deep.",
    ),
    Slug.MALFORMED: Type(
        status=422,
        title="The request does not have the right form",
        text="A field, a query parameter or a header is missing, unknown or of the wrong form. "
        "`errors` lists each one: `pointer` for a place in the body (RFC 6901), `parameter` for "
        "the query, `header` for a header.",
    ),
    Slug.UNAUTHORISED: Type(
        status=401,
        title="No valid seat token",
        text="The request needs the token of a seat at this table, or sent one that is not valid "
        "here. A token is given once, to whoever opens or joins a table, and goes into the "
        "header `Authorization: Bearer`.",
    ),
    Slug.FORBIDDEN: Type(
        status=403,
        title="Not yours to do",
        text="Whoever this token or address belongs to can never do this: it takes the host, "
        "another seat, a seat still in play, or a peer on the machine itself.",
    ),
    Slug.NOT_FOUND: Type(
        status=404,
        title="Not there",
        text="There is no such path, game, seat, event, audit or dispute.",
    ),
    Slug.METHOD_NOT_ALLOWED: Type(
        status=405,
        title="Not with this method",
        text="The path is there, the method is not. The header `Allow` names those that are.",
    ),
    Slug.RULE_BROKEN: Type(
        status=409,
        title="The rules do not allow it now",
        text="The game as it stands does not allow this. `clauses` names the clauses of "
        "`/v1/rules` whose condition failed.",
    ),
    Slug.GAME_RUNNING: Type(
        status=409,
        title="The game is not over",
        text="This opens when the game is over; until then it would tell what is hidden.",
    ),
    Slug.STALE: Type(
        status=412,
        title="The game has moved on",
        text="`If-Match` names no version that the game is at. Read the game and decide again.",
    ),
    Slug.KEY_REUSED: Type(
        status=422,
        title="This idempotency key belongs to another request",
        text="The same `Idempotency-Key` came with a request that says something else. "
        "A new request needs a new key.",
    ),
    Slug.TOO_LARGE: Type(
        status=413,
        title="Too large",
        text="The body is larger than this service takes. A request line or header line that is "
        "too long has this type too, with the status 414 or 431.",
    ),
    Slug.UNSUPPORTED_TYPE: Type(
        status=415,
        title="Not a type that is taken here",
        text="The body must be `application/json`, or whatever else the path takes, in UTF-8 and "
        "without `Content-Encoding`.",
    ),
    Slug.TOO_MANY_REQUESTS: Type(
        status=429,
        title="Too many requests",
        text="A limit is used up. `Retry-After` says in how many seconds to come back.",
    ),
    Slug.STORE_UNAVAILABLE: Type(
        status=503,
        title="The store does not answer",
        text="Events cannot be taken or given at the moment. Whether this one arrived is not "
        "known; to ask again with the same `Idempotency-Key` is safe, and finds out.",
    ),
    Slug.LOG_LOST: Type(
        status=503,
        title="The log of this game is not whole",
        text="The stored log is shorter than, or different from, what was seen or signed before. "
        "Nothing is added to it until the operator decides.",
    ),
    Slug.TOKEN_GIVEN: Type(
        status=409,
        title="The token was given already",
        text="This request was served more than ten minutes ago. Its seat stands; its token is "
        "not given again.",
    ),
    Slug.TOO_SLOW: Type(
        status=408,
        title="The body did not arrive in time",
        text="A body must be there within ten seconds.",
    ),
}


class Problem(Exception):
    """What the edge itself objects to, before a game is asked."""

    def __init__(
        self,
        slug: Slug,
        detail: str,
        errors: Sequence[Mapping[str, str]] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.slug = slug
        self.detail = detail
        self.errors = errors
        self.headers = headers or {}


def malformed(errors: Sequence[Mapping[str, str]]) -> Problem:
    """The problem of a request that has these faults, each with a place and a `detail`."""
    first = errors[0]
    place = " ".join(value for name, value in first.items() if name != "detail") or "the body"
    more = f" ({len(errors) - 1} more)" if len(errors) > 1 else ""
    return Problem(Slug.MALFORMED, f"{place}: {first['detail']}{more}", errors[:MOST_ERRORS])


RETRY_SECONDS = "1"

NOT_KEPT = {"Cache-Control": "no-store"}
"""What is refused now may be there in a moment, or for another caller."""

MOST_ERRORS = 50
"""How many faults of one request are told one by one."""

Reported = Problem | Refusal | BrokenLog | Unavailable


def answer(error: Reported) -> Response:
    """The problem document of whatever was objected to."""
    match error:
        case Problem():
            more = {"errors": error.errors} if error.errors else {}
            return respond(error.slug, error.detail, more, error.headers)
        case Refusal():
            clauses = {"clauses": error.clauses} if error.clauses else {}
            return respond(Slug(error.code.value), error.sentence, clauses)
        case BrokenLog():
            return respond(Slug.LOG_LOST, TYPES[Slug.LOG_LOST].text)
        case Unavailable():
            return respond(Slug.STORE_UNAVAILABLE, TYPES[Slug.STORE_UNAVAILABLE].text)


def respond(
    slug: Slug,
    detail: str,
    more: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """A response with one problem document, and the headers that its status calls for."""
    type = TYPES[slug]
    response = _written(f"/problems/{slug}", type.title, type.status, detail, more or {})
    response.headers.extend(headers or {})
    if type.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    elif type.status == 503:
        response.headers["Retry-After"] = RETRY_SECONDS
    return response


def plain(status: HTTPStatus, detail: str) -> Response:
    """A problem of no type of ours: its status says all."""
    return _written("about:blank", status.phrase, status.value, detail, {})


def _written(type: str, title: str, status: int, detail: str, more: Mapping[str, Any]) -> Response:
    if _for_people():
        told = {"title": title, "detail": detail, "spoken_otherwise": pages.otherwise}
        return pages.notice("refused", status, asked(request.args.get("lang")), NOT_KEPT, **told)
    body = {"type": type, "title": title, "status": status, "detail": detail}
    body |= {"instance": quote(request.path), **more}
    return Response(msgspec.json.encode(body), status, NOT_KEPT, content_type=CONTENT_TYPE)


def _for_people() -> bool:
    """Whether a browser asks for a page: then what is wrong is told on one, too."""
    if request.path.startswith("/v1/"):
        return False
    wanted = request.accept_mimetypes
    return wanted.quality("text/html") > wanted.quality(CONTENT_TYPE)
