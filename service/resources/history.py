"""What opens when a game is over: how it stood at any moment, its replay, its record."""

import zlib
from collections.abc import Iterable, Iterator
from typing import Any

from flask import Response, request

from events import record, replay, sight
from events.board import SeatNo
from events.chain import Event
from events.game import Game
from events.reducer import fold
from events.refusal import Code, Refusal
from events.sight import Chair
from service import replies
from service.call import Call
from service.endpoint import Answer, Credential, Endpoint
from service.language import asked
from service.problems import Slug
from service.resources.log import NDJSON
from service.resources.rules import LASTING
from service.schemas import answers
from service.schemas.hearings import ChairQuery

GZIP = 16 + zlib.MAX_WBITS


def get_state(call: Call) -> Response:
    game, version = _over(call), call.path["version"]
    if version > game.version:
        raise Refusal(Code.NOT_FOUND, f"This game has no event {version}.")
    events = call.desk.play.events(game, 0)
    chair = _chair(call, events)
    then = fold(None, events[:version])
    return replies.json(sight.replayed(then, chair), 200, LASTING)


def get_replay(call: Call) -> Response:
    events = call.desk.play.events(_over(call), 0)
    speech = asked()
    frames = replay.frames(events, _chair(call, events), speech.say)
    lines: Iterator[bytes] = (replies.line(frame) for frame in frames)
    headers = replies.spoken({**LASTING, "Vary": "Accept-Encoding"}, speech)
    if request.accept_encodings.quality("gzip"):
        headers["Content-Encoding"] = "gzip"
        lines = _compressed(lines)
    return Response(lines, 200, headers, content_type=NDJSON)


def get_record(call: Call) -> Response:
    desk, game = call.desk, _over(call)
    docket, keys, server = desk.docket(game), desk.settings.keys, desk.settings.base_url
    certificate = desk.clerk.certificate(docket, keys) if docket else None
    events = desk.play.events(game, 0)
    lines = record.written(game.id, server, keys.public(), events, certificate)
    return Response(b"".join(lines), 200, replies.FRESH, content_type=NDJSON)


def _over(call: Call) -> Game:
    game = call.desk.play.look(call.table.game)
    if not game.over:
        raise Refusal(Code.GAME_RUNNING, "This opens when the game is over.")
    return game


def _chair(call: Call, events: Iterable[Event]) -> Chair:
    """The chair that is asked for; raises Refusal where it is a seat that nobody ever took."""
    asked: str = call.query["chair"]
    if asked == "table":
        return "table"
    if asked == "public":
        return "public"
    seat = SeatNo(int(asked))
    replay.check_seat(events, seat)
    return seat


def _compressed(lines: Iterable[bytes]) -> Iterator[bytes]:
    packer = zlib.compressobj(wbits=GZIP)
    for line in lines:
        if packed := packer.compress(line):
            yield packed
    yield packer.flush()


_OF_THE_PAST: dict[str, Any] = {
    "method": "GET",
    "tag": "history",
    "credential": Credential.LOOKED_AT,
    "stored": True,
    "refusals": (Slug.GAME_RUNNING,),
}

ENDPOINTS = (
    Endpoint(
        path="/v1/games/{game}/states/{version}",
        id="getState",
        summary="Look at a moment of a game that is over",
        description="The game as it stood after that event, as that viewer saw it then; the "
        "table, the default, sees everything. `you`, `standing` and `deadline` are null. Before "
        "a seat was taken and after it left, its eyes are the public's.",
        respond=get_state,
        query=ChairQuery,
        answers=(
            Answer(status=200, description="The game then.", form=answers.Game, example="state"),
        ),
        **_OF_THE_PAST,
    ),
    Endpoint(
        path="/v1/games/{game}/replay",
        id="getReplay",
        summary="Replay a game that is over",
        description="The whole game, one frame a line, oldest first: "
        '`{"event": Event, "game": Game, "sentence": "…"}`. For the table the events are whole, '
        "for anybody else as the log showed them then. The sentences are in the language of "
        "`Accept-Language`. Compressed with gzip where that is accepted.",
        respond=get_replay,
        spoken=True,
        query=ChairQuery,
        answers=(
            Answer(
                status=200,
                description="The frames.",
                content_type=NDJSON,
                headers=("Content-Encoding", "Content-Language"),
                example="replay",
            ),
        ),
        **_OF_THE_PAST,
    ),
    Endpoint(
        path="/v1/games/{game}/record",
        id="getRecord",
        summary="Take a game that is over with you",
        description="The portable record, one line of canonical JSON (RFC 8785) after the other: "
        "where it comes from, every event whole, and the head with the newest certificate there "
        "is. It can be checked without this service.",
        respond=get_record,
        answers=(
            Answer(status=200, description="The record.", content_type=NDJSON, example="record"),
        ),
        **_OF_THE_PAST,
    ),
)
