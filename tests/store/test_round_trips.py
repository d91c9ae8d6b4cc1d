"""What an action and a read cost: requests counted on the wire, a pipeline as one."""

from collections.abc import Callable
from random import Random

import pytest

from events.board import SeatNo
from events.commands import Decline, Leave, PutMaskOn, Start
from events.game import Status
from events.play import Done, Play
from events.refusal import Refusal
from events.store import connect
from tests.store.conftest import Pair
from tests.store.proxy import Proxy
from tests.store.tables import Clock, Table, house, next_move, opening, running

pytestmark = pytest.mark.real_store

APPEND = "EVALSHA"
READ = "XRANGE"


@pytest.fixture
def door(proxy: Proxy) -> Callable[[], Play]:
    """A process that knows no game yet, with its connections and script in place."""

    def made() -> Play:
        play = Play(connect(proxy.url), house(Clock()))
        Table(play, opening(name="Warm"))
        proxy.count()
        return play

    return made


def test_an_opening_costs_one(proxy: Proxy, door: Callable[[], Play]) -> None:
    play = door()
    Table(play)
    assert proxy.count() == [APPEND]


def test_every_action_on_a_known_state_costs_one(proxy: Proxy, door: Callable[[], Play]) -> None:
    play = door()
    table = Table(play)
    proxy.count()
    actions: list[Callable[[], Done]] = [
        table.join,
        lambda: table.join("Cleo"),
        lambda: table.act(Leave(seat=SeatNo(1), leaver=SeatNo(3))),
        table.start,
        lambda: table.act(PutMaskOn(seat=SeatNo(2)), key="some key"),
    ]
    for action in actions:
        action()
        assert proxy.count() == [APPEND]


def test_every_move_of_a_whole_game_costs_one(proxy: Proxy, door: Callable[[], Play]) -> None:
    table = running(door(), 3, advanced=True)
    game = table.game
    random = Random(3)
    proxy.count()
    while not game.over:
        game = table.act(next_move(game, random)).game
        assert proxy.count() == [APPEND]


def test_waiting_for_a_replica_costs_one_more(pair: Pair) -> None:
    proxy = Proxy(pair.primary.address)
    play = Play(connect(proxy.url, replicas=1), house(Clock()))
    Table(play)
    proxy.count()
    Table(play)
    assert proxy.count() == [APPEND, "SET"]
    proxy.close()


def test_an_action_on_an_unknown_game_costs_two(proxy: Proxy, door: Callable[[], Play]) -> None:
    table = running(door())
    table.act(PutMaskOn(seat=SeatNo(2)), play=door())
    assert proxy.count() == [READ, APPEND]


def test_an_action_on_a_stale_state_costs_two(proxy: Proxy, door: Callable[[], Play]) -> None:
    here, there = door(), door()
    table = Table(here)
    there.look(table.id)
    table.join("Ben", play=here)
    proxy.count()
    table.join("Cleo", play=there)
    assert proxy.count() == [APPEND, APPEND]


def test_a_refusal_on_a_stale_state_is_only_final_after_reading_on(
    proxy: Proxy, door: Callable[[], Play]
) -> None:
    here, there = door(), door()
    table = Table(here)
    table.join(play=here)
    there.look(table.id)
    table.act(Start(seat=SeatNo(1)), play=here)
    proxy.count()
    table.act(PutMaskOn(seat=SeatNo(2)), play=there)
    assert proxy.count() == [READ, APPEND]


def test_a_refusal_costs_one_read(proxy: Proxy, door: Callable[[], Play]) -> None:
    table = running(door())
    proxy.count()
    with pytest.raises(Refusal):
        table.act(Decline(seat=SeatNo(2)))
    assert proxy.count() == [READ]


def test_a_time_out_before_it_is_one_append_more(proxy: Proxy, door: Callable[[], Play]) -> None:
    clock = Clock()
    play = Play(connect(proxy.url), house(clock))
    table = running(play, turn_seconds=10)
    proxy.count()
    clock.at += 10_000
    table.act(Leave(seat=SeatNo(1), leaver=SeatNo(1)))
    assert proxy.count() == [APPEND, APPEND]


def test_a_read_costs_one(proxy: Proxy, door: Callable[[], Play]) -> None:
    known, fresh = door(), door()
    table = running(known)
    proxy.count()
    game = table.game
    reads: list[Callable[[], object]] = [
        lambda: known.look(table.id),
        lambda: fresh.look(table.id),
        lambda: fresh.look(table.id),
        lambda: known.events(game, 0),
        lambda: known.events(game, 1, 2),
        lambda: known.event(game, 2),
    ]
    proxy.count()
    for read in reads:
        read()
        assert proxy.count() == [READ]
    assert known.events(game, game.version) == []
    assert proxy.count() == []


def test_knowing_a_caller_costs_nothing_on_a_known_state(
    proxy: Proxy, door: Callable[[], Play]
) -> None:
    play = door()
    table = running(play)
    proxy.count()
    play.identify(table.id, None)
    play.identify(table.id, table.tokens[SeatNo(2)])
    assert proxy.count() == []
    with pytest.raises(Refusal):
        play.identify(table.id, "nobody's")
    assert proxy.count() == [READ]


def test_the_same_request_again_costs_two_reads(proxy: Proxy, door: Callable[[], Play]) -> None:
    table = running(door())
    table.act(PutMaskOn(seat=SeatNo(2)), key="some key")
    proxy.count()
    assert table.act(PutMaskOn(seat=SeatNo(2)), key="some key").replayed
    assert proxy.count() == [READ, READ]


def test_a_page_of_the_lobby_costs_two(proxy: Proxy, door: Callable[[], Play]) -> None:
    play = door()
    for _ in range(3):
        Table(play)
    proxy.count()
    play.lobby(Status.OPEN, 50)
    assert len(proxy.count()) == 2
