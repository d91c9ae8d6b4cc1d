"""`singsing bots`: thinks again for every bot of a finished game."""

import os
from typing import Any

import click
import msgspec

from service import environment, named_game
from service.terminal import plain

WRONG = 1
CANNOT = 2


@click.command()
@click.argument("what", metavar="GAME|FILE")
@click.option("--url", help="A running service  [default: this machine's]")
@click.option("--json", "as_json", is_flag=True, help="Print every move for a program.")
@click.pass_context
def bots(ctx: click.Context, what: str, url: str | None, as_json: bool) -> None:
    """Check that the bots of a finished game moved as their seeds and sights make them.

    From a record file nothing else is needed; for a game id a running service is asked. Whether
    the record itself is sound, `singsing verify` says. Exit status: 0 all moves are the bots'
    own, 1 some are not, 2 it cannot be told.
    """
    from events import record
    from events.bots.check import moves
    from events.refusal import BrokenLog
    from service.remote import RemoteFailed

    try:
        read = record.read(_content(what, url))
        found = list(moves(record.events(read)))
    except RemoteFailed as error:
        raise named_game.CannotTell(str(error)) from error
    except record.Unreadable as error:
        click.echo(plain(f"Unreadable. {error}"))
        ctx.exit(CANNOT)
    except (BrokenLog, ValueError, TypeError, LookupError, ArithmeticError):
        click.echo("This record does not hold together here. See: singsing verify")
        ctx.exit(CANNOT)
    if as_json:
        for move in found:
            click.echo(msgspec.json.encode(_plain(move)))
    else:
        for line in _told(read.game, found):
            click.echo(plain(line))
    ctx.exit(0 if all(move.same for move in found) else WRONG)


def _content(what: str, url: str | None) -> bytes:
    from service.remote import lines

    if path := named_game.file(what, url):
        return named_game.content(path)
    url = url or environment.base_url(os.environ)
    return b"".join(lines(url, "v1", "games", what, "record"))


def _told(game: str, found: list[Any]) -> list[str]:
    others = [move for move in found if not move.same]
    if not found:
        return [f"In game {game} no bot made a move."]
    if not others:
        return [f"Game {game}: {len(found)} moves of bots, all of them their own."]
    lines = [f"Wrong: {len(others)} of {len(found)} moves of bots in game {game} are not theirs."]
    for move in others:
        lines += [
            f"  event {move.version}, seat {move.seat}, {move.bot}:",
            f"    recorded {_written(move.recorded)}",
            f"    expected {_written(move.expected)}",
        ]
    return lines


def _plain(move: Any) -> dict[str, Any]:
    told = {name: getattr(move, name) for name in ("version", "seat", "bot", "same")}
    return told | {"recorded": _body(move.recorded), "expected": _body(move.expected)}


def _written(body: Any) -> str:
    return "that the bot waits" if body is None else msgspec.json.encode(_body(body)).decode()


def _body(body: Any) -> dict[str, Any] | None:
    """An event's type and all that it says."""
    return body and {"type": body.type, **msgspec.to_builtins(body)}
