"""Every golden game replays: the same bytes from the same decisions, the same views of them."""

import json
from collections import Counter
from typing import Any

import msgspec
import pytest

from events import catalogue, chain, referee
from events.board import SeatNo
from events.chain import Digests, Event, GameId, Version
from events.commands import OpenTable
from events.game import Game
from events.reducer import apply
from events.rulebook import Options
from tests.events.both import draw, ordered
from tests.golden import make
from tests.golden.games import Golden, entry, read, seen
from tests.oracle import READINGS, check_log, command_of

PARTS = 8


@pytest.fixture(scope="module")
def golden() -> list[Golden]:
    return list(read())


def events(game: Golden) -> list[Event]:
    """The game's events, each verified against the one before it."""
    head, found = None, []
    for number, kept in enumerate(game.entries, 1):
        event = chain.verified(
            GameId(game.game), Version(number), entry(kept), head, catalogue.body
        )
        head = chain.head(event)
        found.append(event)
    return found


def told(game: Golden) -> list[dict[str, Any]]:
    """The game's events, whole."""
    whole = []
    for line, hash, kept in game.entries:
        private = json.loads(kept)
        opened = {name: private[name] for name in ("hidden", "salt") if private["hidden"]}
        whole.append({**json.loads(line), "hash": hash, **opened})
    return whole


def decided_again(game: Game | None, event: Event, whole: dict[str, Any]) -> Event:
    """The event once more, from what was done and when, as the referee rules today."""
    command = command_of(whole)
    private = json.loads(event.entry.private)
    salt = private["salt"] or ""
    if game is None:
        seed = command["seed"] if command["seed_from"] == "host" else None
        options = msgspec.convert(command["options"], Options)
        order = OpenTable(
            name=command["name"], options=options, listed=command["listed"], seed=seed
        )
        decided = referee.opening(order, command["seed"])
    else:
        index = draw(game.board, command)
        due = referee.due(game, event.at, lambda _: index)
        decided = due or referee.decide(game, ordered(command))
    digests = Digests(key=private["key"], request=private["request"])
    after = game.head if game else None
    sealed = chain.seal(event.game, after, event.at, *decided, salt, digests)
    return chain.with_token(sealed, private["token"]) if private["token"] else sealed


@pytest.mark.parametrize("part", range(PARTS))
def test_golden_games_replay_to_the_same_hashes_and_views(golden: list[Golden], part: int) -> None:
    for stored in golden[part::PARTS]:
        game: Game | None = None
        for event, whole, view in zip(events(stored), told(stored), stored.views, strict=True):
            assert decided_again(game, event, whole).entry == event.entry, (event.game, event.at)
            game = apply(game, event)
            assert seen(game) == view, (event.game, event.version)
        assert game is not None
        assert game.over


@pytest.mark.parametrize("part", range(PARTS))
def test_golden_games_follow_the_chain_and_the_rules(golden: list[Golden], part: int) -> None:
    for stored in golden[part::PARTS]:
        assert events(stored)
        assert check_log(told(stored)) == []


def test_golden_games_hold_everything_that_can_happen(golden: list[Golden]) -> None:
    happened: Counter[str] = Counter()
    for whole in map(told, golden):
        opened = whole[0]["action"]
        happened.update(f"{name}={value}" for name, value in opened["options"].items())
        happened[f"seed_from={opened['seed_from']}"] += 1
        happened[f"seats={_seats(whole)}"] += 1
        for event in whole:
            happened[event["type"]] += 1
            outcome = event["outcome"]
            happened.update(outcome.get("clauses", []))
            for name in ("instead_of", "reason", "won_by", "attempt", "verdict"):
                happened[f"{name}={outcome.get(name)}"] += 1
    assert len(golden) >= 400
    assert [name for name in _wanted() if not happened[name]] == []


def _seats(whole: list[dict[str, Any]]) -> int | None:
    """How many played; None where the game never started."""
    taken: set[SeatNo] = {SeatNo(1)}
    for event in whole:
        match event["type"]:
            case "player-joined":
                taken.add(event["seat"])
            case "player-left":
                taken.discard(event["seat"])
            case "game-started":
                return len(taken)
    return None


def _wanted() -> list[str]:
    options = [f"{name}={value}" for name, readings in READINGS.items() for value in readings]
    clauses = ["T1", "T2", "T3", "T4", "T5", "T6", "E1", "E2", "W1", "A2", "A3", "H1", "H2", "H3"]
    rulings = ["after_escape", "double_answer", "token_payment"]
    return [
        *options,
        *clauses,
        *(f"ruling:{name}" for name in rulings),
        *("seed_from=host", "seed_from=server", *(f"seats={n}" for n in (2, 3, 4, 5))),
        *("game-opened", "player-joined", "player-left", "game-started", "mask-put-on"),
        *("sticks-removed", "answer-given", "second-answer-declined", "turn-timed-out"),
        *(f"instead_of={step}" for step in ("mask", "removal", "answer", "second_answer")),
        *(f"reason={why}" for why in ("host_left", "not_started", "idle")),
        *(f"won_by={how}" for how in ("three_alike", "three_different", "last_in_play")),
        *("attempt=1", "attempt=2", "verdict=right", "verdict=wrong"),
    ]


def test_golden_games_are_never_replaced(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="never replaced"):
        make.main()
    assert capsys.readouterr().out == ""
