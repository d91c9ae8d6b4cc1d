"""Without a queue the relay does itself what it would enqueue."""

import pytest

from events.chain import GameId
from events.clerk import Clerk
from events.refusal import BrokenLog
from events.uploads import Media
from tests.workers.desk import AUDITED, Desk, raising
from workers import at_once
from workers.jobs import PUT_OFF_MILLIS


class _Enough(Exception):
    """The test has seen what it wanted."""


def run(desk: Desk, steps: int = 3, millis: int = 0) -> None:
    left = [steps]

    def rest(_: float) -> None:
        desk.clock.at += millis
        left[0] -= 1
        if not left[0]:
            raise _Enough

    with pytest.raises(_Enough):
        at_once.run(desk.store, desk.clerk, desk.intake, desk.clock, rest)


def test_every_game_is_audited_and_every_upload_judged(desk: Desk) -> None:
    games: list[GameId] = [desk.finished(seed).id for seed in range(3)]
    kept = desk.intake.keep(None, Media.JSON, b"{}")
    run(desk)
    assert [desk.audits(game) for game in games] == [AUDITED] * 3
    found = desk.intake.find(kept.id)
    assert found
    assert found.judged


def test_what_fails_is_said_and_done_later(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    game = desk.finished().id
    with monkeypatch.context() as failing:
        failing.setattr(Clerk, "audit", raising(BrokenLog(game, 1, "hash", "broken")))
        run(desk)
    assert desk.audits(game) == []
    run(desk, millis=PUT_OFF_MILLIS)
    assert desk.audits(game) == AUDITED
