"""Receipts that come with a dispute: what they prove, and what they do not."""

from typing import Any

import pytest

from events.docket import Claim, Judgement, Standing
from events.receipts import Claims, Keys
from tests.audit.world import ISS, KEYS, World
from tests.store.tables import Table


@pytest.fixture(scope="module")
def world() -> World:
    return World()


@pytest.fixture
def table(world: World) -> Table:
    return world.finished(seed=2, advanced=True)


def ruling(world: World, table: Table, receipt: str, claim: Claim = Claim.DEAL) -> Any:
    filed = world.dispute(table, 5, claim, receipt=receipt)
    return world.ruling(table.id, filed.id)


@pytest.mark.parametrize("claim", Claim)
@pytest.mark.parametrize("version", [1, 5, 12])
def test_a_receipt_of_ours_for_another_event_overturns(
    world: World, table: Table, claim: Claim, version: int
) -> None:
    other = "sha256:" + "0" * 64
    receipt = world.receipt(table.id, version, hash=other)
    ruled = ruling(world, table, receipt, claim)
    kept = world.events(table.id)[version - 1].hash
    assert ruled.verdict is Judgement.UPHELD
    assert ruled.recorded == {"version": version, "hash": kept}
    assert ruled.expected == {"version": version, "hash": other, "receipt": receipt}
    assert "genuine" in ruled.sentence
    assert world.clerk.docket(table.id).standing is Standing.OVERTURNED
    assert not world.certified(table.id)


def test_a_receipt_of_ours_beyond_the_end_overturns(world: World, table: Table) -> None:
    version = table.game.version + 1
    ruled = ruling(world, table, world.receipt(table.id, version))
    assert ruled.verdict is Judgement.UPHELD
    assert ruled.recorded == {"version": version, "hash": None}
    assert world.clerk.docket(table.id).standing is Standing.OVERTURNED


@pytest.mark.parametrize("claim", Claim)
def test_a_receipt_of_ours_that_agrees_changes_nothing(
    world: World, table: Table, claim: Claim
) -> None:
    without = world.dispute(table, 5, claim, seat=2)
    ruled = ruling(world, table, world.receipt(table.id, 5), claim)
    other = world.ruling(table.id, without.id)
    assert ruled.verdict is other.verdict is not Judgement.UPHELD
    note = " The receipt sent along is genuine and agrees with the log."
    assert ruled.sentence == other.sentence + note


def _tampered(token: str) -> str:
    head, payload, signature = token.split(".")
    return f"{head}.{payload}.{signature[:-3]}{'AAA' if signature[-3:] != 'AAA' else 'BBB'}"


FORGED: dict[str, Any] = {
    "of another key": lambda told: Keys.fresh().sign(told),
    "tampered with": lambda told: _tampered(KEYS.sign(told)),
    "of another type": lambda told: KEYS.seal("singsing-certificate", b"{}"),
    "none at all": lambda told: "x",
    "empty": lambda told: "",
    "not ASCII": lambda told: "é.é.é",
    "of another service with our key": lambda told: KEYS.sign(
        Claims(iss="https://other.example", **_but(told, "iss"))
    ),
}


def _but(told: Claims, name: str) -> dict[str, Any]:
    return {n: getattr(told, n) for n in told.__struct_fields__ if n != name}


@pytest.mark.parametrize("kind", FORGED)
def test_a_forged_or_foreign_receipt_is_no_evidence(world: World, table: Table, kind: str) -> None:
    told = Claims(iss=ISS, game=table.id, version=5, hash="sha256:" + "0" * 64, at="x")
    ruled = ruling(world, table, FORGED[kind](told))
    assert ruled.verdict is Judgement.DISMISSED
    assert "no evidence" in ruled.sentence
    assert world.clerk.docket(table.id).standing is Standing.CLEARED
    assert world.certified(table.id)


def test_a_receipt_of_another_game_is_no_evidence_here(world: World, table: Table) -> None:
    other = world.finished(seed=8)
    ruled = ruling(world, table, world.receipt(other.id, 5))
    assert ruled.verdict is Judgement.DISMISSED
    assert "of another game" in ruled.sentence


def test_a_receipt_of_a_key_that_has_retired_counts(world: World, table: Table) -> None:
    from events.clerk import Clerk

    receipt = world.receipt(table.id, 5, hash="sha256:" + "0" * 64)
    filed = world.dispute(table, 5, Claim.DEAL, receipt=receipt)
    world.clerk = Clerk(world.store, world.play, KEYS.rotated().public(), ISS)
    assert world.ruling(table.id, filed.id).verdict is Judgement.UPHELD
    world.restart()


def test_no_receipt_is_needed(world: World, table: Table) -> None:
    filed = world.dispute(table, 5, Claim.DEAL, statement="I saw the deal.")
    ruled = world.ruling(table.id, filed.id)
    assert (ruled.verdict, "receipt" in ruled.sentence) == (Judgement.DISMISSED, False)
