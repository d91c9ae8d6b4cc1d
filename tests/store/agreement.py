"""What has to agree with a game's log, in the same bucket."""

import msgspec

from events import sight
from events.game import Game, Status
from events.store import bucket
from tests.store.conftest import Kept


def agree(kept: Kept, game: Game) -> None:
    """Index, lobby row, deadline and outbox say what a fold of the log says."""

    def of(name: str) -> str:
        return f"singsing:{{b{bucket(game.id):02}}}:{name}"

    raw = kept.raw
    for status in Status:
        score = raw.zscore(of(f"index:{status}"), game.id)
        assert score == (game.opened_at if status is game.status else None)
    assert raw.zscore(of("deadlines"), game.id) == game.due
    row = raw.hget(of("lobby"), game.id)
    assert row == (msgspec.json.encode(sight.row(game)) if game.listed else None)
    rows = [row for _, row in raw.xrange(of("outbox")) if row[b"game"] == game.id.encode()]
    follows = game.over and game.started
    assert [row[b"version"] for row in rows] == [str(game.version).encode()] * follows
