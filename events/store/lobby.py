"""The indexes of all games by status, and the lobby's rows: a list folds nothing."""

from itertools import chain
from typing import Any

from events.board import Value
from events.chain import GameId
from events.game import Status
from events.store.clients import available
from events.store.keys import BUCKETS, bucket, key, named
from events.times import Millis

Place = tuple[Millis, GameId]
"""Where a game stands in an index: when it was opened, then its id."""


class Listed(Value, frozen=True, kw_only=True):
    """A game's place in an index, and its lobby row (None where it is unlisted)."""

    opened_at: Millis
    game: GameId
    row: bytes | None

    @property
    def place(self) -> Place:
        return self.opened_at, self.game


class Lobby:
    """Lists of games."""

    _reads: Any

    def listed(self, status: Status, count: int, below: Place | None = None) -> list[Listed]:
        """The next games of a status, newest opened first, below a place in that order."""
        with available():
            places = sorted(self._places(status, count, below), reverse=True)[:count]
            rows = self._rows([game for _, game in places])
        return [
            Listed(opened_at=opened_at, game=game, row=rows[game]) for opened_at, game in places
        ]

    def counted(self, status: Status) -> int:
        """How many games of a status there are, listed or not."""
        with available():
            pipe = self._reads.pipeline(transaction=False)
            for number in range(BUCKETS):
                pipe.zcard(key(number, f"index:{status}"))
            return sum(pipe.execute())

    def _places(self, status: Status, count: int, below: Place | None) -> list[Place]:
        """The next `count` places of every bucket, and those opened in the same instant."""
        pipe = self._reads.pipeline(transaction=False)
        for number in range(BUCKETS):
            index = key(number, f"index:{status}")
            top = "+inf" if below is None else f"({below[0]}"
            pipe.zrevrangebyscore(index, top, "-inf", start=0, num=count, withscores=True)
            if below is not None:
                pipe.zrangebyscore(index, below[0], below[0], withscores=True)
        found = chain.from_iterable(pipe.execute())
        places = [(Millis(int(score)), GameId(named(game))) for game, score in found]
        return places if below is None else [place for place in places if place < below]

    def _rows(self, games: list[GameId]) -> dict[GameId, bytes | None]:
        pipe = self._reads.pipeline(transaction=False)
        for game in games:
            pipe.hget(key(bucket(game), "lobby"), game)
        return dict(zip(games, pipe.execute(), strict=True))
