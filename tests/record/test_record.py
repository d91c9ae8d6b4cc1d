"""A record is read strictly, or refused with the line and a sentence."""

import json
from random import Random
from typing import Any

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from events import record, sight
from events.chain import canonical
from events.receipts import Keys
from events.record import CUT, LINE, SIZE, Unreadable
from events.refusal import BrokenLog
from tests.record.signed import SERVER, Signed

KEYS = Keys.fresh()
SIGNED = Signed(Random(4), KEYS)
LINES = SIGNED.content.split(b"\n")[:-1]


def joined(lines: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def refusal(content: bytes) -> tuple[int | None, str]:
    with pytest.raises(Unreadable) as caught:
        record.read(content)
    return caught.value.line, caught.value.sentence


def test_the_lines_are_as_published() -> None:
    first, *events, last = [json.loads(line) for line in LINES]
    assert first == {
        "record": "singsing/1",
        "game": SIGNED.game,
        "server": SERVER,
        "keys": KEYS.public(),
    }
    assert last == {
        "events": len(events),
        "head": SIGNED.log.events[-1].hash,
        "certificate": SIGNED.certificate,
    }
    shown = [sight.event(event, over=True) for event in SIGNED.log.events]
    assert events == json.loads(json.dumps(shown))
    assert all(rfc8785.dumps(json.loads(line)) == line for line in LINES)


def test_what_was_written_is_read_again() -> None:
    found = record.read(SIGNED.content)
    assert (found.game, found.server, found.keys) == (SIGNED.game, SERVER, KEYS.public())
    assert [event.hash for event in record.events(found)] == [e.hash for e in SIGNED.log.events]
    assert [event.body for event in record.events(found)] == [e.body for e in SIGNED.log.events]


def test_events_of_a_broken_chain_are_not_read() -> None:
    found = record.read(joined([LINES[0], *LINES[2:]]))
    with pytest.raises(BrokenLog):
        list(record.events(found))


def test_a_game_without_events_is_not_written() -> None:
    with pytest.raises(ValueError, match="at least one event"):
        list(record.written(SIGNED.game, SERVER, KEYS.public(), [], None))


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        (b'"action":{},', "twice"),
        (b'"a":1.5,', "not an integer"),
        (b'"a":1e3,', "not an integer"),
        (b'"a":NaN,', "not an integer"),
        (b'"a":-Infinity,', "not an integer"),
        (b'"a":9007199254740992,', "beyond"),
        (b'"a":' + b"9" * 4000 + b",", "beyond"),
        (rb'"a":"\ud800",', "surrogate"),
        (b'"a":"\xed\xa0\x80",', "UTF-8"),
        (b'"a":"\xff",', "UTF-8"),
        (b'"a":' + b"[" * 16 + b"]" * 16 + b",", "deeper"),
        (b'"a":' + b"[" * 20_000 + b"]" * 20_000 + b",", "deeper"),
        (b'"a":' + b'{"a":' * 9_000 + b"1" + b"}" * 9_000 + b",", "deeper"),
        ('"ä":1,'.encode(), "ASCII"),
        (b'"a": 1,', "canonical"),
        (b'"z":1,', "canonical"),
        (rb'"a":"\u0041",', "canonical"),
        (b"'a':1,", "not JSON"),
        (b'"a":"\x1b[2J",', "not JSON"),
        (b'"a":"' + b"x" * LINE + b'",', "longer than"),
    ],
)
def test_a_line_that_means_more_than_one_thing_is_named(before: bytes, sentence: str) -> None:
    lines = [*LINES]
    lines[2] = b"{" + before + lines[2][1:]
    line, said = refusal(joined(lines))
    assert line == 3
    assert sentence in said
    assert "\x1b" not in said


@pytest.mark.parametrize("line", [b"", b"[]", b"7", b'"x"', b"null"])
def test_a_line_that_is_no_object_is_named(line: bytes) -> None:
    assert refusal(joined([*LINES[:3], line, *LINES[3:]]))[0] == 4


@pytest.mark.parametrize(
    "first",
    [
        {},
        {"record": "singsing/2", "game": "g", "server": "s", "keys": {"keys": []}},
        {"record": "singsing/1", "game": 7, "server": "s", "keys": {"keys": []}},
        {"record": "singsing/1", "game": "g", "server": "s", "keys": {}},
        {"record": "singsing/1", "game": "g", "server": "s", "keys": {"keys": [1]}},
        {"record": "singsing/1", "game": "g", "server": "s", "keys": {"keys": []}, "more": 1},
    ],
)
def test_another_first_line_is_refused(first: dict[str, Any]) -> None:
    assert refusal(joined([canonical(first), *LINES[1:]]))[0] == 1


@pytest.mark.parametrize(
    "last",
    [
        {"events": 1},
        {"events": "1", "head": "h", "certificate": None},
        {"events": True, "head": "h", "certificate": None},
        {"events": 1, "head": "h"},
        {"events": 1, "head": "h", "certificate": None, "more": 1},
    ],
)
def test_another_last_line_is_refused(last: dict[str, Any]) -> None:
    assert refusal(joined([*LINES[:-1], canonical(last)]))[0] == len(LINES)


def test_a_record_that_was_cut_short_says_so() -> None:
    assert refusal(SIGNED.content[:-1]) == (
        len(LINES),
        CUT,
    )
    assert "its last line is missing" in refusal(joined(LINES[:-1]))[1]
    assert refusal(b"") == refusal(LINES[0][:5]) == refusal(LINES[0]) == (1, CUT)
    assert refusal(joined(LINES[:1])) == (2, CUT)
    assert "no event" in refusal(joined([LINES[0], LINES[-1]]))[1]


@pytest.mark.parametrize("end", [b"", b"\n", b"\nhello", b"\n\n"])
@pytest.mark.parametrize("line", [b"hello", b"{}", b'{"players":[]}', b"- a", b"\xff", b"[]"])
def test_what_does_not_begin_like_a_record_is_not_called_cut_short(line: bytes, end: bytes) -> None:
    number, said = refusal(line + end)
    assert number == 1
    assert "cut short" not in said


def test_a_record_has_its_size_at_most() -> None:
    assert refusal(b"\n" * (SIZE + 1))[0] is None
    with pytest.raises(Unreadable, match="at most 100 bytes"):
        record.read(SIGNED.content, size=100)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_end_in_a_refusal(content: bytes) -> None:
    with pytest.raises(Unreadable):
        record.read(content)
