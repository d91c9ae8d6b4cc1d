"""The verifier in Python and the one in JavaScript say the same of every record."""

import json
import shutil
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from events import catalogue, chain, record
from events.chain import GameId
from events.receipts import Keys
from events.verification import verify
from service import verify_command
from tests.golden import games as golden
from tests.golden.games import Golden, entry
from tests.record.damage import DAMAGES, Damage
from tests.record.signed import SERVER, Signed

Json = dict[str, Any]

GAMES = 50
EACH = 45
"""How many records each way of damaging is tried on."""

VERIFIER = Path(__file__).parents[2] / "api_spec" / "verify.mjs"
BATCH = Path(__file__).with_name("batch.mjs")


class Case(msgspec.Struct, frozen=True):
    """A record, and what somebody trusts who checks it."""

    content: bytes
    keys: Json | None = None
    trust: list[str] = []
    receipts: list[str] = []

    def by_python(self) -> Json:
        try:
            found = record.read(self.content)
        except record.Unreadable as error:
            return {"unreadable": error.line, "findings": []}
        verdict = verify(found, self.keys, self.trust, self.receipts)
        told: Json = json.loads(msgspec.json.encode(verdict))
        types = [json.loads(event.line).get("type") for event in found.events]
        return {**told, "unreadable": None, "types": dict(enumerate(types, 1))}


def node() -> str:
    beside = Path(sys.executable).with_name("node")
    found = str(beside) if beside.exists() else shutil.which("node")
    assert found, "the JavaScript verifier needs Node"
    return found


def by_javascript(cases: Iterable[Case]) -> list[Json]:
    asked = [
        json.dumps(
            {
                "record": b64encode(case.content).decode(),
                "keys": case.keys,
                "trust": case.trust,
                "receipts": case.receipts,
            }
        )
        for case in cases
    ]
    run = subprocess.run(
        [node(), str(BATCH)], input="\n".join(asked), capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in run.stdout.splitlines()]


def _checked_by_both(finding: Json, types: dict[int, str]) -> bool:
    """Whether a finding is of the form, the chain, a veil, the deal or a signature."""
    field = finding["field"]
    if types.get(finding["version"]) == "game-started" and field in (
        "hidden.deal",
        "outcome.lime",
        "outcome.mask",
    ):
        return True
    return field not in ("type", "seat") and not field.startswith(
        ("action.", "outcome.", "hidden.")
    )


def _first(findings: list[Json]) -> int | None:
    return min((finding["version"] for finding in findings), default=None)


def agree(python: Json, javascript: Json) -> bool:
    """The same verdict and first bad version, as far as JavaScript goes into the rules."""
    if python["unreadable"] is not None or javascript["unreadable"] is not None:
        line = javascript["unreadable"] and javascript["unreadable"]["line"]
        return bool(python["unreadable"] == line)
    mine = [f for f in python["findings"] if _checked_by_both(f, python["types"])]
    rules = [f for f in python["findings"] if f not in mine]
    ours, theirs, ruled = _first(mine), _first(javascript["findings"]), _first(rules)
    if ruled is not None and (ours is None or ruled < ours):
        return theirs is None or theirs >= ruled
    same = ours == theirs and javascript["ok"] == (ours is None)
    if ruled is None:
        same = same and python["sound_to"] == javascript["sound_to"]
    same = same and python["confirmed"] == javascript["confirmed"]
    notes = [note for note in javascript["unchecked"] if "ruled by the rules" not in note]
    return same and notes == python["unchecked"]


def differing(cases: list[Case]) -> list[Any]:
    """The cases on which the two do not agree."""
    python = [case.by_python() for case in cases]
    pairs = zip(cases, python, by_javascript(cases), strict=True)
    return [(case, mine, theirs) for case, mine, theirs in pairs if not agree(mine, theirs)]


@pytest.fixture(scope="module")
def keys() -> Keys:
    return Keys.fresh()


@pytest.fixture(scope="module")
def games(keys: Keys) -> list[Signed]:
    return [Signed(Random(seed), keys) for seed in range(GAMES)]


def test_both_find_honest_records_sound_and_say_what_they_could_not_check(
    games: list[Signed],
) -> None:
    cases = []
    for signed in games:
        last = signed.receipt(len(signed.log.events))
        public: Any = signed.keys.public()
        cases += [
            Case(signed.content),
            Case(signed.content, public, receipts=[last]),
            Case(signed.content, None, [signed.keys.kid], [last]),
            Case(signed.written(None), public, receipts=[last]),
        ]
    assert all(case.by_python()["ok"] for case in cases)
    assert differing(cases) == []


def _golden(keys: Keys, game: Golden) -> Case:
    """A golden game as a record, with nobody's certificate."""
    name = GameId(game.game)
    events = [
        chain.read_alone(name, chain.Version(version), entry(stored), catalogue.body)
        for version, stored in enumerate(game.entries, 1)
    ]
    return Case(b"".join(record.written(name, SERVER, keys.public(), events, None)))


def test_both_find_every_golden_game_sound(keys: Keys) -> None:
    cases = [_golden(keys, game) for game in golden.read()]
    assert all(case.by_python()["ok"] for case in cases)
    assert differing(cases) == []


def _damaged(damage: Damage, keys: Keys, games: list[Signed]) -> list[Case]:
    rng = Random(damage.__name__)
    public: Any = keys.public()
    trusting: list[Callable[[bytes], Case]] = [
        Case,
        partial(Case, keys=public),
        partial(Case, trust=[keys.kid]),
    ]
    return [rng.choice(trusting)(damage(rng, rng.choice(games))) for _ in range(EACH)]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_both_say_the_same_of_damaged_records(
    damage: Damage, keys: Keys, games: list[Signed]
) -> None:
    assert differing(_damaged(damage, keys, games)) == []


def test_over_a_thousand_records_are_damaged() -> None:
    assert len(DAMAGES) * EACH > 1_000


def test_both_name_the_same_line_of_what_is_no_record(games: list[Signed]) -> None:
    first = games[0].content.split(b"\n")[0]
    begun = [b"", b"{", first[:5], first, b"hello", b"{}", b'{"players":[]}', b"[]", b"\xff", b" {"]
    contents = [line + end for line in begun for end in (b"", b"\n", b"\nhello", b"\n\n")]
    assert differing([Case(content) for content in contents]) == []


def test_both_hear_receipts_alike(keys: Keys, games: list[Signed]) -> None:
    rng = Random(7)
    foreign = Keys.fresh()
    cases = []
    for signed in games[:12]:
        version = rng.randint(1, len(signed.log.events))
        other = "sha256:" + "1" * 64
        genuine = signed.receipt(version)
        lying = signed.receipt(version, hash=other)
        beyond = signed.receipt(len(signed.log.events) + 3)
        elsewhere = [signed.receipt(1, game="a" * 16, hash=h) for h in (other, other[:-1] + "2")]
        forged = Signed(rng, foreign, signed.log)
        tampered = genuine[:-3] + ("AAA" if genuine[-3:] != "AAA" else "BBB")
        heard = [
            [genuine],
            [lying],
            [genuine, lying],
            [beyond],
            elsewhere,
            [forged.receipt(version)],
            [forged.receipt(version, hash=other)],
            [tampered, "", "a.b.c", "é", genuine + "=", "x" * 5000],
        ]
        for receipts in heard:
            for trusted in (None, keys.public(), foreign.public()):
                plain: Any = trusted
                cases.append(Case(signed.content, plain, [], receipts))
    assert differing(cases) == []


def test_the_command_in_javascript_ends_as_the_other_does(keys: Keys, tmp_path: Path) -> None:
    signed = Signed(Random(9), keys)
    file, trusted = tmp_path / "game.ndjson", tmp_path / "keys.json"
    trusted.write_text(json.dumps(keys.public()))
    damaged = signed.content.replace(b'"version":7', b'"version":8', 1)
    unreadable = signed.content.replace(b'"version":7', b'"version": 7', 1)
    for status, content in enumerate((signed.content, damaged, unreadable)):
        file.write_bytes(content)
        command = [node(), str(VERIFIER), str(file), "--keys", str(trusted)]
        assert subprocess.run(command, check=False, capture_output=True).returncode == status


def test_both_commands_say_of_a_receipt_that_it_agrees(keys: Keys, tmp_path: Path) -> None:
    signed = Signed(Random(9), keys)
    file = tmp_path / "game.ndjson"
    file.write_bytes(signed.content)
    asked = [str(file), "--trust", keys.kid, "--receipt", signed.receipt(4)]
    command = [node(), str(VERIFIER), *asked]
    by_node = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    by_python = CliRunner().invoke(verify_command.verify, asked).output
    for told in (by_node, by_python):
        assert verify_command.CONFIRMED.format(4) in told.splitlines()


def test_the_server_of_a_record_is_the_one_that_signed_it(games: list[Signed]) -> None:
    assert all(SERVER.encode() in signed.content for signed in games)
