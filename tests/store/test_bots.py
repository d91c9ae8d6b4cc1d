"""Bots move once, soon, at the version they thought about, whatever the store does meanwhile."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from events.board import SeatNo
from events.bots.check import moves
from events.bots.mind import next_move as thought
from events.catalogue import Bot, Phase
from events.chain import Event
from events.clerk import Clerk, Words
from events.commands import Leave, PutMaskOn, SeatCommand
from events.docket import Claim
from events.game import Game
from events.house import Asked
from events.play import Play
from events.receipts import Keys
from events.refusal import Refusal
from events.store import BUCKETS, Store, Unavailable, bucket, connect
from events.times import Millis
from tests.store.conftest import Kept
from tests.store.proxy import Fate, Proxy
from tests.store.servers import Server
from tests.store.tables import Clock, Table, house, next_move, opening
from tests.store.test_lost_replies import FAULTS, LATE, TIMEOUT, always, first_append, peace
from workers import bots

pytestmark = pytest.mark.real_store

HOST = SeatNo(1)


class Hosted:
    """A person at a table of bots, on a clock that the test moves."""

    def __init__(self, store: Store, *kinds: Bot, **options: Any) -> None:
        self.store = store
        self.clock = Clock()
        self.play = Play(store, house(self.clock, rest=lambda _: None))
        self.table = Table(self.play, opening(**options))
        for kind in kinds or (Bot.ELEPHANT,):
            self.table.add_bot(kind)
        self.table.start()

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def events(self) -> list[Event]:
        return self.play.events(self.game, 0)

    @property
    def waiting(self) -> bool:
        """Whether the game waits for a bot."""
        actor = self.game.player(self.game.actor) if self.game.actor else None
        return actor is not None and actor.bot is not None

    def step(self, play: Play | None = None) -> int:
        """What a worker does at this moment."""
        return bots.step(self.store, play or self.play, self.clock())

    def later(self, millis: int = 1_400) -> None:
        self.clock.at += millis

    def until(self, phase: Phase, actor: int) -> None:
        random = Random(1)
        while (self.game.phase, self.game.actor) != (phase, actor):
            self.on(random)

    def on(self, random: Random) -> None:
        """One move further, whoever's it is."""
        if self.waiting:
            self.later()
            assert self.step() == 1
        else:
            self.table.act(next_move(self.game, random))


def moving(kept: Kept, hosted: Hosted) -> int | None:
    """When the store says that a bot moves."""
    score = kept.raw.zscore(f"singsing:{{b{bucket(hosted.table.id):02}}}:bots", hosted.table.id)
    return None if score is None else int(score)


def test_the_store_knows_of_every_moment_whether_a_bot_has_to_move(kept: Kept) -> None:
    hosted, random = Hosted(kept.store, Bot.GOLDFISH, Bot.MAGPIE, advanced=True), Random(4)
    while not hosted.game.over:
        at = moving(kept, hosted)
        assert (at is not None) == hosted.waiting
        if at is not None:
            assert 600 <= at - hosted.game.head.at < 1_400
            assert kept.store.moving(Millis(at - 1)) == []
            assert kept.store.moving(Millis(at)) == [hosted.table.id]
        hosted.on(random)
    assert moving(kept, hosted) is None
    found = list(moves(hosted.events))
    assert len(found) > 5
    assert all(move.same for move in found)


def test_a_table_without_bots_is_never_looked_at(kept: Kept) -> None:
    table = Table(Play(kept.store, house(Clock())))
    table.join()
    table.start()
    assert kept.store.moving(Millis(2**52)) == []


def test_the_pause_is_that_of_game_and_version(kept: Kept) -> None:
    moments = {moving(kept, Hosted(kept.store)) for _ in range(12)}
    assert len(moments) > 6


def test_a_docket_leaves_the_bot_alone(kept: Kept) -> None:
    hosted = Hosted(kept.store)
    before = moving(kept, hosted)
    clerk = Clerk(kept.store, hosted.play, Keys.fresh().public(), "http://127.0.0.1:8080")
    request = Asked(method="POST", path="/", body={})
    clerk.raise_dispute(hosted.table.caller(1), 3, Claim.DEAL, Words(), request)
    assert before is not None
    assert moving(kept, hosted) == before


def test_a_loser_of_a_race_does_nothing(kept: Kept) -> None:
    hosted = Hosted(kept.store)
    other = Play(kept.store, house(hosted.clock))
    game = other.look(hosted.table.id)
    command = thought(game, other.events(game, 0))
    assert command is not None
    hosted.later()
    assert hosted.step() == 1
    assert other.move(game, command) is None
    assert hosted.step(other) == 0
    assert hosted.game.version == game.version + 1


def test_two_workers_make_every_move_once(kept: Kept) -> None:
    hosted, random = Hosted(kept.store, Bot.ELEPHANT, Bot.GOLDFISH), Random(7)
    workers = [Play(kept.store, house(hosted.clock)) for _ in range(2)]
    while not hosted.game.over:
        version = hosted.game.version
        if hosted.waiting:
            hosted.later()
            random.shuffle(workers)
            assert [hosted.step(play) for play in workers] == [1, 0]
        else:
            hosted.on(random)
        assert hosted.game.version == version + 1
    assert all(move.same for move in moves(hosted.events))


def test_a_worker_that_comes_late_keeps_the_pause_of_the_next_bot(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosted = Hosted(kept.store, Bot.ELEPHANT, Bot.ELEPHANT, first_player=2)
    hosted.until(Phase.MASK, 3)
    hosted.later()
    stale = kept.store.moving(hosted.clock())
    assert hosted.step() == 1
    assert hosted.waiting
    monkeypatch.setattr(Store, "moving", lambda *_: stale)
    assert hosted.step() == 0
    hosted.later()
    assert hosted.step() == 1


def test_nobody_moves_for_a_person(kept: Kept) -> None:
    hosted = Hosted(kept.store)
    hosted.until(Phase.REMOVAL, 1)
    with pytest.raises(Refusal) as raised:
        hosted.play.move(hosted.game, next_move(hosted.game, Random(1)))
    assert raised.value.code == "forbidden"


def test_a_bot_moves_only_when_it_is_its_turn(kept: Kept) -> None:
    hosted = Hosted(kept.store)
    hosted.until(Phase.REMOVAL, 1)
    with pytest.raises(Refusal) as raised:
        hosted.play.move(hosted.game, PutMaskOn(seat=SeatNo(2)))
    assert raised.value.clauses == ("T1",)


def test_H1_a_time_out_that_is_due_comes_before_the_bot(kept: Kept) -> None:
    hosted = Hosted(kept.store, turn_seconds=10)
    version = hosted.game.version
    hosted.later(10_000)
    assert hosted.step() == 1
    assert [e.body.type for e in hosted.play.events(hosted.game, version)] == ["turn-timed-out"]
    assert moving(kept, hosted) is None
    assert [move.version for move in moves(hosted.events)] == []


def test_H4_a_bot_closes_the_game_in_which_no_person_is_left(kept: Kept) -> None:
    hosted = Hosted(kept.store, Bot.ELEPHANT, Bot.ELEPHANT)
    hosted.table.act(Leave(seat=HOST, leaver=HOST))
    hosted.later()
    assert hosted.step() == 1
    outcome = msgspec.json.decode(hosted.events[-1].entry.event)["outcome"]
    assert (hosted.game.over, outcome["reason"]) == (True, "no_people")
    assert all(kept.store.moving(Millis(2**52)) == [] for _ in range(BUCKETS))


def test_a_game_in_which_no_bot_can_move_holds_up_no_other(kept: Kept) -> None:
    broken, hosted = Hosted(kept.store), Hosted(kept.store)
    kept.raw.xdel(f"singsing:{{b{bucket(broken.table.id):02}}}:game:{broken.table.id}:log", "2-0")
    hosted.later()
    play = Play(kept.store, house(hosted.clock))
    assert hosted.step(play) == 1
    assert hosted.step(play) == 0
    put_off = moving(kept, broken)
    assert put_off is not None
    assert put_off >= hosted.clock.at + 59_000


def test_a_game_that_no_bot_can_think_about_holds_up_no_other(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, hosted = Hosted(kept.store), Hosted(kept.store)

    def puzzled(game: Game, events: list[Event]) -> SeatCommand | None:
        if game.id == bad.table.id:
            raise IndexError
        return thought(game, events)

    monkeypatch.setattr(bots, "next_move", puzzled)
    for number in range(BUCKETS):
        kept.raw.zadd(f"singsing:{{b{number:02}}}:bots", {b"\xff": 1})
    hosted.later()
    assert hosted.step() == 1
    put_off = moving(kept, bad)
    assert put_off is not None
    assert put_off >= hosted.clock.at + 59_000


@pytest.fixture
def lossy(server: Server) -> Iterator[Proxy]:
    server.client().flushall()
    proxy = Proxy(server.address, late=LATE)
    yield proxy
    proxy.close()


@pytest.mark.parametrize("fate", FAULTS)
def test_a_move_whose_answer_is_lost_is_made_once(lossy: Proxy, server: Server, fate: Fate) -> None:
    hosted = Hosted(connect(server.url))
    worker = Play(connect(lossy.url, timeout=TIMEOUT), house(hosted.clock))
    worker.look(hosted.table.id)
    version = hosted.game.version
    hosted.later()
    lossy.plan = first_append(fate)
    recorded = hosted.step(worker)
    lossy.plan = peace
    for _ in range(10):
        if hosted.game.version > version:
            break
        recorded += hosted.step(worker)
    assert hosted.game.version == version + 1
    assert recorded <= 1
    assert [move.same for move in moves(hosted.events)] in ([True], [])


def test_a_bot_tries_again_when_the_store_is_back(lossy: Proxy, server: Server) -> None:
    hosted = Hosted(connect(server.url))
    away = connect(lossy.url, timeout=TIMEOUT)
    worker = Play(away, house(hosted.clock, rest=lambda _: None))
    worker.look(hosted.table.id)
    hosted.later()
    lossy.plan = always(Fate.LOSE_REQUEST)
    with pytest.raises(Unavailable):
        bots.step(away, worker, hosted.clock())
    lossy.plan = peace
    assert bots.step(away, worker, hosted.clock()) == 1
