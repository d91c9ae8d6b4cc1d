"""The parts of a JSON text, each member once (RFC 7493)."""

import json
from typing import Any, NoReturn

from events.transcript.parts import DEEPEST, Part, Unreadable, inside, shown, too_deep, twice


class _Members(list[tuple[str, Any]]):
    """The members of a JSON object as they stand, doubles and all."""


def json_parts(text: str) -> Part:
    try:
        return _part(_decoder.decode(text), "", 0)
    except json.JSONDecodeError as error:
        raise Unreadable("", error.lineno, f"This is not JSON: {error.msg}.") from error
    except RecursionError as error:
        raise too_deep("", None) from error


def _part(value: Any, pointer: str, depth: int) -> Part:
    if isinstance(value, str):
        return Part(value=value, pointer=pointer)
    if isinstance(value, bool):
        return Part(value=str(value).lower(), pointer=pointer)
    if value is None:
        sentence = "null says neither “unknown” nor “none”; write which."
        raise Unreadable(pointer, None, sentence)
    if depth == DEEPEST:
        raise too_deep(pointer, None)
    if not isinstance(value, _Members):
        items = (_part(inner, inside(pointer, i), depth + 1) for i, inner in enumerate(value))
        return Part(value=tuple(items), pointer=pointer)
    members: dict[str, Part] = {}
    for name, inner in value:
        if name in members:
            raise twice(pointer, None, name)
        members[name] = _part(inner, inside(pointer, name), depth + 1)
    return Part(value=members, pointer=pointer)


def _integer(text: str) -> str:
    if len(text) > 17:
        raise Unreadable("", None, "There is a number that is too large.")
    return text


def _float(text: str) -> str:
    """3.0 is 3, as everywhere in the API."""
    whole, _, rest = text.partition(".")
    return _integer(whole) if rest and not rest.strip("0") else _never(text)


def _never(text: str) -> NoReturn:
    raise Unreadable("", None, f"{shown(text)} is no whole number.")


_decoder = json.JSONDecoder(
    object_pairs_hook=_Members, parse_int=_integer, parse_float=_float, parse_constant=_never
)
