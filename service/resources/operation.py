"""What operators ask: alive, ready, numbers."""

from flask import Response

from service import problems, replies
from service.call import Call
from service.endpoint import Answer, Endpoint
from service.metrics import CONTENT_TYPE
from service.problems import Problem, Slug
from service.readiness import readiness
from service.schemas import answers


def check_health(_: Call) -> Response:
    return replies.json({"status": "alive"}, 200, replies.SECRET)


def check_readiness(call: Call) -> Response:
    desk = call.desk
    in_memory = desk.settings.events_url.startswith("memory:")
    found = readiness(desk.play, desk.store, in_memory, desk.jobs)
    more = {"faults": found.faults, "games": found.lost, "warnings": found.warnings}
    if found.lost:
        return problems.respond(Slug.LOG_LOST, "Logs were lost or changed: see `games`.", more)
    if found.faults:
        return problems.respond(Slug.STORE_UNAVAILABLE, " ".join(found.faults), more)
    body = {"status": "ready", "durable": found.durable, "warnings": found.warnings}
    return replies.json(body, 200, replies.SECRET)


def read_metrics(call: Call) -> Response:
    if not (call.client.local or call.desk.settings.metrics_open):
        raise Problem(Slug.FORBIDDEN, "Metrics are for the machine itself.")
    shown = call.desk.metrics.shown()
    return Response(shown, 200, replies.SECRET, content_type=CONTENT_TYPE)


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/healthz",
        id="checkHealth",
        tag="operation",
        summary="Is it alive?",
        description="The process answers. Nothing else is looked at.",
        respond=check_health,
        answers=(Answer(status=200, description="Alive.", form=answers.Alive, example="alive"),),
    ),
    Endpoint(
        method="GET",
        path="/readyz",
        id="checkReadiness",
        tag="operation",
        summary="Can it take events, and keep them?",
        description="Looks at store (eviction, append-only file, fsync, lost logs) and queue.",
        respond=check_readiness,
        stored=True,
        answers=(
            Answer(
                status=200,
                description="Ready; `warnings` say what weakens the promise to keep events.",
                form=answers.Ready,
                example="ready",
            ),
        ),
    ),
    Endpoint(
        method="GET",
        path="/metrics",
        id="readMetrics",
        tag="operation",
        summary="Numbers for Prometheus",
        description="For peers on the machine itself, unless a setting opens it.",
        respond=read_metrics,
        shared=False,
        answers=(
            Answer(
                status=200,
                description="Prometheus text.",
                content_type="text/plain",
                example="metrics",
            ),
        ),
        refusals=(Slug.FORBIDDEN,),
    ),
)
