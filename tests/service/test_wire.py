"""Over real sockets, through the web server as it runs: what no test client can send or see."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import httpx
import pytest
from gunicorn.workers.ggevent import GeventWorker
from redis import Redis

from events.board import Value
from service.private_store import PrivateStore
from service.web_worker import TAKING_MILLIS, Worker
from tests.service.world import PLACE

pytestmark = [pytest.mark.real_store]

SECONDS = 1
"""How long this server waits for a body."""


class Web(Value, frozen=True, kw_only=True):
    port: int
    process: Any

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def raw(self, request: bytes, drip: bytes = b"") -> "Raw":
        """What the server says to these bytes, until it closes or falls silent."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=5) as peer:
            peer.sendall(request)
            with suppress(ConnectionError):
                for byte in drip:
                    time.sleep(0.15)
                    peer.sendall(bytes([byte]))
            return _read(peer)


class Raw(Value, frozen=True, kw_only=True):
    status: int
    headers: dict[str, str]
    body: bytes
    closed: bool

    @property
    def problem(self) -> tuple[int, str]:
        assert self.headers["content-type"] == "application/problem+json"
        told = json.loads(self.body)
        assert told["status"] == self.status
        return self.status, told["type"].rpartition("/")[2]


def _read(peer: socket.socket) -> Raw:
    received, closed = b"", False
    try:
        while not closed and not _whole(received):
            chunk = peer.recv(65536)
            received, closed = received + chunk, not chunk
        if not closed:
            peer.settimeout(0.3)
            closed = peer.recv(1) == b""
    except TimeoutError:
        pass
    except ConnectionResetError:
        closed = True
    head, _, body = received.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {line.partition(":")[0].lower(): line.partition(":")[2].strip() for line in lines}
    return Raw(status=int(first.split()[1]), headers=headers, body=body, closed=closed)


def _whole(received: bytes) -> bool:
    head, end, body = received.partition(b"\r\n\r\n")
    length = head.lower().partition(b"content-length:")[2].split(b"\r\n")[0].strip()
    return bool(end and length) and len(body) >= int(length)


@pytest.fixture(scope="module")
def server(store_server: PrivateStore, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    web = _started(store_server, 1, tmp_path_factory.mktemp("web"))
    yield web
    web.process.terminate()
    web.process.wait(20)


def _started(store: PrivateStore, database: int, folder: Path) -> Web:
    url = f"{store.url}?db={database}"
    with Redis.from_url(url) as client:
        client.flushdb()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    chosen = {
        "SINGSING_EVENTS_URL": url,
        "SINGSING_DATA": str(folder),
        "SINGSING_BIND": f"127.0.0.1:{port}",
        "SINGSING_LIMIT_BODY_SECONDS": str(SECONDS),
        "PROMETHEUS_MULTIPROC_DIR": str(folder),
    }
    environ = {name: v for name, v in os.environ.items() if not name.startswith("SINGSING_")}
    with (folder / "stderr").open("wb") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", "service.cli", "web"],
            env=environ | chosen,
            stdin=subprocess.DEVNULL,
            stderr=said,
        )
    web = Web(port=port, process=process)
    _wait(web)
    return web


def _wait(web: Web) -> None:
    until = time.monotonic() + 30
    while time.monotonic() < until:
        connection = HTTPConnection("127.0.0.1", web.port, timeout=5)
        try:
            connection.request("GET", "/readyz")
            if connection.getresponse().status == 200:
                return
        except (OSError, HTTPException):
            time.sleep(0.1)
        finally:
            connection.close()
    raise TimeoutError


def post(body: bytes, *headers: str, path: str = "/v1/games") -> bytes:
    lines = [f"POST {path} HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json"]
    return "\r\n".join([*lines, *headers, "", ""]).encode() + body


def test_half_a_body_is_408_and_the_connection_ends(server: Web) -> None:
    began = time.monotonic()
    answer = server.raw(post(b'{"na', "Content-Length: 50"))
    assert answer.problem == (408, "too-slow")
    assert SECONDS <= time.monotonic() - began < SECONDS + 2
    assert answer.closed


def test_a_body_that_drips_is_408_all_the_same(server: Web) -> None:
    began = time.monotonic()
    answer = server.raw(post(b'{"na', "Content-Length: 50"), drip=b"m" * 12)
    assert answer.problem == (408, "too-slow")
    assert time.monotonic() - began < 12 * 0.15 + SECONDS


def test_a_body_that_stays_away_is_408_in_chunks_too(server: Web) -> None:
    answer = server.raw(post(b'5\r\n{"nam\r\n', "Transfer-Encoding: chunked"))
    assert answer.problem == (408, "too-slow")


def test_a_body_in_chunks_is_read(server: Web) -> None:
    body = b'5\r\n{"nam\r\n8\r\ne":"Ana"\r\n1\r\n}\r\n0\r\n\r\n'
    assert server.raw(post(body, "Transfer-Encoding: chunked")).status == 201


def test_too_large_is_413_however_it_is_announced(server: Web) -> None:
    chunk = b"1000\r\n" + b" " * 4096 + b"\r\n"
    chunked = server.raw(post(chunk * 5, "Transfer-Encoding: chunked"))
    assert chunked.problem == (413, "too-large")
    assert server.raw(post(b"", "Content-Length: 17000")).problem == (413, "too-large")
    huge = server.raw(post(b"", "Content-Length: 99999999999999999999"))
    assert huge.problem[0] in {400, 413}


def test_a_body_just_within_the_limit_is_read(server: Web) -> None:
    body = b'{"name":"Ana"}'.ljust(16 * 1024)
    assert server.raw(post(body, f"Content-Length: {len(body)}")).status == 201
    body += b" "
    assert server.raw(post(body, f"Content-Length: {len(body)}")).problem == (413, "too-large")


@pytest.mark.parametrize("chunk", [b"zz\r\n{}\r\n0\r\n\r\n", b"2\r\n{}XX0\r\n\r\n", b"-2\r\n{}"])
def test_broken_chunks_are_400(server: Web, chunk: bytes) -> None:
    answer = server.raw(post(chunk, "Transfer-Encoding: chunked"))
    assert answer.problem[0] == 400
    assert answer.closed


def test_a_client_that_hangs_up_in_the_middle_harms_nobody(server: Web) -> None:
    for _ in range(5):
        with socket.create_connection(("127.0.0.1", server.port), timeout=5) as peer:
            peer.sendall(post(b'{"na', "Content-Length: 50"))
    assert httpx.get(f"{server.url}/healthz").status_code == 200


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (b"GET / HTTP/1.1\r\nHost: a\r\nX-Long: " + b"x" * 9000 + b"\r\n\r\n", 431),
        (b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\nHost: a\r\n\r\n", 414),
        (b"nonsense\r\n\r\n", 400),
        (b"GET / HTTP/9.9\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", 400),
        (post(b"", "Content-Length: 2", "Transfer-Encoding: chunked"), 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: magic\r\n\r\n", 400),
        (b"G\x00T / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ],
)
def test_what_is_no_http_is_a_problem_too(server: Web, request_bytes: bytes, status: int) -> None:
    answer = server.raw(request_bytes)
    assert answer.problem[0] == status
    assert b"<" not in answer.body


def test_odd_hosts_and_old_clients_are_answered(server: Web) -> None:
    assert server.raw(b"GET /healthz HTTP/1.0\r\n\r\n").status == 200
    odd = server.raw(b"GET /v1/games HTTP/1.1\r\nHost: a b<c>\r\n\r\n")
    assert odd.status in {200, 400}
    assert b"<html" not in odd.body


def test_head_and_options_have_no_body(server: Web) -> None:
    for method in ("HEAD", "OPTIONS"):
        answer = httpx.request(method, f"{server.url}/v1/games")
        assert answer.status_code in {200, 204}
        assert answer.content == b""


def test_a_connection_that_sends_everything_at_once_keeps_nobody_waiting(server: Web) -> None:
    head = b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
    with ExitStack() as open_sockets:
        greedy = [
            open_sockets.enter_context(socket.create_connection(("127.0.0.1", server.port), 30))
            for _ in range(4)
        ]
        for peer in greedy:
            peer.sendall(head * 2000)
        assert httpx.get(f"{server.url}/healthz", timeout=30).status_code == 200
        served = sum(_waiting(peer) for peer in greedy)
    assert served < 4 * 2000 / 2, "others were served only after all that one connection had sent"


def _waiting(peer: socket.socket) -> int:
    """How many answers lie there to be read."""
    peer.setblocking(False)
    seen = b""
    with suppress(BlockingIOError):
        while chunk := peer.recv(1 << 20):
            seen += chunk
    return seen.count(b"HTTP/1.1 200")


@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone counts what lies untaken")
def test_clients_that_take_nothing_are_given_up_by_the_kernel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken: list[int] = []

    def handled(_: Worker, __: Any, client: socket.socket, ___: Any) -> None:
        taken.append(client.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT))

    monkeypatch.setattr(GeventWorker, "handle", handled)
    with socket.create_server(("127.0.0.1", 0)) as listener, socket.socket() as client:
        Worker.handle(object.__new__(Worker), listener, client, None)
    assert taken == [TAKING_MILLIS]


def test_a_stream_is_live_across_processes(server: Web) -> None:
    with httpx.Client(base_url=server.url) as client:
        opened = client.post("/v1/games", json={"name": "Ana", "options": {"first_player": 1}})
        path = f"/v1/games/{opened.json()['game']['id']}"
        with client.stream("GET", f"{path}/stream", timeout=10) as stream:
            assert stream.headers["content-type"] == "text/event-stream"
            lines = stream.iter_lines()
            tokens = [opened.json()["token"]]
            tokens.append(
                httpx.post(server.url + path + "/players", json={"name": "B"}).json()["token"]
            )
            _post(server, path + "/start", tokens[0], {})
            _post(server, path + "/mask", tokens[1], {})
            _post(server, path + "/removals", tokens[0], {"sticks": [PLACE]})
            ids: list[str] = []
            while len(ids) < 5:
                line = next(lines)
                ids += [line.removeprefix("id: ")] if line.startswith("id: ") else []
            assert ids == ["1", "2", "3", "4", "5"]


def _post(server: Web, path: str, token: str, body: Any) -> None:
    headers = {"Authorization": f"Bearer {token}"}
    answer = httpx.post(server.url + path, json=body, headers=headers)
    assert answer.status_code == 201, answer.text


def test_metrics_are_those_of_all_processes(server: Web) -> None:
    def counted() -> float:
        shown = httpx.get(f"{server.url}/metrics").text
        series = 'singsing_request_seconds_count{operation="getRules",status="200"} '
        return float(shown.partition(series)[2].partition("\n")[0] or 0)

    before = counted()
    for _ in range(20):
        httpx.get(f"{server.url}/v1/rules")
    assert {counted() for _ in range(10)} == {before + 20}


def test_a_server_that_is_asked_to_stop_ends_its_streams_and_then_itself(
    store_server: PrivateStore, tmp_path: Path
) -> None:
    web = _started(store_server, 2, tmp_path)
    game = httpx.post(f"{web.url}/v1/games", json={"name": "Ana"}).json()["game"]["id"]
    with httpx.stream("GET", f"{web.url}/v1/games/{game}/stream", timeout=10) as stream:
        chunks = stream.iter_raw()
        while b"game-opened" not in next(chunks):
            pass
        web.process.send_signal(signal.SIGTERM)
        assert list(chunks) == []
    assert web.process.wait(15) == 0
