"""`singsing serve`: everything starts, survives, and stops in order."""

import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

pytestmark = [
    pytest.mark.real_store,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="gunicorn runs on POSIX systems only"),
]


class Service:
    """A `singsing serve` of the test's own, on a free port."""

    def __init__(self, folder: Path, port: int, **variables: str) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.port = port
        environ = {name: v for name, v in os.environ.items() if not name.startswith("SINGSING_")}
        self._child = subprocess.Popen(
            [sys.executable, "-m", "service.cli", "serve"],
            env={
                **environ,
                **{f"SINGSING_{name}": value for name, value in variables.items()},
                "SINGSING_DATA": str(folder),
                "SINGSING_BIND": f"127.0.0.1:{port}",
                "PYTHONUNBUFFERED": "1",
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def lines_until(self, words: str) -> list[str]:
        assert self._child.stdout
        lines = []
        for line in self._child.stdout:
            lines.append(line)
            if words in line:
                return lines
        raise AssertionError("".join(lines))

    def started(self) -> list[str]:
        return self.lines_until("Ctrl-C")

    def interrupt(self) -> str:
        self._child.send_signal(signal.SIGINT)
        said, _ = self._child.communicate(timeout=30)
        return str(said)

    def rest(self) -> tuple[int, str]:
        """How it ended by itself, and what it said."""
        said, _ = self._child.communicate(timeout=30)
        return self._child.returncode, said

    def processes(self) -> list[int]:
        """Itself and all its descendants."""
        pids = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
        parents = {pid: _parent(pid) for pid in pids}
        found = [self._child.pid]
        for pid in found:
            found += [child for child, parent in parents.items() if parent == pid]
        return found

    def close(self) -> None:
        if self._child.poll() is None:
            self._child.terminate()
        self._child.communicate(timeout=30)


Serve = Callable[..., Service]


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def serve(tmp_path: Path, port: int) -> Iterator[Serve]:
    services: list[Service] = []

    def start(**variables: str) -> Service:
        services.append(Service(tmp_path / "data", port, **variables))
        return services[-1]

    yield start
    for service in reversed(services):
        service.close()


def _parent(pid: int) -> int | None:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except (FileNotFoundError, ProcessLookupError):
        return None


def named(service: Service, word: str) -> list[int]:
    """The service's processes whose command line holds a word."""
    commands = {}
    for pid in service.processes():
        try:
            commands[pid] = Path(f"/proc/{pid}/cmdline").read_text().split("\0")
        except (FileNotFoundError, ProcessLookupError):
            continue
    return [pid for pid, command in commands.items() if word in " ".join(command)]


def ask(url: str, body: dict[str, Any] | None = None) -> Any:
    answer = httpx.get(url) if body is None else httpx.post(url, json=body)
    return answer.raise_for_status().json()


def ask_patiently(url: str) -> Any:
    until = time.monotonic() + 20
    while True:
        try:
            return ask(url)
        except httpx.HTTPError:
            assert time.monotonic() < until
            time.sleep(0.1)


def open_table(service: Service) -> str:
    return str(ask(f"{service.url}/v1/games", {"name": "Ana"})["game"]["id"])


def test_it_says_where_it_listens_where_games_are_and_what_to_try(
    serve: Serve, tmp_path: Path
) -> None:
    service = serve()
    said = "".join(service.started())
    assert service.url in said
    assert str(tmp_path / "data") in said
    curl = shlex.split(next(line for line in said.splitlines() if "curl" in line))
    url = next(word for word in curl if word.startswith("http"))
    assert ask(url, json.loads(curl[-1]))["seat"] == 1


def test_an_interrupt_stops_all_of_it(serve: Serve) -> None:
    service = serve()
    service.started()
    processes = service.processes()
    assert len(processes) >= 6
    assert "Every game is kept." in service.interrupt()
    assert [pid for pid in processes if _parent(pid) is not None] == []


def test_an_interrupt_ends_open_streams_and_idle_connections_at_once(serve: Serve) -> None:
    service = serve()
    service.started()
    game = open_table(service)
    with (
        httpx.Client(base_url=service.url) as idle,
        httpx.stream("GET", f"{service.url}/v1/games/{game}/stream") as stream,
    ):
        idle.get("/healthz")
        lines = stream.iter_lines()
        assert next(lines).startswith("retry:")
        asked = time.monotonic()
        service.interrupt()
        assert time.monotonic() - asked < 4
        assert any(line == "event: game-opened" for line in lines)


def test_after_a_hard_kill_of_everything_it_has_every_game(serve: Serve) -> None:
    service = serve()
    service.started()
    games = {open_table(service) for _ in range(20)}
    for pid in service.processes():
        os.kill(pid, signal.SIGKILL)
    again = serve()
    again.started()
    listed = ask(f"{again.url}/v1/games?limit=100")["items"]
    assert {game["id"] for game in listed} == games


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ties a child to its parent")
def test_after_a_hard_kill_of_the_supervisor_alone_it_starts_again(serve: Serve) -> None:
    service = serve()
    service.started()
    game = open_table(service)
    os.kill(service.processes()[0], signal.SIGKILL)
    again = serve()
    again.started()
    assert ask(f"{again.url}/v1/games/{game}")["id"] == game


@pytest.mark.parametrize("part", ["valkey-server", "service.cli worker", "service.cli web"])
def test_a_part_that_was_killed_is_started_again(serve: Serve, part: str) -> None:
    service = serve()
    service.started()
    game = open_table(service)
    os.kill(named(service, part)[0], signal.SIGKILL)
    service.lines_until("Starting it again.")
    assert ask_patiently(f"{service.url}/v1/games/{game}")["id"] == game
    assert ask_patiently(f"{service.url}/readyz")


def test_a_second_one_on_the_same_folder_is_refused(serve: Serve) -> None:
    serve().started()
    code, said = serve().rest()
    assert code == 1
    assert "Another `singsing serve` runs on" in said


def test_a_port_that_is_taken_is_named(serve: Serve, port: int) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", port))
        holder.listen()
        code, said = serve().rest()
    assert code == 1
    assert f"Cannot listen on 127.0.0.1:{port}" in said


def test_with_a_store_named_it_starts_none(serve: Serve, store_url: str) -> None:
    service = serve(EVENTS_URL=store_url)
    service.started()
    assert named(service, "valkey-server") == []
    assert open_table(service)


def test_without_a_store_it_says_loudly_that_nothing_is_kept(serve: Serve) -> None:
    service = serve(EVENTS_URL="memory://")
    assert "NOTHING IS KEPT" in "".join(service.lines_until("listens on"))
    assert ask_patiently(f"{service.url}/readyz")["durable"] is False
    game = open_table(service)
    assert ask(f"{service.url}/v1/games/{game}")["id"] == game
    assert service.interrupt() == ""


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (b"GET / HTTP/1.1\r\nBad Header: x\r\n\r\n", 400),
        (b"\x16\x03\x01\x00\x00\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nX: " + b"a" * 9000 + b"\r\n\r\n", 431),
        (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n", 414),
    ],
)
def test_what_is_no_http_gets_a_problem_document(
    shared_service: Service, raw: bytes, status: int
) -> None:
    with socket.create_connection(("127.0.0.1", shared_service.port), timeout=10) as connection:
        connection.sendall(raw)
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert b"Content-Type: application/problem+json" in head
    assert json.loads(body)["status"] == status


@pytest.fixture(scope="module")
def shared_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    service = Service(tmp_path_factory.mktemp("shared"), port)
    service.started()
    yield service
    service.close()


def test_the_demo_ends_with_a_winner_and_a_sound_log(shared_service: Service) -> None:
    demo = subprocess.run(
        [sys.executable, "-m", "service.cli", "demo", "--fast", "--url", shared_service.url],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert " wins with three prisoners of " in demo.stdout
    assert "every hash, veil and receipt was just checked" in " ".join(demo.stdout.split())


def test_the_demo_brings_a_service_of_its_own() -> None:
    demo = subprocess.run(
        [sys.executable, "-m", "service.cli", "demo", "--fast", "--seed", "3"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert " wins with three prisoners of " in demo.stdout
