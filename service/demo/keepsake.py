"""A file with which a shell goes on where the demo ended: its game and the tokens of its seats."""

import os
import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from service.demo.client import DemoFailed


@contextmanager
def opened(path: Path) -> Iterator[TextIO]:
    """A new file of mode 0600, gone again where nothing came into it; raises DemoFailed."""
    with _new(path) as file:
        try:
            yield file
        finally:
            file.flush()
            if not os.fstat(file.fileno()).st_size:
                path.unlink(missing_ok=True)


def write(file: TextIO, game: str, tokens: Mapping[int, str]) -> None:
    """Variables for a shell."""
    named = {"ID": game, **{f"SEAT_{seat}": token for seat, token in tokens.items()}}
    file.writelines(f"{name}={shlex.quote(value)}\n" for name, value in named.items())
    file.flush()


def _new(path: Path) -> TextIO:
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as error:
        raise DemoFailed(f"{path} is there already; name another file.") from error
    except OSError as error:
        raise DemoFailed(f"{path} cannot be written.") from error
    return os.fdopen(descriptor, "w", encoding="utf-8")
