"""`singsing audit`: rules again on finished games, straight from their logs."""

import os
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import click
import msgspec

from service.findings_page import heading, lines
from service.terminal import plain

WRONG = 1
CANNOT = 2

MOST_SHOWN = 5
"""Findings of one game among many."""


class CannotAudit(click.ClickException):
    exit_code = CANNOT


@click.command()
@click.argument("game", required=False)
@click.option("--all", "every", is_flag=True, help="Every finished game of the store.")
@click.option(
    "--processes",
    type=click.IntRange(1, 256),
    default=os.cpu_count() or 1,
    help="How many audit at once, with --all  [default: one for each core]",
)
@click.option("--json", "as_json", is_flag=True, help="Print for a program; with --all, lines.")
@click.option("--data", "SINGSING_DATA", help="Folder of the games  [default: $SINGSING_DATA]")
@click.pass_context
def audit(
    ctx: click.Context,
    /,
    game: str | None,
    every: bool,
    processes: int,
    as_json: bool,
    **chosen: str | None,
) -> None:
    """Audit GAME, or --all: chain, veils, deal, every ruling. Writes nothing.

    The logs are read from the store as they are, whether the service runs or not. Exit
    status: 0 clean, 1 something is wrong, 2 it cannot be told.
    """
    if bool(game) == every:
        raise click.UsageError("Name a game, or say --all.")
    environ = {**os.environ, **{name: value for name, value in chosen.items() if value}}
    with _store(environ) as url:
        wrong = (
            _sweep(environ, url, processes, as_json)
            if game is None
            else _one(game, environ, url, as_json)
        )
    ctx.exit(WRONG if wrong else 0)


@contextmanager
def _store(environ: Mapping[str, str]) -> Iterator[str]:
    """Raises CannotAudit where there is no store, or it does not answer to the end."""
    from concurrent.futures.process import BrokenProcessPool

    from events.claim import Foreign
    from events.store import Unavailable
    from service import environment, reached, secret_files
    from service.engine import Refused
    from service.private_store import StoreFailed

    try:
        with reached.reached(environ) as url:
            if not environ.get("SINGSING_SECRET"):
                secret_files.present_secret(environment.data_folder(environ))
            yield url
    except (reached.CannotReach, secret_files.Unusable, Refused, StoreFailed) as error:
        raise CannotAudit(str(error)) from error
    except Foreign as error:
        raise CannotAudit(str(error)) from error
    except Unavailable as error:
        raise CannotAudit("The store does not answer.") from error
    except BrokenProcessPool as error:
        raise CannotAudit("A process that audited ended before it was done.") from error


def _one(game: str, environ: Mapping[str, str], url: str, as_json: bool) -> bool:
    """Whether anything is wrong with a game."""
    from events.chain import GameId
    from service.archive import Archive

    found = Archive(environ, url).audited(GameId(game))
    if found is None:
        raise CannotAudit("There is no such game.")
    if not found.over:
        raise CannotAudit("This game is not over; it is audited when it is.")
    if not found.started:
        raise CannotAudit("This table never started; there is nothing to audit.")
    if as_json:
        click.echo(_encoded(found))
    else:
        _say(found, len(found.report.findings))
        for material in found.report.materiality:
            click.echo(_material(material))
    return found.wrong


def _sweep(environ: Mapping[str, str], url: str, processes: int, as_json: bool) -> bool:
    """Whether anything is wrong with any finished game."""
    from events.game import Status
    from service.archive import Archive, swept

    archive, began = Archive(environ, url), time.monotonic()
    count = archive.store.counted(Status.FINISHED)
    games = events = wrong = unplayed = 0
    with _bar(as_json) as bar:
        task = bar.add_task("Auditing", total=count)
        for found in swept(archive.games(), environ, url, min(processes, max(count, 1))):
            bar.advance(task)
            unplayed += not found.started
            games += found.started
            events += found.report.events
            wrong += found.wrong
            if as_json:
                click.echo(_encoded(found))
            elif found.wrong:
                _say(found, MOST_SHOWN)
    told = {"games": games, "wrong": wrong, "never_started": unplayed, "events": events}
    _sum_up(told, time.monotonic() - began, as_json)
    return bool(wrong)


def _bar(as_json: bool) -> Any:
    """On standard error, and only where somebody sees it."""
    from rich.console import Console
    from rich.progress import Progress

    shown = sys.stderr.isatty() and not as_json
    return Progress(
        console=Console(stderr=True),
        disable=not shown,
        transient=True,
        redirect_stdout=shown and sys.stdout.isatty(),
    )


def _encoded(found: Any) -> bytes:
    told = msgspec.structs.asdict(found.report)
    return msgspec.json.encode(
        {"game": found.game, "started": found.started, "clean": not found.wrong, **told}
    )


def _say(found: Any, most: int) -> None:
    report = found.report
    click.echo(plain(heading(found.game, report)))
    for finding in report.findings[:most]:
        for line in lines(finding):
            click.echo(plain(line))
    if report.found > most:
        click.echo(f"  … and {report.found - most:,} more. See: singsing audit {found.game}")


def _material(material: Any) -> str:
    told = f"{material.ruling}={material.reading}, were it {material.other}"
    if material.first is None:
        return f"  {told}: the silent point never mattered here."
    return f"  {told}: the first outcome to change would be that of event {material.first}."


def _sum_up(told: dict[str, int], seconds: float, as_json: bool) -> None:
    if as_json:
        click.echo(msgspec.json.encode({"summary": told}))
        return
    pace = f"{told['events']:,} events, {seconds:.1f} s, {told['games'] / seconds:,.0f} games/s"
    outcome = f"{told['wrong']:,} wrong" if told["wrong"] else "nothing wrong"
    click.echo(f"{told['games']:,} games audited: {outcome} ({pace}).")
    if told["never_started"]:
        click.echo(f"{told['never_started']:,} tables never started; nothing to audit there.")
