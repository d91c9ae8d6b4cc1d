"""The whole service in a temporary folder, started by its own command, and how to kill it."""

import os
import signal
import socket
import subprocess
import sys
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random

from service import tether

START_SECONDS = 60.0


class Service:
    """`singsing serve` on a free port of 127.0.0.1."""

    def __init__(self, folder: Path, **variables: str) -> None:
        """`variables`: settings besides, without their prefix."""
        self.port = free_port()
        self._variables = {f"SINGSING_{name}": value for name, value in variables.items()}
        self._log = (folder / "output").open("wb")
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """From the main thread: the service ends with it, however that ends."""
        settings = {
            "SINGSING_DATA": str(self._folder / "data"),
            "SINGSING_BIND": f"127.0.0.1:{self.port}",
            "SINGSING_LIMIT_ACTIONS_PER_MINUTE": "1000000",
            **self._variables,
        }
        environ = {k: v for k, v in os.environ.items() if not k.startswith("SINGSING_")}
        self._process = subprocess.Popen(
            tether.tied(sys.executable, "-m", "service.cli", "serve"),
            env=environ | settings,
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
            start_new_session=True,
        )
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        """Raises TimeoutError."""
        until = time.monotonic() + START_SECONDS
        while not self._ready():
            if time.monotonic() > until or (self._process and self._process.poll() is not None):
                raise TimeoutError(self.output())
            time.sleep(0.05)

    def touch_disk(self) -> None:
        """Waits until a byte beside the data is on disk."""
        with (self._folder / "probe").open("wb") as probe:
            probe.write(b".")
            probe.flush()
            os.fsync(probe.fileno())

    def output(self) -> str:
        """The last that the service said."""
        lines = (self._folder / "output").read_text(errors="replace").splitlines()
        return "\n".join([line for line in lines if "SIGKILL" not in line][-30:])

    def _ready(self) -> bool:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()

    def stop(self) -> None:
        if self._process:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(30)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._log.close()

    def web_workers(self) -> list[int]:
        masters = [pid for pid in self.children() if says(pid, "service.cli", "web")]
        return [child for master in masters for child in children(master)]

    def kill_web_workers(self, rng: Random) -> int:
        """kill -9 of one or of all; how many there were."""
        workers = self.web_workers()
        doomed = workers if rng.random() < 0.5 else workers[:1]
        return sum(killed(pid) for pid in doomed)

    def kill_store(self, _rng: Random) -> int:
        stores = [pid for pid in self.children() if says(pid, "-server")]
        return sum(killed(pid) for pid in stores)

    def children(self) -> list[int]:
        return children(self._process.pid) if self._process else []


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def children(parent: int) -> list[int]:
    listed = [Path(f"/proc/{parent}/task/{task.name}/children") for task in _tasks(parent)]
    return [int(pid) for path in listed for pid in _read(path).split()]


def _tasks(pid: int) -> list[Path]:
    folder = Path(f"/proc/{pid}/task")
    return list(folder.iterdir()) if folder.exists() else []


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""


def says(pid: int, *words: str) -> bool:
    line = _read(Path(f"/proc/{pid}/cmdline"))
    return all(word in line for word in words)


def killed(pid: int) -> int:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return 0
    return 1
