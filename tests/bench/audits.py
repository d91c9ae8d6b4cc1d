"""Audits: of one log after another, of a whole store, and of a game that has just ended."""

import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from statistics import median

import msgspec
from redis import Redis

from events.certificates import certified
from events.clerk import Clerk
from events.docket import Docket
from events.game import Status
from events.house import House
from events.play import Play
from events.receipts import Keys
from events.store import connect
from service import engine, secret_files
from service.archive import Archive
from service.private_store import PrivateStore
from tests.bench import library
from tests.bench.servers import running
from tests.soak.service import Service
from tests.store.tables import house
from tests.store.tables import running as started

FEW, MANY = 1_000, 10_000
"""Games of a small and of a large store."""

SAMPLE = 500
"""Games that one process audits, and reads, for comparison."""

EVENTS = 50
"""Of the game that rates are told for."""

ENDS = 100
"""Games whose certificate is waited for."""

ISS = "http://127.0.0.1:8080"


class Sweep(msgspec.Struct, frozen=True, kw_only=True):
    """Games and events per second through the command, and its largest process in MiB."""

    games: float
    events: float
    memory: float


class Audits(msgspec.Struct, frozen=True, kw_only=True):
    """Games of 50 events per CPU second of one process; sweeps; seconds; bytes."""

    audited: float
    read: float
    few: Sweep
    many: Sweep
    docket_per_event: float
    docket_per_game: float
    p50: float
    p99: float


def measured(folder: Path) -> Audits:
    """All of it, on stores in a folder."""
    found = engine.found()
    if found is None:
        raise RuntimeError("no valkey-server or redis-server runs here")
    (folder / "served").mkdir(parents=True)
    waits = sorted(_waits(folder / "served"))
    own = PrivateStore(folder / "store", found)
    own.start()
    try:
        return _of_a_store(folder, own.url, waits)
    finally:
        own.stop()


def _of_a_store(folder: Path, url: str, waits: list[float]) -> Audits:
    environ = {"SINGSING_DATA": str(folder), "SINGSING_EVENTS_URL": url}
    mine = house(secret=secret_files.secret(folder))
    with Redis.from_url(url) as client:
        library.fill(client, mine, FEW)
        audited, read = _one_process(environ, url)
        few = _sweep(environ, FEW)
        per_event, per_game = _dockets(client, url, mine)
        library.fill(client, mine, MANY - FEW, FEW)
    return Audits(
        audited=audited,
        read=read,
        few=few,
        many=_sweep(environ, MANY),
        docket_per_event=per_event,
        docket_per_game=per_game,
        p50=median(waits),
        p99=waits[int(0.99 * (len(waits) - 1))],
    )


def _one_process(environ: dict[str, str], url: str) -> tuple[float, float]:
    """Games of 50 events per CPU second: read and audited, and only read."""
    archive = Archive(environ, url)
    games = [game for game, _ in zip(archive.games(), range(SAMPLE), strict=False)]
    began, events = time.process_time(), 0
    for game in games:
        found = archive.audited(game)
        if found is None or found.wrong:
            raise RuntimeError(f"{game} is not as honest as it should be")
        events += found.report.events
    audited = time.process_time() - began
    began = time.process_time()
    for game in games:
        archive.store.read(game)
    return events / audited / EVENTS, events / (time.process_time() - began) / EVENTS


def _sweep(environ: dict[str, str], games: int) -> Sweep:
    """`singsing audit --all`, as an operator runs it."""
    command = [sys.executable, "-m", "service.cli", "audit", "--all", "--json"]
    began = time.perf_counter()
    done = subprocess.run(
        command, env={**os.environ, **environ}, capture_output=True, text=True, check=True
    )
    seconds = time.perf_counter() - began
    summary = json.loads(done.stdout.splitlines()[-1])["summary"]
    if (summary["games"], summary["wrong"]) != (games, 0):
        raise RuntimeError(f"the sweep came to {summary}")
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return Sweep(games=games / seconds, events=summary["events"] / seconds, memory=largest / 1024)


def _dockets(client: Redis, url: str, mine: House) -> tuple[float, float]:
    """Bytes that the docket of an audited game takes, for each of its events, and in all."""
    store = connect(url)
    clerk = Clerk(store, Play(store, mine), Keys.fresh().public(), ISS)
    games = [listed.game for listed in store.listed(Status.FINISHED, SAMPLE)]
    before, events = _used(client), 0
    for game in games:
        kept: Docket = clerk.audit(game)
        events += kept.audits[0].request.events
    grown = _used(client) - before
    return grown / events, grown / len(games)


def _used(client: Redis) -> int:
    return int(client.info("memory")["used_memory"])


def _waits(folder: Path) -> list[float]:
    """Seconds from the last event of a game to its certificate, the worker being idle before."""
    service = Service(folder)
    with running(service):
        data = folder / "data"
        store = connect(f"unix://{data / 'store' / 'socket'}")
        play = Play(store, house(secret=secret_files.secret(data)))
        keys = Keys.fresh()
        clerk, rng = Clerk(store, play, keys.public(), ISS), Random(1)
        waits = [_wait(play, clerk, keys, rng) for _ in range(ENDS + 1)]
    return waits[1:]


def _wait(play: Play, clerk: Clerk, keys: Keys, rng: Random) -> float:
    table = started(play, advanced=True)
    time.sleep(rng.uniform(0, 0.2))
    while not table.game.over:
        table.move(rng)
    began = time.perf_counter()
    while certified(clerk.docket(table.id), ISS, keys) is None:
        time.sleep(0.002)
    return time.perf_counter() - began
