"""Parts of a text: plain text, lists, and named parts, each with the place where it stands.

Nothing of what was sent is repeated but cut short and made visible.
"""

from collections.abc import Callable
from typing import TypeVar

from events.board import Value

DEEPEST = 8

T = TypeVar("T")


def shown(text: str) -> str:
    """Foreign text as a sentence may repeat it: short, and without anything a terminal obeys."""
    cut = text if len(text) <= 60 else text[:59] + "…"
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in cut
    )


class Unreadable(Exception):
    """Content that is no transcript: what is wrong, and where.

    `pointer` is an RFC 6901 pointer; `line` counts from 1, and is None in JSON.
    """

    def __init__(self, pointer: str, line: int | None, sentence: str) -> None:
        self.pointer = shown(pointer)
        self.line = line
        self.sentence = sentence
        where = [f"line {line}"] if line else []
        where += [self.pointer] if pointer else []
        super().__init__(f"{', '.join(where)}: {sentence}" if where else sentence)


class Part(Value, frozen=True, kw_only=True):
    """A value of the text and where it stands."""

    value: "str | tuple[Part, ...] | dict[str, Part]"
    pointer: str
    line: int | None = None

    def wrong(self, sentence: str) -> Unreadable:
        return Unreadable(self.pointer, self.line, sentence)

    @property
    def unknown(self) -> bool:
        return isinstance(self.value, str) and self.value.strip().casefold() in ("", "unknown")

    def text(self) -> str:
        if isinstance(self.value, str):
            return self.value.strip()
        raise self.wrong("Plain text belongs here.")

    def items(self) -> "tuple[Part, ...]":
        if isinstance(self.value, tuple):
            return self.value
        raise self.wrong("A list belongs here.")

    def members(self, allowed: "frozenset[str] | None" = None) -> "dict[str, Part]":
        """The named parts; raises Unreadable for one that is not allowed."""
        if not isinstance(self.value, dict):
            raise self.wrong("Named parts belong here, each as `name: …`.")
        for name, part in self.value.items():
            if allowed is not None and name not in allowed:
                known = ", ".join(sorted(allowed))
                sentence = f"Nothing here is called “{shown(name)}”; there are {known}."
                raise Unreadable(self.pointer, part.line or self.line, sentence)
        return self.value

    def read(self, reader: Callable[[str], T]) -> T:
        """What a reader makes of the text; its ValueError becomes Unreadable."""
        try:
            return reader(self.text())
        except ValueError as error:
            raise self.wrong(str(error)) from error


def inside(pointer: str, name: str | int) -> str:
    return f"{pointer}/{str(name).replace('~', '~0').replace('/', '~1')}"


def too_deep(pointer: str, line: int | None) -> Unreadable:
    return Unreadable(pointer, line, f"This nests deeper than {DEEPEST} levels.")


def twice(pointer: str, line: int | None, name: str) -> Unreadable:
    return Unreadable(pointer, line, f"“{shown(name)}” stands here twice.")
