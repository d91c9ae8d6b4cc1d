"""kill -9 of a process between its append and its answer, and of the store under load."""

import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from itertools import count
from random import Random

import pytest

from events.board import SeatNo
from events.chain import GameId
from events.commands import Join, SeatCommand, Start
from events.house import Asked
from events.play import Done, Play
from events.refusal import BrokenLog
from events.store import Unavailable, connect
from tests.store.agreement import agree
from tests.store.conftest import Kept, on
from tests.store.proxy import Fate, Proxy
from tests.store.servers import Server
from tests.store.tables import Clock, Table, asked, house, next_move, opening, running

pytestmark = pytest.mark.real_store

KEY = "k" * 22


@pytest.mark.parametrize("action", ["open", "join"])
def test_whoever_asks_again_after_a_kill_is_told_what_was_done(server: Server, action: str) -> None:
    kept = on(server)
    play = Play(kept.store, house())
    table = Table(play)
    proxy = Proxy(server.address)
    proxy.plan = lambda request: Fate.HOLD if b"EVALSHA" in request[:40] else Fate.PASS
    killed = subprocess.Popen(
        [sys.executable, "-m", "tests.store.racing", proxy.url, action, "0", table.id, KEY],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert proxy.held.wait(30)
    killed.kill()
    assert killed.communicate()[0] == ""
    proxy.close()

    again = {
        "open": lambda: play.open(opening(), asked(opening(), KEY)),
        "join": lambda: table.join(key=KEY),
    }
    done = again[action]()
    assert done.replayed
    assert done.token is not None
    assert done.event.version == (1 if action == "open" else 2)
    assert len(kept.store.read(done.game.id)) == done.event.version


class Player:
    """Plays games one after the other, asks again until it is told, and keeps what it was told."""

    def __init__(self, url: str, number: int) -> None:
        self._play = Play(connect(url, timeout=0.5), house())
        self._random = Random(number)
        self._keys = (f"{number:02}{key:020}" for key in count())
        self.told: list[Done] = []

    def play(self, stop: threading.Event) -> None:
        while not stop.is_set():
            self._game(stop)

    def _game(self, stop: threading.Event) -> None:
        game = self._sure(lambda asked: self._play.open(opening(advanced=True), asked)).game
        tokens = [self.told[-1].token]
        self._sure(partial(self._join, game.id))
        tokens.append(self.told[-1].token)
        while not game.over and not stop.is_set():
            command = next_move(game, self._random) if game.started else Start(seat=SeatNo(1))
            game = self._sure(partial(self._act, game.id, tokens[command.seat - 1], command)).game

    def _join(self, game: GameId, asked: Asked) -> Done:
        return self._play.join(self._play.identify(game, None), Join(name="Ben"), asked)

    def _act(self, game: GameId, token: str | None, command: SeatCommand, asked: Asked) -> Done:
        return self._play.act(self._play.identify(game, token), command, asked)

    def _sure(self, action: Callable[[Asked], Done]) -> Done:
        asked = Asked(key=next(self._keys), method="POST", path="/", body={})
        while True:
            try:
                done = action(asked)
            except Unavailable:
                continue
            self.told.append(done)
            return done


def test_a_store_killed_under_load_keeps_every_told_event_once(own_server: Server) -> None:
    Table(Play(connect(own_server.url), house()))
    players = [Player(own_server.url, number) for number in range(3)]
    stop = threading.Event()
    threads = [threading.Thread(target=player.play, args=[stop]) for player in players]
    for thread in threads:
        thread.start()
    for _ in range(6):
        stop.wait(0.4)
        own_server.kill()
        own_server.start()
    stop.wait(0.4)
    stop.set()
    for thread in threads:
        thread.join()

    for player in players:
        assert len(player.told) > 30
        logs: dict[GameId, list[str]] = {}
        for done in player.told:
            logs.setdefault(done.game.id, []).append(done.event.hash)
        fresh = Play(connect(own_server.url), house())
        for game, hashes in logs.items():
            assert [event.hash for event in fresh.events(fresh.look(game), 0)] == hashes


@pytest.mark.parametrize("torn", [1, 30, 120, 400, 900])
def test_a_file_torn_off_in_the_middle_of_a_write_holds_whole_appends(
    own_server: Server, torn: int
) -> None:
    kept = on(own_server)
    table = running(Play(kept.store, house(Clock())), 3, turn_seconds=10)
    for _ in range(6):
        table.move(Random(1))
    before = table.game
    own_server.kill()
    own_server.tear(torn)
    own_server.start()

    fresh = Play(connect(own_server.url), house(Clock()))
    after = fresh.look(table.id)
    assert before.version - 3 <= after.version < before.version
    agree(Kept(url=kept.url, store=kept.store, raw=own_server.client()), after)
    with pytest.raises(BrokenLog):
        table.play.look(table.id)
