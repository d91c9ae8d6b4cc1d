"""Games that end while whatever audits them is killed: each is audited once, and soon."""

import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Event, Thread

from events.chain import GameId
from events.clerk import Clerk
from events.play import Play
from events.store import connect
from service import engine, secret_files
from tests.soak.service import Service, children, killed, says
from tests.store.servers import Server
from tests.store.tables import house, running

PATIENCE_SECONDS = 60.0
"""How long an audit may wait after the last kill."""

PAUSE_SECONDS = (0.0, 1.0)
"""Between two kills, so that they meet workers at work, idle, and starting."""

AUDITED = ["audit-requested", "audit-reported"]


class House:
    """The whole service, its queue on a server of its own, and a way to its games."""

    def __init__(self, folder: Path) -> None:
        found = engine.found()
        if found is None:
            raise RuntimeError("no valkey-server or redis-server runs here")
        self.queue = Server(found.program, folder / "queue")
        self.queue.start()
        self.service = Service(folder, QUEUE_URL=self.queue.url)
        self.service.start()
        data = folder / "data"
        store = connect(f"unix://{data / 'store' / 'socket'}")
        self.play = Play(store, house(secret=secret_files.secret(data)))
        self.clerk = Clerk(store, self.play, {"keys": []}, "http://127.0.0.1")

    def close(self) -> None:
        self.service.stop()
        self.queue.stop()

    def finished(self, rng: Random) -> GameId:
        table = running(self.play, seats=rng.choice([2, 3]), advanced=rng.random() < 0.5)
        while not table.game.over:
            table.move(rng)
        return table.id

    def audited(self, game: GameId) -> bool:
        return self.clerk.docket(game).newest is not None

    # What is killed

    def relay(self) -> list[int]:
        """The process of clock and relay, which keeps the others running."""
        return [pid for pid in self.service.children() if says(pid, "service.cli", "worker")]

    def worker(self) -> list[int]:
        """The process that takes the jobs about games."""
        jobs = [pid for parent in self.relay() for pid in children(parent)]
        return [pid for pid in jobs if says(pid, "singsing-games")]

    def horse(self) -> list[int]:
        """The process that does a job just now: seldom there, so it is waited for."""
        until = time.monotonic() + 2
        while time.monotonic() < until:
            if horses := [pid for parent in self.worker() for pid in children(parent)]:
                return horses
        return []


class Tally:
    """Games that end beside everything else, as many as are asked for."""

    def __init__(self, house: House, games: int, seconds: float, rng: Random) -> None:
        self.ended: list[GameId] = []
        self.faults: list[str] = []
        self._enough = Event()
        self._thread = Thread(target=self._play, args=(house, games, seconds / games, rng))
        self._thread.start()

    def wait(self) -> None:
        """Until all games have ended."""
        self._enough.set()
        self._thread.join()

    def _play(self, house: House, games: int, pause: float, rng: Random) -> None:
        for _ in range(games):
            try:
                self.ended.append(house.finished(rng))
            except Exception as error:  # noqa: BLE001 - whatever stops a game is a fault
                self.faults.append(f"a game did not go on: {error!r}")
            self._enough.wait(pause)


def soak(folder: Path, games: int, kills: int, outage: float, rng: Random) -> list[str]:
    """All faults of two rounds: kills of worker, horse and relay; the queue gone for a while."""
    house = House(folder)
    try:
        faults = _killing(house, games, kills, rng) if kills else []
        faults += _without_queue(house, max(games // 10, 3), outage, rng)
        if faults:
            print(house.service.output())
        return faults
    finally:
        house.close()


def _killing(house: House, games: int, kills: int, rng: Random) -> list[str]:
    tally = Tally(house, games, kills * sum(PAUSE_SECONDS) / 2, rng)
    done = dict.fromkeys(("relay", "worker", "horse"), 0)
    while sum(done.values()) < kills:
        kind = rng.choice(list(done))
        time.sleep(rng.uniform(*PAUSE_SECONDS))
        found: Callable[[], list[int]] = getattr(house, kind)
        done[kind] += min(1, sum(killed(pid) for pid in found()))
    last = time.monotonic()
    tally.wait()
    told = ", ".join(f"{count} of the {kind}" for kind, count in done.items())
    return tally.faults + _followed(f"kill -9: {told}", house, tally.ended, last)


def _without_queue(house: House, games: int, outage: float, rng: Random) -> list[str]:
    house.queue.stop()
    tally = Tally(house, games, outage, rng)
    time.sleep(outage)
    tally.wait()
    early = [game for game in tally.ended if house.audited(game)]
    house.queue.start()
    faults = tally.faults + [f"{game} was audited without a queue" for game in early]
    name = f"the queue stopped for {outage:.0f} s"
    return faults + _followed(name, house, tally.ended, time.monotonic())


def _followed(name: str, house: House, games: list[GameId], since: float) -> list[str]:
    """What is wrong with the audits of games, and how long the last of them took."""
    while not all(house.audited(game) for game in games):
        if time.monotonic() > since + PATIENCE_SECONDS:
            break
        time.sleep(0.1)
    took = time.monotonic() - since
    print(f"{name}: {len(games)} games; the last audit was there after {took:.1f} s", flush=True)
    faults = []
    for game in games:
        kept = house.clerk.docket(game)
        types = [event.body.type for event in house.clerk.events(kept)]
        if types != AUDITED:
            faults.append(f"{name}: the docket of {game} holds {types}")
    return faults
