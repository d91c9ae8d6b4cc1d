"""The command line, and the only place that reads the environment."""

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from service import environment, secret_files
from service.audit_command import audit
from service.bots_command import bots
from service.environment import BadSetting
from service.export_command import export
from service.replay_command import replay
from service.secret_files import Unusable
from service.verify_command import verify

Environ = Mapping[str, str]

_data = click.option(
    "--data",
    "SINGSING_DATA",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the games, the secret and the keys  [default: $SINGSING_DATA or ./data]",
)
_bind = click.option(
    "--bind",
    "SINGSING_BIND",
    metavar="ADDRESS:PORT",
    help="Where to listen  [default: $SINGSING_BIND or 127.0.0.1:8080]",
)


class Sentences(click.Group):
    """Says what is wrong in a sentence, where it is something an operator can put right."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (BadSetting, Unusable) as error:
            raise click.ClickException(str(error)) from error


@click.group(cls=Sentences, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="singsing")
def main() -> None:
    """Sing Sing: a game of memory over HTTP, every table an append-only log.

    Settings come from SINGSING_* variables; .env.example lists them all.
    """


@main.command()
@_bind
@_data
def serve(**chosen: Any) -> None:
    """Run everything here: a store, a worker and the web server. Ctrl-C stops it.

    Without SINGSING_EVENTS_URL it starts a store of its own in the data folder, with every
    action on disk before it is answered.
    """
    environ = _environ(chosen)
    if _needs_memory(environ):
        return _serve_in_memory(environ)
    from service import serve as everything
    from service.engine import Refused
    from service.private_store import StoreFailed
    from service.supervisor import GaveUp

    try:
        everything.serve(environ, click.echo)
    except (everything.CannotServe, Refused, StoreFailed, GaveUp) as error:
        raise click.ClickException(str(error)) from error
    return None


@main.command()
@_bind
@_data
def web(**chosen: Any) -> None:
    """Run the web server alone, on the store that SINGSING_EVENTS_URL names."""
    from service import web as server

    server.serve(_settings_with_store(chosen))


@main.command()
@_data
def worker(**chosen: Any) -> None:
    """Do what no request does, on the stores that SINGSING_EVENTS_URL and _QUEUE_URL name.

    A clock records turns that ran out and tables that nobody started; bots move; jobs audit
    games that are over, rule on disputes, and audit what was sent in.
    """
    from service import working
    from service.supervisor import GaveUp
    from workers import bots as moving
    from workers import clock, relay

    settings = _settings_with_store(chosen)
    try:
        working.run(settings, _environ(chosen), clock.run, moving.run, relay.run, click.echo)
    except (working.CannotWork, GaveUp) as error:
        raise click.ClickException(str(error)) from error


@main.command(hidden=True)
@click.argument("queue")
def jobs(queue: str) -> None:
    """Do the jobs of one queue; `worker` starts this."""
    from service import working
    from workers import horses, jobs
    from workers.queue import QueueName

    working.do_jobs(_settings_with_store({}), QueueName(queue), horses.work, jobs.settled_at)


@main.group()
def keys() -> None:
    """Make, rotate or show the keys in the data folder that sign receipts."""
    if os.environ.get("SINGSING_SIGNING_KEY"):
        raise click.ClickException("SINGSING_SIGNING_KEY is set, and counts instead of the folder.")


@keys.command()
@_data
def make(**chosen: Any) -> None:
    """Make the first signing key. (The first start does it too.)"""
    folder = environment.data_folder(_environ(chosen))
    click.echo(f"{secret_files.make(folder).kid} signs from now on.")


@keys.command()
@_data
def rotate(**chosen: Any) -> None:
    """Sign with a new key from the next start on. Old receipts stay good."""
    folder = environment.data_folder(_environ(chosen))
    click.echo(f"{secret_files.rotate(folder).kid} signs after the next start.")


@keys.command()
@_data
def show(**chosen: Any) -> None:
    """Print the public keys (JWKS), the one that signs first."""
    folder = environment.data_folder(_environ(chosen))
    click.echo(json.dumps(secret_files.present_keys(folder).public(), indent=2))


@main.command()
def rules() -> None:
    """Print the clauses, and where the printed sheet is silent the readings to choose from."""
    from service import rules_page

    rules_page.show()


@main.command()
@click.option("--url", help="A running service  [default: a private one, gone afterwards]")
@click.option("--fast", is_flag=True, help="Do not pause between events.")
@click.option(
    "--seed", type=int, default=1, show_default=True, help="Another number, another game."
)
@click.option(
    "--keep",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the game's id and its seat tokens into a new file that a shell can read.",
)
def demo(url: str | None, fast: bool, seed: int, keep: Path | None) -> None:
    """Watch three scripted players finish a game, over HTTP like anybody else."""
    from service.demo import show

    try:
        show.play(url, seed=seed, fast=fast, keep=keep)
    except show.DemoFailed as error:
        raise click.ClickException(str(error)) from error


main.add_command(audit)
main.add_command(bots)
main.add_command(export)
main.add_command(replay)
main.add_command(verify)


def _environ(chosen: Mapping[str, Any]) -> dict[str, str]:
    """The environment, with what the command line chose instead."""
    return {**os.environ, **{name: str(value) for name, value in chosen.items() if value}}


def _settings_with_store(chosen: Mapping[str, Any]) -> Any:
    environ = _environ(chosen)
    if not environment.events_url(environ):
        raise click.ClickException(
            "SINGSING_EVENTS_URL names no store. `singsing serve` brings one of its own."
        )
    return environment.settings(environ)


def _serve_in_memory(environ: Environ) -> None:
    """Under gevent, which has to take over before anything else is imported."""
    from gevent import monkey

    monkey.patch_all()
    from service import in_memory
    from workers import at_once, clock
    from workers import bots as moving

    settings = environment.settings(environ, in_memory.URL)
    in_memory.serve(settings, click.echo, clock.run, moving.run, at_once.run)


def _needs_memory(environ: Environ) -> bool:
    if url := environment.events_url(environ):
        return url.startswith("memory://")
    if sys.platform == "win32":
        return True
    from service import engine

    return engine.found() is None


if __name__ == "__main__":
    main(prog_name="singsing")
