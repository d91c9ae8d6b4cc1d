"""From bytes to named parts of plain text: YAML without its magic, JSON without its doubles.

Every value is text, a list, or named parts. Nothing is ever constructed, and nothing of
what was sent is repeated but cut short and made visible.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any, NoReturn, TypeVar

import yaml

from events.board import Value

LARGEST = 64 * 1024
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


def parse(content: bytes, media_type: str, largest: int = LARGEST) -> Part:
    """The parts of a transcript; raises Unreadable."""
    if len(content) > largest:
        raise Unreadable("", None, f"A transcript has at most {largest} bytes.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise Unreadable("", line, "This is not UTF-8.") from error
    match media_type.partition(";")[0].strip().lower():
        case "application/yaml":
            return _yaml(text)
        case "application/json":
            return _json(text)
    raise Unreadable("", None, "A transcript is application/yaml or application/json.")


def _inside(pointer: str, name: str | int) -> str:
    return f"{pointer}/{str(name).replace('~', '~0').replace('/', '~1')}"


def _too_deep(pointer: str, line: int | None) -> Unreadable:
    return Unreadable(pointer, line, f"This nests deeper than {DEEPEST} levels.")


def _twice(pointer: str, line: int | None, name: str) -> Unreadable:
    return Unreadable(pointer, line, f"“{shown(name)}” stands here twice.")


def _yaml(text: str) -> Part:
    try:
        return _document(yaml.parse(text, Loader=yaml.SafeLoader))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else None
        raise Unreadable("", line, f"This is not YAML: {shown(str(error.problem))}.") from error
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise Unreadable("", line, "A character here is never written in YAML.") from error
    except (ValueError, OverflowError) as error:
        raise Unreadable("", None, "This is not YAML: a number in it names nothing.") from error


def _document(events: Iterator[Any]) -> Part:
    part: Part | None = None
    for event in events:
        if isinstance(event, yaml.DocumentStartEvent):
            if part is not None:
                raise Unreadable("", _line(event), "There is more than one document.")
            if event.version or event.tags:
                raise Unreadable("", _line(event), "Directives, as %YAML, are not used here.")
            part = _node(events, next(events), "", 0)
    if part is None:
        raise Unreadable("", None, "There is nothing here.")
    return part


def _line(event: Any) -> int:
    return int(event.start_mark.line) + 1


def _node(events: Iterator[Any], event: Any, pointer: str, depth: int) -> Part:
    line = _line(event)
    if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
        raise Unreadable(pointer, line, "Anchors and aliases are not used here; quote & and *.")
    if event.tag is not None:
        raise Unreadable(pointer, line, "Tags are not used here; put text with ! in quotes.")
    if isinstance(event, yaml.ScalarEvent):
        return Part(value=str(event.value), pointer=pointer, line=line)
    if depth == DEEPEST:
        raise _too_deep(pointer, line)
    if isinstance(event, yaml.SequenceStartEvent):
        items: list[Part] = []
        while not isinstance(inner := next(events), yaml.SequenceEndEvent):
            items.append(_node(events, inner, _inside(pointer, len(items)), depth + 1))
        return Part(value=tuple(items), pointer=pointer, line=line)
    return Part(value=_mapping(events, pointer, depth), pointer=pointer, line=line)


def _mapping(events: Iterator[Any], pointer: str, depth: int) -> dict[str, Part]:
    members: dict[str, Part] = {}
    while not isinstance(event := next(events), yaml.MappingEndEvent):
        name = _node(events, event, pointer, DEEPEST) if _scalar(event) else None
        if name is None:
            raise Unreadable(pointer, _line(event), "A name is plain text.")
        if name.text() in members:
            raise _twice(pointer, name.line, name.text())
        inside = _inside(pointer, name.text())
        members[name.text()] = _node(events, next(events), inside, depth + 1)
    return members


def _scalar(event: Any) -> bool:
    return isinstance(event, yaml.ScalarEvent | yaml.AliasEvent)


class _Members(list[tuple[str, Any]]):
    """The members of a JSON object as they stand, doubles and all."""


def _json(text: str) -> Part:
    try:
        return _part(_decoder.decode(text), "", 0)
    except json.JSONDecodeError as error:
        raise Unreadable("", error.lineno, f"This is not JSON: {error.msg}.") from error
    except RecursionError as error:
        raise _too_deep("", None) from error


def _part(value: Any, pointer: str, depth: int) -> Part:
    if isinstance(value, str):
        return Part(value=value, pointer=pointer)
    if isinstance(value, bool):
        return Part(value=str(value).lower(), pointer=pointer)
    if value is None:
        sentence = "null says neither “unknown” nor “none”; write which."
        raise Unreadable(pointer, None, sentence)
    if depth == DEEPEST:
        raise _too_deep(pointer, None)
    if not isinstance(value, _Members):
        items = (_part(inner, _inside(pointer, i), depth + 1) for i, inner in enumerate(value))
        return Part(value=tuple(items), pointer=pointer)
    members: dict[str, Part] = {}
    for name, inner in value:
        if name in members:
            raise _twice(pointer, None, name)
        members[name] = _part(inner, _inside(pointer, name), depth + 1)
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
