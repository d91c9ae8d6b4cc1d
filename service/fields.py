"""Fields of requests that take exactly one JSON type: no number in a string, no number for a flag.

The published contract reads the same fields (`constraints` is what they add to a JSON Schema).
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from marshmallow import ValidationError, fields

from service import names


class Whole(fields.Field[int]):
    """A JSON integer in a range."""

    def __init__(self, lowest: int, highest: int, **more: Any) -> None:
        super().__init__(**more)
        self.constraints = {"type": "integer", "minimum": lowest, "maximum": highest}
        self._range = range(lowest, highest + 1)
        or_null = ", or null" if more.get("allow_none") else ""
        self._told = f"Must be a whole number from {lowest} to {highest}{or_null}."

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if type(value) is not int or value not in self._range:
            raise ValidationError(self._told)
        return value


class WholeText(Whole):
    """A whole number as a query writes it: digits alone."""

    def _deserialize(self, value: Any, *rest: Any, **more: Any) -> int:
        number = int(value) if re.fullmatch("[0-9]{1,16}", value) else None
        return super()._deserialize(number, *rest, **more)


class Flag(fields.Field[bool]):
    """True or false, nothing that looks like it."""

    constraints: Mapping[str, Any] = {"type": "boolean"}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if type(value) is not bool:
            raise ValidationError("Must be true or false.")
        return value


class Choice(fields.Field[str | int]):
    """One of a few strings or integers."""

    def __init__(self, values: Iterable[str | int], **more: Any) -> None:
        super().__init__(**more)
        self._values = {(type(value), value): value for value in map(_plain, values)}
        self.constraints = _either(list(self._values.values()))

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str | int:
        if type(value) not in (str, int) or (type(value), value) not in self._values:
            offered = ", ".join(map(str, self._values.values()))
            raise ValidationError(f"Must be one of: {offered}.")
        return self._values[type(value), value]


class Matching(fields.Field[str]):
    """A string of a form; `told` says the form in words."""

    def __init__(self, pattern: str, told: str, **more: Any) -> None:
        super().__init__(**more)
        self._told = told
        self.constraints = {"type": "string", "pattern": f"^{pattern}$"}
        self._form = re.compile(pattern)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if type(value) is not str or not self._form.fullmatch(value):
            raise ValidationError(f"Must be {self._told}.")
        return value


class Name(fields.Field[str]):
    """What somebody wants to be called."""

    constraints: Mapping[str, Any] = {
        "type": "string",
        "minLength": 1,
        "maxLength": names.LONGEST_SENT,
    }

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if type(value) is not str:
            raise ValidationError("Must be a string.")
        try:
            return names.tidy(value)
        except ValueError as error:
            raise ValidationError(str(error)) from error


def _plain(value: str | int) -> str | int:
    """An enumeration's member as what it writes."""
    return str(value) if isinstance(value, str) else value


def _either(values: list[str | int]) -> dict[str, Any]:
    kinds = {"string": str, "integer": int}
    forms = [
        {"type": name, "enum": same}
        for name, kind in kinds.items()
        if (same := [value for value in values if type(value) is kind])
    ]
    return forms[0] if len(forms) == 1 else {"anyOf": forms}
