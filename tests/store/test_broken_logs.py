"""A log that shrank, changed or does not verify is never played on; other games go on."""

from random import Random

import pytest

from events.play import Play
from events.refusal import BrokenLog
from tests.store.conftest import on
from tests.store.damage import CHANGED, CUT, Damage, at, damage, flipped, shorter
from tests.store.servers import Server
from tests.store.tables import next_move
from tests.store.witness import Witness

pytestmark = pytest.mark.real_store


@pytest.fixture
def witness(server: Server) -> Witness:
    return Witness(on(server))


CHANGES = pytest.mark.parametrize("done", CHANGED.values(), ids=list(CHANGED))
FRESH = [
    "look",
    "identify the public",
    "identify a seat",
    "act",
    "join",
    "tick",
    "open again",
]
READING = ["look", "identify a stranger", "act", "act with a key", "join", "tick", "events"]


@CHANGES
def test_a_new_process_leaves_a_changed_log_alone(witness: Witness, done: Damage) -> None:
    damage(witness.kept.raw, witness.table.id, done)
    for name in FRESH:
        play = witness.process()
        with pytest.raises(BrokenLog):
            witness.paths(play)[name]()
        witness.closed_to(play)


@CHANGES
def test_a_process_that_knows_the_game_serves_no_changed_events(
    witness: Witness, done: Damage
) -> None:
    damage(witness.kept.raw, witness.table.id, done)
    with pytest.raises(BrokenLog):
        witness.play.events(witness.game, 0)
    witness.closed_to(witness.play)


@pytest.mark.parametrize("remember", [4096, 1], ids=["remembered", "forgotten but for its head"])
@pytest.mark.parametrize("done", CUT.values(), ids=list(CUT))
def test_a_process_that_saw_more_leaves_a_shorter_log_alone(
    witness: Witness, done: Damage, remember: int
) -> None:
    plays = {name: seen(witness, remember) for name in [*READING, "open again"]}
    damage(witness.kept.raw, witness.table.id, done)
    for name, play in plays.items():
        with pytest.raises(BrokenLog):
            witness.paths(play)[name]()
        witness.closed_to(play)


@pytest.mark.parametrize("remember", [4096, 1], ids=["remembered", "forgotten but for its head"])
@pytest.mark.parametrize("others", [1, 2, 3, 5])
def test_a_process_that_saw_another_story_leaves_a_fork_alone(
    witness: Witness, others: int, remember: int
) -> None:
    plays = {name: seen(witness, remember) for name in READING}
    damage(witness.kept.raw, witness.table.id, shorter(2))
    elsewhere = witness.process()
    for _ in range(others):
        move = next_move(elsewhere.look(witness.table.id), Random(2))
        witness.table.act(move, play=elsewhere)
    for name, play in plays.items():
        with pytest.raises(BrokenLog):
            witness.paths(play)[name]()
        witness.closed_to(play)


def seen(witness: Witness, remember: int) -> Play:
    """A process that has seen the whole game, and then another one."""
    play = witness.process(remember)
    play.look(witness.table.id)
    play.look(witness.other.id)
    return play


def test_a_process_that_never_saw_more_cannot_know(witness: Witness) -> None:
    damage(witness.kept.raw, witness.table.id, shorter(2))
    assert witness.process().look(witness.table.id).version == witness.game.version - 2


def test_a_newest_event_that_changed_is_noticed_by_reading_on(witness: Witness) -> None:
    damage(witness.kept.raw, witness.table.id, at(-1, flipped(b"event", b'"type":"')))
    with pytest.raises(BrokenLog):
        witness.play.look(witness.table.id)
    witness.closed_to(witness.play)


def test_an_append_to_a_log_whose_newest_hash_changed_is_refused(witness: Witness) -> None:
    damage(witness.kept.raw, witness.table.id, at(-1, flipped(b"hash", b"sha256:")))
    with pytest.raises(BrokenLog):
        witness.paths(witness.play)["act"]()
    witness.closed_to(witness.play)


def test_a_lost_log_is_named_with_where_and_why_and_nothing_of_what_it_hides(
    witness: Witness,
) -> None:
    damage(witness.kept.raw, witness.table.id, at(5, flipped(b"private", b'"salt":"')))
    play = witness.process()
    raised = []
    for _ in range(2):
        with pytest.raises(BrokenLog) as told:
            play.look(witness.table.id)
        raised.append(told.value)
    broken = play.lost[witness.table.id]
    assert (broken.version, broken.field) == (5, "veil")
    assert str(broken) == str(raised[0]) == str(raised[1])
    assert broken.__traceback__ is None
    assert raised[1] is not broken
