"""A file with which a shell goes on where the demo ended: its game and the tokens of its seats."""

import os
import shlex
from collections.abc import Mapping
from pathlib import Path

from service.demo.client import DemoFailed


def write(path: Path, game: str, tokens: Mapping[int, str]) -> None:
    """Variables for a shell, in a new file of mode 0600; raises DemoFailed."""
    named = {"ID": game, **{f"SEAT_{seat}": token for seat, token in tokens.items()}}
    lines = [f"{name}={shlex.quote(value)}\n" for name, value in named.items()]
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as error:
        raise DemoFailed(f"{path} is there already; name another file.") from error
    except OSError as error:
        raise DemoFailed(f"{path} cannot be written.") from error
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.writelines(lines)
