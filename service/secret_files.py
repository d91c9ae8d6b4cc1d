"""The service secret and the signing keys: files of mode 0600 in the data folder."""

import os
import secrets
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile

from events.receipts import Keys

SECRET = "secret"  # noqa: S105 — the file's name
KEYS = "keys.json"
SECRET_BYTES = 32


class Unusable(Exception):
    """A file that cannot be trusted or read; the sentence says what the operator can change."""


def secret(folder: Path) -> bytes:
    """The 32 bytes, drawn when the folder has none yet."""
    text = _kept(folder / SECRET, lambda: secrets.token_hex(SECRET_BYTES).encode())
    try:
        return read_secret(text.decode())
    except ValueError as error:
        raise Unusable(f"{folder / SECRET}: {error}") from error


def present_secret(folder: Path) -> bytes:
    """The 32 bytes; raises Unusable where the folder has none yet."""
    if not (folder / SECRET).exists():
        raise Unusable(f"There is no {folder / SECRET}: what seats were given cannot be checked.")
    return secret(folder)


def read_secret(text: str) -> bytes:
    """From 64 hex digits; raises ValueError."""
    try:
        content = bytes.fromhex(text.strip())
    except ValueError as error:
        raise ValueError("not 64 hex digits") from error
    if len(content) != SECRET_BYTES:
        raise ValueError("not 64 hex digits")
    return content


def keys(folder: Path) -> Keys:
    """The keys, made when the folder has none yet."""
    path = folder / KEYS
    return _read_keys(path, _kept(path, lambda: Keys.fresh().written()))


def present_keys(folder: Path) -> Keys:
    """The keys; raises Unusable where the folder has none yet."""
    path = folder / KEYS
    if not path.exists():
        raise Unusable(f"There is no {path} yet. To make it: singsing keys make")
    return _read_keys(path, _read_private(path))


def make(folder: Path) -> Keys:
    """Makes the first key; raises Unusable where there is one already."""
    path = folder / KEYS
    if path.exists():
        raise Unusable(f"{path} is there already. To sign with a new key: singsing keys rotate")
    return keys(folder)


def rotate(folder: Path) -> Keys:
    """A new key signs from the next start on; the old ones stay published."""
    path = folder / KEYS
    rotated = keys(folder).rotated()
    _written_beside(path, rotated.written()).replace(path)
    return rotated


def _read_keys(path: Path, text: bytes) -> Keys:
    try:
        return Keys.read(text)
    except ValueError as error:
        raise Unusable(f"{path}: {error}") from error


def _kept(path: Path, content: Callable[[], bytes]) -> bytes:
    """What the file holds; the first to come writes it, whole or not at all, the others read it."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not path.exists():
        draft = _written_beside(path, content())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass  # another process was first: its file counts
        finally:
            draft.unlink()
    return _read_private(path)


def _read_private(path: Path) -> bytes:
    if os.name == "posix" and path.stat().st_mode & 0o077:
        raise Unusable(f"{path} can be read by others than its owner. To change that: chmod 600")
    return path.read_bytes()


def _written_beside(path: Path, content: bytes) -> Path:
    """A new file of mode 0600 in the same folder, already on disk."""
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}-", delete=False) as draft:
        draft.write(content)
        draft.flush()
        os.fsync(draft.fileno())
    return Path(draft.name)
