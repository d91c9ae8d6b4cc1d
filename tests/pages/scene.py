"""Tables in every state that a page can show."""

import time

import httpx

from tests.pages.places import Place
from tests.pages.table import Seats, Table

RULED_SECONDS = 60.0


class Scene:
    """Nobody changes these tables."""

    def __init__(self, api: httpx.Client) -> None:
        self.open = Table(api, "Ana", "Ben")
        self.running = Table(api, "Ana", "Ben", "Cleo", advanced=True)
        self.running.start()
        self.running.play(turns=3)
        self.over = Table(api, "Ana", "Ben", "Cleo", advanced=True)
        self.over.start()
        self.over.play()
        self.dispute = _ruled(self.over)

    def seats(self, place: Place) -> Seats:
        """What the browser holds there."""
        table = {"open": self.open, "running": self.running, "over": self.over}
        return table[place.table].seat(*place.seats) if place.table else {}

    @property
    def names(self) -> dict[str, object]:
        """What stands in the paths of pages."""
        return {
            "open": self.open.id,
            "running": self.running.id,
            "over": self.over.id,
            "dispute": self.dispute,
        }


def _ruled(table: Table) -> int:
    """A dispute about the first answer, once a worker has ruled it."""
    events = table.log()
    answered = next(event for event in events if event["type"] == "answer-given")
    claim = {"version": answered["version"], "claim": "verdict", "statement": "The left one."}
    dispute = table.act(2, "/disputes", claim)
    until = time.monotonic() + RULED_SECONDS
    while table.look(f"/disputes/{dispute['id']}")["status"] != "ruled":
        if time.monotonic() > until:
            raise TimeoutError("the dispute was not ruled")
        time.sleep(0.1)
    return int(dispute["id"])
