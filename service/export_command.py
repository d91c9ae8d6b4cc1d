"""`singsing export`: a finished game as a record, from a running service or from the store."""

import os
from typing import BinaryIO

import click

from service import environment

NOT_YET = (
    "Warning: the record has no certificate yet, because the game is not audited. "
    "Export it again when it is."
)
NEVER = (
    "Warning: the record has no certificate, because a table that never started is not audited. "
    "The receipt of its last event can vouch for it."
)


@click.command()
@click.argument("game")
@click.option(
    "--url",
    help="A running service  [default: the store of $SINGSING_EVENTS_URL, else this machine's]",
)
@click.option(
    "--output",
    "-o",
    type=click.File("wb", lazy=True, atomic=True),
    default="-",
    help="Where to write it  [default: standard output]",
)
def export(game: str, url: str | None, output: BinaryIO) -> None:
    """Write the record of a finished game: one file that anybody can verify offline."""
    from service.remote import RemoteFailed, lines

    try:
        told: list[bytes]
        if url is None and environment.events_url(os.environ):
            told = _stored(game)
        else:
            url = url or environment.base_url(os.environ)
            told = list(lines(url, "v1", "games", game, "record"))
        output.writelines(told)
    except RemoteFailed as error:
        raise click.ClickException(str(error)) from error
    _warn(b"".join(told))


def _warn(content: bytes) -> None:
    """On standard error, where nobody who trusts keys could find the record sound."""
    from events import record

    try:
        read = record.read(content)
    except record.Unreadable:
        return
    if read.closing.certificate is None:
        started = any(b'"type":"game-started"' in event.line for event in read.events)
        click.echo(NOT_YET if started else NEVER, err=True)


def _stored(game: str) -> list[bytes]:
    """The record's lines, straight from the store; raises click.ClickException."""
    from events import record
    from events.chain import GameId
    from events.refusal import BrokenLog, Refusal
    from events.store import Unavailable
    from service import composition

    settings = environment.settings(os.environ)
    store = composition.store(settings)
    play = composition.play(settings, store)
    try:
        found = play.look(GameId(game))
        if not found.over:
            raise click.ClickException("This game is not over yet; its record opens when it is.")
        clerk = composition.clerk(settings, store, play)
        certificate = clerk.certificate(clerk.docket(found.id), settings.keys)
        events = play.events(found, 0)
    except (Refusal, BrokenLog, Unavailable) as error:
        raise click.ClickException(str(error)) from error
    keys = settings.keys.public()
    return list(record.written(found.id, settings.base_url, keys, events, certificate))
