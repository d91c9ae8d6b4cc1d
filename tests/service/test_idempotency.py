"""The same key and request: served once, answered again, with the game as it may be seen now."""

import pytest

from tests.service.world import PLACE, WRONG, Table, World, problem

KEY = {"Idempotency-Key": "6f1b2c9e-57a4-4e6f-9d0f-4f3f1f0b7a55"}
TABLE = {"name": "Ana", "options": {"first_player": 1}}


def told_again(first: object, again: object, *names: str) -> None:
    for name in names:
        assert first[name] == again[name]  # type: ignore[index]


def test_an_opening_is_served_once_on_any_process(world: World) -> None:
    first = world.client.post("/v1/games", json=TABLE, headers=KEY)
    for process in (world, world.restarted()):
        again = process.client.post("/v1/games", json=TABLE, headers=KEY)
        assert again.status_code == 201
        assert again.headers["Idempotency-Replayed"] == "true"
        assert again.headers["Location"] == first.headers["Location"]
        told_again(first.get_json(), again.get_json(), "event", "seat", "token", "receipt")
    assert "Idempotency-Replayed" not in first.headers
    assert len(world.client.get("/v1/games").get_json()["items"]) == 1


def test_the_same_json_otherwise_written_is_the_same_request(world: World) -> None:
    json = {"Content-Type": "application/json", **KEY}
    texts = (b'{"name":"Ana","listed":true}', b'{ "listed": true, "name": "An\\u0061" }')
    games = [
        world.client.post("/v1/games", data=text, headers=json).get_json()["game"]["id"]
        for text in texts
    ]
    assert games[0] == games[1]


def test_another_opening_under_the_same_key_is_422(world: World) -> None:
    world.client.post("/v1/games", json=TABLE, headers=KEY)
    answer = world.client.post("/v1/games", json={**TABLE, "name": "Eve"}, headers=KEY)
    assert problem(answer).slug == "idempotency-key-reused"


@pytest.mark.parametrize("key", ["short", "k" * 21, "k" * 256, "with a space in the middle", ""])
def test_a_key_that_opens_or_joins_must_be_long_enough(table: Table, key: str) -> None:
    headers = {"Idempotency-Key": key}
    opened = table.world.client.post("/v1/games", json=TABLE, headers=headers)
    joined = table.post(None, "/players", {"name": "Eve"}, **headers)
    assert problem(opened).slug == problem(joined).slug == "malformed"


def test_a_token_is_given_again_for_ten_minutes_only(world: World) -> None:
    first = world.client.post("/v1/games", json=TABLE, headers=KEY)
    world.later(600)
    again = world.client.post("/v1/games", json=TABLE, headers=KEY)
    assert again.get_json()["token"] == first.get_json()["token"]
    world.later(1)
    answer = world.client.post("/v1/games", json=TABLE, headers=KEY)
    assert problem(answer).slug == "token-given"
    assert first.get_json()["token"] not in answer.get_data(as_text=True)


def test_a_join_whose_seat_is_somebody_elses_by_now_is_answered_as_to_the_public(
    world: World,
) -> None:
    table = world.table("Ana")
    first = table.join("Ben", **KEY)
    table.send("DELETE", 1, "/players/2")
    table.join("Cleo")
    table.ok(1, "/start")
    table.ok(2, "/mask")
    again = table.post(None, "/players", {"name": "Ben"}, **KEY)
    assert again.headers["Idempotency-Replayed"] == "true"
    told_again(first.get_json(), again.get_json(), "event", "seat", "token", "receipt")
    assert again.get_json()["game"]["you"] is None
    assert again.get_json()["game"]["board"] is None


def test_an_action_is_served_once_though_the_game_went_on(running: Table) -> None:
    key = {"Idempotency-Key": "k"}
    running.ok(2, "/mask")
    first = running.post(1, "/removals", {"sticks": [PLACE]}, **key)
    running.ok(2, "/answers", {"sticks": [WRONG]})
    again = running.post(1, "/removals", {"sticks": [PLACE]}, **key)
    assert again.status_code == 201
    told_again(first.get_json(), again.get_json(), "event", "receipt")
    assert again.headers["Location"] == first.headers["Location"]
    assert again.get_json()["game"] == running.game(1)
    assert again.get_json()["game"]["version"] > first.get_json()["game"]["version"]


def test_a_key_is_a_seats_own(running: Table) -> None:
    key = {"Idempotency-Key": "k"}
    assert running.post(2, "/mask", **key).status_code == 201
    removed = running.post(1, "/removals", {"sticks": [PLACE]}, **key)
    assert removed.status_code == 201
    assert "Idempotency-Replayed" not in removed.headers


def test_no_body_and_an_empty_object_are_the_same_request(running: Table) -> None:
    headers = {"Authorization": f"Bearer {running.tokens[2]}", "Idempotency-Key": "k"}
    first = running.world.client.post(running.path + "/mask", headers=headers)
    again = running.post(2, "/mask", {}, **{"Idempotency-Key": "k"})
    assert first.status_code == 201
    assert again.headers["Idempotency-Replayed"] == "true"


def test_a_refusal_is_not_remembered(running: Table) -> None:
    key = {"Idempotency-Key": "k"}
    body = {"sticks": [PLACE]}
    assert problem(running.post(1, "/removals", body, **key)).slug == "rule-broken"
    running.ok(2, "/mask")
    assert running.post(1, "/removals", body, **key).status_code == 201


def test_a_leaving_is_served_once(table: Table) -> None:
    key = {"Idempotency-Key": "k"}
    first = table.send("DELETE", 2, "/players/2", headers=key)
    again = table.send("DELETE", 2, "/players/2", headers=key)
    assert first.status_code == again.status_code == 200
    assert again.get_json()["game"]["you"] is None
    assert again.headers["ETag"] == '"3.0.-"'


def test_a_store_that_was_away_makes_nothing_twice(running: Table) -> None:
    key = {"Idempotency-Key": "k"}
    running.world.store.down = True
    assert problem(running.post(2, "/mask", **key)).slug == "store-unavailable"
    running.world.store.down = False
    assert running.post(2, "/mask", **key).status_code == 201
    assert "Idempotency-Replayed" in running.post(2, "/mask", **key).headers
