"""The parts of a YAML text, read as plain words: nothing in it is resolved or constructed."""

from collections.abc import Iterator
from typing import Any

import yaml

from events.transcript.parts import DEEPEST, Part, Unreadable, inside, shown, too_deep, twice


def yaml_parts(text: str) -> Part:
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
        raise too_deep(pointer, line)
    if isinstance(event, yaml.SequenceStartEvent):
        items: list[Part] = []
        while not isinstance(inner := next(events), yaml.SequenceEndEvent):
            items.append(_node(events, inner, inside(pointer, len(items)), depth + 1))
        return Part(value=tuple(items), pointer=pointer, line=line)
    return Part(value=_mapping(events, pointer, depth), pointer=pointer, line=line)


def _mapping(events: Iterator[Any], pointer: str, depth: int) -> dict[str, Part]:
    members: dict[str, Part] = {}
    while not isinstance(event := next(events), yaml.MappingEndEvent):
        name = _node(events, event, pointer, DEEPEST) if _scalar(event) else None
        if name is None:
            raise Unreadable(pointer, _line(event), "A name is plain text.")
        if name.text() in members:
            raise twice(pointer, name.line, name.text())
        place = inside(pointer, name.text())
        members[name.text()] = _node(events, next(events), place, depth + 1)
    return members


def _scalar(event: Any) -> bool:
    return isinstance(event, yaml.ScalarEvent | yaml.AliasEvent)
