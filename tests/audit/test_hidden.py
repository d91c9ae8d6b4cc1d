"""Changed secrets: under the old veil the veil is named, under a new one the rule."""

from typing import Any

import pytest

from tests.audit.copied import Copied, Json, copied, found
from tests.audit.sorts import Found, golden, sorts
from tests.oracle import COLOURS, KINDS

HIDING = [f for f in sorts() if f.copy()[f.version].private["hidden"] is not None]


def _id(where: Found) -> str:
    return f"{where.copy()[where.version].event['type']}-{where.version}"


def other_stick(stick: Json) -> list[Json]:
    """The same stick but for one thing that is told of it."""
    colours = [colour for colour in COLOURS if colour != stick["colour"]]
    changed = [stick | {"colour": colour} for colour in colours]
    changed.append(stick | {"window": stick["window"] % 12 + 1})
    changed.append(stick | {"length": "long" if stick["length"] == "short" else "short"})
    if "slot" in stick:
        slots = [slot for slot in ("left", "right", "long") if slot != stick["slot"]]
        changed += [stick | {"slot": slot} for slot in slots]
    return changed


@pytest.mark.parametrize("where", HIDING, ids=_id)
def test_a_veil_opened_to_something_else_is_named(where: Found) -> None:
    for change in _other_secrets(where.copy()[where.version].private["hidden"]):
        copy = where.copy()
        copy[where.version].private["hidden"] = change
        found(copy.audited(), where.version, "veil")


def _other_secrets(hidden: Json) -> list[Any]:
    changes: list[Any] = [None, {}, hidden | {"more": 1}]
    if "sticks" in hidden:
        for place, stick in enumerate(hidden["sticks"]):
            before, after = hidden["sticks"][:place], hidden["sticks"][place + 1 :]
            changes += [{"sticks": [*before, o, *after]} for o in other_stick(stick)]
        if hidden["sticks"] != hidden["sticks"][::-1]:
            changes.append({"sticks": hidden["sticks"][::-1]})
        changes += [{"sticks": hidden["sticks"] * 2}, {"sticks": []}]
    if "seed" in hidden:
        changes += [{"seed": hidden["seed"][::-1]}, {"seed": "00" * 16}, {"seed": None}]
    return changes


@pytest.mark.parametrize("salt", ["0" * 32, "", None, "0" * 31, "G" * 32])
@pytest.mark.parametrize("where", HIDING[:6], ids=_id)
def test_another_salt_is_named(where: Found, salt: str | None) -> None:
    copy = where.copy()
    copy[where.version].private["salt"] = salt
    found(copy.audited(), where.version, "veil")


def test_a_salt_of_another_form_is_named_even_where_the_veil_fits() -> None:
    where = HIDING[0]
    for salt in ("", "0" * 31, "F" * 32, "é" * 32):
        copy = where.copy()
        copy[where.version].private["salt"] = salt
        found(copy.forged(where.version).audited(), where.version, "private.salt")


def test_something_hidden_where_nothing_is_to_hide_is_named() -> None:
    where = next(f for f in sorts() if f.copy()[f.version].private["hidden"] is None)
    hidings: list[Json] = [{}, {"sticks": []}, {"seed": "0"}]
    for hidden in hidings:
        copy = where.copy()
        copy[where.version].private.update(hidden=hidden, salt="0" * 32)
        found(copy.audited(), where.version, "veil")
        kind = next(iter(hidden), "event")
        found(copy.forged(where.version).audited(), where.version, kind, "event")


REMOVING = [f for f in HIDING if "slot" in str(f.copy()[f.version].private["hidden"])]


@pytest.mark.parametrize("where", REMOVING, ids=_id)
def test_another_removed_stick_under_a_new_veil_is_named(where: Found) -> None:
    honest = where.copy()[where.version].private["hidden"]["sticks"]
    for other in other_stick(honest[0]):
        copy = where.copy()
        copy[where.version].private["hidden"]["sticks"][0] = other
        report = copy.forged(where.version).audited()
        if _is_another_move(copy, where.version, other):
            assert not [f for f in report.findings if f.version == where.version]
            continue
        finding = found(report, where.version, "hidden.sticks", "type")
        assert "T2" in finding.clauses


def _is_another_move(copy: Copied, version: int, stick: Json) -> bool:
    """Whether that very stick was on the board, so that it could have been taken instead."""
    started = next(line for line in copy.lines if line.event["type"] == "game-started")
    window = started.private["hidden"]["deal"][stick["window"] - 1]
    gone = [
        (s["window"], s["slot"])
        for line in copy.lines[: version - 1]
        if line.event["type"] in ("sticks-removed", "turn-timed-out") and line.private["hidden"]
        for s in line.private["hidden"]["sticks"]
    ]
    fits = stick["length"] == ("long" if stick["slot"] == "long" else "short")
    there = window["sticks"][stick["slot"]] == stick["colour"]
    return fits and there and (stick["window"], stick["slot"]) not in gone


ANSWERING = [f for f in HIDING if f.copy()[f.version].event["type"] == "answer-given"]


@pytest.mark.parametrize("where", ANSWERING, ids=_id)
def test_an_answer_that_was_never_given_is_named_by_its_verdict(where: Found) -> None:
    """A right answer in the place of a wrong one, and the other way round."""
    copy = where.copy()
    line = copy[where.version]
    removal = next(
        line
        for line in copy.lines[where.version - 2 :: -1]
        if line.private["hidden"] and "slot" in str(line.private["hidden"])
    )
    told = [
        {name: stick[name] for name in ("window", "length", "colour")}
        for stick in removal.private["hidden"]["sticks"]
    ]
    right = line.event["outcome"]["verdict"] == "right"
    line.private["hidden"]["sticks"] = [_wrong(stick) for stick in told] if right else told
    finding = found(copy.forged(where.version).audited(), where.version, "outcome.verdict")
    assert "T3" in finding.clauses
    assert finding.expected == ("wrong" if right else "right")


def _wrong(stick: Json) -> Json:
    return stick | {"window": stick["window"] % 12 + 1, "length": "long", "colour": "white"}


@pytest.mark.parametrize("sticks", [[], 3, [7]])
def test_an_answer_of_no_or_too_many_sticks_is_named(sticks: Any) -> None:
    where = ANSWERING[0]
    copy = where.copy()
    named = copy[where.version].private["hidden"]
    named["sticks"] = named["sticks"] * sticks if isinstance(sticks, int) else sticks
    found(copy.forged(where.version).audited(), where.version, "type", "sticks", "event")


def _started() -> tuple[Found, int]:
    where = next(f for f in sorts() if f.copy()[f.version].event["type"] == "game-started")
    return where, where.version


def test_another_board_than_the_seeds_is_named_at_the_deal() -> None:
    where, version = _started()
    for change in (_other_prisoner, _other_colour, _windows_exchanged):
        copy = where.copy()
        change(copy[version].private["hidden"]["deal"])
        finding = found(copy.forged(version).audited(), version, "hidden.deal")
        assert finding.clauses == ("S5",)


def _other_prisoner(deal: list[Json]) -> None:
    here = deal[4]["prisoners"]
    here["left"] = next(kind for kind in KINDS if kind != here["left"])


def _other_colour(deal: list[Json]) -> None:
    here = deal[11]["sticks"]
    here["long"] = next(colour for colour in COLOURS if colour != here["long"])


def _windows_exchanged(deal: list[Json]) -> None:
    one, other = deal[0], deal[1]
    one["sticks"], other["sticks"] = other["sticks"], one["sticks"]


def test_another_seed_is_named_at_the_deal() -> None:
    where, version = _started()
    copy = where.copy()
    copy[1].private["hidden"]["seed"] = "0123456789abcdef" * 2
    assert found(copy.forged().audited(), version, "hidden.deal").clauses == ("S5",)


@pytest.mark.parametrize("seed", ["", "0" * 31, "F" * 32, "g" * 32, "0" * 33])
def test_a_seed_that_is_none_is_named_at_the_opening(seed: str) -> None:
    copy = copied(golden()[0])
    copy[1].private["hidden"]["seed"] = seed
    assert found(copy.forged().audited(), 1, "type").clauses == ("S5",)
