"""JSON as I-JSON means it (RFC 7493): one meaning per text, or none."""

import json
from math import inf
from typing import Any

LARGEST = 2**53 - 1
"""Beyond this, integers do not survive every JSON reader (RFC 8259, section 6)."""

LONGEST = 17
"""Characters of an integer that are read."""

DEEPEST = 16


class NotJson(Exception):
    """The sentence says what is wrong with the text."""


def parse(content: bytes) -> Any:
    """The value of a JSON text in UTF-8; 3.0 is 3.

    Raises NotJson, also for doubled members, NaN, lone surrogates, and what nests too deep.
    """
    try:
        value = _decoder.decode(content.decode())
    except UnicodeDecodeError as error:
        raise NotJson("The body is not UTF-8.") from error
    except json.JSONDecodeError as error:
        raise NotJson(f"The body is not JSON: {error.msg} at character {error.pos}.") from error
    except RecursionError as error:
        raise NotJson(_TOO_DEEP) from error
    if content.count(b"[") + content.count(b"{") > DEEPEST:
        _check_depth(value, DEEPEST)
    if b"\\u" in content:
        _check_surrogates(value)
    return value


_TOO_DEEP = f"The body nests deeper than {DEEPEST} levels."


def _check_depth(value: Any, left: int) -> None:
    if not isinstance(value, dict | list):
        return
    if left == 0:
        raise NotJson(_TOO_DEEP)
    for inner in value.values() if isinstance(value, dict) else value:
        _check_depth(inner, left - 1)


def _check_surrogates(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise NotJson("The body holds half of a surrogate pair.") from error


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise NotJson("The body names a member twice.")
    return members


def _integer(text: str) -> int | float:
    """A number too long to be meant stands as infinity, which no field takes."""
    return int(text) if len(text) <= LONGEST else inf


def _float(text: str) -> int | float:
    number = float(text)
    return int(number) if number.is_integer() and abs(number) <= LARGEST else number


def _constant(text: str) -> Any:
    raise NotJson(f"The body holds {text}, which is no JSON.")


_decoder = json.JSONDecoder(
    object_pairs_hook=_members,
    parse_int=_integer,
    parse_float=_float,
    parse_constant=_constant,
)
