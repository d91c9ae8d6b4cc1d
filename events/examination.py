"""Examines a log of this service's own: audits it, and holds it to what only this service made."""

from collections.abc import Callable
from hmac import compare_digest

from events import recorded
from events.audit import Auditor
from events.catalogue import GameOpened, PlayerJoined
from events.chain import Event, GameId, Version
from events.docket import Docket
from events.findings import Report
from events.game import Game
from events.house import House, token_digest
from events.recorded import Recorded
from events.store import Store

Progress = Callable[[int, int], None]
"""Hears how many events of a log are done, and of how many."""


def unheard(done: int, of: int) -> None:
    """Progress that nobody follows."""


class Examiner:
    """Reads the logs of one store as nobody has believed them yet."""

    def __init__(self, store: Store, house: House) -> None:
        self._store = store
        self._house = house

    def log(self, game: GameId) -> list[Recorded]:
        """A log as stored."""
        return [recorded.stored(version, entry) for version, entry in self._store.read(game)]

    def examined(
        self, game: GameId, kept: Docket, progress: Progress = unheard
    ) -> tuple[Report, Game | None]:
        """What there is to say of a log, and the game as far as it could be followed."""
        log = self.log(game)
        auditor = Auditor(game)
        for done, entry in enumerate(log, 1):
            self._check_token(auditor, entry, auditor.take(entry))
            progress(done, len(log))
        _check_heads(auditor, log, kept)
        return auditor.report(), auditor.game

    def _check_token(self, auditor: Auditor, entry: Recorded, event: Event | None) -> None:
        """A seat's token is made from the event that took it; only this service can make one."""
        given = entry.token is not None
        seats = given if event is None else _seats(event)
        if given == seats and (not seats or self._made(entry)):
            return
        auditor.find(
            entry.position,
            "private.token",
            None,
            None,
            "The seat token of this event was not made by this service for it.",
        )

    def _made(self, entry: Recorded) -> bool:
        made = token_digest(self._house.seat_token(entry.hash))
        return compare_digest(made.encode(), (entry.token or "").encode())


def _check_heads(auditor: Auditor, log: list[Recorded], kept: Docket) -> None:
    """Every audit that was asked for noted where the log stood."""
    heads = {event.position: event.hash for event in log}
    for asked in kept.audits:
        noted = asked.request
        held = heads.get(Version(noted.events))
        if held != noted.head:
            auditor.find(
                noted.events,
                "hash",
                held,
                noted.head,
                "The docket notes another event here than the log holds.",
            )


def _seats(event: Event) -> bool:
    """Whether an event gives somebody a seat token; bots have none."""
    return isinstance(event.body, GameOpened | PlayerJoined)
