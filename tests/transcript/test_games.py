"""Whole games, written down in full, in short, and half forgotten."""

from copy import deepcopy
from random import Random

import pytest
import yaml
from msgspec.structs import replace

from events import transcript
from events.materiality import Watch
from tests.record.games import Log
from tests.transcript.blurred import blurred
from tests.transcript.games import Plain, audited, game
from tests.transcript.told import told
from tests.transcript.written import Written

ACTS = {"removed", "answer", "second_answer", "left"}
"""What the rules cannot tell: what people did."""


def _in_short(top: Plain) -> Plain:
    """The same game with nothing written that follows from the rules."""
    top = deepcopy(top)
    top["turns"] = [{k: v for k, v in turn.items() if k in ACTS} for turn in top["turns"]]
    return {k: v for k, v in top.items() if k not in ("winner", "won_by", "mask")}


def _watched(log: Log, written: Written) -> list[object]:
    """Where each reading first mattered by the log, in entries of the transcript."""
    watch = Watch(log.games[0].options)
    for before, event in zip(log.games, log.events[1:], strict=False):
        watch.see(before, event.at, event.seat, event.body)
    return [
        replace(one, first=written.entry_of[one.first] if one.first else None)
        for one in watch.noted()
    ]


@pytest.mark.parametrize("seed", range(120))
def test_a_game_written_in_full_is_clean_and_says_of_the_readings_what_its_log_says(
    seed: int,
) -> None:
    log, written = game(seed)
    report = audited(written.top)
    assert not report.findings, told(report)
    assert not report.undecided
    assert list(report.materiality) == _watched(log, written)
    assert report.sound_to == report.events == len(written.turns)


@pytest.mark.parametrize("seed", range(120))
def test_all_that_follows_from_the_rules_may_be_left_out(seed: int) -> None:
    _, written = game(seed)
    report, full = audited(_in_short(written.top)), audited(written.top)
    assert not report.findings
    assert not report.undecided
    assert report.materiality == full.materiality


@pytest.mark.parametrize("seed", range(120))
def test_what_is_forgotten_never_makes_a_fault_nor_a_wrong_certainty(seed: int) -> None:
    _, written = game(seed)
    true = {(one.ruling, one.other): one.first for one in audited(written.top).materiality}
    rng = Random(seed)
    for _ in range(12):
        report = audited(blurred(rng, written.top))
        assert not report.findings, told(report)
        for one in report.materiality:
            assert true[one.ruling, one.other] == one.first, one


@pytest.mark.parametrize("seed", range(20))
def test_yaml_and_json_say_the_same(seed: int) -> None:
    _, written = game(seed)
    dumped = yaml.safe_dump(written.top, allow_unicode=True, sort_keys=False).encode()
    read = transcript.read(dumped, "application/yaml")
    assert transcript.audit(read) == audited(written.top)
