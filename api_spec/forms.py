"""The forms of answers as JSON Schema, from their types and the event catalogue."""

from collections.abc import Iterable
from operator import attrgetter
from typing import Any

import msgspec

from events.catalogue import BODIES, Part, fields
from service.endpoint import Endpoint
from service.schemas import answers

Form = dict[str, Any]

REF = "#/components/schemas/{name}"

PARTS = {
    Part.ACTION: ("EventAction", "What the player did, as far as everybody may read it."),
    Part.OUTCOME: ("EventOutcome", "What the referee ruled; what does not apply is absent."),
    Part.HIDDEN: ("EventHidden", "What the veil commits to; it opens when the game is over."),
}


def ref(name: str) -> Form:
    return {"$ref": REF.format(name=name)}


def forms(endpoints: Iterable[Endpoint]) -> dict[str, Form]:
    """Every form that an answer can have, by name."""
    shown: set[type[Any]] = {
        answer.form for endpoint in endpoints for answer in endpoint.answers if answer.form
    }
    types = sorted(shown | {answers.Problem}, key=attrgetter("__name__"))
    _, found = msgspec.json.schema_components([*types, *BODIES], ref_template=REF)
    bodies = {body.__name__: found.pop(body.__name__) for body in BODIES}
    parts = {name: _part(bodies, part, told) for part, (name, told) in PARTS.items()}
    return {name: _tidy(form) for name, form in sorted((_opened(found) | parts).items())}


def _opened(found: dict[str, Form]) -> dict[str, Form]:
    """The same forms, an Event with its parts, and Options whole as answers always show them."""
    event, options = found["Event"], found["Options"]
    event["properties"] |= {
        "type": {"type": "string", "enum": list(dict.fromkeys(body.type for body in BODIES))},
        "action": ref(PARTS[Part.ACTION][0]),
        "outcome": ref(PARTS[Part.OUTCOME][0]),
        "hidden": ref(PARTS[Part.HIDDEN][0]),
        "salt": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
    }
    options["required"] = list(options["properties"])
    return found


def _part(bodies: dict[str, Form], part: Part, told: str) -> Form:
    """All fields that some event has in one of its parts, each with every form it can have."""
    properties: dict[str, list[Form]] = {}
    for body in BODIES:
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
    if "enum" in form and all(isinstance(value, str) for value in form["enum"]):
        form = {"type": "string", **form}
    return {
        name: {key: _tidy(one) for key, one in value.items()}
        if name == "properties"
        else _tidy(value)
        for name, value in form.items()
        if name not in {"title", "default"}
    }
