"""The application of one web process: every endpoint, and what all answers have in common."""

import secrets
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from http import HTTPStatus
from typing import Any, cast

import structlog
from flask import Flask, Response, request
from flask import Request as FlaskRequest
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound

from events.play import Play
from events.settings import Settings
from events.store import Store
from events.uploads import Intake
from service import composition, language, pages, problems, replies, routes
from service.allowances import Allowances
from service.call import Desk
from service.endpoint import Endpoint
from service.metrics import Metrics
from service.problems import Slug
from service.reception import Reception
from service.resources import ENDPOINTS
from service.streams import Streams
from workers.queue import Jobs

log = structlog.get_logger()

SHARED = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Location, Link, Retry-After, RateLimit, "
    "RateLimit-Policy, Idempotency-Replayed",
}

PREFLIGHT = {
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, If-Match, "
    "If-None-Match, Last-Event-ID",
    "Access-Control-Max-Age": "86400",
}

GUARD = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}


class Request(FlaskRequest):
    """A request that knows when it began."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.began = time.perf_counter()


class Edge(Flask):
    """Flask with the desk at which everything is answered."""

    request_class = Request
    desk: Desk


def create_app(
    settings: Settings,
    store: Store | None = None,
    play: Play | None = None,
    jobs: Jobs | None = None,
) -> Edge:
    """A store, a play and jobs of one's own are for tests."""
    store = store or composition.store(settings)
    play = play or composition.play(settings, store)
    app = Edge("service", static_folder=None)
    metrics = Metrics()
    app.desk = Desk(
        settings=settings,
        play=play,
        clerk=composition.clerk(settings, store, play),
        store=store,
        jobs=jobs or composition.jobs(settings),
        intake=Intake(store, play.house),
        streams=Streams(play, store, settings.limits, _pause, metrics.streams.set),
        allowances=Allowances(settings.limits),
        metrics=metrics,
    )
    routes.prepare(app)
    language.prepare(app.jinja_env)
    pages.prepare(app.jinja_env, settings.base_url)
    _route(app, ENDPOINTS)
    app.register_error_handler(HTTPException, _refused_by_routing)
    app.register_error_handler(Exception, _failed)
    own = frozenset(endpoint.id for endpoint in ENDPOINTS if not endpoint.shared)
    app.after_request(_Finish(app.desk.metrics, own))
    return app


def _pause() -> int:
    """Two to six seconds, so that clients do not all come back at once."""
    return 2000 + secrets.randbelow(4001)


def _route(app: Edge, endpoints: Sequence[Endpoint]) -> None:
    methods: dict[str, list[str]] = defaultdict(list)
    for endpoint in endpoints:
        methods[endpoint.path].append(endpoint.method)
        _add(app, endpoint.path, endpoint.id, endpoint.method, Reception(endpoint, app.desk))
    for path, known in methods.items():
        _add(app, path, f"options {path}", "OPTIONS", partial(_allowed, allowed(known)))


def _add(app: Flask, path: str, name: str, method: str, view: Callable[..., Response]) -> None:
    app.add_url_rule(
        routes.rule(path), name, view, methods=[method], provide_automatic_options=False
    )


def _allowed(methods: str, **_: Any) -> Response:
    """What a browser asks before it asks (CORS), and whoever else wants to know."""
    headers = {"Allow": methods, "Access-Control-Allow-Methods": methods, **PREFLIGHT}
    return replies.empty(HTTPStatus.NO_CONTENT, headers)


def _refused_by_routing(error: HTTPException) -> Response:
    match error:
        case MethodNotAllowed():
            allow = {"Allow": allowed(error.valid_methods or ())}
            return problems.respond(
                Slug.METHOD_NOT_ALLOWED, f"Not with {request.method}.", headers=allow
            )
        case NotFound():
            return problems.respond(Slug.NOT_FOUND, "There is no such path.")
        case _:
            status = HTTPStatus(error.code or 400)
            return problems.plain(status, "The request could not be read.")


def allowed(methods: Iterable[str]) -> str:
    """`Allow`, where GET stands for HEAD too."""
    known = {*methods, "OPTIONS"}
    return ", ".join(sorted(known | {"HEAD"} if "GET" in known else known))


def _failed(error: Exception) -> Response:
    log.error("a request failed", operation=request.endpoint, exc_info=error)
    return problems.plain(HTTPStatus.INTERNAL_SERVER_ERROR, "Something here went wrong.")


class _Finish:
    """What every answer gets at the end: its common headers, a count, a line in the log."""

    def __init__(self, metrics: Metrics, own: frozenset[str]) -> None:
        """`own`: operations that pages of other origins may not read."""
        self._metrics = metrics
        self._own = own

    def __call__(self, response: Response) -> Response:
        operation = request.endpoint
        response.headers.extend(GUARD if operation in self._own else {**GUARD, **SHARED})
        seconds = time.perf_counter() - cast(Request, request).began
        self._metrics.answered(operation or "none", response.status_code, seconds)
        log.info(
            "request",
            method=request.method,
            path=request.path if operation else None,
            status=response.status_code,
            ms=round(seconds * 1000, 2),
            peer=request.remote_addr,
        )
        return response
