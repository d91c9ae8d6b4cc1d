"""The problem documents that an operation can answer with, by status."""

from collections.abc import Iterable
from typing import Any

from api_spec.ref import ref
from service.endpoint import Endpoint
from service.problems import CONTENT_TYPE, TYPES, Slug

HEADERS = {401: ["WWW-Authenticate"], 429: ["Retry-After"], 503: ["Retry-After"]}
LIMITED = ["RateLimit-Policy", "RateLimit"]
COUNTED = {403, 404, 409, 412, 422, 429, 503}
"""Statuses that can come once a request was counted against a limit."""

_EXTRA: dict[Slug, dict[str, Any]] = {
    Slug.RULE_BROKEN: {
        "detail": "The game waits until seat 2 puts the mask on.",
        "clauses": ["T2"],
    },
    Slug.MALFORMED: {
        "detail": "/sticks/0/window: Must be a whole number from 1 to 12.",
        "errors": [
            {"pointer": "/sticks/0/window", "detail": "Must be a whole number from 1 to 12."}
        ],
    },
}


def problem_examples(endpoints: Iterable[Endpoint]) -> dict[str, Any]:
    """One example for each type that some operation has, by its slug."""
    used = {slug for endpoint in endpoints for slug in endpoint.problems}
    return {
        slug.value: {
            "summary": type.title,
            "value": {
                "type": f"/problems/{slug}",
                "title": type.title,
                "status": type.status,
                "detail": type.text,
                **_EXTRA.get(slug, {}),
            },
        }
        for slug, type in TYPES.items()
        if slug in used
    }


def problem_answers(endpoint: Endpoint) -> dict[str, Any]:
    by_status: dict[int, list[Slug]] = {}
    for slug in endpoint.problems:
        by_status.setdefault(TYPES[slug].status, []).append(slug)
    return {str(status): _answer(endpoint, by_status[status]) for status in sorted(by_status)}


def _answer(endpoint: Endpoint, slugs: list[Slug]) -> dict[str, Any]:
    status = TYPES[slugs[0]].status
    names = HEADERS.get(status, [])
    if status in COUNTED and endpoint.allowance:
        names = names + LIMITED
    content = {
        "schema": ref("Problem"),
        "examples": {slug.value: {"$ref": f"#/components/examples/{slug}"} for slug in slugs},
    }
    answer: dict[str, Any] = {
        "description": "; ".join(TYPES[slug].title for slug in slugs) + ".",
        "content": {CONTENT_TYPE: content, **_page(endpoint)},
    }
    return answer | ({"headers": headers(names)} if names else {})


def _page(endpoint: Endpoint) -> dict[str, Any]:
    """Who asks one of the pages for HTML is told on a page."""
    form = {"schema": {"type": "string"}, "example": "<!doctype html>\n"}
    return {"text/html": form} if endpoint.tag == "pages" else {}


def headers(names: list[str]) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}
