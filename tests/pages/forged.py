"""A game whose log was changed by somebody who can write to the store, and how that comes out."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from redis import Redis

from events.chain import Entry, GameId
from events.store import Stream, stream_key
from tests.audit.copied import Copied, Line
from tests.pages.table import Table
from tests.soak.service import Service

PATIENCE_SECONDS = 60.0


class Forged:
    """A prisoner went to somebody else, another's escape is missing, and the chain is made anew.

    `taken` and `missing` are the versions of these events, `receipt` what was signed for the
    second one before.
    """

    def __init__(self, api: httpx.Client) -> None:
        self.url = str(api.base_url).rstrip("/")
        self.table = Table(api, "Ana", "Ben", "Cleo", advanced=True)
        self.table.start()
        self.table.play()
        until(lambda: audited(self.table, 1))
        self.taken, self.missing = _escapes(self.table)
        self.receipt = self.table.look(f"/receipts/{self.missing}")["receipt"]

    def forge(self, store: Any) -> None:
        """Changes the log that is stored."""
        key = stream_key(GameId(self.table.id), Stream.LOG)
        copy = Copied(self.table.id, [_entry(fields) for _, fields in store.xrange(key)])
        _change(copy[self.taken], copy[self.missing])
        copy.forged(self.taken)
        store.delete(key)
        for version, entry in enumerate(copy.entries(), 1):
            fields = {"event": entry.event, "hash": entry.hash, "private": entry.private}
            store.xadd(key, fields, id=f"{version}-0")

    def found_out(self) -> None:
        """Waits for another audit."""
        self.table.act(1, "/audits")
        until(lambda: audited(self.table, 2))

    def dispute(self, version: int, claim: str, **words: Any) -> str:
        """Seat 2 objects; the address of the page, once that is ruled."""
        return disputed(self.table, version, claim, **words)


@contextmanager
def forged() -> Iterator[Forged]:
    """At a service of its own, started again so that it remembers nothing."""
    with TemporaryDirectory(prefix="singsing-forged-") as name:
        folder = Path(name)
        first, again = Service(folder), Service(folder)
        again.port = first.port
        with _client(first) as api:
            with _serving(first):
                game = Forged(api)
                with Redis(unix_socket_path=str(folder / "data" / "store" / "socket")) as store:
                    game.forge(store)
            with _serving(again):
                game.found_out()
                yield game


def disputed(table: Table, version: int, claim: str, **words: Any) -> str:
    """The address of a dispute's page, once it is ruled."""
    id = table.act(2, "/disputes", {"version": version, "claim": claim, **words})["id"]
    until(lambda: bool(table.look(f"/disputes/{id}")["status"] == "ruled"))
    return f"/games/{table.id}/disputes/{id}"


def audited(table: Table, times: int) -> bool:
    audits = table.look("/audits")["items"]
    return len(audits) == times and all(audit["status"] == "done" for audit in audits)


def until(true: Callable[[], bool]) -> None:
    """Waits; raises TimeoutError."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not true():
        if time.monotonic() > end:
            raise TimeoutError("it never came")
        time.sleep(0.1)


def _client(service: Service) -> httpx.Client:
    """One that begins anew with each request, so that it outlives the service."""
    anew = httpx.Limits(max_keepalive_connections=0)
    return httpx.Client(base_url=f"http://127.0.0.1:{service.port}", timeout=30, limits=anew)


@contextmanager
def _serving(service: Service) -> Iterator[None]:
    service.start()
    try:
        yield
    finally:
        service.stop()


def _escapes(table: Table) -> tuple[int, int]:
    """The first two answers at which somebody escaped."""
    found = [
        event["version"]
        for event in table.log()
        if event["type"] == "answer-given" and event["outcome"].get("escaped")
    ]
    return found[0], found[1]


def _change(taken: Line, missing: Line) -> None:
    taker = taken.event["outcome"]["taken_by"]
    taken.event["outcome"]["taken_by"] = taker % 3 + 1
    missing.event["outcome"]["escaped"] = []


def _entry(fields: dict[bytes, bytes]) -> Entry:
    return Entry(event=fields[b"event"], hash=fields[b"hash"].decode(), private=fields[b"private"])
