"""The forms of events: one for each type, from the catalogue, under their envelope's name."""

from collections.abc import Iterable
from typing import Any, get_args, get_type_hints

from api_spec.ref import REF, Form, ref
from events.board import SeatNo
from events.catalogue import (
    BODIES,
    AnswerGiven,
    Body,
    GameClosed,
    GameOpened,
    Part,
    PlayerLeft,
    Resolving,
    SecondAnswerDeclined,
    fields,
)
from events.docket import DocketBody
from events.rulebook import SEATS

SEAT = {"type": "integer", "minimum": 1, "maximum": SEATS}

ALWAYS: dict[type[Body], tuple[str, ...]] = {
    AnswerGiven: ("verdict", "resolved"),
    SecondAnswerDeclined: tuple(fields(Resolving)),
    PlayerLeft: ("lime", "mask", "winner", "won_by"),
}
"""What the referee adds to every event of these kinds, though not to all that resolve a turn."""

Bodies = dict[type[Body], Form]
"""Bodies of events, and the form of each with all its fields side by side."""

DOCKET_BODIES: tuple[type[Body], ...] = get_args(DocketBody)

KINDS: dict[str, tuple[type[Body], ...]] = {"Event": BODIES, "DocketEvent": DOCKET_BODIES}
"""What can stand in each of the two envelopes."""

PARTS = {
    Part.ACTION: "What was done, as far as everybody may read it.",
    Part.OUTCOME: "What followed from it by the rules; what does not apply is absent.",
    Part.HIDDEN: "What the veil commits to; it opens when the game is over.",
}


def enveloped(envelope: Form, bodies: Bodies) -> dict[str, Form]:
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
    kept = envelope["properties"]
    properties = {
        **kept,
        "type": {"type": "string", "const": type},
        "action": _one_of(_part(body, form, Part.ACTION) for body, form in bodies.items()),
        "outcome": _one_of(_part(body, form, Part.OUTCOME) for body, form in bodies.items()),
        "veil": _veil(kept["veil"], bodies),
        "hidden": _one_of(_part(body, form, Part.HIDDEN) for body, form in _hiding(bodies)),
        "salt": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
    }
    if not _hiding(bodies):
        del properties["hidden"], properties["salt"]
    if envelope["title"] == "Event":
        properties["previous"] = kept["previous"]["anyOf"][type == GameOpened.type]
        if type != GameClosed.type:
            properties["seat"] = SEAT
    words = " Or: ".join(form["description"] for form in bodies.values())
    return {**envelope, "description": words, "properties": properties}


def _hiding(bodies: Bodies) -> list[tuple[type[Body], Form]]:
    """The bodies that hide something, always or at times."""
    return [(body, form) for body, form in bodies.items() if Part.HIDDEN in fields(body).values()]


def _veil(either: Form, bodies: Bodies) -> Form:
    """A hash where something is always hidden, null where nothing ever is."""
    hash, null = either["anyOf"]
    if not _hiding(bodies):
        return dict(null)
    always = len(_hiding(bodies)) == len(bodies) and all(
        name in form["required"]
        for body, form in bodies.items()
        for name in _named(body, Part.HIDDEN)
    )
    return dict(hash) if always else either


def _named(body: type[Body], part: Part) -> list[str]:
    return [name for name, where in fields(body).items() if where is part]


def _part(body: type[Body], form: Form, part: Part) -> Form:
    """What events of one kind have in a part. A hidden part is not there rather than empty."""
    hints = get_type_hints(body)
    names = _named(body, part)
    always = {*form.get("required", ()), *ALWAYS.get(body, ())}
    return {
        "type": "object",
        "description": PARTS[part],
        "properties": {
            name: _seated(form["properties"][name])
            if _holds(hints[name], SeatNo)
            else form["properties"][name]
            for name in names
        },
        "required": [name for name in names if name in always or part is Part.HIDDEN],
        "additionalProperties": False,
    }


def _holds(hint: Any, wanted: Any) -> bool:
    return hint is wanted or any(_holds(each, wanted) for each in get_args(hint))


def _seated(form: Form) -> Form:
    """A seat where a schema sees but a number."""
    if "anyOf" in form:
        return {"anyOf": [_seated(one) for one in form["anyOf"]]}
    return SEAT if form.get("type") == "integer" else form


def _one_of(forms: Iterable[Form]) -> Form:
    """What asks for most comes first, for clients that take the first that fits."""
    each: list[Form] = []
    for form in sorted(forms, key=lambda form: -len(form["required"])):
        if form not in each:
            each.append(form)
    return each[0] if len(each) == 1 else {"oneOf": each}
