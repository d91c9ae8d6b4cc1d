"""Appends for tests of the store alone, which looks into no event."""

from typing import Any

from events.chain import Entry, GameId, Version
from events.game import Status
from events.store import Append
from events.times import Millis
from tests.store.tables import START

GAME = GameId("aaaaaaaaaaaaaaaa")


def entry(version: int, story: str = "") -> Entry:
    return Entry(
        event=f"event {version} {story}".encode(),
        hash=f"hash {version} {story}",
        private=f"private {version} {story}".encode(),
    )


def append(
    version: int, game: GameId = GAME, story: str = "", after: str = "", **changes: Any
) -> Append:
    """The event of a version in a `story`, meant to follow the story `after`."""
    plain: dict[str, Any] = {
        "game": game,
        "after": Version(version - 1),
        "after_hash": entry(version - 1, after).hash if version > 1 else "",
        "entry": entry(version, story),
        "status": Status.OPEN,
        "opened_at": Millis(START),
        "row": b"row",
        "due": None,
        "work": None,
    }
    return Append(**{**plain, **changes})
