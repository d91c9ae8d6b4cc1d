"""Everything on one machine: a store, a worker, the web server, until Ctrl-C."""

import resource
import shutil
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import msgspec

from events.settings import Settings
from service import engine, environment, web
from service.folder_lock import FolderLock, Taken
from service.private_store import PrivateStore
from service.supervisor import Command, Program, Supervisor

PORT_SECONDS = web.GRACE_SECONDS + 1.0
"""How long the web server of a service that was killed may still hold the port."""

READY_SECONDS = 30.0

WORKER_SECONDS = 12.0
"""How long the worker may take to end its own parts."""

Say = Callable[[str], None]


class CannotServe(Exception):
    """The sentence says what is in the way."""


def serve(environ: Mapping[str, str], say: Say) -> None:
    """Raises CannotServe, and what reading settings or starting a store raises."""
    with ExitStack() as held:
        folder = environment.data_folder(environ)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        held.enter_context(_alone(folder))
        store = _own_store(environ, folder)
        settings = environment.settings(environ, store.url if store else None)
        _wait_for_port(settings, say)
        _allow_files(web.descriptors(settings), say)
        programs: list[Program] = [store] if store else []
        programs += _commands(_for_children(environ, settings))
        patience = time.monotonic() + READY_SECONDS
        Supervisor(programs, say).run(
            ready=lambda: _ready(settings) is None or time.monotonic() > patience,
            announce=lambda: _announce(settings, store, say),
        )
        say("Stopped. Every game is kept.")


def _alone(folder: Path) -> FolderLock:
    try:
        return FolderLock(folder / "serve.lock")
    except Taken:
        raise CannotServe(f"Another `singsing serve` runs on {folder}.") from None


def _own_store(environ: Mapping[str, str], folder: Path) -> PrivateStore | None:
    """None where the operator named a store. Raises CannotServe where no engine runs here."""
    if environment.events_url(environ):
        return None
    if found := engine.found():
        return PrivateStore(folder / "store", found)
    raise CannotServe("No valkey-server or redis-server (7 or newer) runs here.")


def _commands(environ: Mapping[str, str]) -> list[Program]:
    start = ["-m", "service.cli"]
    return [
        Command("worker", [*start, "worker"], environ, patience=WORKER_SECONDS),
        Command("web server", [*start, "web"], environ, patience=web.GRACE_SECONDS + 5),
    ]


def _for_children(environ: Mapping[str, str], settings: Settings) -> dict[str, str]:
    metrics = settings.data_folder / "metrics"
    shutil.rmtree(metrics, ignore_errors=True)
    metrics.mkdir()
    return {
        **environ,
        "SINGSING_DATA": str(settings.data_folder),
        "SINGSING_EVENTS_URL": settings.events_url,
        "PROMETHEUS_MULTIPROC_DIR": str(metrics),
    }


def _wait_for_port(settings: Settings, say: Say) -> None:
    until = time.monotonic() + PORT_SECONDS
    while fault := _port_fault(settings):
        if time.monotonic() > until:
            raise CannotServe(
                f"Cannot listen on {web.address(settings)}: {fault}. "
                "Another address: singsing serve --bind 127.0.0.1:8081"
            )
        if until - time.monotonic() > PORT_SECONDS - 0.1:
            say(f"Waiting for {web.address(settings)} to become free.")
        time.sleep(0.2)


def _port_fault(settings: Settings) -> str | None:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            return error.strerror or str(error)
    return None


def _allow_files(wanted: int, say: Say) -> None:
    """Raises the soft limit of open files as far as it may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if soft == unlimited or soft >= wanted:
        return
    allowed = wanted if hard == unlimited else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    if allowed < wanted:
        say(f"Only {allowed} open files are allowed here; full streams need {wanted}: ulimit -n")


def _ready(settings: Settings) -> str | None:
    """None when ready, else what is in the way."""
    connection = HTTPConnection(_local(settings.host), settings.port, timeout=5)
    try:
        connection.request("GET", "/readyz")
        answer = connection.getresponse()
        body = answer.read()
    except (OSError, HTTPException):
        return "it does not answer yet"
    finally:
        connection.close()
    return None if answer.status == 200 else _reason(body)


def _reason(body: bytes) -> str:
    try:
        return str(msgspec.json.decode(body, type=dict[str, object])["detail"])
    except (msgspec.DecodeError, KeyError):
        return "it does not say why"


def _local(host: str) -> str:
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 — compared only


def _announce(settings: Settings, store: PrivateStore | None, say: Say) -> None:
    if reason := _ready(settings):
        say(f"NOT READY: {reason}")
    say(f"Sing Sing listens on {settings.base_url}  (play in a browser: {settings.base_url}/)")
    if store:
        say(f"Games are kept in {settings.data_folder} ({store.engine}, every action on disk).")
    else:
        say("Games are kept in the store that SINGSING_EVENTS_URL names.")
    say(
        f"Open a table:  curl -s {settings.base_url}/v1/games "
        """-H 'Content-Type: application/json' -d '{"name": "Ana"}'"""
    )
    say("Ctrl-C stops it.")
