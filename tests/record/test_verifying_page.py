"""The page that tells how to write a verifier says what this one does."""

import json
import re
from pathlib import Path
from typing import Any

import rfc8785

from events import board, chain, receipts, record
from events.board import SeatNo
from events.chain import canonical, digest
from events.receipts import Keys
from events.verification import verify
from tests.record.example import PUBLISHED, STORED
from tests.record.test_two_verifiers import Case, by_javascript

PAGE = (Path(__file__).parents[2] / "docs" / "verifying.md").read_text()
BLOCKS = [block.strip() for block in re.findall(r"```\n(.*?)```", PAGE, re.DOTALL)]
EVENTS: list[dict[str, Any]] = [json.loads(line) for line in STORED.read_bytes().splitlines()[1:-1]]


def test_the_example_is_sound_for_both_verifiers() -> None:
    keys = Keys.read(PUBLISHED)
    assert keys.kid in PAGE
    assert verify(record.read(STORED.read_bytes()), thumbprints=[keys.kid]).ok
    [verdict] = by_javascript([Case(STORED.read_bytes(), trust=[keys.kid])])
    assert verdict["ok"]


def test_hashes_are_as_shown() -> None:
    shown = [part.splitlines() for part in BLOCKS[0].split("\n\n")]
    for event, (line, hash) in zip(EVENTS, shown, strict=False):
        hashed = {n: v for n, v in event.items() if n not in ("hash", "hidden", "salt")}
        assert rfc8785.dumps(hashed).decode() == line
        assert digest(line.encode()) == event["hash"] == hash
    assert shown[1][0].count(shown[0][1]) == 1


def test_the_veil_is_as_shown() -> None:
    line, hash = BLOCKS[1].splitlines()
    told = json.loads(line)
    assert chain.veil(told["value"], told["salt"]) == hash == EVENTS[0]["veil"]
    assert digest(line.encode()) == hash


def test_the_deal_is_as_shown() -> None:
    seats = [SeatNo(seat) for seat in (1, 2, 3)]
    dealt = board.deal("000102030405060708090a0b0c0d0e0f", 3, "random", seats)
    assert canonical(dealt.board).decode() == BLOCKS[2]
    assert f"seat {dealt.first} begins" in PAGE


def test_the_receipt_is_as_shown() -> None:
    claims = receipts.check(BLOCKS[3], Keys.read(PUBLISHED).public())
    assert isinstance(claims, receipts.Claims)
    assert (claims.version, claims.hash) == (2, EVENTS[1]["hash"])


def test_the_canonical_form_is_as_shown() -> None:
    given, form = re.findall(r"\| `(\{.*?)` \| `(\{.*?)` \|", PAGE)[0]
    assert canonical(json.loads(given)).decode() == form
