"""The OpenAPI document, from the declarations of the endpoints."""

import inspect
from importlib.metadata import version
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema
from marshmallow.fields import Field

from api_spec.example_game import examples
from api_spec.forms import forms
from api_spec.operation import operation
from api_spec.problem_answers import problem_examples
from api_spec.ref import ref
from api_spec.shared import EXAMPLES, FORMS, HEADERS, SECURITY, TAGS, TOLD
from service.resources import ENDPOINTS

Document = dict[str, Any]


def document() -> Document:
    """The whole contract as plain data, the same every time."""
    plugin = MarshmallowPlugin()
    spec = APISpec(
        title="Sing Sing",
        version=version("singsing"),
        openapi_version="3.1.0",
        plugins=[plugin],
        info={
            "description": TOLD,
            "license": {"name": "MIT", "identifier": "MIT"},
            "contact": {"name": "Whoever runs this service"},
        },
        servers=[{"url": "/", "description": "The service that gave you this document."}],
        tags=TAGS,
    )
    converter = plugin.converter
    assert converter is not None  # noqa: S101 - APISpec has set it
    converter.add_attribute_function(_constraints)  # type: ignore[no-untyped-call]
    for name, form in forms(ENDPOINTS).items():
        spec.components.schema(name, form)
    for name, form in FORMS.items():
        spec.components.schema(name, form)
    for name, header in HEADERS.items():
        spec.components.header(name, header)
    spec.components.security_scheme("seat", SECURITY)
    shown = EXAMPLES | examples()
    for endpoint in ENDPOINTS:
        spec.path(endpoint.path, operations={endpoint.method.lower(): operation(endpoint, shown)})
    return _plain(spec, converter.refs)


def _constraints(_: Any, field: Field[Any], **__: Any) -> Document:
    """What the service's own fields say of themselves."""
    constraints = dict(getattr(field, "constraints", {}))
    if field.allow_none and "type" in constraints:
        constraints["type"] = [constraints["type"], "null"]
    return constraints


def _plain(spec: APISpec, requests: dict[Any, str]) -> Document:
    built: Document = spec.to_dict()
    built["components"]["examples"] = problem_examples(ENDPOINTS)
    for schema, name in requests.items():
        kind: type[Schema] = schema[0]
        form = built["components"]["schemas"][name]
        form |= {"description": inspect.getdoc(kind) or "", **getattr(kind, "constraints", {})}
        for property, each in form.get("properties", {}).items():
            form["properties"][property] = _named(each, built["components"]["schemas"])
    return built


def _named(form: Document, schemas: Document) -> Document:
    """An enumeration that answers have too, by its name, so that clients have one type of it."""
    same = [
        name
        for name, other in schemas.items()
        if "enum" in form and sorted(form["enum"]) == sorted(other.get("enum", ()))
    ]
    if not same:
        return form
    told = {name: each for name, each in form.items() if name not in {"type", "enum"}}
    return {**ref(same[0]), **told}
