"""The clock records what time has decided, once, and lets nothing stop it."""

import secrets
from collections.abc import Callable

import pytest

from events import commands
from events.board import SeatNo
from events.chain import GameId
from events.game import Status
from events.house import Asked, House
from events.play import Done, Play
from events.refusal import BrokenLog
from events.rulebook import Options
from events.store import BUCKETS, Store, Unavailable, connect, stream_key
from events.times import Millis
from workers import clock

START = Millis(1_800_000_000_000)
DAY = 86_400_000


class Watch:
    """A clock that stands until it is set."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> Millis:
        return self.now

    def forward(self, millis: int) -> Millis:
        self.now = Millis(self.now + millis)
        return self.now


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def store() -> Store:
    return connect(f"memory://{secrets.token_hex(8)}")


@pytest.fixture
def make_play(watch: Watch, store: Store) -> Callable[[], Play]:
    def make() -> Play:
        house = House(
            clock=watch, chance=secrets.token_bytes, rest=lambda _: None, secret=bytes(32)
        )
        return Play(store, house)

    return make


def asked() -> Asked:
    return Asked(method="POST", path="/", body={})


def opened(play: Play) -> Done:
    return play.open(commands.OpenTable(name="Ana", options=Options(turn_seconds=10)), asked())


def started(play: Play) -> GameId:
    host = opened(play)
    game = host.game.id
    play.join(play.identify(game, None), commands.Join(name="Ben"), asked())
    play.act(play.identify(game, host.token), commands.Start(seat=SeatNo(1)), asked())
    return game


def test_H1_a_turn_that_ran_out_is_recorded_by_the_clock(
    watch: Watch, store: Store, make_play: Callable[[], Play]
) -> None:
    play = make_play()
    game = started(play)
    assert clock.tick(store, play, watch.forward(9_999)) == 0
    assert clock.tick(store, play, watch.forward(1)) == 1
    assert clock.tick(store, play, watch.now) == 0
    newest = play.event(play.look(game), int(play.look(game).version))
    assert newest.body.type == "turn-timed-out"


def test_a_table_that_nobody_started_closes_after_a_day(
    watch: Watch, store: Store, make_play: Callable[[], Play]
) -> None:
    play = make_play()
    game = opened(play).game.id
    assert clock.tick(store, play, watch.forward(DAY - 1)) == 0
    assert clock.tick(store, play, watch.forward(1)) == 1
    assert play.look(game).status is Status.FINISHED
    assert clock.tick(store, play, watch.forward(DAY)) == 0


def test_a_game_that_everybody_left_alone_ends_by_itself(
    watch: Watch, store: Store, make_play: Callable[[], Play]
) -> None:
    play = make_play()
    game = started(play)
    for _ in range(200):
        clock.tick(store, play, watch.forward(10_000))
    assert play.look(game).status is Status.FINISHED


def test_two_clocks_record_it_once(
    watch: Watch, store: Store, make_play: Callable[[], Play]
) -> None:
    one, other = make_play(), make_play()
    game = started(one)
    other.look(game)
    watch.forward(10_000)
    assert clock.tick(store, one, watch.now) == 1
    assert other.tick(game) is None


def test_a_store_that_does_not_answer_is_asked_again(
    watch: Watch, store: Store, make_play: Callable[[], Play], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []

    def silent(*_: object) -> int:
        raise Unavailable("away")

    def rest(seconds: float) -> None:
        asked.append(seconds)
        if len(asked) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(clock, "tick", silent)
    with pytest.raises(KeyboardInterrupt):
        clock.run(store, make_play(), watch, rest)
    assert asked == [1.0, 1.0, 1.0]


def test_a_broken_game_holds_up_no_other(
    watch: Watch, store: Store, make_play: Callable[[], Play]
) -> None:
    play = make_play()
    broken, sound = started(play), started(play)
    store._appends.xadd(
        stream_key(broken), {"event": b"{}", "hash": b"", "private": b"{}"}, id="99-0"
    )
    fresh = make_play()
    watch.forward(10_000)
    recorded = clock.tick(store, fresh, watch.now)
    assert recorded == 1
    assert broken in fresh.lost
    assert fresh.look(sound).version == 4


def test_a_member_that_is_no_id_holds_up_no_game(
    watch: Watch, store: Store, make_play: Callable[[], Play]
) -> None:
    play = make_play()
    started(play)
    for number in range(BUCKETS):
        store._appends.zadd(f"singsing:{{b{number:02}}}:deadlines", {b"\xff": 1})
    assert clock.tick(store, play, watch.forward(10_000)) == 1


@pytest.mark.parametrize(
    "failure", [BrokenLog(GameId("a" * 16), 1, "hash", "broken"), IndexError()]
)
def test_games_that_cannot_be_timed_hold_up_none_behind_them(
    watch: Watch,
    store: Store,
    make_play: Callable[[], Play],
    monkeypatch: pytest.MonkeyPatch,
    failure: Exception,
) -> None:
    monkeypatch.setattr(Store.due, "__defaults__", (0, 2))
    play = make_play()
    games = [started(play) for _ in range(40)]
    broken = set(games[:36])
    tick = Play.tick

    def sometimes(self: Play, game: GameId) -> object:
        if game in broken:
            raise failure
        return tick(self, game)

    monkeypatch.setattr(Play, "tick", sometimes)
    assert clock.tick(store, play, watch.forward(10_000)) == 4
