"""How much one client may do in a while, and what it is told about it."""

import pytest
from werkzeug.test import TestResponse

from events.settings import Limits
from service import allowances
from tests.service.test_statuses import ELSEWHERE
from tests.service.world import Table, World, problem

LIMITS = Limits(tables_per_hour=2, joins_per_hour=2, actions_per_minute=3)
OPENING = {"name": "Ana"}


@pytest.fixture
def world() -> World:
    return World(limits=LIMITS)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1e9]
    monkeypatch.setattr("time.time", lambda: now[0])
    return now


def opened(world: World, place: dict[str, str], **headers: str) -> TestResponse:
    return world.client.post("/v1/games", json=OPENING, environ_base=place, headers=headers)


def test_an_address_opens_so_many_tables_an_hour(world: World, clock: list[float]) -> None:
    first, second, third = (opened(world, ELSEWHERE) for _ in range(3))
    assert first.headers["RateLimit-Policy"] == '"opened";q=2;w=3600'
    assert first.headers["RateLimit"] == '"opened";r=1;t=3600'
    assert second.headers["RateLimit"] == '"opened";r=0;t=3600'
    assert problem(third).slug == "too-many-requests"
    assert third.headers["RateLimit"] == '"opened";r=0;t=3600'
    assert third.headers["Retry-After"] == "3600"
    assert opened(world, {"REMOTE_ADDR": "198.51.100.1"}).status_code == 201
    clock[0] += 3601
    assert opened(world, ELSEWHERE).status_code == 201


def test_a_loopback_peer_is_not_counted(world: World) -> None:
    for _ in range(4):
        answer = opened(world, {"REMOTE_ADDR": "127.0.0.1"})
        assert answer.status_code == 201
        assert "RateLimit" not in answer.headers


def test_a_whole_ipv6_subnet_is_one_address(world: World) -> None:
    places = [{"REMOTE_ADDR": f"2001:db8::{number}"} for number in (1, 2, 3)]
    statuses = [opened(world, place).status_code for place in places]
    assert statuses == [201, 201, 429]


def test_what_is_asked_again_or_refused_is_not_counted(world: World) -> None:
    key = {"Idempotency-Key": "k" * 22}
    for _ in range(3):
        assert opened(world, ELSEWHERE, **key).status_code == 201
    for _ in range(3):
        answer = world.client.post("/v1/games", json={"name": "Eve"}, headers=key)
        assert problem(answer).slug == "idempotency-key-reused"
    assert opened(world, ELSEWHERE).status_code == 201
    assert opened(world, ELSEWHERE).status_code == 429


def test_what_was_counted_is_answered_again_beyond_the_limit(world: World) -> None:
    key = {"Idempotency-Key": "k" * 22}
    opened(world, ELSEWHERE)
    world.store.down = True
    assert opened(world, ELSEWHERE, **key).status_code == 503
    world.store.down = False
    assert opened(world, ELSEWHERE).status_code == 429
    assert [opened(world, ELSEWHERE, **key).status_code for _ in range(2)] == [201, 201]


def test_a_seats_actions_are_counted_wherever_they_come_from(world: World) -> None:
    table = world.table("Ana", "Ben")
    for number, status in enumerate([409, 409, 409, 429]):
        place = {"REMOTE_ADDR": f"198.51.100.{number}"}
        assert _mask(table, 1, place).status_code == status
    assert _mask(table, 2, ELSEWHERE).status_code == 409


def _mask(table: Table, seat: int, place: dict[str, str]) -> TestResponse:
    headers = {"Authorization": f"Bearer {table.tokens[seat]}"}
    client = table.world.client
    return client.post(f"{table.path}/mask", headers=headers, environ_base=place)


def test_the_last_use_is_not_given_twice(world: World) -> None:
    counted = allowances.Allowances(LIMITS)
    grants = [counted.take(allowances.Allowance.OPENED, "a") for _ in range(2)]
    counted.give_back(grants[0])
    counted.take(allowances.Allowance.OPENED, "a")
    with pytest.raises(Exception, match="At most 2"):
        counted.take(allowances.Allowance.OPENED, "a")
