"""Tables in every state that a page can show."""

import time
from collections.abc import Sequence

import httpx

from tests.pages.places import Place
from tests.pages.table import Seats, Table

RULED_SECONDS = 60.0


class Scene:
    """Nobody changes these tables; each is named after what it waits for."""

    def __init__(self, api: httpx.Client, *names: str) -> None:
        names = names or ("Ana", "Ben", "Cleo")
        self.open = Table(api, *names[:2])
        self.mask, self.removal, self.answer, self.second = [_begun(api, names) for _ in range(4)]
        self.removal.mask()
        self.answer.remove()
        self.second.turn()
        self.over = _begun(api, names)
        self.over.play()
        self.dispute = _ruled(self.over)

    @property
    def tables(self) -> dict[str, Table]:
        return {name: table for name, table in vars(self).items() if isinstance(table, Table)}

    def seats(self, place: Place) -> Seats:
        """What the browser holds there."""
        return self.tables[place.table].seat(*place.seats) if place.table else {}

    def path(self, place: Place) -> str:
        ids = {name: table.id for name, table in self.tables.items()}
        return place.path.format(dispute=self.dispute, **ids)


def _begun(api: httpx.Client, names: Sequence[str]) -> Table:
    table = Table(api, *names, advanced=True)
    table.start()
    table.play(turns=3)
    return table


def _ruled(table: Table) -> int:
    """A dispute about the first answer, once a worker has ruled it."""
    answered = next(event for event in table.log() if event["type"] == "answer-given")
    claim = {"version": answered["version"], "claim": "verdict", "statement": "The left one."}
    dispute = table.act(2, "/disputes", claim)
    until = time.monotonic() + RULED_SECONDS
    while table.look(f"/disputes/{dispute['id']}")["status"] != "ruled":
        if time.monotonic() > until:
            raise TimeoutError("the dispute was not ruled")
        time.sleep(0.1)
    return int(dispute["id"])
