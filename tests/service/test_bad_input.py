"""Bad input of every kind gets the right problem and changes nothing."""

from typing import Any

import pytest

from service.problems import MOST_ERRORS
from tests.oracle.wrongs import BAD_BODIES, BAD_BYTES
from tests.service.test_statuses import JSON
from tests.service.world import Table, World, problem


@pytest.fixture
def still(running: Table) -> Any:
    """A table at which nothing must have happened when the test is over."""
    before = running.game(1)
    yield running
    assert running.game(1) == before


@pytest.mark.parametrize(
    ("suffix", "body"), [(suffix, body) for suffix in BAD_BODIES for body in BAD_BODIES[suffix]]
)
def test_a_body_of_the_wrong_form_is_422(still: Table, suffix: str, body: Any) -> None:
    faced = problem(still.send("POST", 1, suffix, body))
    assert (faced.status, faced.slug) == (422, "malformed")
    assert faced.body["errors"]


@pytest.mark.parametrize(("raw", "status", "slug"), BAD_BYTES)
def test_a_body_that_is_no_json_is_refused(
    still: Table, raw: bytes, status: int, slug: str
) -> None:
    headers = {"Authorization": f"Bearer {still.tokens[1]}", **JSON}
    answer = still.world.client.post(still.path + "/removals", data=raw, headers=headers)
    assert (problem(answer).status, problem(answer).slug) == (status, slug)


@pytest.mark.parametrize(
    "options",
    [
        {"kinds": 5},
        {"kinds": "3"},
        {"kinds": True},
        {"advanced": 1},
        {"advanced": "true"},
        {"advanced": None},
        {"first_player": 0},
        {"first_player": 6},
        {"first_player": "1"},
        {"first_player": True},
        {"after_escape": "AS_USUAL"},
        {"double_answer": None},
        {"turn_seconds": 9},
        {"turn_seconds": 86_401},
        {"turn_seconds": "60"},
        {"turn_seconds": 60.5},
        {"speed": 1},
        [],
        None,
        "fast",
    ],
)
def test_options_are_taken_only_as_they_are_meant(world: World, options: Any) -> None:
    answer = world.client.post("/v1/games", json={"name": "Ana", "options": options})
    assert problem(answer).slug == "malformed"
    assert world.client.get("/v1/games").get_json()["items"] == []


@pytest.mark.parametrize(
    "body",
    [
        {"name": "Ana", "seed": "0" * 31},
        {"name": "Ana", "seed": "0" * 33},
        {"name": "Ana", "seed": "0" * 31 + "g"},
        {"name": "Ana", "seed": "0" * 32 + "\n"},
        {"name": "Ana", "seed": 0},
        {"name": "Ana", "listed": "no"},
        {"name": None},
        {"name": ["Ana"]},
        {"Name": "Ana"},
    ],
)
def test_a_table_is_opened_only_as_it_is_meant(world: World, body: Any) -> None:
    assert problem(world.client.post("/v1/games", json=body)).slug == "malformed"


def test_three_point_zero_is_three(running: Table) -> None:
    running.ok(2, "/mask")
    headers = {"Authorization": f"Bearer {running.tokens[1]}", **JSON}
    raw = b'{"sticks": [{"window": 3.0, "slot": "left"}]}'
    answer = running.world.client.post(running.path + "/removals", data=raw, headers=headers)
    assert answer.status_code == 201


ODD_QUERIES = """
limit=0 limit=101 limit=1.0 limit=+1 limit=%D9%A1 limit= limit=1&limit=2
after=-1 after=x after=1e3 after=99999999999999999999
cursor=! cursor=djE= cursor=eA after=1&cursor=djE Limit=1 status=open %ff=1
"""


@pytest.mark.parametrize("query", ODD_QUERIES.split())
def test_a_query_is_taken_only_as_it_is_meant(running: Table, query: str) -> None:
    answer = running.world.client.get(f"{running.path}/events", query_string=query)
    assert problem(answer).slug == "malformed"


ODD_PATHS = """
/events/0 /events/01 /events/-1 /events/1.0 /events/x /events/ //events /players/0 /players/1/
/%00 /%ff /..%2f.. /events/1%0a /receipts/999 /events/99999999999999999999 /EVENTS /events;x=1
/stream/x
"""


@pytest.mark.parametrize("path", ODD_PATHS.split())
def test_odd_paths_are_404(running: Table, path: str) -> None:
    method = "DELETE" if "players" in path else "GET"
    assert problem(running.world.client.open(running.path + path, method=method)).status == 404


@pytest.mark.parametrize("path", ["/v1", "/v1/games/", "//v1/games", "/v1//games", "/index.html"])
def test_no_path_leads_elsewhere(world: World, path: str) -> None:
    assert problem(world.client.get(path)).status == 404


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "BREW"])
def test_other_methods_are_405_with_those_that_are_allowed(world: World, method: str) -> None:
    answer = world.client.open("/v1/games", method=method)
    assert problem(answer).slug == "method-not-allowed"
    assert answer.headers["Allow"] == "GET, HEAD, OPTIONS, POST"


def test_a_token_of_another_table_or_a_freed_seat_is_refused(world: World) -> None:
    table, other = world.table(), world.table()
    table.tokens[3] = other.tokens[1]
    assert problem(table.send("GET", 3, "")).slug == "unauthorised"
    table.send("DELETE", 1, "/players/2")
    assert table.game(2)["you"] is None
    assert problem(table.send("DELETE", 2, "/players/2")).slug == "forbidden"
    table.tokens[4] = table.tokens[2]
    table.join("Dora")
    assert table.game(4)["you"] is None
    assert problem(table.send("DELETE", 4, "/players/2")).slug == "forbidden"


def test_no_answer_of_this_service_repeats_what_was_sent_as_a_token(world: World) -> None:
    secret = "s3cr3t" + "x" * 37
    table = world.table()
    answer = world.client.get(table.path, headers={"Authorization": f"Bearer {secret}"})
    assert secret not in answer.get_data(as_text=True)


def test_no_refusal_is_kept_by_a_cache(running: Table) -> None:
    for path in ("/v1/nowhere", running.path + "/events/99", running.path + "?odd=1"):
        answer = running.world.client.get(path)
        assert answer.status_code >= 400
        assert answer.headers["Cache-Control"] == "no-store"


def test_of_many_faults_only_some_are_told_one_by_one(world: World) -> None:
    answer = world.client.post("/v1/games", json={f"odd{n}": n for n in range(1000)})
    faced = problem(answer)
    assert len(faced.body["errors"]) == MOST_ERRORS
    assert "more" in faced.body["detail"]


def test_media_types_are_the_same_in_capitals(world: World) -> None:
    answer = world.client.post(
        "/v1/games", data=b'{"name": "Ana"}', headers={"Content-Type": "APPLICATION/JSON"}
    )
    assert answer.status_code == 201
