"""Golden games with bots: the rules as ever, and every move the bot's own, for ever."""

from collections import Counter

import pytest

from events.bots.check import Move, moves
from tests.audit.copied import copied
from tests.golden import bots
from tests.golden.games import Golden
from tests.golden.test_golden import events, told
from tests.oracle import check_log


@pytest.fixture(scope="module")
def golden() -> list[Golden]:
    return list(bots.read())


@pytest.fixture(scope="module")
def made(golden: list[Golden]) -> list[Move]:
    return [move for game in golden for move in moves(events(game))]


def test_golden_bots_move_as_they_did(made: list[Move]) -> None:
    assert len(made) > 1_000
    assert [move for move in made if not move.same] == []


def test_golden_games_with_bots_follow_the_chain_and_the_rules(golden: list[Golden]) -> None:
    for game in golden:
        assert check_log(told(game)) == []
        assert copied(game).audited().found == 0


def test_golden_bots_did_everything_that_bots_do(golden: list[Golden], made: list[Move]) -> None:
    done: Counter[str] = Counter()
    for move in made:
        done[f"{move.bot} {move.recorded.type}"] += 1
        done[f"{move.recorded.type} {getattr(move.recorded, 'count', '')}"] += 1
        done[f"attempt {getattr(move.recorded, 'attempt', '')}"] += 1
    acts = ("mask-put-on", "sticks-removed", "answer-given")
    wanted = [f"{bot} {act}" for bot in ("goldfish", "magpie", "elephant") for act in acts]
    wanted += ["sticks-removed 2", "attempt 2", "second-answer-declined "]
    assert [name for name in wanted if not done[name]] == []
    reasons = {event["outcome"].get("reason") for game in golden for event in told(game)}
    assert "no_people" in reasons


def test_golden_games_with_bots_are_never_replaced() -> None:
    with pytest.raises(SystemExit, match="never replaced"):
        bots.main()
