"""Whatever stands in an entry, it is noticed, or it changes nothing that is bound."""

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from events import sight
from events.board import SeatNo
from events.chain import Entry, canonical, digest
from events.memory import Memory
from events.refusal import BrokenLog
from tests.store.conftest import memory
from tests.store.witness import Witness


@pytest.fixture
def witness() -> Witness:
    return Witness(memory())


def test_any_flipped_bit_is_noticed_or_changes_a_digest_alone(witness: Witness) -> None:
    stored = witness.kept.store.read(witness.table.id)
    random = Random(5)
    unnoticed = 0
    for index, (version, entry) in enumerate(stored):
        for field in ("event", "hash", "private"):
            for changed in flips(entry, field, random):
                log = [*stored[:index], (version, changed), *stored[index + 1 :]]
                try:
                    folded = Memory(witness.kept.store, 1).follow(None, witness.table.id, log, None)
                except BrokenLog:
                    continue
                assert field == "private"
                assert bound(changed) == bound(entry)
                assert sight.view(folded, None) == sight.view(witness.game, None)  # type: ignore[arg-type]
                unnoticed += 1
    assert unnoticed


def flips(entry: Entry, field: str, random: Random) -> Iterator[Entry]:
    """The entry with one bit flipped, for every byte of a field."""
    content = getattr(entry, field)
    content = content.encode() if isinstance(content, str) else content
    for place in range(len(content)):
        flipped = bytearray(content)
        flipped[place] ^= 1 << random.randrange(8)
        plain = bytes(flipped)
        value = plain.decode(errors="replace") if field == "hash" else plain
        yield msgspec.structs.replace(entry, **{field: value})


def bound(entry: Entry) -> dict[str, Any]:
    private = json.loads(entry.private)
    return {"hidden": private["hidden"], "salt": private["salt"]}


NONSENSE: list[Any] = [None, -1, 0, 99, 2**53, "", "x", [], [None], {}, True, "2", ["T1"]]


def test_whatever_an_event_says_it_is_a_game_or_a_broken_log(witness: Witness) -> None:
    stored = witness.kept.store.read(witness.table.id)
    fates = Counter[str]()
    for index, (version, entry) in enumerate(stored):
        for forged in forgeries(entry):
            log = [*stored[:index], (version, forged)]
            try:
                game = Memory(witness.kept.store, 1).follow(None, witness.table.id, log, None)
            except BrokenLog:
                fates["broken"] += 1
                continue
            assert game is not None
            for seat in (None, SeatNo(1), SeatNo(2)):
                msgspec.json.encode(sight.view(game, seat))
            msgspec.json.encode(sight.row(game))
            fates["a game"] += 1
    assert fates["broken"] > 500


def forgeries(entry: Entry) -> Iterator[Entry]:
    """Events with one value put in place of another, each with a hash of its own."""
    event = json.loads(entry.event)
    for part in (event, event["action"], event["outcome"], event["action"].get("options", {})):
        for name, right in list(part.items()):
            for wrong in NONSENSE:
                part[name] = wrong
                line = canonical(event)
                yield msgspec.structs.replace(entry, event=line, hash=digest(line))
            part[name] = right
