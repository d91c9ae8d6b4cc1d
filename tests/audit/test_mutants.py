"""A rule told wrongly, in a copy of the rules, is noticed by auditing games that once were played.

The golden games notice all but the few of `RARE`, which bite only in kinds of games that are not
among them; the supplement has those. What allows too much is noticed in faulty games.
"""

import pytest

from events.audit import audit
from tests.audit.brute import first_wrong
from tests.audit.copied import Copied, copied
from tests.audit.mutants import Log, Told, mutated, noticed, told
from tests.audit.mutations import LAX, WRONG, Mutation
from tests.audit.sorts import golden
from tests.audit.supplement import faulty, honest

RARE = {
    "S5: fair = 2**32 - 2**32 % n > fair = 2**32": "a draw that is not fair and is passed over",
    "W1: emptied = won_by is None and not > emptied = not": "won with the very last stick",
    "H3: any(w.sticks.left or w.sticks.right or w.sticks.long > "
    "any(w.sticks.right or w.sticks.long": "a short stick is the last of all",
    "H3: any(w.sticks.left or w.sticks.right or w.sticks.long > "
    "any(w.sticks.left or w.sticks.long": "a short stick is the last of all",
    "H1: event.at + seconds * 1000 > event.at + seconds * 999": "acting in the last moment",
    "H1: isinstance(event.body, PlayerLeft) and after.actor == before.actor > "
    "isinstance(event.body, PlayerLeft)": "the one to act leaves, and the next takes its time",
    "H2: winner is None and len(seats) == 1 > len(seats) == 1": "the wearer of two leaves, and the "
    "remover wins by who escapes",
    "H4: IDLE_DAYS = 30 > IDLE_DAYS = 29": "going on after a long rest",
    "S4: OPEN_HOURS = 24 > OPEN_HOURS = 25": "closed right after 24 hours",
    "S4: OPEN_HOURS = 24 > OPEN_HOURS = 23": "started after almost 24 hours",
}
"""Mutations that no golden game notices, and the kind of game that is missing among them."""

Known = list[tuple[Log, Told]]


def _known(copy: Copied) -> tuple[Log, Told]:
    log = (copy.game, copy.recorded())
    right = told(audit, log)
    assert right is not None
    return log, right


@pytest.fixture(scope="module")
def played() -> Known:
    """The golden games, a few of every kind first so that most mutants are noticed soon."""
    games = list(golden())
    return [_known(copied(game)) for game in games[::7] + [g for n, g in enumerate(games) if n % 7]]


@pytest.fixture(scope="module")
def rare() -> Known:
    return [_known(copy) for copy in honest()]


@pytest.fixture(scope="module")
def wrong() -> Known:
    return [_known(copy) for copy in faulty()]


def test_the_games_are_what_they_should_be(played: Known, rare: Known, wrong: Known) -> None:
    assert all(right == [] for _, right in [*played, *rare])
    assert all(right for _, right in wrong)
    assert set(RARE) <= set(map(str, WRONG))
    assert len(WRONG) + len(LAX) >= 100


def test_the_rare_games_are_sound_by_the_second_opinion_too() -> None:
    assert [first_wrong(copy) for copy in honest()] == [None] * len(honest())


def test_an_unchanged_copy_notices_nothing(played: Known, rare: Known, wrong: Known) -> None:
    with mutated("referee", "Stores nothing.", "Stores nothing!") as audit_of_the_copy:
        assert not noticed(audit_of_the_copy, [*played, *rare, *wrong])


@pytest.mark.parametrize("mutation", WRONG, ids=str)
def test_a_wrong_rule_is_noticed(mutation: Mutation, played: Known, rare: Known) -> None:
    with mutated(mutation.module, mutation.old, mutation.new) as mutant:
        assert noticed(mutant, played) == (str(mutation) not in RARE)
        assert str(mutation) not in RARE or noticed(mutant, rare)


@pytest.mark.parametrize("mutation", LAX, ids=str)
def test_a_rule_that_allows_too_much_is_noticed(mutation: Mutation, wrong: Known) -> None:
    with mutated(mutation.module, mutation.old, mutation.new) as mutant:
        assert noticed(mutant, wrong)
