"""The folded games that a process remembers, and how it reads on.

A remembered game may be stale, never wrong: its log is only ever longer. A log that is
shorter than, or different from, what this process has seen is lost, until the operator
decides (a restart forgets).
"""

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

from events import catalogue
from events.chain import Entry, GameId, Head, Version, verified
from events.game import Game
from events.reducer import apply
from events.refusal import BrokenLog
from events.store import Store

K = TypeVar("K")
V = TypeVar("V")

HEADS = 100_000
"""How many heads are remembered beyond the games themselves."""


class _Recent(Generic[K, V]):
    """The entries used last, so many of them."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._entries: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        with self._lock:
            if key in self._entries:
                self._entries.move_to_end(key)
            return self._entries.get(key)

    def put(self, key: K, value: V) -> None:
        with self._lock:
            self._entries[key] = value
            self._entries.move_to_end(key)
            if len(self._entries) > self._size:
                self._entries.popitem(last=False)


class Memory:
    """Games by id, each as new as this process has seen it."""

    def __init__(self, store: Store, size: int) -> None:
        self._store = store
        self._games: _Recent[GameId, Game] = _Recent(size)
        self._heads: _Recent[GameId, Head] = _Recent(HEADS)
        self.lost: dict[GameId, BrokenLog] = {}

    def game(self, id: GameId) -> Game | None:
        """The game as last seen, perhaps stale; raises BrokenLog where its log is lost."""
        if id in self.lost:
            raise self.lost[id]
        return self._games.get(id)

    def keep(self, game: Game) -> Game:
        """Remember a game, unless a newer one is remembered already."""
        known = self._games.get(game.id)
        if known is None or known.version <= game.version:
            self._games.put(game.id, game)
            self._heads.put(game.id, game.head)
        return game

    def load(self, id: GameId) -> Game | None:
        """Read and verify a whole log; None where there is none, BrokenLog where it is lost."""
        if id in self.lost:
            raise self.lost[id]
        seen = self._heads.get(id)
        return self.follow(None, id, self._store.read(id), seen)

    def read_on(self, game: Game) -> Game:
        """The game with whatever was appended since; raises BrokenLog where its log is lost."""
        seen = self._heads.get(game.id)
        stored = self._store.read(game.id, game.version)
        return self.follow(game, game.id, stored, seen) or game

    def follow(
        self,
        game: Game | None,
        id: GameId,
        stored: list[tuple[Version, Entry]],
        seen: Head | None = None,
    ) -> Game | None:
        """The game after entries read from its own version on, which must still be there.

        `seen` is the newest head known before they were read.
        """
        try:
            after = _followed(game, id, stored, seen)
        except BrokenLog as broken:
            self.lost[id] = broken
            raise
        return self.keep(after) if after else None


def _followed(
    game: Game | None, id: GameId, stored: list[tuple[Version, Entry]], seen: Head | None
) -> Game | None:
    if game is not None:
        if not stored or stored[0][1].hash != game.head.hash:
            raise BrokenLog(id, game.version, "hash", "The log is not the one seen before.")
        stored = stored[1:]
    for version, entry in stored:
        event = verified(id, version, entry, game.head if game else None, catalogue.body)
        try:
            game = apply(game, event)
        except (ValueError, TypeError, LookupError) as error:
            raise BrokenLog(id, version, "event", "No game could go on like this.") from error
    if seen and (game is None or game.version < seen.version):
        raise BrokenLog(id, seen.version, "version", "The log is shorter than seen before.")
    return game
