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

Bodies = dict[type[Body], Form]
"""Bodies of events, and the form of each with all its fields side by side."""

REF = "#/components/schemas/{name}"

DOCKET_BODIES: tuple[type[Body], ...] = get_args(DocketBody)

KINDS: dict[str, tuple[type[Body], ...]] = {"Event": BODIES, "DocketEvent": DOCKET_BODIES}
"""What can stand in each of the two envelopes."""

PARTS = {
    Part.ACTION: "What was done, as far as everybody may read it.",
    Part.OUTCOME: "What followed from it by the rules; what does not apply is absent.",
    Part.HIDDEN: "What the veil commits to; it opens when the game is over.",
}


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
    bodies = {body: found.pop(body.__name__) for body in every}
    for envelope, kinds in KINDS.items():
        found |= _enveloped(found[envelope], {body: bodies[body] for body in kinds})
    found["Options"]["required"] = list(found["Options"]["properties"])
    for closed in (Colour, Kind, Length, Position, Slot):
        found[closed.__name__]["enum"] = [member.value for member in closed]
    return {name: _tidy(form) for name, form in sorted(found.items())}


def _enveloped(envelope: Form, bodies: Bodies) -> dict[str, Form]:
    """A form for each type of event, by name; the envelope's own becomes any of them."""
    types: dict[str, Bodies] = {}
    for body, form in bodies.items():
        types.setdefault(body.type, {})[body] = form
    named = {_name(type, envelope["title"]): type for type in types}
    told = {name: _typed(envelope, type, types[type]) for name, type in named.items()}
    mapping = {type: REF.format(name=name) for name, type in named.items()}
    whole = {
        "description": envelope["description"],
        "oneOf": [ref(name) for name in named],
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }
    return {envelope["title"]: whole, **told}


def _name(type: str, envelope: str) -> str:
    return "".join(word.capitalize() for word in type.split("-")) + envelope


def _typed(envelope: Form, type: str, bodies: Bodies) -> Form:
    """The envelope with the parts that events of one type have."""
    parts = {part: _part(bodies, part) for part in Part}
    properties = {
        **envelope["properties"],
        "type": {"type": "string", "const": type},
        "action": parts[Part.ACTION],
        "outcome": parts[Part.OUTCOME],
        "hidden": parts[Part.HIDDEN],
        "salt": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
    }
    if not parts[Part.HIDDEN]["properties"]:
        del properties["hidden"], properties["salt"]
        properties["veil"] = {"type": "null"}
    words = " Or: ".join(form["description"] for form in bodies.values())
    return {**envelope, "description": words, "properties": properties}


def _part(bodies: Bodies, part: Part) -> Form:
    """The fields that events of one type have in a part, each with every form it can have."""
    properties: dict[str, list[Form]] = {}
    for body, form in bodies.items():
        for name, where in fields(body).items():
            if where is part:
                properties.setdefault(name, []).append(form["properties"][name])
    always = set.intersection(*(set(form.get("required", ())) for form in bodies.values()))
    return {
        "type": "object",
        "description": PARTS[part],
        "properties": {name: _any_of(forms) for name, forms in properties.items()},
        "required": [name for name in properties if name in always],
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
