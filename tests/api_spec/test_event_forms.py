"""The contract's forms of events, held against every stored game."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from openapi_schema_validator import OAS31Validator

from events.catalogue import BODIES
from tests.api_spec.conftest import Module
from tests.golden import bots, games
from tests.service.contract import CONTRACT

Json = dict[str, Any]

SCHEMAS: Json = CONTRACT.document["components"]["schemas"]

PARTS = ("action", "outcome", "hidden")


@pytest.fixture(scope="module")
def shapes() -> list[Json]:
    """An event of every shape there is, as the log shows it when the game is over."""
    found: dict[tuple[Any, ...], Json] = {}
    for event in _stored():
        held = (tuple(sorted(event.get(part, {}))) for part in PARTS)
        found.setdefault((event["type"], event["seat"] is None, *held), event)
    return list(found.values())


def _stored() -> Iterator[Json]:
    for golden in (*games.read(), *bots.read()):
        for text, hash, kept in golden.entries:
            event, private = json.loads(text), json.loads(kept)
            opened = {name: private[name] for name in ("hidden", "salt") if private[name]}
            yield {**event, "hash": hash, **opened}


def form_of(event: Json) -> Json:
    mapping = SCHEMAS["Event"]["discriminator"]["mapping"]
    found: Json = SCHEMAS[mapping[event["type"]].rpartition("/")[2]]
    return found


def test_every_shape_of_an_event_is_of_exactly_one_form(shapes: list[Json]) -> None:
    schema = {"$ref": "#/components/schemas/Event", "components": {"schemas": SCHEMAS}}
    validator = OAS31Validator(schema)
    assert len(shapes) >= len(BODIES)
    for event in shapes:
        assert not list(validator.iter_errors(event)), event
        assert list(validator.iter_errors({**event, "seat": 6}))


@pytest.mark.parametrize("part", PARTS)
def test_what_every_event_of_a_form_has_is_required_of_it(shapes: list[Json], part: str) -> None:
    always: dict[str, tuple[Json, set[str]]] = {}
    for event in shapes:
        if part in event:
            form = next(
                form
                for form in _forms(form_of(event)["properties"][part])
                if form["properties"].keys() >= event[part].keys() >= set(form["required"])
            )
            kept = always.setdefault(json.dumps([event["type"], form]), (form, set(event[part])))
            kept[1].intersection_update(event[part])
    assert always
    for form, names in always.values():
        assert set(form["required"]) == names


def _forms(form: Json) -> list[Json]:
    found: list[Json] = form.get("oneOf", [form])
    return found


def test_a_generated_client_reads_every_shape_and_loses_nothing(
    generated: Module, shapes: list[Json]
) -> None:
    page = {"items": shapes, "next": None}
    assert generated("models").Events.from_dict(page).to_dict() == page
