"""The published contract, held against real answers: no undocumented status, type, header, form."""

import json
import re
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from openapi_schema_validator import OAS31Validator, oas31_format_checker
from werkzeug.test import TestResponse

Json = dict[str, Any]

EVERYWHERE = {
    "content-type",
    "content-length",
    "content-security-policy",
    "cache-control",
    "vary",
    "referrer-policy",
    "x-content-type-options",
    "x-accel-buffering",
    "allow",
    "access-control-allow-origin",
    "access-control-expose-headers",
    "access-control-allow-methods",
    "access-control-allow-headers",
    "access-control-max-age",
}
"""Headers that are no part of one operation's contract."""


class Contract:
    """The committed document, and which of its answers were met."""

    def __init__(self) -> None:
        text = files("api_spec").joinpath("openapi.json").read_bytes()
        self.document: Json = json.loads(text)
        self.met: set[tuple[str, str]] = set()
        self._paths = [
            (re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), path) for path in self.document["paths"]
        ]

    def operation(self, method: str, path: str) -> Json | None:
        """None where the document knows no such operation."""
        method = "get" if method == "HEAD" else method.lower()
        for pattern, known in self._paths:
            if pattern.fullmatch(path):
                found: Json | None = self.document["paths"][known].get(method)
                return found
        return None

    def documented(self) -> set[tuple[str, str]]:
        """Every operation with every status that it can give."""
        return {
            (operation["operationId"], status)
            for path in self.document["paths"].values()
            for operation in path.values()
            for status in operation["responses"]
        }

    def check(self, answer: TestResponse) -> None:
        """Raises AssertionError where the document does not know this answer."""
        request = answer.request
        operation = self.operation(request.method, request.path)
        if operation is None or answer.status_code == 405:
            assert answer.status_code in {204, 404, 405}, f"{request} answered {answer.status}"
            return
        met = operation["operationId"], str(answer.status_code)
        assert met[1] in operation["responses"], f"undocumented: {met}: {answer.get_data()!r}"
        self.met.add(met)
        self._check_form(operation["responses"][met[1]], answer, request.method)

    def _check_form(self, documented: Json, answer: TestResponse, method: str) -> None:
        names = {name.lower() for name in documented.get("headers", {})}
        stray = {name.lower() for name in answer.headers.keys()} - names - EVERYWHERE  # noqa: SIM118
        assert not stray, f"undocumented headers: {stray}"
        kind = (answer.content_type or "").partition(";")[0]
        if "content" not in documented:
            assert not kind
            assert not answer.get_data()
            return
        assert kind in documented["content"], f"undocumented type {kind}"
        if kind in {"application/json", "application/problem+json"} and method != "HEAD":
            schema = documented["content"][kind]["schema"]
            errors = list(self._validator(msgspec.json.encode(schema)).iter_errors(answer.json))
            assert not errors, f"{answer.request}: {errors[0].message} at {errors[0].json_path}"

    @cache  # noqa: B019 - one contract lives as long as the tests
    def _validator(self, form: bytes) -> OAS31Validator:
        components = {"components": self.document["components"]}
        schema = {**json.loads(form), **components}
        return OAS31Validator(schema, format_checker=oas31_format_checker)


CONTRACT = Contract()
