"""The rules, in the service's own words, and the keys that sign."""

from flask import Response

from events import rulebook
from service import replies
from service.call import Call
from service.endpoint import Answer, Endpoint
from service.schemas import answers

LASTING = {"Cache-Control": "public, max-age=300"}


def get_rules(_: Call) -> Response:
    rulings = [
        {
            "name": ruling.name,
            "settles": ruling.settles,
            "default": ruling.default,
            "readings": ruling.readings,
        }
        for ruling in rulebook.RULINGS
    ]
    rules = {
        "clauses": rulebook.CLAUSES,
        "rulings": rulings,
        "options": rulebook.OPTIONS,
        "colours": rulebook.COLOURS,
        "kinds": rulebook.KINDS,
    }
    return replies.json(rules, 200, LASTING)


def get_keys(call: Call) -> Response:
    return replies.json(call.desk.settings.keys.public(), 200, LASTING)


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/v1/rules",
        id="getRules",
        tag="rules",
        summary="Read the rules",
        description="The clauses that refusals and verdicts cite, every point that the printed "
        "sheet leaves open with its readings, and the other options of a table.",
        respond=get_rules,
        answers=(
            Answer(status=200, description="The rules.", form=answers.Rules, example="rules"),
        ),
    ),
    Endpoint(
        method="GET",
        path="/.well-known/jwks.json",
        id="getKeys",
        tag="rules",
        summary="Get the keys that sign receipts",
        description="Public Ed25519 keys, the newest first, retired ones included (RFC 7517).",
        respond=get_keys,
        answers=(Answer(status=200, description="The keys.", form=answers.Jwks, example="keys"),),
    ),
)
