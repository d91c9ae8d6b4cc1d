"""Whether the store keeps its promise."""

from typing import Any

import msgspec
import pytest

from events.play import Play
from events.refusal import BrokenLog
from service.readiness import readiness
from tests.service.world import Queue, Table, World, problem
from tests.store.tables import house
from workers.queue import connect

DURABLE = {
    "maxmemory": "0",
    "maxmemory-policy": "noeviction",
    "appendonly": "yes",
    "appendfsync": "always",
}


def ready(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> Any:
    world = World()
    monkeypatch.setattr(world.store, "ready", lambda: DURABLE | changes)
    return readiness(world.play, world.store, in_memory=False)


def test_a_store_that_writes_each_event_to_disk_is_durable(monkeypatch: pytest.MonkeyPatch) -> None:
    found = ready(monkeypatch)
    assert found.durable
    assert (found.faults, found.warnings) == ((), ())


@pytest.mark.parametrize(
    "changes",
    [{"appendonly": "no"}, {"maxmemory": "1000", "maxmemory-policy": "allkeys-lru"}],
)
def test_a_store_that_forgets_is_not_ready(
    monkeypatch: pytest.MonkeyPatch, changes: dict[str, str]
) -> None:
    world = World()
    monkeypatch.setattr(world.store, "ready", lambda: DURABLE | changes)
    assert len(readiness(world.play, world.store, in_memory=False).faults) == 1
    settings = msgspec.structs.replace(world.settings, events_url="redis://127.0.0.1:1")
    desk = msgspec.structs.replace(world.app.desk, settings=settings)
    for name, view in world.app.view_functions.items():
        if name == "checkReadiness":
            monkeypatch.setattr(view, "_desk", desk)
    faced = problem(world.client.get("/readyz"))
    assert (faced.status, faced.slug) == (503, "store-unavailable")
    assert faced.body["detail"]


@pytest.mark.parametrize(
    "changes",
    [
        {"appendfsync": "everysec"},
        {"appendfsync": None},
        {"maxmemory-policy": "allkeys-lru"},
        {"appendonly": None, "appendfsync": "always"},
    ],
)
def test_what_weakens_the_promise_is_said(
    monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any]
) -> None:
    found = ready(monkeypatch, **changes)
    assert not found.faults
    assert len(found.warnings) == 1


def test_a_queue_that_is_away_is_said_and_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    monkeypatch.setattr(world.store, "ready", lambda: DURABLE)
    away, there = connect("redis://127.0.0.1:1"), Queue("queued")
    found = readiness(world.play, world.store, in_memory=False, jobs=away)
    assert not found.faults
    assert ["queue" in warning for warning in found.warnings] == [True]
    assert readiness(world.play, world.store, in_memory=False, jobs=there).warnings == ()


def test_a_store_of_another_secret_is_not_ready(world: World) -> None:
    world.table("Ana", "Ben")
    other = Play(world.store, house(secret=b"o" * 32))
    found = readiness(other, world.store, in_memory=True)
    assert readiness(world.play, world.store, in_memory=True).faults == ()
    assert ["secret" in fault for fault in found.faults] == [True]


def test_memory_is_ready_and_keeps_nothing(world: World) -> None:
    told = world.client.get("/readyz").get_json()
    assert (told["status"], told["durable"]) == ("ready", False)
    assert told["warnings"]


def test_a_lost_log_is_named_and_never_played_on(running: Table) -> None:
    broken = BrokenLog(running.game()["id"], 4, "hash", "Not the one seen before.")
    running.world.play.lost[broken.game] = broken  # type: ignore[index]
    for answer in (running.send("GET", 1, ""), running.post(2, "/mask")):
        assert problem(answer).slug == "log-lost"
    faced = problem(running.world.client.get("/readyz"))
    assert (faced.status, faced.slug) == (503, "log-lost")
    assert faced.body["games"] == [running.id]


def test_a_store_that_is_away_is_not_ready_but_the_process_is_alive(world: World) -> None:
    world.store.down = True
    assert problem(world.client.get("/readyz")).slug == "store-unavailable"
    assert world.client.get("/healthz").get_json() == {"status": "alive"}
