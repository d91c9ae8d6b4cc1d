"""The checks of a request, in the published order, before an endpoint answers it.

404 path and 405 are routing's. Then: 401, 404 game, 408, 413, 415, 400, 422, 429; what only the
game can say (replays, 403, 412, 404 seat, 409) comes from `events.play`.
"""

import re
from collections.abc import Mapping
from typing import Any

from flask import Response, request
from marshmallow import Schema, ValidationError

from events.house import Asked
from events.play import Caller
from events.refusal import BrokenLog, Code, Refusal
from events.store import Unavailable
from service import addresses, bodies, preconditions, problems
from service.allowances import Allowance, Grant
from service.call import Call, Desk, Sent
from service.endpoint import Credential, Endpoint
from service.problems import Problem, Slug
from service.schemas.requests import Empty

_BEARER = re.compile("(?i:bearer) +([A-Za-z0-9_-]{43})")
_KEY = re.compile("[\x21-\x7e]{1,255}")

COUNTED_WHEN_DONE = {Allowance.OPENED, Allowance.JOINED, Allowance.SENT}

Fault = dict[str, str]


class Reception:
    """The way into one endpoint."""

    def __init__(self, endpoint: Endpoint, desk: Desk) -> None:
        self._endpoint = endpoint
        self._desk = desk
        self._query = endpoint.query()
        self._body = endpoint.body() if endpoint.body else None
        self.id = endpoint.id

    def __call__(self, **path: Any) -> Response:
        try:
            call = self._call(path)
            grant = self._grant(call)
            return self._answer(call, grant)
        except (Problem, Refusal, BrokenLog, Unavailable) as error:
            return problems.answer(error)

    def _answer(self, call: Call, grant: Grant | None) -> Response:
        if grant is None:
            return self._endpoint.respond(call)
        try:
            response = self._endpoint.respond(call)
        except (Problem, Refusal, BrokenLog, Unavailable) as error:
            response = problems.answer(error)
        if grant.allowance in COUNTED_WHEN_DONE and _came_to_nothing(response):
            self._desk.allowances.give_back(grant)
        response.headers.extend(grant.headers)
        return response

    def _call(self, path: dict[str, Any]) -> Call:
        environ = request.environ
        caller = self._caller(path.get("game"), environ.get("HTTP_AUTHORIZATION"))
        taken = self._taken(environ)
        sent = {} if taken else self._sent(environ)
        faults: list[Fault] = []
        query = self._queried(environ, faults)
        key = self._key(environ, faults)
        if_match = self._if_match(environ, faults)
        body = _loaded(self._body, sent, faults) if self._body else {}
        if faults:
            raise problems.malformed(faults)
        return Call(
            desk=self._desk,
            client=addresses.client(environ, self._desk.settings.trusted_proxies),
            path=path,
            query=query,
            body=body,
            sent=taken,
            asked=Asked(
                key=key, method=request.method, path=request.path, body=sent, if_match=if_match
            ),
            caller=caller,
        )

    def _caller(self, game: Any, authorization: str | None) -> Caller | None:
        credential = self._endpoint.credential
        if game is None or credential is Credential.NONE:
            return None
        if authorization is None:
            if credential is Credential.NEEDED:
                raise Refusal(Code.UNAUTHORISED, "This takes the token of a seat at this table.")
            return self._desk.play.identify(game, None)
        bearer = _BEARER.fullmatch(authorization)
        if bearer is None:
            raise Refusal(Code.UNAUTHORISED, "Authorization holds no seat token.")
        return self._desk.play.identify(game, bearer[1])

    def _taken(self, environ: Mapping[str, Any]) -> Sent | None:
        """A body as it came; of a type that is not taken here, no more than any other body."""
        if not self._endpoint.contents:
            return None
        limits = self._desk.settings.limits
        kind = bodies.media_type(environ)
        known = next((each for each in self._endpoint.contents if each.type == kind), None)
        size = getattr(limits, known.limit) if known else limits.body_bytes
        content = bodies.read(environ, size, limits.body_seconds)
        bodies.check_encoding(environ)
        if known is None and (content or environ.get("CONTENT_TYPE")):
            offered = ", ".join(each.type for each in self._endpoint.contents)
            raise Problem(Slug.UNSUPPORTED_TYPE, f"Send one of {offered}, in UTF-8.")
        if known is None or not content:
            raise Problem(Slug.NOT_JSON, "There is no body.")
        return Sent(type=known.type, content=content)

    def _sent(self, environ: Mapping[str, Any]) -> Any:
        if self._body is None:
            return {}
        limits = self._desk.settings.limits
        content = bodies.read(environ, limits.body_bytes, limits.body_seconds)
        return bodies.parsed(environ, content, isinstance(self._body, Empty))

    def _queried(self, environ: Mapping[str, Any], faults: list[Fault]) -> dict[str, Any]:
        if not environ.get("QUERY_STRING") and not self._query.fields:
            return {}
        given: dict[str, Any] = {}
        for name, values in request.args.lists():
            if len(values) > 1:
                faults.append({"parameter": name, "detail": "Given more than once."})
            given[name] = values[0]
        return _loaded(self._query, given, faults, "parameter")

    def _key(self, environ: Mapping[str, Any], faults: list[Fault]) -> str | None:
        key: str | None = environ.get("HTTP_IDEMPOTENCY_KEY")
        if key is None or not self._endpoint.writes:
            return None
        shortest = self._endpoint.shortest_key
        if not _KEY.fullmatch(key) or len(key) < shortest:
            detail = f"Must have {shortest} to 255 visible ASCII characters."
            faults.append({"header": "Idempotency-Key", "detail": detail})
        return key

    def _if_match(self, environ: Mapping[str, Any], faults: list[Fault]) -> frozenset[int] | None:
        if not self._endpoint.conditional:
            return None
        try:
            return preconditions.versions(environ.get("HTTP_IF_MATCH"))
        except preconditions.Malformed as error:
            faults.append({"header": "If-Match", "detail": str(error)})
            return None

    def _grant(self, call: Call) -> Grant | None:
        allowance = self._endpoint.allowance
        if allowance is None or call.client.key is None:
            return None
        if allowance is not Allowance.ACTIONS:
            return self._desk.allowances.take(allowance, call.client.key, call.asked.key)
        table = call.table
        joined = table.credential.joined if table.credential else 0
        return self._desk.allowances.take(allowance, f"{table.game}/{joined}")


def _came_to_nothing(response: Response) -> bool:
    """Whether a request surely made nothing new; after 503 it may have."""
    return 400 <= response.status_code < 500 or "Idempotency-Replayed" in response.headers


def _loaded(
    schema: Schema, given: Any, faults: list[Fault], place: str = "pointer"
) -> dict[str, Any]:
    if given == {} and not schema.fields:
        return {}
    try:
        loaded: dict[str, Any] = schema.load(given)
    except ValidationError as error:
        faults += _faults(error.messages, place, "")
        return {}
    return loaded


def _faults(messages: Any, place: str, at: str) -> list[Fault]:
    """Marshmallow's nested messages, each with its JSON pointer (RFC 6901) or its name."""
    if isinstance(messages, list):
        return [{place: at, "detail": text} for text in messages]
    faults = []
    for name, inner in messages.items():
        step = str(name).replace("~", "~0").replace("/", "~1")
        below = at if name == "_schema" else f"{at}/{step}" if place == "pointer" else str(name)
        faults += _faults(inner, place, below)
    return faults
