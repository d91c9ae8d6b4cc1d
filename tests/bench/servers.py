"""The two servers that are compared, each in a temporary folder, and the CPU that they took."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.soak.service import Service, children, free_port

START_SECONDS = 30.0

TICKS = os.sysconf("SC_CLK_TCK")


class Rival:
    """The trivial endpoint, under the same server with the same settings."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        environ = {k: v for k, v in os.environ.items() if not k.startswith("SINGSING_")}
        settings = {
            "SINGSING_DATA": str(self._folder),
            "SINGSING_BIND": f"127.0.0.1:{self.port}",
            "SINGSING_EVENTS_URL": "memory://",
        }
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.trivial"], env=environ | settings
        )
        until = time.monotonic() + START_SECONDS
        while not self._listens():
            if time.monotonic() > until:
                raise TimeoutError("the trivial endpoint did not start")
            time.sleep(0.05)

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self) -> None:
        if self._process:
            self._process.terminate()
            self._process.wait(30)

    def web_workers(self) -> list[int]:
        return children(self._process.pid) if self._process else []


@contextmanager
def running(server: Service | Rival) -> Iterator[None]:
    server.start()
    try:
        yield
    finally:
        server.stop()


def cpu_seconds(pids: list[int]) -> float:
    """User and system time that those processes have taken so far."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / TICKS
