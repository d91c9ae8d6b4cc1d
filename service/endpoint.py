"""What an endpoint is: one declaration, from which its checks and its contract both come."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from flask import Response
from marshmallow import Schema

from events.board import Value
from service.allowances import Allowance
from service.call import Call
from service.problems import Slug
from service.schemas.requests import NoQuery

JSON = "application/json"

OPENING_KEY = 22
"""Characters a key has at least where it is all that shows who asks."""


class Credential(StrEnum):
    """What an endpoint makes of a seat token."""

    NONE = "none"
    """It looks at none."""
    LOOKED_AT = "looked-at"
    """One that was sent must be valid; without one, the caller is the public."""
    NEEDED = "needed"


class Answer(Value, frozen=True, kw_only=True):
    """A success that an endpoint can give: `form` is a type in `schemas.answers`, None for none."""

    status: int
    description: str
    form: type[Value] | None = None
    content_type: str = JSON
    headers: tuple[str, ...] = ()
    example: str | None = None
    """Its name among the examples of the published contract."""
    also: tuple[str, ...] = ()
    """Further content types, of which the contract knows no form."""


class Content(Value, frozen=True, kw_only=True):
    """A type of body that is taken as it comes, without a schema of ours."""

    type: str
    limit: str
    """The name of the limit of its size, in bytes."""
    description: str
    example: str
    """Its name among the examples of the published contract."""


class Endpoint(Value, frozen=True, kw_only=True):
    """An operation of the API."""

    method: str
    path: str
    id: str
    """lowerCamel, verb first; for ever."""
    tag: str
    summary: str
    description: str
    respond: Callable[[Call], Response]
    answers: tuple[Answer, ...]
    credential: Credential = Credential.NONE
    query: type[Schema] = NoQuery
    body: type[Schema] | None = None
    """None where no body is read at all, or only `contents`."""
    contents: tuple[Content, ...] = ()
    example: Mapping[str, Any] | None = None
    shortest_key: int = 1
    conditional: bool = False
    """Whether it takes `If-Match`."""
    resumable: bool = False
    """Whether it takes `Last-Event-ID`."""
    cached: bool = False
    """Whether it takes `If-None-Match`."""
    spoken: bool = False
    """Whether it takes `Accept-Language`."""
    refusals: tuple[Slug, ...] = ()
    """Problems beyond those that the fields above imply."""
    allowance: Allowance | None = None
    stored: bool = False
    """Whether it needs the store."""
    shared: bool = True
    """Whether pages of other origins may read it (CORS)."""

    @property
    def of_game(self) -> bool:
        return "{game}" in self.path

    @property
    def writes(self) -> bool:
        return self.body is not None or bool(self.contents)

    @property
    def problems(self) -> tuple[Slug, ...]:
        """Every problem that it can answer with, in no order."""
        slugs = {Slug.MALFORMED, *self.refusals}
        if self.credential is not Credential.NONE:
            slugs.add(Slug.UNAUTHORISED)
        if self.of_game:
            slugs.add(Slug.NOT_FOUND)
        if self.writes:
            slugs |= {Slug.TOO_SLOW, Slug.TOO_LARGE, Slug.UNSUPPORTED_TYPE, Slug.NOT_JSON}
            slugs.add(Slug.KEY_REUSED)
        if self.conditional:
            slugs.add(Slug.STALE)
        if self.allowance:
            slugs.add(Slug.TOO_MANY_REQUESTS)
        if self.stored:
            slugs |= {Slug.STORE_UNAVAILABLE, Slug.LOG_LOST}
        return tuple(sorted(slugs))
