"""Exactly once: a store that loses requests and replies, answers late or breaks off in between."""

import time
from collections.abc import Callable, Iterator
from random import Random

import msgspec
import pytest

from events.board import SeatNo
from events.chain import Event, GameId, Private
from events.commands import Join, PutMaskOn, Start
from events.game import Game, Status
from events.house import Asked
from events.play import Done, Play
from events.store import Store, Unavailable, connect
from tests.store.proxy import Fate, Plan, Proxy
from tests.store.servers import Server
from tests.store.tables import ImpatientClock, Table, asked, house, next_move, opening, running

pytestmark = pytest.mark.real_store

TIMEOUT = 0.1
LATE = 0.2
FAULTS = [
    Fate.LOSE_REQUEST,
    Fate.HALVE_REQUEST,
    Fate.LOSE_REPLY,
    Fate.HALVE_REPLY,
    Fate.LATE_REPLY,
    Fate.LATE_REQUEST,
]
KEY = "k" * 22


def appends(request: bytes) -> bool:
    return b"EVALSHA" in request[:40]


def first_append(fate: Fate) -> Plan:
    """The next append meets that fate, everything after it goes well."""
    fates = [fate]
    return lambda request: fates.pop() if fates and appends(request) else Fate.PASS


def always(fate: Fate) -> Plan:
    """Every append meets that fate, and no read gets through."""

    def plan(request: bytes) -> Fate:
        if appends(request):
            return fate
        return Fate.LOSE_REQUEST if b"XRANGE" in request[:40] else Fate.PASS

    return plan


def peace(request: bytes) -> Fate:
    return Fate.PASS


@pytest.fixture
def lossy(server: Server) -> Iterator[Proxy]:
    """Before an emptied server that knows the script, so that the first try is an append."""
    Table(Play(connect(server.url), house()))
    server.client().flushall()
    proxy = Proxy(server.address, late=LATE)
    yield proxy
    proxy.close()


@pytest.fixture
def truth(server: Server) -> Store:
    """The log as it is, past the proxy."""
    return connect(server.url)


def door(proxy: Proxy) -> Play:
    return Play(connect(proxy.url, timeout=TIMEOUT), house(ImpatientClock(), rest=_short_rest))


def _short_rest(seconds: float) -> None:
    time.sleep(seconds / 10)


def digests(truth: Store, game: GameId) -> list[Private]:
    entries = [entry for _, entry in truth.read(game)]
    return [msgspec.json.decode(entry.private, type=Private) for entry in entries]


def settled(truth: Store, game: GameId) -> int:
    """How many events the log has when whatever was late has come."""
    time.sleep(LATE * 1.5)
    return len(truth.read(game))


@pytest.mark.parametrize("key", [None, KEY], ids=["unkeyed", "keyed"])
@pytest.mark.parametrize("fate", FAULTS, ids=[fate.name.lower() for fate in FAULTS])
class TestAnAppendThat:
    """Whatever becomes of one append, it is in the log once, and told as the first."""

    def test_opens_a_table(self, lossy: Proxy, truth: Store, fate: Fate, key: str | None) -> None:
        play, command = door(lossy), opening()
        lossy.plan = first_append(fate)
        done = play.open(command, asked(command, key))
        assert not done.replayed
        assert settled(truth, done.game.id) == 1
        assert play.identify(done.game.id, done.token).credential is not None

    def test_joins(self, lossy: Proxy, truth: Store, fate: Fate, key: str | None) -> None:
        table = Table(door(lossy))
        lossy.plan = first_append(fate)
        done = table.join(key=key)
        assert (done.replayed, done.seat) == (False, 2)
        assert settled(truth, table.id) == 2
        assert table.caller(2).credential is not None

    def test_moves(self, lossy: Proxy, truth: Store, fate: Fate, key: str | None) -> None:
        table = running(door(lossy))
        lossy.plan = first_append(fate)
        done = table.act(PutMaskOn(seat=SeatNo(2)), key=key)
        assert (done.replayed, done.event.version) == (False, 4)
        assert settled(truth, table.id) == 4


@pytest.mark.parametrize("arrives", [True, False], ids=["arrived", "did not arrive"])
class TestAskingAgainTellsOfWhat:
    """The client heard 503; the same request with the same key says which it was."""

    def test_opened_a_table(self, lossy: Proxy, truth: Store, arrives: bool) -> None:
        play, command = door(lossy), opening()
        lossy.plan = always(Fate.LOSE_REPLY if arrives else Fate.LOSE_REQUEST)
        with pytest.raises(Unavailable):
            play.open(command, asked(command, KEY))
        lossy.plan = peace
        again = [p.open(command, asked(command, KEY)) for p in (door(lossy), play, door(lossy))]
        assert [done.replayed for done in again] == [arrives, True, True]
        assert len({(done.event.hash, done.token) for done in again}) == 1
        assert settled(truth, again[0].game.id) == 1

    def test_joined(self, lossy: Proxy, truth: Store, arrives: bool) -> None:
        play = door(lossy)
        table = Table(play)
        lossy.plan = always(Fate.LOSE_REPLY if arrives else Fate.LOSE_REQUEST)
        with pytest.raises(Unavailable):
            table.join(key=KEY)
        lossy.plan = peace
        again = [table.join(key=KEY, play=p) for p in (door(lossy), play, door(lossy))]
        assert [done.replayed for done in again] == [arrives, True, True]
        assert len({(done.event.hash, done.token, done.seat) for done in again}) == 1
        assert settled(truth, table.id) == 2

    def test_moved(self, lossy: Proxy, truth: Store, arrives: bool) -> None:
        play = door(lossy)
        table = running(play)
        lossy.plan = always(Fate.LOSE_REPLY if arrives else Fate.LOSE_REQUEST)
        mask_on = PutMaskOn(seat=SeatNo(2))
        with pytest.raises(Unavailable):
            table.act(mask_on, key=KEY)
        lossy.plan = peace
        again = [table.act(mask_on, key=KEY, play=p) for p in (door(lossy), play, door(lossy))]
        assert [done.replayed for done in again] == [arrives, True, True]
        assert {done.event.version for done in again} == {4}
        assert settled(truth, table.id) == 4


class Client:
    """Plays one seat after the other through a lossy door, and keeps what it was told."""

    def __init__(self, play: Play, truth: Store, random: Random) -> None:
        self.play = play
        self.truth = Play(truth, house(ImpatientClock()))
        self.random = random
        self.told: list[Event] = []
        self.keys = 0
        self.unsure = 0
        self.tokens: list[str | None] = []
        self.id = self.sure(lambda asked: play.open(opening(advanced=True), asked)).game.id

    @property
    def game(self) -> Game:
        return self.truth.look(self.id)

    def step(self) -> None:
        game = self.game
        if game.status is Status.OPEN and len(game.players) < 3:
            self.sure(self._join)
            return
        command = Start(seat=SeatNo(1)) if not game.started else next_move(game, self.random)

        def act(asked: Asked) -> Done:
            caller = self.play.identify(self.id, self.tokens[command.seat - 1])
            return self.play.act(caller, command, asked)

        if self.random.random() < 0.6:
            self.sure(act)
        else:
            self.once(act)

    def _join(self, asked: Asked) -> Done:
        return self.play.join(self.play.identify(self.id, None), Join(name="Ben"), asked)

    def sure(self, action: Callable[[Asked], Done]) -> Done:
        """With a key, until there is an answer."""
        self.keys += 1
        asked = Asked(key=f"{self.keys:022}", method="POST", path="/", body={})
        while True:
            try:
                done = action(asked)
            except Unavailable:
                continue
            self.tokens += [done.token] if done.token else []
            self.told.append(done.event)
            return done

    def once(self, action: Callable[[Asked], Done]) -> None:
        """Without a key: where no answer comes, nobody knows until the log is read."""
        try:
            self.told.append(action(Asked(method="POST", path="/", body={})).event)
        except Unavailable:
            self.unsure += 1
            time.sleep(LATE * 1.5)


@pytest.mark.parametrize("seed", range(3))
def test_a_game_over_a_store_that_fails_at_random_has_every_event_once(
    lossy: Proxy, truth: Store, seed: int
) -> None:
    random = Random(seed)

    def plan(request: bytes) -> Fate:
        share = 0.5 if appends(request) else 0.1
        return random.choice(FAULTS) if random.random() < share else Fate.PASS

    lossy.plan = plan
    client = Client(door(lossy), truth, Random(seed))
    until = time.monotonic() + 6
    while time.monotonic() < until and not client.game.over:
        client.step()

    kept = digests(truth, client.id)
    log = {event.version: event.hash for event in client.truth.events(client.game, 0)}
    assert all(log[event.version] == event.hash for event in client.told)
    versions = [event.version for event in client.told]
    assert len(versions) == len(set(versions))
    assert 0 <= len(kept) - len(client.told) <= client.unsure
    assert len({private.request for private in kept}) == len(kept)
    keyed = [private.key for private in kept if private.key]
    assert len(keyed) == len(set(keyed)) == client.keys
    assert len(kept) > 15
