"""The four things that happen in a turn."""

from typing import Any

from flask import Response

from events.board import Colour, Length, NamedStick, Place, Slot
from events.commands import Answer as AnswerCommand
from events.commands import Decline, PutMaskOn, RemoveSticks, SeatCommand
from service import replies
from service.allowances import Allowance
from service.call import Call
from service.endpoint import Answer, Credential, Endpoint
from service.problems import Slug
from service.resources.games import SEAT_HEADERS
from service.schemas import answers
from service.schemas.requests import AnswerAsked, Empty, RemovalAsked


def put_mask_on(call: Call) -> Response:
    return _act(call, PutMaskOn(seat=call.seat))


def remove_sticks(call: Call) -> Response:
    places = tuple(
        Place(window=place["window"], slot=Slot(place["slot"])) for place in call.body["sticks"]
    )
    return _act(call, RemoveSticks(seat=call.seat, places=places))


def give_answer(call: Call) -> Response:
    sticks = tuple(
        NamedStick(
            window=stick["window"],
            length=Length(stick["length"]),
            colour=Colour(stick["colour"]),
        )
        for stick in call.body["sticks"]
    )
    return _act(call, AnswerCommand(seat=call.seat, sticks=sticks))


def decline_answer(call: Call) -> Response:
    return _act(call, Decline(seat=call.seat))


def _act(call: Call, command: SeatCommand) -> Response:
    return replies.action(call.desk, call.desk.play.act(call.table, command, call.asked), 201)


def _turn(path: str, done: str, shown: str, **declared: Any) -> Endpoint:
    return Endpoint(
        method="POST",
        path=f"/v1/games/{{game}}/{path}",
        tag="turns",
        credential=Credential.NEEDED,
        conditional=True,
        allowance=Allowance.ACTIONS,
        stored=True,
        answers=(
            Answer(
                status=201,
                description=done,
                form=answers.Action,
                headers=SEAT_HEADERS,
                example=shown,
            ),
        ),
        refusals=(Slug.FORBIDDEN, Slug.RULE_BROKEN),
        **declared,
    )


ENDPOINTS = (
    _turn(
        "mask",
        "The mask is on.",
        "masked",
        id="putMaskOn",
        summary="Put the mask on",
        description="The wearer puts the mask on; until they answer, they see no board (T1).",
        respond=put_mask_on,
        body=Empty,
    ),
    _turn(
        "removals",
        "Removed.",
        "removed",
        id="removeSticks",
        summary="Remove a stick, or two",
        description="The Lime holder removes one stick (T2), or two for a token (A2).",
        respond=remove_sticks,
        body=RemovalAsked,
        example={"sticks": [{"window": 3, "slot": "left"}]},
    ),
    _turn(
        "answers",
        "Answered.",
        "answered",
        id="giveAnswer",
        summary="Say what went",
        description="The wearer names what was removed (T3). A second answer, where one is "
        "waited for, pays its token by being given (A3).",
        respond=give_answer,
        body=AnswerAsked,
        example={"sticks": [{"window": 3, "length": "short", "colour": "red"}]},
    ),
    _turn(
        "declines",
        "Declined.",
        "declined",
        id="declineAnswer",
        summary="Give no second answer",
        description="The wearer keeps their token, and the turn is resolved as wrong (A3).",
        respond=decline_answer,
        body=Empty,
    ),
)
