"""JSON texts that have one meaning, whoever reads them (RFC 7493)."""

import json
from typing import Any, NoReturn

LARGEST = 2**53 - 1
"""Beyond this, integers do not survive every JSON reader (RFC 8259, section 6)."""

DEEPEST = 16


class NotStrict(Exception):
    """The sentence says what is wrong with the text."""


def parse(content: bytes) -> Any:
    """The value of a JSON text in UTF-8 whose only numbers are integers within ±(2⁵³−1).

    Raises NotStrict, also for doubled members, names that are not ASCII, unpaired surrogates
    and what nests deeper than 16.
    """
    try:
        value = _decoder.decode(content.decode())
    except UnicodeDecodeError as error:
        raise NotStrict("It is not UTF-8.") from error
    except json.JSONDecodeError as error:
        raise NotStrict(f"It is not JSON: {error.msg} at character {error.pos + 1}.") from error
    except RecursionError as error:
        raise NotStrict(_TOO_DEEP) from error
    _check(value, DEEPEST)
    return value


_TOO_DEEP = f"It nests deeper than {DEEPEST} levels."


def _check(value: Any, left: int) -> None:
    match value:
        case dict() | list() if left == 0:
            raise NotStrict(_TOO_DEEP)
        case dict():
            for name, inner in value.items():
                if not name.isascii():
                    raise NotStrict("It holds a name that is not ASCII.")
                _check(inner, left - 1)
        case list():
            for inner in value:
                _check(inner, left - 1)
        case str() if not _whole(value):
            raise NotStrict("It holds half of a surrogate pair.")


def _whole(text: str) -> bool:
    return text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text)


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise NotStrict("It names a member twice.")
    return members


def _integer(text: str) -> int:
    if len(text) > 17 or abs(int(text)) > LARGEST:
        raise NotStrict("It holds a number beyond 2⁵³−1.")
    return int(text)


def _never(text: str) -> NoReturn:
    raise NotStrict("It holds a number that is not an integer.")


_decoder = json.JSONDecoder(
    object_pairs_hook=_members, parse_int=_integer, parse_float=_never, parse_constant=_never
)
