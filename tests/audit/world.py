"""A store in memory with a clerk: games are played, disputed, audited, and tampered with."""

import itertools
from collections.abc import Callable
from random import Random
from typing import Any

from events import times
from events.certificates import certificate, certified, check
from events.chain import Entry, Event, GameId
from events.clerk import Clerk, Filed, Words
from events.docket import Claim, Dispute, DisputeRuled, Docket
from events.findings import Report
from events.house import Asked
from events.play import Play
from events.receipts import Claims, Fault, Keys
from events.store import Store, Stream, connect, stream_key
from events.store.clients import clients
from tests.audit.copied import Copied
from tests.audit.scribe import Scribe
from tests.store.tables import SECRET, Clock, Table, house, opening

ISS = "https://sing.example"
KEYS = Keys.fresh()

_numbers = itertools.count()


class World:
    """One store and, at any time, one process that serves it; `restart` is another one."""

    def __init__(self, url: str | None = None, secret: bytes = SECRET) -> None:
        self.url = url or f"memory://world{next(_numbers)}"
        self.store: Store = connect(self.url)
        self.raw: Any = clients(self.url, 5.0)[0]
        self.clock = Clock()
        self.secret = secret
        self.restart()

    def restart(self) -> None:
        """A process that remembers nothing."""
        self.play = Play(self.store, house(self.clock, secret=self.secret, rest=lambda _: None))
        self.clerk = Clerk(self.store, self.play, KEYS.public(), ISS)

    # Games

    def running(self, seats: int = 2, **options: Any) -> Table:
        table = Table(self.play, opening(**options))
        for number in range(2, seats + 1):
            table.join(f"P{number}")
        table.start()
        return table

    def finished(self, seed: int = 1, seats: int = 2, **options: Any) -> Table:
        """A game played to its end."""
        table, random = self.running(seats, **options), Random(seed)
        while not table.game.over:
            self.clock.at += 1000
            table.move(random)
        return table

    def events(self, game: GameId) -> list[Event]:
        return self.play.events(self.play.look(game), 0)

    def receipt(self, game: GameId, version: int, **other: Any) -> str:
        """The receipt of an event, or one that claims something else."""
        events = self.events(game)
        event = events[min(version, len(events)) - 1]
        told = {
            "iss": ISS,
            "game": game,
            "version": version,
            "hash": event.hash,
            "at": times.written(event.at),
        }
        return KEYS.sign(Claims(**{**told, **other}))

    # Dockets

    def dispute(
        self,
        table: Table,
        version: int,
        claim: Claim = Claim.VERDICT,
        seat: int = 1,
        key: str | None = None,
        **words: Any,
    ) -> Filed:
        body = {"version": version, "claim": claim, **words}
        path = f"/v1/games/{table.id}/disputes"
        asked = Asked(key=key, method="POST", path=path, body=body)
        caller = table.caller(seat, self.play)
        return self.clerk.raise_dispute(caller, version, claim, Words(**words), asked)

    def settle(self, game: GameId) -> Docket:
        """What the job does: the audit, and all rulings."""
        docket = self.clerk.audit(game)
        for dispute in docket.disputes:
            docket = self.clerk.rule(game, dispute.id)
        return docket

    def ruling(self, game: GameId, dispute: int) -> DisputeRuled:
        found: Dispute | None = self.settle(game).dispute(dispute)
        assert found
        assert found.ruling
        return found.ruling

    def examined(self, game: GameId) -> Report:
        return self.clerk.examined(game, self.clerk.docket(game))[0]

    def certified(self, game: GameId) -> bool:
        """Whether the service signs that this log is sound and its result stands."""
        docket = self.clerk.docket(game)
        token, told = certified(docket, ISS, KEYS), certificate(docket, ISS)
        assert (token is None) == (told is None)
        if token is None or told is None:
            return False
        assert not isinstance(check(token, KEYS.public()), Fault)
        return told.findings == 0 and told.standing != "overturned"

    # Whoever can write to the store

    def entries(self, game: GameId, stream: Stream = Stream.LOG) -> list[Entry]:
        return [entry for _, entry in self.store.read(game, stream=stream)]

    def copied(self, game: GameId, stream: Stream = Stream.LOG) -> Copied:
        return Copied(game, self.entries(game, stream))

    def put(self, game: GameId, entries: list[Entry], stream: Stream = Stream.LOG) -> None:
        """Other entries in the place of a stream's own."""
        key = stream_key(game, stream)
        self.raw.delete(key)
        for version, entry in enumerate(entries, 1):
            fields = {"event": entry.event, "hash": entry.hash, "private": entry.private}
            self.raw.xadd(key, fields, id=f"{version}-0")
        self.restart()

    def tamper(self, game: GameId, change: Callable[[Copied], Any]) -> None:
        """A log changed by somebody who can write to the store."""
        copy = self.copied(game)
        change(copy)
        self.put(game, copy.entries())

    def drop(self, game: GameId, stream: Stream) -> None:
        self.raw.delete(stream_key(game, stream))
        self.restart()


def scribbled(world: World, scribe: Scribe) -> GameId:
    """A log that somebody wrote into the store, with digests that look like the service's."""
    entries = []
    for line in scribe.copied().lines:
        if line.event["type"] in ("game-opened", "player-joined"):
            line.private["token"] = "A" * 43
        entries.append(line.entry())
    world.put(scribe.copied().game, entries)
    return scribe.copied().game
