"""One request after all its checks, and the desk at which it is answered."""

from typing import TYPE_CHECKING, Any

from events.board import SeatNo, Value
from events.chain import Event
from events.clerk import Clerk
from events.docket import Docket
from events.game import Game
from events.house import Asked
from events.play import Caller, Play
from events.receipts import Claims
from events.settings import Settings
from events.store import Store
from events.times import written
from events.uploads import Intake
from service.addresses import Client
from workers.queue import Jobs

if TYPE_CHECKING:
    from service.allowances import Allowances
    from service.metrics import Metrics
    from service.streams import Streams


class Desk(Value, frozen=True, kw_only=True):
    """What endpoints answer from: the games of one process, and what watches over it."""

    settings: Settings
    play: Play
    clerk: Clerk
    store: Store
    jobs: Jobs | None
    """None where no queue is: in memory."""
    intake: Intake
    streams: "Streams"
    allowances: "Allowances"
    metrics: "Metrics"

    def url(self, path: str) -> str:
        """An absolute link, from the settings, never from a request."""
        return self.settings.base_url + path

    def docket(self, game: Game) -> Docket | None:
        """The docket of a game that is over, from which its standing follows; else None."""
        return self.clerk.docket(game.id) if game.over and game.started else None

    def receipt(self, event: Event) -> str:
        claims = Claims(
            iss=self.settings.base_url,
            game=event.game,
            version=event.version,
            hash=event.hash,
            at=written(event.at),
        )
        return self.settings.keys.sign(claims)


class Sent(Value, frozen=True, kw_only=True):
    """A body that is taken as it came, and its media type."""

    type: str
    content: bytes


class Call(Value, frozen=True, kw_only=True):
    """A request whose form is right and whose credential is good."""

    desk: Desk
    client: Client
    path: dict[str, Any]
    query: dict[str, Any]
    body: dict[str, Any]
    sent: Sent | None
    asked: Asked
    caller: Caller | None

    @property
    def table(self) -> Caller:
        """Who asks, at the table that the path names."""
        if self.caller is None:
            raise LookupError("this path names no game")
        return self.caller

    @property
    def seat(self) -> SeatNo:
        """The seat that asks, where the endpoint needs one."""
        if self.table.credential is None:
            raise LookupError("this endpoint needs no credential")
        return self.table.credential.seat
