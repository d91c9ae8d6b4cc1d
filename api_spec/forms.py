"""The forms of answers as JSON Schema, from their types and the event catalogue."""

import re
from collections.abc import Iterable
from operator import attrgetter
from typing import Any

import msgspec

from api_spec.event_forms import KINDS, enveloped
from api_spec.ref import REF, Form
from events.board import Colour, Kind, Length, Position, Slot
from events.rulebook import RULINGS
from service.endpoint import Endpoint
from service.fields import Choice
from service.schemas import answers


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
        found |= enveloped(found[envelope], {body: bodies[body] for body in kinds})
    found["Options"] |= _chosen(found["Options"]["properties"])
    for closed in (Colour, Kind, Length, Position, Slot):
        found[closed.__name__]["enum"] = [member.value for member in closed]
    return {name: _tidy(form) for name, form in sorted(found.items())}


def _chosen(options: dict[str, Form]) -> Form:
    """Every option is there, as one of the readings of its ruling."""
    for ruling in RULINGS:
        if "$ref" not in options[ruling.name]:
            options[ruling.name] = Choice([each.value for each in ruling.readings]).constraints
    return {"properties": options, "required": list(options)}


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
