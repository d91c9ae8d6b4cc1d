"""Actions and reads over HTTP, beside a trivial endpoint and the bare append."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

import msgspec

from events.chain import Entry, GameId, Version
from events.game import Status
from events.store import Append, Store, connect
from events.times import Millis
from service import engine
from service.private_store import PrivateStore
from tests.bench.players import Tally, driven, looking, opened, playing, posting
from tests.bench.servers import Rival, cpu_seconds, running
from tests.bench.wire import Wire
from tests.soak.service import Service

CLIENTS = 16
ROUNDS = 3
SECONDS = 5.0


class Rate(msgspec.Struct, frozen=True, kw_only=True):
    """Requests per second, per CPU second of the web workers, and their latencies in ms."""

    rate: float
    per_cpu: float
    p50: float
    p99: float


class OverHttp(msgspec.Struct, frozen=True, kw_only=True):
    actions: Rate
    reads: Rate
    trivial: Rate
    appends: float


def measured(folder: Path) -> OverHttp:
    """All of it in turns, so that a noisy moment meets everybody."""
    for name in ("service", "rival"):
        (folder / name).mkdir()
    service, rival = Service(folder / "service"), Rival(folder / "rival")
    with running(service), running(rival):
        wire = Wire(service.port)
        path = opened(wire)
        rounds = [
            (
                _rate(service, playing),
                _rate(service, looking(path)),
                _rate(rival, posting("/nothing")),
            )
            for _ in range(ROUNDS)
        ]
        wire.close()
    actions, reads, trivial = zip(*rounds, strict=True)
    return OverHttp(
        actions=_middle(actions),
        reads=_middle(reads),
        trivial=_middle(trivial),
        appends=_appends(folder / "bare"),
    )


def _rate(server: Service | Rival, steps: Callable[[Wire], Iterator[None]]) -> Rate:
    before = cpu_seconds(server.web_workers())
    tally: Tally = driven(server.port, CLIENTS, SECONDS, steps)
    spent = cpu_seconds(server.web_workers()) - before
    return Rate(
        rate=tally.rate,
        per_cpu=len(tally.took) / spent,
        p50=tally.percentile(0.5) * 1000,
        p99=tally.percentile(0.99) * 1000,
    )


def _middle(rates: tuple[Rate, ...]) -> Rate:
    return Rate(
        **{name: median(getattr(rate, name) for rate in rates) for name in Rate.__struct_fields__}
    )


def _appends(folder: Path) -> float:
    """Appends per second by the script alone, from one client, one after the other."""
    found = engine.found()
    if found is None:
        raise RuntimeError("no valkey-server or redis-server runs here")
    own = PrivateStore(folder, found)
    own.start()
    try:
        return _appended(connect(own.url), 2000)
    finally:
        own.stop()


def _appended(store: Store, count: int) -> float:
    game, hash = GameId("a" * 16), ""
    began = time.perf_counter()
    for version in range(count):
        entry = Entry(event=b"e" * 550, hash=f"sha256:{version:064}", private=b"p" * 250)
        store.append(
            Append(
                game=game,
                after=Version(version),
                after_hash=hash,
                entry=entry,
                status=Status.RUNNING,
                opened_at=Millis(0),
                row=b"r" * 400,
                due=Millis(version),
                work=None,
            )
        )
        hash = entry.hash
    return count / (time.perf_counter() - began)
