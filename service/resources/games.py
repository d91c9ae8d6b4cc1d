"""Tables: open one, find one, look at one, sit down, get up, start."""

from typing import Any

import msgspec
from flask import Response, request

from events import sight
from events.board import SeatNo
from events.catalogue import Bot
from events.commands import Join, Leave, OpenTable, Start
from events.game import Status
from events.rulebook import Options
from service import lists, replies
from service.allowances import Allowance
from service.call import Call
from service.endpoint import OPENING_KEY, Answer, Credential, Endpoint
from service.problems import Slug
from service.schemas import answers
from service.schemas.requests import Empty, LobbyQuery, PlayerAsked, TableAsked

SEAT_HEADERS = ("Location", "ETag", "Idempotency-Replayed")


def open_game(call: Call) -> Response:
    options = msgspec.convert(call.body["options"], Options)
    command = OpenTable(**{**call.body, "options": options})
    return replies.seated(call.desk, call.desk.play.open(command, call.asked))


def list_games(call: Call) -> Response:
    query = call.query
    below = lists.place(query["cursor"])
    listed, further = call.desk.play.lobby(Status(query["status"]), query["limit"], below)
    rows = [msgspec.Raw(item.row) for item in listed if item.row is not None]
    return lists.page(call, rows, lists.place_written(further))


def get_game(call: Call) -> Response:
    game = call.desk.play.look(call.table.game)
    seat = sight.seat_of(game, call.table.credential)
    return replies.game(call.desk, game, seat, request.environ.get("HTTP_IF_NONE_MATCH"))


def join_game(call: Call) -> Response:
    play = call.desk.play
    if bot := call.body.get("bot"):
        return replies.seated(call.desk, play.add_bot(call.table, Bot(bot), call.asked))
    command = Join(name=call.body["name"])
    return replies.seated(call.desk, play.join(call.table, command, call.asked))


def leave_game(call: Call) -> Response:
    command = Leave(seat=call.seat, leaver=SeatNo(call.path["seat"]))
    done = call.desk.play.act(call.table, command, call.asked)
    return replies.action(call.desk, done, 200)


def start_game(call: Call) -> Response:
    done = call.desk.play.act(call.table, Start(seat=call.seat), call.asked)
    return replies.action(call.desk, done, 201)


_SEATED: dict[str, Any] = {
    "description": "Seated. The token is given here and nowhere else.",
    "form": answers.Seated,
    "headers": SEAT_HEADERS,
}

ENDPOINTS = (
    Endpoint(
        method="POST",
        path="/v1/games",
        id="openGame",
        tag="games",
        summary="Open a table",
        description="Opens a table, with you as its host at seat 1. What a table chooses here "
        "never changes. With an `Idempotency-Key` the request can be sent again safely.",
        respond=open_game,
        body=TableAsked,
        example={"name": "Ana", "options": {"advanced": True, "turn_seconds": 3600}},
        shortest_key=OPENING_KEY,
        allowance=Allowance.OPENED,
        stored=True,
        answers=(Answer(status=201, example="opened", **_SEATED),),
        refusals=(Slug.TOKEN_GIVEN,),
    ),
    Endpoint(
        method="GET",
        path="/v1/games",
        id="listGames",
        tag="games",
        summary="List tables",
        description="The lobby: listed tables of one status, newest opened first.",
        respond=list_games,
        query=LobbyQuery,
        stored=True,
        answers=(
            Answer(
                status=200,
                description="A page of tables.",
                form=answers.Lobby,
                headers=("Link",),
                example="lobby",
            ),
        ),
    ),
    Endpoint(
        method="GET",
        path="/v1/games/{game}",
        id="getGame",
        tag="games",
        summary="Look at a game",
        description="The game as you may see it now: with a seat's token as that seat, else as "
        "the public, which sees what the mask wearer sees.",
        respond=get_game,
        credential=Credential.LOOKED_AT,
        cached=True,
        stored=True,
        answers=(
            Answer(
                status=200,
                description="The game.",
                form=answers.Game,
                headers=("ETag",),
                example="game",
            ),
            Answer(status=304, description="You have it already.", headers=("ETag",)),
        ),
    ),
    Endpoint(
        method="POST",
        path="/v1/games/{game}/players",
        id="joinGame",
        tag="games",
        summary="Sit down",
        description="Takes the lowest free seat of a table that has not started (C5, S4). The "
        "host can ask a bot to it instead: then `token` is null, and the game is the host's.",
        respond=join_game,
        credential=Credential.LOOKED_AT,
        body=PlayerAsked,
        example={"name": "Ben"},
        shortest_key=OPENING_KEY,
        conditional=True,
        allowance=Allowance.JOINED,
        stored=True,
        answers=(Answer(status=201, example="joined", **_SEATED),),
        refusals=(Slug.FORBIDDEN, Slug.RULE_BROKEN, Slug.TOKEN_GIVEN),
    ),
    Endpoint(
        method="DELETE",
        path="/v1/games/{game}/players/{seat}",
        id="leaveGame",
        tag="games",
        summary="Get up, or remove somebody",
        description="Before the start a seat can be given up by whoever holds it, or taken away "
        "by the host; afterwards only by whoever holds it, for good (H2).",
        respond=leave_game,
        credential=Credential.NEEDED,
        body=Empty,
        conditional=True,
        allowance=Allowance.ACTIONS,
        stored=True,
        answers=(
            Answer(
                status=200,
                description="Left.",
                form=answers.Action,
                headers=SEAT_HEADERS,
                example="left",
            ),
        ),
        refusals=(Slug.FORBIDDEN, Slug.RULE_BROKEN),
    ),
    Endpoint(
        method="POST",
        path="/v1/games/{game}/start",
        id="startGame",
        tag="games",
        summary="Start the game",
        description="The host starts; the prisoners and sticks are dealt (C5, S4, S5).",
        respond=start_game,
        credential=Credential.NEEDED,
        body=Empty,
        conditional=True,
        allowance=Allowance.ACTIONS,
        stored=True,
        answers=(
            Answer(
                status=201,
                description="Started.",
                form=answers.Action,
                headers=SEAT_HEADERS,
                example="started",
            ),
        ),
        refusals=(Slug.FORBIDDEN, Slug.RULE_BROKEN),
    ),
)
