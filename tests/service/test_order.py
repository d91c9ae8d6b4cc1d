"""Of several objections the first in the published order is made; nothing refused is recorded."""

import pytest

from tests.service.test_statuses import JSON
from tests.service.world import Table, World, problem

NOBODY = "Bearer " + "x" * 43
BIG = b"[" + b"1," * 9000


def faced(table: Table, path: str = "/removals", **asked: object) -> str:
    sent = {"method": "POST", "data": b"{", **asked}
    answer = table.world.client.open(table.path + path, **sent)  # type: ignore[arg-type]
    return problem(answer).slug


def with_token(table: Table, **headers: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {table.tokens[1]}", **JSON, **headers}


def test_path_then_method_then_token_then_game(running: Table) -> None:
    bad = {"Authorization": NOBODY}
    assert faced(running, "/nothing", headers=bad) == "not-found"
    assert faced(running, method="PUT", headers=bad) == "method-not-allowed"
    assert faced(running, headers=bad) == "unauthorised"
    running.id, running.path = "a" * 16, "/v1/games/" + "a" * 16
    assert faced(running, "/players", headers=bad) == "unauthorised"
    assert faced(running, "/players") == "not-found"


def test_size_then_type_then_json_then_form(running: Table) -> None:
    token = with_token(running)
    plain = {**token, "Content-Type": "text/plain"}
    assert faced(running, headers=plain, data=BIG) == "too-large"
    assert faced(running, headers=plain) == "unsupported-type"
    assert faced(running, headers=token, query_string="x=1") == "not-json"
    assert faced(running, headers=token, data=b"{}") == "malformed"


def test_form_then_key_then_seat_then_version_then_rule(world: World) -> None:
    table = world.table("Ana", "Ben", "Cleo", start=True)
    key = {"Idempotency-Key": "once"}
    assert table.post(2, "/mask", **key).status_code == 201
    stale = {"If-Match": '"1.0.-"'}
    assert problem(table.post(2, "/mask", {"x": 1}, **key, **stale)).slug == "malformed"
    assert problem(table.post(2, "/start", **key, **stale)).slug == "idempotency-key-reused"
    assert problem(table.post(2, "/start", **stale)).slug == "forbidden"
    assert problem(table.post(1, "/start", **stale)).slug == "stale"
    assert problem(table.post(1, "/start")).slug == "rule-broken"


def test_a_seat_that_is_not_there_is_404_in_the_place_of_409(table: Table) -> None:
    stale = {"If-Match": '"1.0.-"'}
    assert problem(table.send("DELETE", 2, "/players/5")).slug == "forbidden"
    assert problem(table.send("DELETE", 1, "/players/5", headers=stale)).slug == "stale"
    assert problem(table.send("DELETE", 1, "/players/5")).slug == "not-found"


def test_all_faults_of_a_form_are_told_at_once(table: Table) -> None:
    body = {"sticks": [{"window": 13, "slot": "middle", "x": 1}], "y": 2}
    answer = table.post(
        1, "/removals?z=3", body, **{"Idempotency-Key": "two words", "If-Match": "7"}
    )
    places = {
        fault.get("pointer") or fault.get("parameter") or fault.get("header")
        for fault in problem(answer).body["errors"]
    }
    sticks = {"/sticks/0/window", "/sticks/0/slot", "/sticks/0/x"}
    assert places == sticks | {"/y", "z", "Idempotency-Key", "If-Match"}


@pytest.mark.parametrize("path", ["/events", "/stream", "/mask", "", "/receipts/1"])
def test_a_bad_token_is_401_under_head_too_but_not_on_the_stream(running: Table, path: str) -> None:
    method = "POST" if path == "/mask" else "HEAD"
    answer = running.world.client.open(
        running.path + path, method=method, headers={"Authorization": NOBODY}
    )
    answer.close()
    assert answer.status_code == (200 if path == "/stream" else 401)
