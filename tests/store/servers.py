"""Real servers for tests: started on a free port of 127.0.0.1, killed and started again."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from service import tether

PATIENCE = 20.0
"""Seconds until a server has to be there."""

Question = Callable[[], bool]


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
    return port


class Server:
    """One server and its folder, which outlives its kills; it ends with the tests."""

    def __init__(self, program: Path, folder: Path, **flags: str) -> None:
        folder.mkdir(exist_ok=True)
        self.port = free_port()
        self._folder = folder
        self._flags = {
            "port": str(self.port),
            "bind": "127.0.0.1",
            "dir": str(folder),
            "save": "",
            "appendonly": "yes",
            "appendfsync": "always",
            "maxmemory-policy": "noeviction",
            "repl-diskless-sync-delay": "0",
            **{name.replace("_", "-"): value for name, value in flags.items()},
        }
        self._command = tether.tied(str(program))
        self._child: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> tuple[str, int]:
        return "127.0.0.1", self.port

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def client(self) -> Any:
        """A client that asks once."""
        return Redis(port=self.port, socket_timeout=5, retry=Retry(NoBackoff(), 0))

    def start(self) -> None:
        """Starts it on what its folder holds, and waits until it has read that."""
        flags = [word for name, value in self._flags.items() for word in (f"--{name}", value)]
        with (self._folder / "server.log").open("ab") as log:
            self._child = subprocess.Popen(
                [*self._command, *flags], stdout=log, stderr=log, cwd=self._folder
            )
        self.wait_until(lambda: bool(self.client().ping()))

    def take_all_slots(self) -> None:
        """Makes a cluster of this one node."""
        client = self.client()
        client.execute_command("CLUSTER ADDSLOTSRANGE", 0, 16383)
        self.wait_until(lambda: bool(client.cluster("info")["cluster_state"] == "ok"))

    def kill(self) -> None:
        """kill -9: it has no time for anything."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def tear(self, size: int) -> None:
        """Takes that many bytes off the end of its file, as a power cut may."""
        [path] = (self._folder / "appendonlydir").glob("*.incr.aof")
        os.truncate(path, path.stat().st_size - size)

    def freeze(self) -> None:
        """It keeps its connections and answers nothing."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def wait_until(self, true: Question) -> None:
        until = time.monotonic() + PATIENCE
        while not _answer(true):
            assert time.monotonic() < until, (self._folder / "server.log").read_text()
            time.sleep(0.01)

    def _end(self, by: signal.Signals) -> None:
        if self._child is not None:
            self._child.send_signal(by)
            self._child.wait(PATIENCE)
        self._child = None

    def _signal(self, signal: signal.Signals) -> None:
        assert self._child is not None
        self._child.send_signal(signal)


def _answer(question: Question) -> bool:
    try:
        return question()
    except (RedisError, OSError):
        return False
