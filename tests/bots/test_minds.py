"""What bots remember and choose: from their sights alone, with sense, always something allowed."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from events import referee
from events.board import Board, Colour, Place, SeatNo, Slot, stick_at, uncovered, without_sticks
from events.bots.memory import drawn, recollected, remembers, shares
from events.bots.mind import move
from events.bots.removals import removal
from events.catalogue import Bot, Phase, Verdict
from events.commands import Answer, Decline
from events.game import Game
from events.sight import Plain, view
from tests.bots.tables import Table
from tests.events.given import Given, emptying, holding, playing
from tests.oracle.options import random_options, seats_for

SEED = "00112233445566778899aabbccddeeff"
ELEPHANT, GOLDFISH, MAGPIE = Bot.ELEPHANT, Bot.GOLDFISH, Bot.MAGPIE
HERE = Place(window=3, slot=Slot.LEFT)


def table(seed: int) -> Table:
    """Bots of all sorts at a table of any options."""
    rng = Random(seed)
    options = random_options(rng)
    return Table([rng.choice(list(Bot)) for _ in range(seats_for(rng, options))], rng, **options)


# What is remembered


def test_the_draws_are_those_of_the_documentation() -> None:
    assert drawn(SEED, 100, "memory", 7, 3, "left") == 30
    assert drawn(SEED, 2**32, "guess", 1, 12, "long", "red") == 2893535129


def test_an_elephant_forgets_nothing_and_a_goldfish_nearly_everything() -> None:
    known = {
        bot: sum(remembers(bot, SEED, turn, HERE, Colour.RED) for turn in range(2_000))
        for bot in Bot
    }
    assert known[ELEPHANT] == 2_000
    assert 60 < known[GOLDFISH] < 140
    assert 1_600 < known[MAGPIE] < 1_800


def test_a_magpie_remembers_what_is_bright() -> None:
    bright = shares()[MAGPIE].sticks
    assert sorted(bright, key=bright.__getitem__) == ["green", "blue", "white", "red", "yellow"]


def test_memory_fades_and_never_errs() -> None:
    given_ = playing(2).remove((3, "left"))
    before, now = _boards(given_)
    for bot in Bot:
        for number in range(50):
            mind = recollected(bot, f"{number:032x}", 1, before, now)
            assert (mind.missed, mind.unsure) in [((given_.truth[0],), ()), ((), (HERE,))]


def _boards(given_: Given) -> tuple[Board, Board]:
    now = given_.game.board or ()
    window, stick = now[2], given_.game.removed[0]
    sticks = replace(window.sticks, left=stick.colour)
    return (*now[:2], replace(window, sticks=sticks), *now[3:]), now


# What is said


def after_a_removal(*spots: Any, **options: Any) -> tuple[Given, list[Plain]]:
    """A removal, and what the wearer saw."""
    given_ = playing(2, **options)
    seen = [view(given_.game, SeatNo(2))]
    given_.mask_on()
    seen.append(view(given_.game, SeatNo(2)))
    given_.take(*spots)
    return given_, [*seen, view(given_.game, SeatNo(2))]


def test_T3_an_elephant_names_what_went() -> None:
    given_, seen = after_a_removal((5, "long"))
    command = move(ELEPHANT, SEED, seen)
    assert command == Answer(seat=SeatNo(2), sticks=tuple(given_.truth))


@pytest.mark.parametrize("double_answer", ["both", "either"])
def test_A2_an_elephant_names_both_that_went(double_answer: str) -> None:
    given_, seen = after_a_removal(
        (5, "long"), (5, "left"), advanced=True, double_answer=double_answer
    )
    command = move(ELEPHANT, SEED, seen)
    assert isinstance(command, Answer)
    assert set(command.sticks) == set(given_.truth)


def test_whoever_forgot_guesses_at_a_gap() -> None:
    _, seen = after_a_removal((5, "long"))
    said = [move(GOLDFISH, f"{number:032x}", seen) for number in range(40)]
    named = {command.sticks[0] for command in said if isinstance(command, Answer)}
    assert {(stick.window, stick.length) for stick in named} == {(5, "long")}
    assert len({stick.colour for stick in named}) == 5


def test_A3_a_second_answer_is_another_one() -> None:
    for number in range(30):
        seed = f"{number:032x}"
        given_, seen = after_a_removal((5, "long"), advanced=True)
        first = move(GOLDFISH, seed, seen)
        assert isinstance(first, Answer)
        given_.tell(first)
        if given_.game.phase is not Phase.SECOND_ANSWER:
            continue
        second = move(GOLDFISH, seed, [*seen, view(given_.game, SeatNo(2))])
        assert isinstance(second, Answer)
        assert second.sticks != first.sticks


def test_A3_a_token_is_kept_where_too_much_is_open() -> None:
    given_, seen = _second_try(playing(2, advanced=True))
    assert isinstance(move(GOLDFISH, _forgetful(seen), seen), Decline)
    assert given_.game.phase is Phase.SECOND_ANSWER


def test_A3_a_token_is_paid_where_the_game_is_at_stake() -> None:
    given_ = holding(playing(2, advanced=True), 1, "forger", "forger", "smuggler", "smuggler")
    _, seen = _second_try(emptying(given_), (5, "long"))
    assert isinstance(move(GOLDFISH, _forgetful(seen), seen), Answer)


def _second_try(given_: Given, spot: tuple[int, str] = (4, "left")) -> tuple[Given, list[Plain]]:
    """A wrong first answer on a board that had gaps before: what the wearer saw."""
    board = list(given_.game.board or ())
    for window in (0, 1):
        board[window] = board[window].without_stick(Slot.LEFT)
    given_.rigged(board=tuple(board))
    seen = [view(given_.game, SeatNo(2))]
    given_.remove(spot).wrong()
    return given_, [*seen, view(given_.game, SeatNo(2))]


def _forgetful(seen: list[Plain]) -> str:
    """A seed with which nothing of this board is remembered."""
    before, now = seen[0]["board"], seen[-1]["board"]
    return next(
        seed
        for seed in (f"{number:032x}" for number in range(200))
        if len(recollected(GOLDFISH, seed, 1, before, now).unsure) >= 3
    )


# Who is robbed


def choosing(wearer: Bot | None, given_: Given) -> Plain:
    """The Lime holder's sight, at a table where that bot wears the mask."""
    players = tuple(replace(p, bot=wearer) if p.seat == 2 else p for p in given_.game.players)
    given_.rigged(players=players).mask_on()
    return view(given_.game, SeatNo(1))


def freed_by(board: Board, chosen: tuple[Place, ...]) -> set[int]:
    """The windows whose last cover a removal takes away."""
    sticks = tuple(stick for place in chosen if (stick := stick_at(board, place)))
    return {prisoner.window for prisoner in uncovered(without_sticks(board, sticks))}


@pytest.mark.parametrize("wearer", [*Bot, None])
def test_an_escape_that_makes_the_wearer_win_is_avoided(wearer: Bot | None) -> None:
    kinds = ("forger", "forger", "smuggler", "smuggler")
    given_ = holding(emptying(playing(2)), 2, *kinds)
    seen = choosing(wearer, given_)
    for number in range(20):
        assert freed_by(seen["board"], removal(f"{number:032x}", seen)) == set()


@pytest.mark.parametrize("wearer", [GOLDFISH, None])
def test_an_escape_that_wins_is_taken(wearer: Bot | None) -> None:
    given_ = holding(emptying(playing(2)), 1, "forger", "forger", "smuggler", "smuggler")
    seen = choosing(wearer, given_)
    for number in range(20):
        assert freed_by(seen["board"], removal(f"{number:032x}", seen)) == {5}


def test_a_good_memory_is_given_nobody() -> None:
    seen = choosing(ELEPHANT, emptying(playing(2)))
    assert freed_by(seen["board"], removal(SEED, seen)) == set()


def test_A2_two_sticks_go_where_that_wins() -> None:
    given_ = holding(playing(2, advanced=True), 1, "forger", "forger", "smuggler", "smuggler")
    seen = choosing(GOLDFISH, given_)
    chosen = removal(SEED, seen)
    assert len(chosen) == 2
    assert freed_by(seen["board"], chosen)


def test_A2_no_token_is_paid_for_nothing() -> None:
    seen = choosing(ELEPHANT, playing(2, advanced=True))
    assert len(removal(SEED, seen)) == 1


def test_equals_are_drawn_by_the_seed() -> None:
    seen = choosing(GOLDFISH, playing(2))
    assert len({removal(f"{number:032x}", seen) for number in range(40)}) > 5


# Whole games


@pytest.mark.parametrize("seed", range(30))
def test_every_move_is_allowed_and_every_game_ends(seed: int) -> None:
    game = table(seed).play()
    assert game.winner is not None


@pytest.mark.parametrize("seed", range(5))
def test_W2_a_table_of_four_elephants_ends(seed: int) -> None:
    assert Table([ELEPHANT] * 4, Random(seed)).play().winner is not None


def test_a_goldfish_loses_to_an_elephant_nearly_always() -> None:
    winners = [Table([GOLDFISH, ELEPHANT], Random(seed)).play().winner for seed in range(100)]
    assert winners.count(SeatNo(2)) > 95


def test_an_elephant_is_never_wrong() -> None:
    played = Table([ELEPHANT, ELEPHANT, ELEPHANT], Random(3), advanced=True)
    played.play()
    verdicts = [getattr(event.body, "verdict", Verdict.RIGHT) for event in played.events]
    assert Verdict.WRONG not in verdicts


# What a move depends on


def hidden_changed(game: Game, seat: SeatNo, rng: Random) -> Game:
    """The same game to that seat, with everything else that it cannot see made up anew."""
    players = tuple(
        player if player.seat == seat else replace(player, seed=f"{rng.getrandbits(128):032x}")
        for player in game.players
    )
    board, removed = game.board, game.removed
    if game.phase is Phase.REMOVAL and seat == game.mask:
        board = tuple(rng.sample(board or (), 12))
    if game.mask == seat and removed:
        removed = tuple(replace(stick, colour=rng.choice(list(Colour))) for stick in removed)
    return replace(
        game,
        seed=f"{rng.getrandbits(128):032x}",
        listed=not game.listed,
        credentials=(),
        served=(),
        remover=None,
        players=players,
        board=board,
        removed=removed,
    )


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_a_move_depends_on_the_sights_of_its_seat_and_its_seed_alone(number: int) -> None:
    rng = Random(number)
    played = table(number)
    pairs: dict[SeatNo, tuple[list[Plain], list[Plain]]] = {}
    for _ in range(60):
        game = played.game
        if game.over:
            break
        for player in game.players:
            one, other = pairs.setdefault(player.seat, ([], []))
            one.append(view(game, player.seat))
            other.append(view(hidden_changed(game, player.seat, rng), player.seat))
        actor = game.player(game.actor or SeatNo(0))
        assert actor is not None
        assert actor.bot is not None
        one, other = pairs[actor.seat]
        command = move(actor.bot, actor.seed or "", one)
        assert command == move(actor.bot, actor.seed or "", other)
        assert command is not None
        played._record(*referee.decide(game, command))
