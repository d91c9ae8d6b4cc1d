"""One process at a time on a folder: flock(2), let go of when its last holder dies, however."""

import fcntl
import os
from pathlib import Path
from typing import Self


class Taken(Exception):
    """Somebody else holds the lock."""


class FolderLock:
    """Held until closed. A child that inherits `fd` holds it too, beyond this process's death."""

    def __init__(self, path: Path) -> None:
        """Raises Taken."""
        self._path = path
        self.fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self.fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(self.fd)
            raise Taken(f"{path} is held by another process") from error

    def close(self) -> None:
        os.close(self.fd)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
