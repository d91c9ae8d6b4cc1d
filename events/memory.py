"""The folded games that a process remembers, and how it reads on.

A remembered game may be stale, never wrong: its log is only ever longer. A log that is
shorter than, or different from, what this process has seen is lost, until the operator
decides (a restart forgets).
"""

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

from events import catalogue
from events.chain import Entry, Event, GameId, Head, Version, head, read_alone, verified
from events.game import Game
from events.reducer import apply
from events.refusal import BrokenLog
from events.store import Store

K = TypeVar("K")
V = TypeVar("V")

HEADS = 100_000
"""How many heads are remembered beyond the games themselves."""


class Recent(Generic[K, V]):
    """The entries used last, so many of them. Many may read at once, one at a time put."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._entries: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        try:
            self._entries.move_to_end(key)
        except KeyError:
            return None
        return self._entries.get(key)

    def put(self, key: K, value: V) -> None:
        self._entries[key] = value
        self._entries.move_to_end(key)
        if len(self._entries) > self._size:
            self._entries.popitem(last=False)


class Memory:
    """Games by id, each as new as this process has seen it."""

    def __init__(self, store: Store, size: int) -> None:
        self._store = store
        self._games: Recent[GameId, Game] = Recent(size)
        self._heads: Recent[GameId, Head] = Recent(HEADS)
        self._keeping = Lock()
        self.lost: dict[GameId, BrokenLog] = {}

    def game(self, id: GameId) -> Game | None:
        """The game as last seen, perhaps stale; raises BrokenLog where its log is lost."""
        self._refuse_lost(id)
        return self._games.get(id)

    def head(self, id: GameId) -> Head | None:
        """The newest head seen of a log; remembered longer than the game."""
        return self._heads.get(id)

    def keep(self, game: Game) -> Game:
        """Remember a game, unless a newer one was seen; raises BrokenLog where another one was."""
        with self._keeping:
            seen = self._heads.get(game.id)
            if seen and seen.version == game.version and seen.hash != game.head.hash:
                raise self._losing(_other(game.id, seen.version))
            if seen is None or seen.version <= game.version:
                self._games.put(game.id, game)
                self._heads.put(game.id, game.head)
        return game

    def load(self, id: GameId) -> Game | None:
        """Read and verify a whole log; None where there is none, BrokenLog where it is lost."""
        self._refuse_lost(id)
        seen = self.head(id)
        return self.follow(None, id, self._store.read(id), seen)

    def read_on(self, game: Game) -> Game:
        """The game with whatever was appended since; raises BrokenLog where its log is lost."""
        self._refuse_lost(game.id)
        seen = self.head(game.id)
        stored = self._store.read(game.id, game.version)
        return self.follow(game, game.id, stored, seen) or game

    def events(self, game: Game, first: Version, last: Version) -> list[Event]:
        """Some events of a game, up to one that it has; raises BrokenLog where its log is lost.

        One more is read, because it says which hash the last of them has.
        """
        self._refuse_lost(game.id)
        end = min(last + 1, game.version)
        stored = self._store.read(game.id, first, end - first + 1)
        try:
            events = _linked(game, first, end, stored)
        except BrokenLog as broken:
            raise self._losing(broken) from broken.__cause__
        return events[: last - first + 1]

    def follow(
        self,
        game: Game | None,
        id: GameId,
        stored: list[tuple[Version, Entry]],
        seen: Head | None,
    ) -> Game | None:
        """The game after entries read from its own version on, which must still be there.

        `seen` is the newest head known before they were read.
        """
        try:
            after = _followed(game, id, stored, seen)
        except BrokenLog as broken:
            raise self._losing(broken) from broken.__cause__
        return self.keep(after) if after else None

    def _refuse_lost(self, id: GameId) -> None:
        if id in self.lost:
            raise _again(self.lost[id])

    def _losing(self, broken: BrokenLog) -> BrokenLog:
        self.lost[GameId(broken.game)] = _again(broken)
        return broken


def _again(broken: BrokenLog) -> BrokenLog:
    """The same without the traceback that hangs on an exception once raised."""
    return BrokenLog(broken.game, broken.version, broken.field, broken.sentence)


def _other(id: GameId, version: Version) -> BrokenLog:
    return BrokenLog(id, version, "hash", "The log is not the one seen before.")


def _followed(
    game: Game | None, id: GameId, stored: list[tuple[Version, Entry]], seen: Head | None
) -> Game | None:
    if game is not None:
        if not stored or stored[0][1].hash != game.head.hash:
            raise _other(id, game.version)
        read_alone(id, *stored[0], catalogue.body)
        stored = stored[1:]
    for version, entry in stored:
        event = verified(id, version, entry, game.head if game else None, catalogue.body)
        if seen and version == seen.version and event.hash != seen.hash:
            raise _other(id, version)
        try:
            game = apply(game, event)
        except (ValueError, TypeError, LookupError) as error:
            raise BrokenLog(id, version, "event", "No game could go on like this.") from error
    if seen and (game is None or game.version < seen.version):
        raise BrokenLog(id, seen.version, "version", "The log is shorter than seen before.")
    return game


def _linked(
    game: Game, first: Version, end: int, stored: list[tuple[Version, Entry]]
) -> list[Event]:
    """Entries as events, from the first to the end, each following the one before it."""
    if [version for version, _ in stored] != list(range(first, end + 1)):
        raise BrokenLog(game.id, first, "version", "The log is shorter than seen before.")
    events: list[Event] = []
    for version, entry in stored:
        if events or version == 1:
            before = head(events[-1]) if events else None
            events.append(verified(game.id, version, entry, before, catalogue.body))
        else:
            events.append(read_alone(game.id, version, entry, catalogue.body))
    if end == game.version and events[-1].hash != game.head.hash:
        raise _other(game.id, game.version)
    return events
