"""What can happen to a stored log behind the service's back."""

import json
from collections.abc import Callable
from typing import Any

from events.chain import GameId, digest
from events.store import stream_key

Rows = list[tuple[bytes, dict[bytes, bytes]]]
Damage = Callable[[Rows], Rows]
Fields = dict[bytes, bytes]
Change = Callable[[Fields], Fields]


def damage(raw: Any, game: GameId, done: Damage) -> None:
    """Puts a damaged log in the place of a game's own."""
    key = stream_key(game)
    rows = done(raw.xrange(key))
    raw.delete(key)
    for id, fields in rows:
        raw.xadd(key, fields, id=id)


def at(version: int, change: Change) -> Damage:
    """One entry changed, by version; -1 is the newest."""

    def done(rows: Rows) -> Rows:
        index = version - 1 if version > 0 else len(rows) + version
        id, fields = rows[index]
        return [*rows[:index], (id, change(dict(fields))), *rows[index + 1 :]]

    return done


def flipped(field: bytes, text: bytes) -> Change:
    """The lowest bit of the byte after a text, in one field."""

    def change(fields: Fields) -> Fields:
        content = bytearray(fields[field])
        place = content.index(text) + len(text)
        content[place] ^= 1
        return {**fields, field: bytes(content)}

    return change


def without(field: bytes) -> Change:
    return lambda fields: {name: value for name, value in fields.items() if name != field}


def put(field: bytes, value: bytes) -> Change:
    return lambda fields: {**fields, field: value}


def rewritten(**changes: Any) -> Change:
    """Another event with a hash of its own that is right."""

    def change(fields: Fields) -> Fields:
        event = {**json.loads(fields[b"event"]), **changes}
        line = json.dumps(event, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        return {**fields, b"event": line, b"hash": digest(line).encode()}

    return change


def private(**changes: Any) -> Change:
    """The private part with other contents."""

    def change(fields: Fields) -> Fields:
        part = {**json.loads(fields[b"private"]), **changes}
        return {**fields, b"private": json.dumps(part, ensure_ascii=False).encode()}

    return change


def nothing_left(rows: Rows) -> Rows:
    return []


def shorter(by: int) -> Damage:
    return lambda rows: rows[:-by]


def without_entry(version: int) -> Damage:
    return lambda rows: rows[: version - 1] + rows[version:]


def moved_up(version: int) -> Damage:
    """An entry is lost, and those after it took the numbers before theirs."""

    def done(rows: Rows) -> Rows:
        left = without_entry(version)(rows)
        return [(f"{n}-0".encode(), fields) for n, (_, fields) in enumerate(left, 1)]

    return done


def exchanged(one: int, other: int) -> Damage:
    def done(rows: Rows) -> Rows:
        contents = [fields for _, fields in rows]
        contents[one - 1], contents[other - 1] = contents[other - 1], contents[one - 1]
        return [(id, fields) for (id, _), fields in zip(rows, contents, strict=True)]

    return done


def beside(rows: Rows) -> Rows:
    """An entry twice, the second time between the numbers."""
    id, fields = rows[4]
    return [*rows[:5], (id.replace(b"-0", b"-1"), fields), *rows[5:]]


CHANGED = {
    "the first entry is lost": without_entry(1),
    "an entry in the middle is lost": without_entry(4),
    "an entry in the middle is lost and the rest moved up": moved_up(4),
    "two entries are exchanged": exchanged(4, 5),
    "an entry stands between the numbers": beside,
    "the event's type is flipped": at(5, flipped(b"event", b'"type":"')),
    "the event's time is flipped": at(5, flipped(b"event", b'"at":"')),
    "the event's seat is flipped": at(5, flipped(b"event", b'"seat":')),
    "the event's count is flipped": at(5, flipped(b"event", b'"count":')),
    "the event's veil is flipped": at(5, flipped(b"event", b'"veil":"sha256:')),
    "the event's previous hash is flipped": at(5, flipped(b"event", b'"previous":"sha256:')),
    "the hash is flipped": at(5, flipped(b"hash", b"sha256:")),
    "the hash is no text": at(5, put(b"hash", b"\xff\x80")),
    "what is hidden is flipped": at(5, flipped(b"private", b'"window":')),
    "a hidden word is flipped": at(5, flipped(b"private", b'"slot":"')),
    "the salt is flipped": at(5, flipped(b"private", b'"salt":"')),
    "nothing is hidden any more": at(5, private(hidden=None, salt=None)),
    "something is hidden where nothing was": at(4, private(hidden={}, salt="00")),
    "the private part is cut": at(5, put(b"private", b'{"hidden"')),
    "a digest is no text": at(2, private(request="ä")),
    "a token's digest is no text": at(2, private(token="ö")),
    "the event field is missing": at(5, without(b"event")),
    "the hash field is missing": at(5, without(b"hash")),
    "the private field is missing": at(5, without(b"private")),
    "an event was rewritten with a hash of its own": at(4, rewritten(seat=1)),
    "an event is of another game": at(1, rewritten(game="bbbbbbbbbbbbbbbb")),
    "an event is of another version": at(4, rewritten(version=40)),
    "an event lies before the one before it": at(-1, rewritten(at="2020-01-01T00:00:00.000Z")),
    "the newest event follows another one": at(-1, rewritten(previous="sha256:" + "0" * 64)),
    "the newest event is of no known type": at(-1, rewritten(type="game-paused")),
    "the newest event has a field more": at(-1, rewritten(mood="good")),
}
CUT = {
    "the log is gone": nothing_left,
    "the newest event is lost": shorter(1),
    "all but the opening is lost": shorter(7),
}
