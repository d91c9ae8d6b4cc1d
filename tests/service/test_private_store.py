"""The store of the service's own keeps what it accepted, however it ends."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from service import engine as engines
from service.engine import Engine, Refused
from service.private_store import PrivateStore, StoreFailed

pytestmark = pytest.mark.real_store


@pytest.fixture
def store(tmp_path: Path, valkey: Engine) -> Iterator[PrivateStore]:
    store = PrivateStore(tmp_path / "store", valkey)
    yield store
    if store.alive():
        store.stop()


def client(store: PrivateStore) -> Redis:
    return Redis.from_url(store.url, decode_responses=True)


def strange(folder: Path, name: str, says: str) -> Engine | None:
    """A program that only tells a version."""
    program = folder / name
    program.write_text(f"#!/bin/sh\necho '{says}'\n")
    program.chmod(0o755)
    return engines.examined(program)


def test_it_promises_to_write_before_it_answers_and_to_evict_nothing(store: PrivateStore) -> None:
    store.start()
    with client(store) as redis:
        told = redis.config_get("append*", "maxmemory-policy", "save", "port")
    assert told["appendonly"] == "yes"
    assert told["appendfsync"] == "always"
    assert told["maxmemory-policy"] == "noeviction"
    assert told["save"] == ""
    assert told["port"] == "0"


def test_its_socket_is_for_the_owner_alone(store: PrivateStore) -> None:
    store.start()
    socket = Path(store.url.removeprefix("unix://"))
    assert socket.stat().st_mode & 0o077 == 0


def test_what_it_accepted_is_there_after_a_hard_kill(store: PrivateStore) -> None:
    store.start()
    for n in range(50):
        with client(store) as redis:
            redis.set(f"kept-{n}", n)
    os.kill(store.pid, signal.SIGKILL)
    store.stop()
    store.start()
    with client(store) as redis:
        assert redis.dbsize() == 50


def test_after_a_stop_it_starts_again_with_everything(store: PrivateStore) -> None:
    store.start()
    with client(store) as redis:
        redis.set("kept", "yes")
    store.stop()
    assert not store.alive()
    store.start()
    with client(store) as redis:
        assert redis.get("kept") == "yes"


def test_a_second_start_on_the_folder_adopts_the_live_server(
    store: PrivateStore, valkey: Engine
) -> None:
    store.start()
    second = PrivateStore(Path(store.url.removeprefix("unix://")).parent, valkey)
    second.start()
    assert second.pid == store.pid
    second.stop()
    assert not second.alive()


def test_an_older_engine_is_refused_and_the_folder_left_alone(
    store: PrivateStore, tmp_path: Path
) -> None:
    store.start()
    store.stop()
    before = (tmp_path / "store" / engines.RECORD).read_text()
    old = strange(tmp_path, "old-server", "Valkey server v=7.2.9 sha=0 bits=64")
    assert old
    with pytest.raises(Refused, match=r"valkey 9\.\d+\.\d+ or newer"):
        PrivateStore(tmp_path / "store", old).start()
    assert (tmp_path / "store" / engines.RECORD).read_text() == before


def test_another_family_is_refused(store: PrivateStore, tmp_path: Path) -> None:
    store.start()
    store.stop()
    other = strange(tmp_path, "redis-server", "Redis server v=99.0.0 sha=0 bits=64")
    assert other
    with pytest.raises(Refused, match="another family"):
        PrivateStore(tmp_path / "store", other).start()


def test_a_program_that_is_no_server_is_no_engine(tmp_path: Path) -> None:
    assert strange(tmp_path, "other", "hello") is None
    assert engines.examined(tmp_path / "absent") is None


def test_a_server_that_ends_at_once_is_reported_with_its_last_words(tmp_path: Path) -> None:
    broken = strange(tmp_path, "broken", "Valkey server v=9.9.9 sha=0 bits=64")
    assert broken
    with pytest.raises(StoreFailed, match=r"Valkey server v=9\.9\.9"):
        PrivateStore(tmp_path / "store", broken).start()


def test_a_folder_with_a_long_path_gets_a_short_socket(tmp_path: Path, valkey: Engine) -> None:
    folder = tmp_path / ("long" * 20) / ("name" * 20)
    store = PrivateStore(folder, valkey)
    store.start()
    try:
        assert len(store.url) < 108
        assert PrivateStore(folder, valkey).url == store.url
    finally:
        store.stop()


def test_a_folder_with_a_space_and_a_question_mark_works(tmp_path: Path, valkey: Engine) -> None:
    store = PrivateStore(tmp_path / "a b?c%20d#", valkey)
    store.start()
    try:
        with client(store) as redis:
            assert redis.ping()
    finally:
        store.stop()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a live server is adopted instead")
def test_it_does_not_outlive_the_service_that_started_it(tmp_path: Path, valkey: Engine) -> None:
    start = (
        "import sys; from pathlib import Path; from service import engine, private_store as p;"
        "s = p.PrivateStore(Path(sys.argv[1]), engine.found()); s.start();"
        "print(s.pid, flush=True); sys.stdin.read()"
    )
    service = subprocess.Popen(
        [sys.executable, "-c", start, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with service:
        assert service.stdout
        pid = int(service.stdout.readline())
        service.kill()
    until = time.monotonic() + 10
    while _runs(pid):
        assert time.monotonic() < until
        time.sleep(0.02)
    after = PrivateStore(tmp_path, valkey)
    after.start()
    assert after.pid != pid
    after.stop()


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
