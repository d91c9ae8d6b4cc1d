"""The portable record: a whole game in one file, checked by anybody without a network.

Newline-delimited canonical JSON: where it comes from, every event, what it ends with.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn

import msgspec

from events import sight, strict
from events.board import Value
from events.catalogue import body
from events.chain import Entry, Event, GameId, Head, Private, Version, canonical, head, verified
from events.receipts import Jwks
from events.recorded import Plain, Recorded
from events.strict import NotStrict

KIND = "singsing/1"

SIZE = 1024 * 1024
"""Bytes of a record that are read."""

LINE = 64 * 1024
"""Bytes of a line that are read."""

_BESIDE: dict[str, Callable[[Any], bool]] = {
    "hash": lambda given: isinstance(given, str),
    "hidden": lambda given: isinstance(given, dict),
    "salt": lambda given: isinstance(given, str) and bool(re.fullmatch(r"[0-9a-f]{32}", given)),
}
"""What stands in an event's line beside what is hashed, and the form that it must have."""

CUT = "The record is cut short: its last line is not whole."

_BEGINNING = b'{"game":"'
"""How the first line begins."""

_NOBODYS = "-"
"""Stands for the request digest, which is in no record."""


class Unreadable(Exception):
    """Content that is no record; `line` counts from 1, and is None where no line is to blame."""

    def __init__(self, line: int | None, sentence: str) -> None:
        super().__init__(sentence if line is None else f"Line {line}: {sentence}")
        self.line = line
        self.sentence = sentence


class Opening(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line. Its keys prove nothing: whoever wrote the file wrote them too."""

    record: str
    game: str
    server: str
    keys: Jwks


class Closing(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The last line: how many events there are, the newest one's hash, and who signed for them."""

    events: int
    head: str
    certificate: str | None


class Record(Value, frozen=True, kw_only=True):
    """A record as it was read, which nobody has believed yet."""

    game: GameId
    server: str
    keys: Jwks
    events: tuple[Recorded, ...]
    closing: Closing


def written(
    game: GameId, server: str, keys: Jwks, events: Iterable[Event], certificate: str | None
) -> Iterator[bytes]:
    """The lines of a record of a game that is over, each with its end of line."""
    yield _line(Opening(record=KIND, game=game, server=server, keys=keys))
    newest: Head | None = None
    for event in events:
        newest = head(event)
        yield _line(sight.event(event, over=True))
    if newest is None:
        raise ValueError("a log has at least one event")
    yield _line(Closing(events=newest.version, head=newest.hash, certificate=certificate))


def _line(value: Any) -> bytes:
    return canonical(value) + b"\n"


def read(content: bytes, size: int = SIZE) -> Record:
    """Raises Unreadable: too large, cut short, or a line that is not what its place asks for."""
    if len(content) > size:
        raise Unreadable(None, f"A record has at most {size:,} bytes.")
    *lines, rest = content.split(b"\n")
    opening = _opening(_value(1, lines[0]) if lines else _begun(rest))
    if rest or len(lines) < 2:
        raise Unreadable(len(lines) + 1, CUT)
    values = [_value(number, line) for number, line in enumerate(lines[1:], 2)]
    closing = _closing(len(lines), values.pop())
    if not values:
        raise Unreadable(2, "The record holds no event.")
    return Record(
        game=GameId(opening.game),
        server=opening.server,
        keys=opening.keys,
        events=tuple(_recorded(at, value) for at, value in enumerate(values, 1)),
        closing=closing,
    )


def _begun(line: bytes) -> NoReturn:
    """Of a first line that has no end: is it a record's at all?"""
    if line[: len(_BEGINNING)] != _BEGINNING[: len(line)]:
        raise Unreadable(1, "It is no first line of a record.")
    raise Unreadable(1, CUT)


def _value(number: int, line: bytes) -> Plain:
    if len(line) > LINE:
        raise Unreadable(number, f"It is longer than {LINE:,} bytes.")
    try:
        value = strict.parse(line)
    except NotStrict as error:
        raise Unreadable(number, str(error)) from error
    if not isinstance(value, dict):
        raise Unreadable(number, "It is no JSON object.")
    if canonical(value) != line:
        raise Unreadable(number, "It is not in its canonical form (RFC 8785).")
    return value


def _opening(value: Plain) -> Opening:
    if value.get("record") != KIND:
        raise Unreadable(1, f'A record of this kind begins with "record":"{KIND}".')
    try:
        opening = msgspec.convert(value, Opening)
    except msgspec.ValidationError as error:
        raise Unreadable(1, f"It is no first line of a record: {error}.") from error
    if opening.keys.keys() != {"keys"}:
        raise Unreadable(1, "Its keys are no JWKS.")
    return opening


def _closing(number: int, value: Plain) -> Closing:
    if "head" not in value:
        raise Unreadable(number, "The record is cut short: its last line is missing.")
    try:
        return msgspec.convert(value, Closing)
    except msgspec.ValidationError as error:
        raise Unreadable(number, f"It is no last line of a record: {error}.") from error


def _recorded(position: int, value: Plain) -> Recorded:
    """A line's event; where a part of it has not its form, it counts as absent."""
    beside = {name: value.pop(name) for name in _BESIDE if name in value}
    hash, hidden, salt = (beside.get(name) for name in _BESIDE)
    faults = {name for name, given in beside.items() if not _BESIDE[name](given)}
    if "hash" not in beside:
        faults.add("hash")
    if ("hidden" in beside) != ("salt" in beside):
        faults.add("salt")
    return Recorded(
        position=Version(position),
        line=canonical(value),
        hash=hash if isinstance(hash, str) else "",
        hidden=hidden if isinstance(hidden, dict) else None,
        salt=salt if isinstance(salt, str) else None,
        faults=tuple(sorted(faults)),
    )


def events(record: Record) -> Iterator[Event]:
    """The events of a record, each checked against the chain; raises BrokenLog."""
    after: Head | None = None
    for recorded in record.events:
        private = Private(
            hidden=recorded.hidden, salt=recorded.salt, token=None, key=None, request=_NOBODYS
        )
        entry = Entry(event=recorded.line, hash=recorded.hash, private=canonical(private))
        event = verified(record.game, recorded.position, entry, after, body)
        after = head(event)
        yield event
