"""Changed actions and options: named where they are, or where they first come to matter."""

from typing import Any

import pytest

from tests.audit.brute import first_changed
from tests.audit.copied import copied, found
from tests.audit.sorts import golden, sorts
from tests.golden.games import Golden
from tests.oracle import READINGS

SILENT = ["after_escape", "double_answer", "token_payment"]


def of_type(kind: str) -> Any:
    return next(f for f in sorts() if f.copy()[f.version].event["type"] == kind)


@pytest.mark.parametrize(
    "where", [f for f in sorts() if "count" in f.copy()[f.version].event["action"]]
)
def test_another_count_than_of_the_sticks_is_named(where: Any) -> None:
    copy = where.copy()
    action = copy[where.version].event["action"]
    action["count"] = 3 - action["count"]
    finding = found(copy.forged(where.version).audited(), where.version, "action.count")
    assert "T2" in finding.clauses


@pytest.mark.parametrize("kind", ["mask-put-on", "answer-given", "game-started", "player-left"])
def test_an_action_that_says_more_is_named(kind: str) -> None:
    where = of_type(kind)
    copy = where.copy()
    copy[where.version].event["action"]["mood"] = "good"
    found(copy.forged(where.version).audited(), where.version, "mood")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("rules", "singsing-rules/2"),
        ("seed_from", "heaven"),
        ("listed", 1),
        ("name", None),
        ("options", {}),
        ("colour", "red"),
    ],
)
def test_an_opening_that_no_table_could_have_is_named(name: str, value: Any) -> None:
    copy = copied(golden()[0])
    copy[1].event["action"][name] = value
    found(copy.forged().audited(), 1, name, f"action.{name}", "event")


@pytest.mark.parametrize(
    ("name", "value", "clause"),
    [
        ("kinds", 5, "ruling:kinds"),
        ("first_player", 6, "ruling:first_player"),
        ("first_player", "1", "ruling:first_player"),
        ("turn_seconds", 9, "H1"),
        ("turn_seconds", 86_401, "H1"),
    ],
)
def test_an_option_that_stands_for_no_reading_is_named(name: str, value: Any, clause: str) -> None:
    copy = copied(golden()[0])
    copy[1].event["action"]["options"][name] = value
    assert found(copy.forged().audited(), 1, "type").clauses == (clause,)


def _rewritten(game: Golden, name: str, value: Any) -> list[tuple[int, str]]:
    copy = copied(game)
    copy[1].event["action"]["options"][name] = value
    return [(f.version, f.field) for f in copy.forged().audited().findings]


@pytest.mark.parametrize("name", SILENT)
def test_another_reading_is_named_where_it_first_would_have_mattered(name: str) -> None:
    mattered = 0
    for game in golden()[::9]:
        options = copied(game)[1].event["action"]["options"]
        for reading in READINGS[name]:
            if reading == options[name]:
                continue
            first = first_changed(copied(game), name, reading)
            named = [
                v for v, field in _rewritten(game, name, reading) if field != "outcome.clauses"
            ]
            assert min(named, default=None) == first
            mattered += first is not None
    assert mattered > 5


def test_another_number_of_kinds_is_named_at_the_deal() -> None:
    game = next(game for game in golden() if len(game.entries) > 20)
    started = next(v for v in range(1, 20) if copied(game)[v].event["type"] == "game-started")
    kinds = copied(game)[1].event["action"]["options"]["kinds"]
    for other in (3, 4, 6, 8):
        if other != kinds:
            assert _rewritten(game, "kinds", other)[0] == (started, "hidden.deal")


def test_what_nobody_ruled_is_for_receipts_to_show() -> None:
    """Names and who drew the seed follow from nothing: only hashes hold them."""
    for name, value in (("name", "Eve"), ("listed", False), ("listed", True)):
        copy = copied(golden()[0])
        copy[1].event["action"][name] = value
        assert copy.forged().audited().found == 0
