"""Requests for every path that the contract has, whatever it will have."""

import itertools
import re
from collections.abc import Iterator
from typing import Any

from tests.service.contract import CONTRACT
from tests.twin.pair import Asked

Json = dict[str, Any]

STREAM = "text/event-stream"
STALE = {"If-Match": '"0.0.-"'}
BAD: tuple[Any, ...] = ({"unknown": 1}, [], {"sticks": [{"window": 13}]}, {"name": ""})


def operations() -> Iterator[tuple[str, str, Json]]:
    """Method, path and declaration of each operation; the stream has its own test."""
    for path, methods in CONTRACT.document["paths"].items():
        for method, operation in methods.items():
            if not any(
                STREAM in answer.get("content", {}) for answer in operation["responses"].values()
            ):
                yield method.upper(), path, operation


def reading(game: str, version: int, by: int | None) -> Iterator[Asked]:
    """Every GET and HEAD with every content type and language, parameter by parameter."""
    for method, path, operation in operations():
        if method != "GET":
            continue
        for filled in _paths(path, operation, game, version):
            for query in _queries(operation):
                yield Asked(method="GET", path=filled + query, by=by)
            yield Asked(method="HEAD", path=filled, by=by)
            for kind in operation["responses"]["200"].get("content", {}):
                yield Asked(method="GET", path=filled, by=by, headers={"Accept": kind})
            if any(p["name"] == "Accept-Language" for p in operation["parameters"]):
                yield Asked(method="GET", path=filled, by=by, headers={"Accept-Language": "fr"})


def refused(game: str, version: int, by: int | None) -> Iterator[Asked]:
    """Every writing request, spoilt: meant for another version, or of the wrong form."""
    for method, path, operation in operations():
        if method == "GET":
            continue
        body = _example(operation)
        for filled in _paths(path, operation, game, version):
            if any(p["name"] == "If-Match" for p in operation["parameters"]):
                yield Asked(method=method, path=filled, by=by, body=body, headers=STALE)
            yield Asked(method=method, path=filled, by=by, raw=b"{")
            for bad in BAD:
                yield Asked(method=method, path=filled, by=by, body=bad)


def written(game: str, version: int, by: int | None) -> Iterator[Asked]:
    """Every writing request as it should be: most are refused, and some change the game."""
    for method, path, operation in operations():
        if method != "GET":
            for filled in _paths(path, operation, game, version):
                yield Asked(method=method, path=filled, by=by, body=_example(operation))


def _example(operation: Json) -> Any:
    content: Json = operation.get("requestBody", {}).get("content", {})
    return next((kind["example"] for kind in content.values() if "example" in kind), None)


def _paths(path: str, operation: Json, game: str, version: int) -> Iterator[str]:
    known: dict[str, Any] = {
        "game": [game],
        "version": [1, version, version + 1],
        "seat": range(1, 6),
    }
    schemas = {p["name"]: p["schema"] for p in operation["parameters"] if p["in"] == "path"}
    names = re.findall(r"\{(\w+)\}", path)
    choices = [list(known.get(name) or _values(schemas[name])) for name in names]
    for values in itertools.product(*choices):
        filled = path
        for name, value in zip(names, values, strict=True):
            filled = filled.replace(f"{{{name}}}", str(value))
        yield filled


def _queries(operation: Json) -> Iterator[str]:
    """None, then each parameter with each of its values."""
    yield ""
    for parameter in operation["parameters"]:
        if parameter["in"] == "query":
            for value in _values(parameter["schema"]):
                yield f"?{parameter['name']}={value}"


def _values(schema: Json) -> list[Any]:
    """Everything that a closed set offers; else the ends of a range, or something made up."""
    if "enum" in schema:
        return list(schema["enum"])
    if "anyOf" in schema:
        return [value for one in schema["anyOf"] for value in _values(one)]
    if "minimum" in schema:
        return [schema["minimum"], schema["minimum"] + 1, schema["maximum"]]
    return ["made-up"]
