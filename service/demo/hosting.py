"""A private service for the length of a demo."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from tempfile import TemporaryDirectory, TemporaryFile

from service.demo.client import DemoFailed

START_SECONDS = 30.0


@contextmanager
def hosted() -> Iterator[str]:
    """The address of a service in a temporary folder, stopped and gone afterwards."""
    with TemporaryDirectory(prefix="singsing-demo-") as folder, TemporaryFile() as log:
        port = _free_port()
        address = f"127.0.0.1:{port}"
        command = [
            sys.executable,
            "-m",
            "service.cli",
            "serve",
            "--bind",
            address,
            "--data",
            folder,
        ]
        service = subprocess.Popen(  # noqa: S603 — this same program
            command, env=_without_settings(), stdout=log, stderr=log, start_new_session=True
        )
        try:
            _wait(service, port)
            yield f"http://{address}"
        finally:
            service.terminate()
            service.wait()


def _wait(service: subprocess.Popen[bytes], port: int) -> None:
    until = time.monotonic() + START_SECONDS
    while not _ready(port):
        if service.poll() is not None or time.monotonic() > until:
            raise DemoFailed("A private service does not start here. See: singsing serve")
        time.sleep(0.1)


def _ready(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=2)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def _without_settings() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("SINGSING_")}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
