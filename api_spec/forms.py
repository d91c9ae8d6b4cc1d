"""The forms of answers as JSON Schema, from their types and the event catalogue."""

import re
from collections.abc import Iterable
from operator import attrgetter
from typing import Any, get_args

import msgspec

from events.board import Colour, Kind, Length, Position, Slot
from events.catalogue import BODIES, Body, Part, fields
from events.docket import DocketBody
from service.endpoint import Endpoint
from service.schemas import answers

Form = dict[str, Any]

REF = "#/components/schemas/{name}"

DOCKET_BODIES: tuple[type[Body], ...] = get_args(DocketBody)

HIDDEN = "What the veil commits to; it opens when the game is over."

PARTS: dict[str, dict[Part, tuple[str, str]]] = {
    "Event": {
        Part.ACTION: ("EventAction", "What the player did, as far as everybody may read it."),
        Part.OUTCOME: ("EventOutcome", "What the referee ruled; what does not apply is absent."),
        Part.HIDDEN: ("EventHidden", HIDDEN),
    },
    "DocketEvent": {
        Part.ACTION: ("DocketAction", "What was disputed, or to what an answer belongs."),
        Part.OUTCOME: ("DocketOutcome", "What was asked for, found or ruled."),
        Part.HIDDEN: ("DocketHidden", HIDDEN),
    },
}

KINDS: dict[str, tuple[type[Body], ...]] = {"Event": BODIES, "DocketEvent": DOCKET_BODIES}
"""What can stand in each of the two envelopes."""


def ref(name: str) -> Form:
    return {"$ref": REF.format(name=name)}


def forms(endpoints: Iterable[Endpoint]) -> dict[str, Form]:
    """Every form that an answer can have, by name."""
    shown: set[type[Any]] = {
        answer.form for endpoint in endpoints for answer in endpoint.answers if answer.form
    }
    types = sorted(shown | {answers.Problem}, key=attrgetter("__name__"))
    every = [body for kinds in KINDS.values() for body in kinds]
    _, found = msgspec.json.schema_components([*types, *every], ref_template=REF)
    bodies = {body.__name__: found.pop(body.__name__) for body in every}
    for envelope in KINDS:
        found |= _enveloped(found[envelope], envelope, bodies)
    found["Options"]["required"] = list(found["Options"]["properties"])
    for closed in (Colour, Kind, Length, Position, Slot):
        found[closed.__name__]["enum"] = [member.value for member in closed]
    return {name: _tidy(form) for name, form in sorted(found.items())}


def _enveloped(event: Form, envelope: str, bodies: dict[str, Form]) -> dict[str, Form]:
    """The forms of an envelope's parts, to which it then refers."""
    kinds, parts = KINDS[envelope], PARTS[envelope]
    event["properties"] |= {
        "type": {"type": "string", "enum": list(dict.fromkeys(body.type for body in kinds))},
        "action": ref(parts[Part.ACTION][0]),
        "outcome": ref(parts[Part.OUTCOME][0]),
        "hidden": ref(parts[Part.HIDDEN][0]),
        "salt": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
    }
    return {name: _part(bodies, kinds, part, told) for part, (name, told) in parts.items()}


def _part(bodies: dict[str, Form], kinds: Iterable[type[Body]], part: Part, told: str) -> Form:
    """All fields that some event has in one of its parts, each with every form it can have."""
    properties: dict[str, list[Form]] = {}
    for body in kinds:
        declared = fields(body)
        for name, form in bodies[body.__name__]["properties"].items():
            if declared.get(name) is part:
                properties.setdefault(name, []).append(form)
    return {
        "type": "object",
        "description": told,
        "properties": {name: _any_of(forms) for name, forms in properties.items()},
        "additionalProperties": False,
    }


def _any_of(forms: list[Form]) -> Form:
    each: list[Form] = []
    for form in forms:
        each += [one for one in form.get("anyOf", [form]) if one not in each]
    return each[0] if len(each) == 1 else {"anyOf": each}


def _tidy(form: Any) -> Any:
    """Without titles that repeat a name or defaults that a client never fills in; enums typed."""
    if isinstance(form, list):
        return [_tidy(one) for one in form]
    if not isinstance(form, dict):
        return form
    if isinstance(told := form.get("description"), str):
        form = {**form, "description": re.sub(r"\bNone\b", "null", told)}
    if "enum" in form and all(isinstance(value, str) for value in form["enum"]):
        form = {"type": "string", **form}
    return {
        name: {key: _tidy(one) for key, one in value.items()}
        if name == "properties"
        else _tidy(value)
        for name, value in form.items()
        if name not in {"title", "default"}
    }
