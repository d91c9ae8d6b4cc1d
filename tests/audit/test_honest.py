"""Honest games: no fault is reported, and where a silent point mattered is told rightly."""

from typing import Any

import pytest

from tests.audit.brute import first_changed
from tests.audit.copied import Copied, copied
from tests.audit.honest import honest
from tests.audit.sorts import golden
from tests.oracle import READINGS

GAMES = 500
PARTS = 10
COMPARED = golden()[::2]
"""The games whose materiality is worked out once more."""

SILENT = ["after_escape", "double_answer", "token_payment"]


def sound(copy: Copied) -> bool:
    report = copy.audited()
    head = copy[len(copy)].hash
    told = (report.findings, report.found, report.events, report.sound_to, report.head)
    return told == ((), 0, len(copy), len(copy), head)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_random_honest_games_are_sound(part: int) -> None:
    for seed in range(part, GAMES, PARTS):
        assert sound(honest(seed)), seed


def test_the_golden_games_are_sound() -> None:
    assert all(sound(copied(game)) for game in golden())


def materiality(copy: Copied) -> dict[tuple[str, str, str], int | None]:
    return {(m.ruling, m.reading, m.other): m.first for m in copy.audited().materiality}


def by_brute_force(copy: Copied) -> dict[tuple[str, str, str], int | None]:
    options: dict[str, Any] = copy[1].event["action"]["options"]
    return {
        (name, options[name], other): first_changed(copy, name, other)
        for name in SILENT
        for other in READINGS[name]
        if other != options[name]
    }


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_where_a_silent_point_first_mattered(part: int) -> None:
    for game in COMPARED[part::PARTS]:
        assert materiality(copied(game)) == by_brute_force(copied(game)), game.game


def test_every_silent_point_matters_in_some_games_and_in_some_it_does_not() -> None:
    told = [item for game in COMPARED for item in materiality(copied(game)).items()]
    seen = {(ruling, first is not None) for (ruling, *_), first in told}
    assert seen == {(name, mattered) for name in SILENT for mattered in (True, False)}


def test_every_other_reading_is_told_of_and_no_more() -> None:
    copy = honest(1, after_escape="stay", double_answer="either", token_payment="opponent")
    assert list(materiality(copy)) == [
        ("double_answer", "either", "both"),
        ("after_escape", "stay", "as_usual"),
        ("after_escape", "stay", "taker_leads"),
        ("token_payment", "opponent", "box"),
    ]


def test_what_never_mattered_is_told_to_be_none() -> None:
    """Without tokens neither their payment nor two sticks can matter."""
    for seed in range(10):
        told = materiality(honest(seed, advanced=False))
        names = {ruling for (ruling, *_), first in told.items() if first is not None}
        assert names <= {"after_escape"}
