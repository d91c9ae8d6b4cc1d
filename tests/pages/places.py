"""Every page in every state that tests and pictures look at: a new page is a line here."""

from events.board import Value


class Place(Value, frozen=True, kw_only=True):
    """`path` has `{open}`, `{running}`, `{over}` and `{dispute}` for what the scene has there."""

    name: str
    path: str
    table: str | None = None
    """The table of the scene at which the browser holds `seats`."""
    seats: tuple[int, ...] = ()


TABLES: tuple[Place, ...] = ()

PLACES: tuple[Place, ...] = ()
