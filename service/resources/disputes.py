"""Disputes: what a seat says is wrong with an event, and the docket in which it all stands."""

from typing import Any

from flask import Response

from events import sight
from events.clerk import Words
from events.docket import Claim
from service import lists, replies
from service.allowances import Allowance
from service.call import Call
from service.endpoint import Answer, Credential, Endpoint
from service.hearing import hearing
from service.problems import Slug, malformed
from service.schemas import dockets
from service.schemas.hearings import LONGEST_RECEIPT, DisputeAsked, PageQuery


def raise_dispute(call: Call) -> Response:
    body, longest = call.body, call.desk.settings.limits.statement_characters
    _check_length("statement", body["statement"], longest)
    _check_length("receipt", body["receipt"], LONGEST_RECEIPT)
    words = Words(statement=body["statement"], receipt=body["receipt"])
    filed = call.desk.clerk.raise_dispute(
        call.table, body["version"], Claim(body["claim"]), words, call.asked
    )
    told = hearing(call, filed.docket).dispute(filed.id)
    return replies.filed(call, told, filed.fresh, filed.replayed)


def _check_length(field: str, text: str | None, longest: int) -> None:
    if text is not None and len(text) > longest:
        detail = f"Must have at most {longest} characters."
        raise malformed([{"pointer": f"/{field}", "detail": detail}])


def list_disputes(call: Call) -> Response:
    heard = hearing(call)
    ids, further = lists.of_docket(call, [dispute.id for dispute in heard.docket.disputes])
    return lists.page(call, [heard.dispute(id) for id in ids], further)


def get_dispute(call: Call) -> Response:
    return replies.json(hearing(call).dispute(call.path["dispute"]), 200, replies.FRESH)


def list_docket_events(call: Call) -> Response:
    heard = hearing(call)
    events = call.desk.clerk.events(heard.docket)
    versions, further = lists.of_docket(call, [event.version for event in events])
    shown = [sight.event(events[version - 1], heard.game.over) for version in versions]
    return lists.page(call, shown, further)


_OF_A_GAME: dict[str, Any] = {
    "method": "GET",
    "tag": "disputes",
    "credential": Credential.LOOKED_AT,
    "stored": True,
}

ENDPOINTS = (
    Endpoint(
        method="POST",
        path="/v1/games/{game}/disputes",
        id="raiseDispute",
        tag="disputes",
        summary="Dispute an event",
        description="Any seat of a game that has started says what is wrong with an event. It is "
        "ruled on when the game is over; nothing in the game's log ever changes by it. One for "
        "each seat, version and claim: asked again, that one is given. At most 20 for a seat.",
        respond=raise_dispute,
        credential=Credential.NEEDED,
        body=DisputeAsked,
        example={"version": 8, "claim": "verdict", "statement": "I said the left one."},
        allowance=Allowance.ACTIONS,
        stored=True,
        answers=(
            Answer(
                status=200,
                description="You have disputed that already.",
                form=dockets.Dispute,
                headers=("Location",),
                example="disputed",
            ),
            Answer(
                status=202,
                description="It is taken.",
                form=dockets.Dispute,
                headers=("Location", "Idempotency-Replayed"),
                example="disputed",
            ),
        ),
        refusals=(Slug.FORBIDDEN, Slug.RULE_BROKEN),
    ),
    Endpoint(
        path="/v1/games/{game}/disputes",
        id="listDisputes",
        summary="List the disputes of a game",
        description="Oldest first. They open when the game is over.",
        respond=list_disputes,
        query=PageQuery,
        answers=(
            Answer(
                status=200,
                description="A page of disputes.",
                form=dockets.Disputes,
                headers=("Link",),
                example="disputes",
            ),
        ),
        **_OF_A_GAME,
    ),
    Endpoint(
        path="/v1/games/{game}/disputes/{dispute}",
        id="getDispute",
        summary="Read a dispute",
        description="With its ruling, once there is one: upheld, dismissed, or silent, where the "
        "printed sheet does not say and the table's reading decided.",
        respond=get_dispute,
        answers=(
            Answer(status=200, description="The dispute.", form=dockets.Dispute, example="ruled"),
        ),
        **_OF_A_GAME,
    ),
    Endpoint(
        path="/v1/games/{game}/docket",
        id="listDocketEvents",
        summary="Read the docket",
        description="Every step of the audits and disputes of a game, as events with the log's "
        "envelope and a chain of their own, oldest first.",
        respond=list_docket_events,
        query=PageQuery,
        answers=(
            Answer(
                status=200,
                description="A page of the docket.",
                form=dockets.DocketEvents,
                headers=("Link",),
                example="docket",
            ),
        ),
        **_OF_A_GAME,
    ),
)
