"""The live stream: one listener per process, which reads each new event once for all who watch.

News from the store may be lost, so at every heartbeat the listener reads on for every game.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from threading import Lock, Thread

import msgspec
import structlog

from events import sight
from events.board import Value
from events.chain import Event, GameId, Version
from events.game import Game
from events.play import Play
from events.refusal import BrokenLog, Refusal
from events.settings import Limits
from events.store import Store, Unavailable
from service.problems import Problem, Slug

HEARTBEAT = 15.0
"""Seconds between comments, and at most between readings."""

SOON = 1.0
"""Seconds to wait for a store that does not answer."""

_log = structlog.get_logger()

COMMENT = b":\n\n"


class Frame(Value, frozen=True, kw_only=True):
    """An event as the stream sends it."""

    version: Version
    content: bytes


def frame(event: Event, over: bool) -> Frame:
    """One Server-Sent Event; `over` opens what the event hides."""
    data = msgspec.json.encode(sight.event(event, over))
    head = f"id: {event.version}\nevent: {event.body.type}\ndata: ".encode()
    return Frame(version=event.version, content=head + data + b"\n\n")


class Watch:
    """One client at one game. Frames come in order; None means that there are no more."""

    def __init__(self, game: GameId, address: str | None) -> None:
        self.game = game
        self.address = address
        self.frames: SimpleQueue[Frame | None] = SimpleQueue()


class Channel:
    """Everybody who watches one game, and the version up to which they were told."""

    def __init__(self, version: Version) -> None:
        self.version = version
        self.watches: set[Watch] = set()

    def tell(self, told: Frame | None) -> None:
        for watch in tuple(self.watches):
            watch.frames.put(told)


class Streams:
    """All open streams of one process."""

    def __init__(
        self,
        play: Play,
        store: Store,
        limits: Limits,
        pause: Callable[[], int],
        count: Callable[[int], None],
    ) -> None:
        """`pause` draws the milliseconds after which a client that lost its stream comes back;
        `count` is told how many are open."""
        self._play = play
        self._store = store
        self._limits = limits
        self._pause = pause
        self._tell_count = count
        self._channels: dict[GameId, Channel] = {}
        self._addresses: Counter[str] = Counter()
        self._open = 0
        self._lock = Lock()
        self._listener: Thread | None = None
        self.draining = False

    @property
    def open(self) -> int:
        return self._open

    def watch(self, game: Game, address: str | None) -> Watch:
        """Start to watch, and call `leave` at the end; raises Problem where too many do.

        `address` is None for whoever is not counted.
        """
        watch = Watch(game.id, address)
        with self._lock:
            self._count(address)
            channel = self._channels.setdefault(game.id, Channel(game.version))
            channel.watches.add(watch)
            if self._listener is None:
                self._listener = Thread(target=self._listen, name="stream listener", daemon=True)
                self._listener.start()
        return watch

    def leave(self, watch: Watch) -> None:
        with self._lock:
            channel = self._channels[watch.game]
            channel.watches.discard(watch)
            if not channel.watches:
                del self._channels[watch.game]
            self._open -= 1
            self._tell_count(self._open)
            if watch.address is not None:
                self._addresses -= Counter([watch.address])

    def told(self, watch: Watch, after: int) -> Iterator[bytes]:
        """What a watcher is sent: every event above `after`, then each one as it comes.

        The log is read after the watch began, so nothing falls between the two.
        """
        game = self._play.look(watch.game)
        past = [frame(event, game.over) for event in self._play.events(game, after)]
        return self._sent(watch, past, max(after, game.version), game.over)

    def drain(self) -> None:
        """End every stream; clients come back elsewhere, and miss nothing."""
        self.draining = True
        with self._lock:
            for channel in self._channels.values():
                channel.tell(None)

    def _count(self, address: str | None) -> None:
        limits = self._limits
        if self._open >= limits.streams_per_process:
            raise _full(limits.streams_per_process, "in this process")
        if address is not None:
            if self._addresses[address] >= limits.streams_per_address:
                raise _full(limits.streams_per_address, "from one address")
            self._addresses[address] += 1
        self._open += 1
        self._tell_count(self._open)

    def _sent(self, watch: Watch, past: list[Frame], sent: int, over: bool) -> Iterator[bytes]:
        yield f"retry: {self._pause()}\n\n".encode()
        for told in past:
            yield told.content
        while not over and not self.draining:
            try:
                news = watch.frames.get(timeout=HEARTBEAT)
            except Empty:
                yield COMMENT
                continue
            if news is None:
                return
            if news.version > sent:
                sent = news.version
                yield news.content

    def _listen(self) -> None:
        while True:
            read_all = -HEARTBEAT
            try:
                for game in self._store.news(HEARTBEAT):
                    if game is None or time.monotonic() - read_all >= HEARTBEAT:
                        self._read_on(*tuple(self._channels))
                        read_all = time.monotonic()
                    else:
                        self._read_on(game)
                    if self.draining:
                        return
            except Unavailable:
                time.sleep(SOON)
            except Exception as error:  # noqa: BLE001 - a dead listener would leave all streams dumb
                _log.exception("the stream listener stumbled", exc_info=error)
                time.sleep(SOON)

    def _read_on(self, *games: GameId) -> None:
        for id in games:
            channel = self._channels.get(id)
            if channel is None:
                continue
            try:
                game = self._play.look(id)
                for event in self._play.events(game, channel.version):
                    channel.version = event.version
                    channel.tell(frame(event, game.over))
            except (BrokenLog, Refusal):
                channel.tell(None)
                continue
            if game.over:
                channel.tell(None)


def _full(most: int, where: str) -> Problem:
    detail = f"At most {most} streams {where} at once."
    return Problem(Slug.TOO_MANY_REQUESTS, detail, headers={"Retry-After": "10"})
