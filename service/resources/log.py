"""The log of a game: events, receipts, the live stream."""

import re
from typing import Any

from flask import Response, request
from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

from events import sight
from events.game import Game
from service import lists, replies
from service.call import Call
from service.endpoint import Answer, Credential, Endpoint
from service.problems import Slug, malformed
from service.schemas import answers
from service.schemas.requests import EventsQuery, StreamQuery

NDJSON = "application/x-ndjson"
EVENT_STREAM = "text/event-stream"
PAGE = 50
STREAMED = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def list_events(call: Call) -> Response:
    query = call.query
    whole = _wants_lines()
    _check(whole and query["cursor"] is not None, "cursor", "Not where the whole log is sent.")
    _check(whole and query["limit"] is not None, "limit", "Not where the whole log is sent.")
    after = lists.beginning(call)
    game = call.desk.play.look(call.table.game)
    if whole:
        return _lines(call, game, after)
    events = call.desk.play.events(game, after, query["limit"] or PAGE)
    further = events and events[-1].version < game.version
    return lists.page(
        call,
        [sight.event(event, game.over) for event in events],
        lists.version_written(events[-1].version) if further else None,
        vary="Accept",
    )


def _wants_lines() -> bool:
    accepted = parse_accept_header(request.environ.get("HTTP_ACCEPT"), MIMEAccept)
    return bool(accepted.best_match(["application/json", NDJSON]) == NDJSON)


def _check(wrong: bool, parameter: str, detail: str) -> None:
    if wrong:
        raise malformed([{"parameter": parameter, "detail": detail}])


def _lines(call: Call, game: Game, after: int) -> Response:
    events = call.desk.play.events(game, after)
    body = b"".join(replies.line(sight.event(event, game.over)) for event in events)
    headers = {**replies.FRESH, "Vary": "Accept"}
    return Response(body, 200, headers, content_type=NDJSON)


def get_event(call: Call) -> Response:
    game = call.desk.play.look(call.table.game)
    event = call.desk.play.event(game, call.path["version"])
    return replies.json(sight.event(event, game.over), 200, replies.FRESH)


def get_receipt(call: Call) -> Response:
    game = call.desk.play.look(call.table.game)
    event = call.desk.play.event(game, call.path["version"])
    call.desk.play.vouch(event)
    return replies.json({"receipt": call.desk.receipt(event)}, 200, replies.FRESH)


def stream_events(call: Call) -> Response:
    streams = call.desk.streams
    game = call.desk.play.look(call.path["game"])
    after = _resumed_after(call.query["after"], game)
    if game.over and after == game.version:
        return replies.empty(204)
    watch = streams.watch(game, call.client.key)
    try:
        response = Response(streams.told(watch, after), 200, STREAMED, content_type=EVENT_STREAM)
    except BaseException:
        streams.leave(watch)
        raise
    response.call_on_close(lambda: streams.leave(watch))
    return response


def _resumed_after(asked: int | None, game: Game) -> int:
    """The version after which a stream goes on; raises Problem where there is no such event."""
    sent = request.environ.get("HTTP_LAST_EVENT_ID")
    if sent is not None:
        asked = int(sent) if re.fullmatch("[0-9]{1,15}", sent) else -1
    if asked is None:
        return 0
    if not 0 <= asked <= game.version:
        place = {"parameter": "after"} if sent is None else {"header": "Last-Event-ID"}
        raise malformed([{**place, "detail": f"Must be a version, from 0 to {game.version}."}])
    return asked


_OF_THE_LOG: dict[str, Any] = {
    "tag": "log",
    "credential": Credential.LOOKED_AT,
    "stored": True,
    "method": "GET",
}

ENDPOINTS = (
    Endpoint(
        path="/v1/games/{game}/events",
        id="listEvents",
        summary="Read the log",
        description="The events of a game, oldest first, the same for everybody. With "
        "`Accept: application/x-ndjson` all of them come at once, one a line.",
        respond=list_events,
        query=EventsQuery,
        answers=(
            Answer(
                status=200,
                description="A page of events.",
                form=answers.Events,
                headers=("Link",),
                example="events",
                also=(NDJSON,),
            ),
        ),
        **_OF_THE_LOG,
    ),
    Endpoint(
        path="/v1/games/{game}/events/{version}",
        id="getEvent",
        summary="Read one event",
        description="One event, as the log shows it to everybody. Once the game is over it "
        "holds `hidden` and `salt` too, and its veil can be checked.",
        respond=get_event,
        answers=(
            Answer(status=200, description="The event.", form=answers.Event, example="event"),
        ),
        **_OF_THE_LOG,
    ),
    Endpoint(
        path="/v1/games/{game}/receipts/{version}",
        id="getReceipt",
        summary="Get the receipt of an event",
        description="A signed statement that this service stored an event with this hash. "
        "Two receipts for one version with different hashes prove that it told two stories.",
        respond=get_receipt,
        answers=(
            Answer(
                status=200,
                description="The receipt.",
                form=answers.ReceiptGiven,
                example="receipt",
            ),
        ),
        **_OF_THE_LOG,
    ),
    Endpoint(
        method="GET",
        path="/v1/games/{game}/stream",
        id="streamEvents",
        tag="log",
        summary="Watch a game live",
        description="Server-Sent Events for anybody; no credential is looked at. `id` is the "
        "version, `event` the type, `data` the Event as the log shows it. `Last-Event-ID`, "
        "which wins over `after`, resumes without gaps or doubles. The stream ends after the "
        "last event.",
        respond=stream_events,
        query=StreamQuery,
        resumable=True,
        stored=True,
        answers=(
            Answer(
                status=200,
                description="Events as they come.",
                content_type=EVENT_STREAM,
                example="stream",
            ),
            Answer(status=204, description="The game is over, and you have seen its last event."),
        ),
        refusals=(Slug.TOO_MANY_REQUESTS,),
    ),
)
