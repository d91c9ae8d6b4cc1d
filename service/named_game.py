"""A game as a command line names it: a record's file, or the id by which a service knows it."""

import re
from pathlib import Path

import click

from service.terminal import plain

ID = re.compile(r"[a-z2-7]{16}")


class CannotTell(click.ClickException):
    """Nothing can be said of what was named; the sentence says why."""

    exit_code = 2


def file(what: str, url: str | None) -> Path | None:
    """The file that is named, None where it is a game's id; raises click.BadParameter.

    Of a service at a `url` only an id can be asked.
    """
    if url is None and _is_file(Path(what)):
        return Path(what)
    if ID.fullmatch(what):
        return None
    neither = "neither a file that is there nor the id of a game" if url is None else "no game's id"
    raise click.BadParameter(f"{plain(what)} is {neither}.", param_hint="GAME|FILE")


def content(path: Path) -> bytes:
    """As much of a record's file as is read, and a byte to tell more by; raises CannotTell."""
    from events import record

    try:
        with path.open("rb") as opened:
            return opened.read(record.SIZE + 1)
    except OSError as error:
        raise CannotTell(f"{plain(str(path))} cannot be read.") from error


def _is_file(path: Path) -> bool:
    """Also a pipe, but no folder."""
    try:
        return path.exists() and not path.is_dir()
    except OSError:
        return False
