"""`singsing replay`: a finished game told and drawn in the terminal, from any chair."""

import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click

from service import environment, named_game

Json = dict[str, Any]

CHAIRS = ("table", "public", "1", "2", "3", "4", "5")

PAUSE = 1.0
"""Seconds after an event, at speed 1."""


@click.command()
@click.argument("what", metavar="GAME|FILE")
@click.option(
    "--as",
    "chair",
    type=click.Choice(CHAIRS),
    default="table",
    show_default=True,
    help="Whose eyes.",
)
@click.option("--step", "mode", flag_value="step", help="Go on at each key; q ends it.")
@click.option("--play", "mode", flag_value="play", help="Go on by itself  [default: in a terminal]")
@click.option(
    "--speed",
    type=click.FloatRange(0.01, 1000),
    default=1.0,
    show_default=True,
    help="Events a second.",
)
@click.option("--url", help="A running service  [default: this machine's]")
def replay(what: str, chair: str, mode: str | None, speed: float, url: str | None) -> None:
    """Watch a finished game again: what happened, in sentences, and the board.

    From a record file nothing else is needed; for a game id a running service is asked. Exit
    status: 0 shown, 1 the record does not hold together, 2 there is nothing to show.
    """
    from service.remote import RemoteFailed
    from service.replay_show import console, show

    page = console()
    if mode is None:
        mode = "play" if page.is_terminal else "all"
    waits: dict[str, Callable[[], bool]] = {
        "all": lambda: True,
        "play": partial(_pause, PAUSE / speed),
        "step": _key,
    }
    try:
        show(_frames(what, chair, url), page, waits[mode])
    except RemoteFailed as error:
        raise named_game.CannotTell(str(error)) from error


def _pause(seconds: float) -> bool:
    time.sleep(seconds)
    return True


def _key() -> bool:
    return click.getchar() not in ("q", "Q", "\x1b")


def _frames(what: str, chair: str, url: str | None) -> Iterator[Json]:
    if path := named_game.file(what, url):
        return _of_file(path, chair)
    return _of_service(url or environment.base_url(os.environ), what, chair)


def _of_service(url: str, game: str, chair: str) -> Iterator[Json]:
    import msgspec

    from service.remote import RemoteFailed, lines

    for line in lines(url, "v1", "games", game, "replay", **{"as": chair}):
        try:
            yield msgspec.json.decode(line, type=Json)
        except msgspec.DecodeError as error:
            raise RemoteFailed("The service's answer is no replay.") from error


def _of_file(path: Path, chair: str) -> Iterator[Json]:
    """Raises click.ClickException where the file is no record, or its game cannot have been."""
    import msgspec

    from events import record, replay
    from events.board import SeatNo
    from events.refusal import BrokenLog, Refusal
    from service.terminal import plain

    content = named_game.content(path)
    seat = SeatNo(int(chair)) if chair.isdigit() else None
    try:
        read = record.read(content)
        if seat:
            replay.check_seat(record.events(read), seat)
        events = record.events(read)
        for frame in replay.frames(events, seat or ("table" if chair == "table" else "public")):
            yield msgspec.json.decode(msgspec.json.encode(frame), type=Json)
    except record.Unreadable as error:
        raise named_game.CannotTell(plain(f"Unreadable. {error}")) from error
    except Refusal as refusal:
        raise named_game.CannotTell(refusal.sentence) from refusal
    except (BrokenLog, ValueError, TypeError, LookupError, ArithmeticError) as error:
        raise click.ClickException(
            "This record does not hold together here. See: singsing verify"
        ) from error
