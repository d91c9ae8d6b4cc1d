"""The canonical form beside another RFC 8785 library, and hashes and veils done by hand."""

import json
from hashlib import sha256
from random import Random
from typing import Any

import rfc8785
from hypothesis import example, given
from hypothesis import strategies as st

from events import chain, times
from events.board import SeatNo
from events.catalogue import MaskPutOn, Phase
from events.chain import Digests, GameId, Head, Version
from events.play import Play
from events.store import stream_key
from events.times import Millis
from tests.store.conftest import memory
from tests.store.tables import START, Clock, house, running

LARGEST = 2**53 - 1

texts = st.text(st.characters(exclude_categories=["Cs"]))
keys = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E))
values = st.recursive(
    st.none() | st.booleans() | st.integers(-LARGEST, LARGEST) | texts,
    lambda inner: st.lists(inner) | st.dictionaries(keys, inner),
    max_leaves=30,
)


@given(values)
@example("".join(map(chr, range(0x100))))
@example("\u2028\u2029\ufeff\ufffd\uffff\ue000 é e\u0301")
@example("😀🂡\U0010ffff\U00010000")
@example('"\\/\b\f\n\r\t\x7f<>&')
@example([LARGEST, -LARGEST, 0, -0, 1, -1, True, False, None])
@example({"b": 1, "a": {"B": [], "A": {}}, "aa": 2, "": 3, "a b": 4, "Z": 5, "_": 6, "é"[:0]: 7})
def test_the_canonical_form_is_that_of_rfc_8785(value: Any) -> None:
    assert chain.canonical(value) == rfc8785.dumps(value)


@given(values)
def test_the_canonical_form_reads_back_and_is_its_own_canonical_form(value: Any) -> None:
    line = chain.canonical(value)
    assert json.loads(line) == value
    assert chain.canonical(json.loads(line)) == line


def test_an_event_is_hashed_as_it_is_written() -> None:
    event = chain.seal(
        GameId("aaaaaaaaaaaaaaaa"),
        Head(version=Version(3), hash="sha256:" + "ab" * 32, at=Millis(START)),
        Millis(START + 7),
        SeatNo(2),
        MaskPutOn(phase=Phase.REMOVAL, clauses=("T1",)),
        "0" * 32,
        Digests(key=None, request="r"),
    )
    line = (
        b'{"action":{},"at":"2025-11-29T12:00:00.007Z","game":"aaaaaaaaaaaaaaaa",'
        b'"outcome":{"clauses":["T1"],"phase":"removal"},"previous":"sha256:' + b"ab" * 32 + b'",'
        b'"seat":2,"type":"mask-put-on","veil":null,"version":4}'
    )
    assert event.entry.event == line
    assert event.hash == "sha256:" + sha256(line).hexdigest()


def test_a_veil_is_the_hash_of_salt_and_value() -> None:
    hidden = {"sticks": [{"window": 3, "length": "short", "colour": "red"}]}
    line = (
        b'{"salt":"0123456789abcdef0123456789abcdef",'
        b'"value":{"sticks":[{"colour":"red","length":"short","window":3}]}}'
    )
    veil = chain.veil(hidden, "0123456789abcdef0123456789abcdef")
    assert veil == "sha256:" + sha256(line).hexdigest()


def test_a_log_verifies_with_nothing_but_json_and_sha_256() -> None:
    kept = memory()
    table = running(Play(kept.store, house(Clock())), 3, advanced=True)
    random = Random(4)
    while not table.game.over:
        table.move(random)
    previous, salts = None, []
    for version, (_, fields) in enumerate(kept.raw.xrange(stream_key(table.id)), 1):
        event, private = json.loads(fields[b"event"]), json.loads(fields[b"private"])
        assert fields[b"event"] == by_hand(event)
        assert fields[b"hash"].decode() == hashed(event)
        assert (event["version"], event["previous"]) == (version, previous)
        previous = hashed(event)
        if event["veil"] is None:
            assert (private["hidden"], private["salt"]) == (None, None)
        else:
            salts.append(private["salt"])
            assert event["veil"] == hashed({"salt": salts[-1], "value": private["hidden"]})
    assert len(set(salts)) == len(salts) > 10
    assert all(len(salt) == 32 and set(salt) <= set("0123456789abcdef") for salt in salts)


def by_hand(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def hashed(value: Any) -> str:
    return "sha256:" + sha256(by_hand(value)).hexdigest()


@given(st.integers(0, 4_000_000_000_000))
def test_a_time_reads_back_as_it_was_written(at: int) -> None:
    assert times.read(times.written(Millis(at))) == at
