"""Entries dropped, doubled, swapped and inserted, as they are or chained anew."""

import copy as copies
from random import Random

import pytest

from events.findings import MOST
from tests.audit.brute import first_wrong
from tests.audit.copied import Copied, copied, found
from tests.audit.sorts import golden
from tests.golden.games import Golden

GAMES = sorted(golden(), key=lambda game: len(game.entries))[40::38]


def versions(game: Golden, least: int = 1) -> range:
    return range(least, len(game.entries))


def judged(copy: Copied, first: int) -> int | None:
    """The first wrong event after the forger chained all anew: the second opinion has to agree.

    Without an entry the rest can be a game all by itself: a mask that was never put on before its
    wearer left. Such a one is sound, and only those who hold its hashes can tell.
    """
    report = copy.renumbered().forged(min(first, len(copy))).audited()
    wrong = first_wrong(copy)
    if wrong is None:
        assert report.found == 0
    else:
        assert report.sound_to == wrong - 1, (wrong, report.findings[0])
    return wrong


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.game)
def test_a_dropped_entry_is_missed(game: Golden) -> None:
    for version in versions(game):
        copy = copied(game)
        del copy.lines[version - 1]
        found(copy.audited(), version, "version")
        assert (judged(copy, version) or version) >= version


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.game)
def test_a_doubled_entry_is_named(game: Golden) -> None:
    for version in versions(game):
        copy = copied(game)
        copy.lines.insert(version, copies.deepcopy(copy[version]))
        report = copy.audited()
        assert (version, "version") in {(f.version, f.field) for f in report.findings}
        assert judged(copy, version + 1) == version + 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.game)
def test_swapped_entries_are_named(game: Golden) -> None:
    for version in versions(game):
        copy = copied(game)
        one, other = copy[version], copy[version + 1]
        copy.lines[version - 1 : version + 1] = other, one
        found(copy.audited(), version, "version")
        one.event["at"], other.event["at"] = other.event["at"], one.event["at"]
        assert (judged(copy, version) or version) >= version


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.game)
def test_an_entry_of_another_game_is_named(game: Golden) -> None:
    other = copied(golden()[0] if golden()[0] is not game else golden()[1])
    for version in versions(game, 2)[:: len(game.entries) // 8 + 1]:
        copy = copied(game)
        copy.lines.insert(version - 1, copies.deepcopy(other[min(version, len(other))]))
        report = copy.audited()
        assert report.sound_to < version
        assert (version, "game") in {(f.version, f.field) for f in report.findings} or (
            len(other) < version
        )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.game)
def test_an_entry_in_the_place_of_another_is_named(game: Golden) -> None:
    rng = Random(game.game)
    for version in versions(game):
        copy = copied(game)
        stray = copies.deepcopy(copy[rng.choice([v for v in versions(game) if v != version])])
        stray.event["at"] = copy[version].event["at"]
        if stray.event["type"] == copy[version].event["type"]:
            continue
        copy.lines[version - 1] = stray
        assert judged(copy, version) == version


def test_a_log_without_its_beginning_is_named() -> None:
    for keep in (1, 2, 5):
        copy = copied(GAMES[3])
        del copy.lines[:keep]
        found(copy.audited(), 1, "version")
        report = copy.renumbered().forged().audited()
        assert (report.sound_to, report.findings[0].field) == (0, "type")


def test_the_events_of_another_game_under_this_ones_name_are_named() -> None:
    copy = copied(GAMES[3])
    copy.game = copied(GAMES[4]).game
    report = copy.audited()
    found(report, 1, "game")
    assert report.found == len(copy)


def test_versions_beyond_reason_end_in_a_report() -> None:
    for version in (2**53 - 1, 2**62, 0, -1, -(2**40)):
        copy = copied(GAMES[3])
        copy[5].event["version"] = version
        report = copy.forged(5).audited()
        assert len(report.findings) <= MOST
        assert report.found >= len(report.findings)
        assert report.sound_to < 5


def test_a_thousand_findings_are_told_and_all_are_counted() -> None:
    copy = copied(max(golden(), key=lambda game: len(game.entries)))
    for line in copy.lines:
        line.private["key"] = line.private["request"] = "?"
        line.event["game"], line.event["previous"], line.hash = "x", "y", "z"
        if "clauses" in line.event["outcome"]:
            line.event["outcome"].update(clauses=["S1"], mood=1)
    one = copy.audited()
    assert one.found > len(copy) * 5
    copy.lines = [copies.deepcopy(line) for line in copy.lines * (2 + MOST // one.found)]
    report = copy.audited()
    assert report.found > MOST == len(report.findings)
    assert report.sound_to == 0
