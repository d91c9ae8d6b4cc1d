"""A store of the service's own: a server on a Unix socket, every write on disk before it counts."""

import os
import subprocess
import time
from pathlib import Path
from tempfile import mkdtemp
from urllib.parse import quote

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import BusyLoadingError, RedisError
from redis.retry import Retry

from service import engine as engines
from service import tether
from service.engine import Engine
from service.folder_lock import FolderLock, Taken

LONGEST_SOCKET = 100
"""sun_path holds 104 bytes or 108, by system."""

DURABLE = {
    "appendonly": "yes",
    "appendfsync": "always",
    "maxmemory-policy": "noeviction",
    "save": "",
    "port": "0",
    "unixsocketperm": "700",
    "daemonize": "no",
}
DYING_SECONDS = 3.0
"""How long a server without a service may still hold its lock before it is adopted."""


class StoreFailed(Exception):
    """The store does not run; the sentence says why, with its own last words."""


class PrivateStore:
    """At most one server per folder, ours or one that outlived the service that started it."""

    name = "store"

    def __init__(self, folder: Path, engine: Engine) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.engine = engine
        self._folder = folder
        self._child: subprocess.Popen[bytes] | None = None
        self._socket = _socket(folder)

    @property
    def url(self) -> str:
        return f"unix://{quote(str(self._socket))}"

    @property
    def pid(self) -> int:
        """Raises redis.RedisError where nothing answers."""
        with self._client() as client:
            return int(client.info("server")["process_id"])

    def start(self, patience: float = 600) -> None:
        """Starts a server or adopts the live one; waits until it has read its files.

        Raises engine.Refused or StoreFailed.
        """
        patience += time.monotonic()
        lock = self._locked()
        if lock:
            with lock:
                engines.record(self.engine, self._folder)
                self._child = self._launched(lock)
        while not self._answers():
            if not self.alive():
                raise StoreFailed(
                    f"The store in {self._folder} ended at once. {self._last_words()}"
                )
            if time.monotonic() > patience:
                raise StoreFailed(f"The store in {self._folder} does not answer.")
            time.sleep(0.01)

    def alive(self) -> bool:
        if self._child:
            return self._child.poll() is None
        return self._answers(loading=True)

    def ask(self) -> None:
        """It ends after all who use it."""

    def stop(self, patience: float = 30) -> None:
        """Asks the server to end, and waits until it has let go of the folder."""
        if self._child:
            self._child.terminate()
            self._child.wait(patience)
        else:
            self._shut_down(patience)

    def _locked(self) -> FolderLock | None:
        """The folder's lock, or None where a live server keeps it."""
        until = time.monotonic() + DYING_SECONDS
        while True:
            try:
                return FolderLock(self._folder / "lock")
            except Taken:
                if time.monotonic() > until and self._answers():
                    return None
                if time.monotonic() > until + DYING_SECONDS:
                    raise StoreFailed(
                        f"A process that does not answer holds {self._folder}."
                    ) from None
                time.sleep(0.05)

    def _launched(self, lock: FolderLock) -> subprocess.Popen[bytes]:
        """In a session of its own, so that Ctrl-C does not reach it; it inherits the lock."""
        flags = {**DURABLE, "dir": str(self._folder), "unixsocket": str(self._socket)}
        arguments = [word for name, value in flags.items() for word in (f"--{name}", value)]
        with (self._folder / "log").open("wb") as log:
            return subprocess.Popen(  # noqa: S603 — our own shim and the engine found
                tether.tied(str(self.engine.program), *arguments),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self._folder,
                start_new_session=True,
                pass_fds=[lock.fd],
            )

    def _answers(self, loading: bool = False) -> bool:
        try:
            with self._client() as client:
                return bool(client.ping())
        except BusyLoadingError:
            return loading
        except (RedisError, OSError):
            return False

    def _client(self) -> Redis:
        return Redis(
            unix_socket_path=str(self._socket), socket_timeout=5, retry=Retry(NoBackoff(), 0)
        )

    def _shut_down(self, patience: float) -> None:
        with self._client() as client:
            client.shutdown()
        until = time.monotonic() + patience
        while time.monotonic() < until:
            try:
                return FolderLock(self._folder / "lock").close()
            except Taken:
                time.sleep(0.05)
        raise StoreFailed(f"The store in {self._folder} does not end.")

    def _last_words(self) -> str:
        lines = (self._folder / "log").read_text(errors="replace").splitlines()
        return " / ".join(lines[-3:])


def _socket(folder: Path) -> Path:
    """In the folder, or where its path is too long for a socket, in a short one noted there."""
    inside = folder / "socket"
    if len(os.fsencode(inside)) <= LONGEST_SOCKET:
        return inside
    note = folder / "socket-folder"
    if not (note.exists() and _ours(Path(note.read_text()))):
        note.write_text(mkdtemp(prefix="singsing-"))
    return Path(note.read_text()) / "socket"


def _ours(folder: Path) -> bool:
    """Whether nobody else could have put a socket there."""
    if not folder.is_dir() or folder.is_symlink():
        return False
    about = folder.stat()
    return about.st_uid == os.getuid() and not about.st_mode & 0o077
