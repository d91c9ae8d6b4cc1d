"""Successful answers. Plain data from `events.sight`, written once by msgspec."""

from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Response
from werkzeug.datastructures import Headers

from events import sight
from events.board import SeatNo
from events.docket import Docket
from events.game import Game
from events.play import Done
from service import preconditions
from service.call import Call, Desk
from service.language import Language

_encoder = msgspec.json.Encoder()

PRIVATE = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}
"""For a Game: it is another one for every caller."""

FRESH = {"Cache-Control": "no-cache"}
"""For what everybody sees alike, and what can grow."""

REPLAYED = {"Idempotency-Replayed": "true"}

SECRET = {"Cache-Control": "no-store"}


def spoken(headers: Mapping[str, str], language: Language) -> dict[str, str]:
    """Headers of an answer whose sentences are in that language."""
    vary = [headers["Vary"]] if "Vary" in headers else []
    told = {"Content-Language": language.code, "Vary": ", ".join([*vary, "Accept-Language"])}
    return {**headers, **told}


class Whole(Response):
    """An answer whose headers are complete as they stand: its links are absolute, its body here."""

    def get_wsgi_headers(self, environ: Any) -> Headers:
        return self.headers


def json(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Whole(_encoder.encode(value), status, headers, content_type="application/json")


def empty(status: int, headers: Mapping[str, str] | None = None) -> Response:
    response = Response(None, status, headers)
    del response.headers["Content-Type"]
    return response


def line(value: Any) -> bytes:
    """One line of NDJSON."""
    return _encoder.encode(value) + b"\n"


def game(desk: Desk, game: Game, seat: SeatNo | None, if_none_match: str | None) -> Response:
    """A Game as a seat sees it, or 304 where the caller has it already."""
    docket = desk.docket(game)
    etag = preconditions.etag(game, seat, docket)
    headers = {**PRIVATE, "ETag": etag}
    if preconditions.unchanged(if_none_match, etag):
        return empty(304, headers)
    return json(sight.view(game, seat, docket), 200, headers)


def action(desk: Desk, done: Done, status: int) -> Response:
    """What was done, with its receipt."""
    event, docket = done.event, desk.docket(done.game)
    headers = {
        **PRIVATE,
        "ETag": preconditions.etag(done.game, done.seat, docket),
        "Location": desk.url(f"/v1/games/{event.game}/events/{event.version}"),
    }
    return json(_told(desk, done, docket), status, headers | _replay(done))


def seated(desk: Desk, done: Done) -> Response:
    """A new seat, with its token."""
    event, docket = done.event, desk.docket(done.game)
    headers = {
        **SECRET,
        "ETag": preconditions.etag(done.game, done.seat, docket),
        "Location": desk.url(f"/v1/games/{event.game}"),
    }
    seat = {"seat": event.seat, "token": done.token}
    return json(_told(desk, done, docket) | seat, 201, headers | _replay(done))


def filed(call: Call, told: Mapping[str, Any], fresh: bool, replayed: bool) -> Response:
    """An audit or a dispute that a request asked for; one that was there already is 200."""
    location = call.desk.url(f"{call.asked.path}/{told['id']}")
    headers = {**FRESH, "Location": location}
    if replayed:
        headers |= REPLAYED
    return json(told, 202 if fresh else 200, headers)


def _told(desk: Desk, done: Done, docket: Docket | None) -> dict[str, Any]:
    return {
        "event": sight.event(done.event, done.game.over),
        "game": sight.view(done.game, done.seat, docket),
        "receipt": desk.receipt(done.event),
    }


def _replay(done: Done) -> dict[str, str]:
    return REPLAYED if done.replayed else {}
