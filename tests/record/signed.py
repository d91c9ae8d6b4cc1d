"""Records of random games with their certificates and receipts."""

from random import Random
from typing import Any

from events import chain, docket, record, times
from events.audit import audit
from events.certificates import certified
from events.chain import Digests
from events.docket import AuditReported, AuditRequested, Docket, DocketBody
from events.receipts import Claims, Keys
from events.rulebook import RULES
from events.times import Millis
from tests.record.games import Log, random_log

SERVER = "https://sing.example"


class Signed:
    """A game that is over, audited and certified, as the service would have it."""

    def __init__(self, rng: Random, keys: Keys, log: Log | None = None) -> None:
        self.keys = keys
        self.log = log or random_log(rng)
        self.game = self.log.events[0].game
        self.docket = Docket(game=self.game)
        if self.log.games[-1].started:
            self._audit()
        self.certificate = certified(self.docket, SERVER, keys)
        self.content = self.written(self.certificate)

    def written(self, certificate: str | None) -> bytes:
        lines = record.written(self.game, SERVER, self.keys.public(), self.log.events, certificate)
        return b"".join(lines)

    def receipt(self, version: int, **other: Any) -> str:
        """The receipt of an event, or one that claims something else."""
        event = self.log.events[min(version, len(self.log.events)) - 1]
        claims = {
            "iss": SERVER,
            "game": self.game,
            "version": version,
            "hash": event.hash,
            "at": times.written(event.at),
        }
        return self.keys.sign(Claims(**{**claims, **other}))

    def note(self, body: DocketBody, seat: int | None = None) -> "Signed":
        """One more event of the docket."""
        after = self.docket.head
        at = Millis((after.at if after else self.log.events[-1].at) + 1000)
        digests = Digests(key=None, request="r")
        event: Any = chain.seal(self.game, after, at, seat, body, "0" * 32, digests)  # type: ignore[arg-type]
        self.docket = docket.apply(self.docket, event)
        return self

    def _audit(self) -> None:
        head = self.log.events[-1].hash
        version = len(self.log.events)
        asked = AuditRequested(events=version, head=head, rules=RULES, release=docket.RELEASE)
        report, _ = audit(self.game, record.read(self.written(None)).events)
        self.note(asked)
        self.note(
            AuditReported(
                audit=self.docket.version,
                events=report.events,
                head=report.head,
                sound_to=report.sound_to,
                findings=report.findings,
                found=report.found,
                materiality=report.materiality,
                undecided=(),
            )
        )
