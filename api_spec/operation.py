"""One operation of the contract."""

import re
from collections.abc import Iterable
from typing import Any

from api_spec.problem_answers import LIMITED, headers, problem_answers
from api_spec.ref import ref
from service.endpoint import JSON, Answer, Content, Credential, Endpoint
from service.problems import Slug
from service.resources.contract import FILES
from service.resources.log import EVENT_STREAM
from service.routes import UPLOADS
from service.schemas.requests import LARGEST_VERSION, Empty, NoQuery

Plain = dict[str, Any]

PLAIN_DATA = {JSON, "application/yaml"}

TAG = r'(W/)?"[!#-~]*"'

PATH: dict[str, Plain] = {
    "build": {
        "description": "A digest of all files of the pages.",
        "schema": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
        "example": "0123456789abcdef",
    },
    "asset": {
        "description": "The file's name.",
        "schema": {"type": "string", "pattern": "^[a-z][a-z.-]{0,40}$"},
        "example": "house.css",
    },
    "game": {
        "description": "A game's id.",
        "schema": {"type": "string", "pattern": "^[a-z2-7]{16}$"},
        "example": "k3x5c2m7q4t6w2za",
    },
    "seat": {
        "description": "A seat at the table.",
        "schema": {"type": "integer", "minimum": 1, "maximum": 5},
        "example": 2,
    },
    "version": {
        "description": "The number of an event in its game.",
        "schema": {"type": "integer", "minimum": 1, "maximum": LARGEST_VERSION - 1},
        "example": 1,
    },
    "audit": {
        "description": "An audit's number in the docket.",
        "schema": {"type": "integer", "minimum": 1, "maximum": LARGEST_VERSION - 1},
        "example": 1,
    },
    "dispute": {
        "description": "A dispute's number in the docket.",
        "schema": {"type": "integer", "minimum": 1, "maximum": LARGEST_VERSION - 1},
        "example": 1,
    },
    "file": {
        "description": "The file's name.",
        "schema": {"type": "string", "enum": list(FILES)},
        "example": "docs.js",
    },
    "slug": {
        "description": "The last part of a problem's `type`.",
        "schema": {"type": "string", "enum": [slug.value for slug in Slug]},
        "example": "stale",
    },
}
OF_UPLOADS: dict[str, Plain] = {
    "audit": {
        "description": "The id that `auditUpload` answered with.",
        "schema": {"type": "string", "pattern": "^[a-z2-7]{32}$"},
        "example": "k3x5c2m7q4t6w2zak3x5c2m7q4t6w2za",
    }
}

IF_MATCH = {
    "description": "The versions that the action is meant for, as entity tags. The version alone "
    "is compared; another one is 412.",
    "schema": {"type": "string", "pattern": rf"^(\*|{TAG}(, ?{TAG})*)$"},
    "example": '"12.2.-"',
}

IF_NONE_MATCH = {
    "description": "Entity tags that you have; 304 where the game is still at one of them.",
    "schema": {"type": "string"},
    "example": '"12.2.-"',
}

ACCEPT_LANGUAGE = {
    "description": "The languages that you read; English and French are spoken, and English where "
    "you name neither.",
    "schema": {"type": "string"},
    "example": "fr, en;q=0.5",
}

LAST_EVENT_ID = {
    "description": "The last version that you have seen. Wins over `after`.",
    "schema": {"type": "integer", "minimum": 0, "maximum": LARGEST_VERSION - 1},
    "example": 3,
}


def operation(endpoint: Endpoint, examples: Plain) -> Plain:
    built: Plain = {
        "operationId": endpoint.id,
        "tags": [endpoint.tag],
        "summary": endpoint.summary,
        "description": endpoint.description,
        "security": _security(endpoint.credential),
        "parameters": list(_parameters(endpoint)),
        "responses": {
            **{str(a.status): _answer(endpoint, a, examples) for a in endpoint.answers},
            **problem_answers(endpoint),
        },
    }
    if endpoint.writes:
        contents = endpoint.contents
        built["requestBody"] = _contents(contents, examples) if contents else _body(endpoint)
    return built


def _security(credential: Credential) -> list[Plain]:
    match credential:
        case Credential.NONE:
            return []
        case Credential.LOOKED_AT:
            return [{}, {"seat": []}]
        case Credential.NEEDED:
            return [{"seat": []}]


def _parameters(endpoint: Endpoint) -> list[Plain]:
    known = PATH | OF_UPLOADS if endpoint.path == UPLOADS else PATH
    found = [
        {"name": name, "in": "path", "required": True, **known[name]}
        for name in re.findall(r"\{(\w+)\}", endpoint.path)
    ]
    if endpoint.query is not NoQuery:
        found.append({"in": "query", "schema": endpoint.query})
    conditions = {
        "Idempotency-Key": (endpoint.writes, _key(endpoint.shortest_key)),
        "If-Match": (endpoint.conditional, IF_MATCH),
        "If-None-Match": (endpoint.cached, IF_NONE_MATCH),
        "Last-Event-ID": (endpoint.resumable, LAST_EVENT_ID),
        "Accept-Language": (endpoint.spoken, ACCEPT_LANGUAGE),
    }
    for name, (taken, told) in conditions.items():
        if taken:
            found.append({"name": name, "in": "header", **told})
    return found


def _key(shortest: int) -> Plain:
    return {
        "description": "Makes it safe to send the request again. Should be random."
        if shortest > 1
        else "Makes it safe to send the request again.",
        "schema": {
            "type": "string",
            "minLength": shortest,
            "maxLength": 255,
            "pattern": "^[!-~]+$",
        },
        "example": "6f1b2c9e-57a4-4e6f-9d0f-4f3f1f0b7a55",
    }


def _body(endpoint: Endpoint) -> Plain:
    content: Plain = {"schema": endpoint.body}
    if endpoint.example is not None:
        content["example"] = endpoint.example
    else:
        content["example"] = {}
    return {"required": endpoint.body is not Empty, "content": {JSON: content}}


def _contents(contents: Iterable[Content], examples: Plain) -> Plain:
    """Bodies that are taken as they come."""
    return {
        "required": True,
        "content": {
            each.type: {
                "schema": ref("Transcript")
                if each.type == JSON
                else {"description": each.description},
                "example": examples[each.example],
            }
            for each in contents
        },
    }


def _answer(endpoint: Endpoint, answer: Answer, examples: Plain) -> Plain:
    names = [*answer.headers, *(LIMITED if endpoint.allowance else ())]
    built: Plain = {"description": answer.description}
    if names:
        built["headers"] = headers(names)
    if answer.status not in {204, 304}:
        shown = _shown(answer, examples)
        built["content"] = {answer.content_type: {"schema": _form(answer), **shown}}
        for also in answer.also:
            built["content"][also] = {"schema": {"type": "string"}}
    return built


def _form(answer: Answer) -> Plain:
    if answer.form is not None:
        return ref(answer.form.__name__)
    if answer.content_type == EVENT_STREAM:
        return {"description": "Each with `id`, `event`, and an Event as JSON in `data`."}
    return {"type": "object"} if answer.content_type in PLAIN_DATA else {"type": "string"}


def _shown(answer: Answer, examples: Plain) -> Plain:
    return {"example": examples[answer.example]} if answer.example else {}
