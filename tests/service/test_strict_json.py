"""One meaning per JSON text, or none (RFC 7493)."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.strict_json import NotJson, parse

WHOLE = st.integers(-(2**53) + 1, 2**53 - 1)
TEXT = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | WHOLE | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)


def nested(levels: int) -> bytes:
    return b"[" * levels + b"]" * levels


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"{}{}",
        b'{"a": 1, "a": 2}',
        b'[{"b": {"a": 1, "a": 1}}]',
        b"NaN",
        b"[Infinity]",
        b"-Infinity",
        rb'"\ud800"',
        rb'{"\udc00x": 1}',
        rb'["\ude00\ud83d"]',
        b"\xef\xbb\xbf{}",
        "{}".encode("utf-16"),
        b'"\xff"',
        b'"\xed\xa0\x80"',
        b'"a\nb"',
        b"'a'",
        b"[01]",
        b"[1,]",
        nested(17),
        nested(8000),
        b'{"a":' * 17 + b"1" + b"}" * 17,
    ],
)
def test_a_text_with_no_single_meaning_is_refused(text: bytes) -> None:
    with pytest.raises(NotJson):
        parse(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (b"3.0", 3),
        (b"-0", 0),
        (b"3e0", 3),
        (rb'"\ud83d\ude00"', "\U0001f600"),
        (nested(16), json.loads(nested(16))),
        (b" [1.5, true] \n", [1.5, True]),
    ],
)
def test_a_text_with_one_meaning_is_read(text: bytes, value: object) -> None:
    read = parse(text)
    assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize("text", [b"1e400", b"1" * 5000, b"-1e30", str(2**60).encode()])
def test_a_number_beyond_all_bounds_is_read_as_one_that_no_field_takes(text: bytes) -> None:
    assert abs(parse(text)) > 2**53


@given(VALUES)
def test_whatever_is_written_is_read_again(value: Any) -> None:
    assert parse(json.dumps(value).encode()) == value
    assert parse(json.dumps(value, ensure_ascii=False).encode()) == value
