"""Every page in every state that tests and pictures look at: a new page is a line here.

`{open}`, `{over}` and so on in a path stand for the tables of `scene.Scene`.
"""

from events.board import Value


class Place(Value, frozen=True, kw_only=True):
    """A page as a browser sees it that holds `seats` at the scene's `table`."""

    name: str
    path: str
    table: str | None = None
    seats: tuple[int, ...] = ()


def _table(name: str, table: str, *seats: int) -> Place:
    return Place(name=name, path=f"/games/{{{table}}}", table=table, seats=seats)


TABLES = (
    _table("table, open, host", "open", 1),
    _table("table, open, visitor", "open"),
    _table("table, mask, public", "mask"),
    _table("table, mask, everybody on one screen", "mask", 1, 2, 3),
    *(_table(f"table, removal, seat {seat}", "removal", seat) for seat in (1, 2, 3)),
    _table("table, removal, public", "removal"),
    *(_table(f"table, answer, seat {seat}", "answer", seat) for seat in (1, 2, 3)),
    *(_table(f"table, second answer, seat {seat}", "second", seat) for seat in (1, 2, 3)),
    _table("table, over, seat 2", "over", 2),
)

PLACES = (
    Place(name="lobby", path="/"),
    Place(name="rules", path="/rules"),
    *TABLES,
    Place(name="replay", path="/games/{over}/replay#12"),
    Place(name="replay, a chair", path="/games/{over}/replay?as=2", table="over", seats=(2,)),
    Place(name="guess", path="/games/{over}/guess?as=2"),
    Place(name="audit", path="/games/{over}/audit"),
    Place(name="dispute", path="/games/{over}/disputes/{dispute}"),
)
