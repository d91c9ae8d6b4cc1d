"""What is read: games, lobby, log, receipts; with their conditions, pages and links."""

import msgspec
import pytest

from events.receipts import Claims, check
from service.schemas import answers
from tests.oracle.logcheck import check_log
from tests.service.world import KEYS, PLACE, Table, World


def test_a_game_is_another_one_for_every_caller(running: Table) -> None:
    running.remove()
    tags = [running.send("GET", seat, "").headers["ETag"] for seat in (None, 1, 2)]
    assert tags == ['"6.0.-"', '"6.1.-"', '"6.2.-"']
    answer = running.send("GET", 1, "")
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert answer.headers["Vary"] == "Authorization"


def test_a_game_that_the_caller_has_is_304_until_something_happens(running: Table) -> None:
    tag = {"If-None-Match": running.send("GET", 1, "").headers["ETag"]}
    same = running.send("GET", 1, "", headers=tag)
    assert same.status_code == 304
    assert same.headers["ETag"] == tag["If-None-Match"]
    assert "Content-Type" not in same.headers
    assert running.send("GET", 2, "", headers=tag).status_code == 200
    running.ok(2, "/mask")
    assert running.send("GET", 1, "", headers=tag).status_code == 200


def test_every_game_served_has_the_published_form(running: Table) -> None:
    running.remove()
    for seat in (None, 1, 2, 3):
        shown = running.game(seat)
        assert set(shown) == set(answers.Game.__struct_fields__)
        msgspec.convert(shown, answers.Game)


def test_an_action_is_taken_for_any_of_the_versions_it_names(running: Table) -> None:
    assert running.post(2, "/mask", **{"If-Match": '"3.0.-", W/"4.7.-"'}).status_code == 201
    answer = running.post(1, "/removals", {"sticks": [PLACE]}, **{"If-Match": "*"})
    assert answer.status_code == 201
    assert answer.headers["ETag"] == '"6.1.-"'


def test_answers_lead_to_what_they_made(running: Table) -> None:
    answer = running.post(2, "/mask")
    base = "https://singsing.example"
    assert answer.headers["Location"] == f"{base}{running.path}/events/5"
    shown = running.world.client.get(answer.headers["Location"].removeprefix(base))
    assert shown.get_json() == answer.get_json()["event"]


def test_the_lobby_lists_what_is_listed_newest_first(world: World) -> None:
    ids = []
    for number in range(5):
        body = {"name": f"P{number}", "listed": number != 2}
        ids.append(world.client.post("/v1/games", json=body).get_json()["game"]["id"])
        world.later(1)
    listed = [ids[4], ids[3], ids[1], ids[0]]
    page = world.client.get("/v1/games?limit=3")
    assert [row["id"] for row in page.get_json()["items"]] == listed[:3]
    link = page.headers["Link"].removeprefix("<https://singsing.example")
    address, _, kind = link.partition(">")
    assert kind == '; rel="next"'
    last = world.client.get(address)
    assert [row["id"] for row in last.get_json()["items"]] == listed[3:]
    assert last.get_json()["next"] is None
    assert "Link" not in last.headers


def test_the_log_is_read_page_by_page_and_whole(running: Table) -> None:
    running.remove()
    client, path = running.world.client, running.path + "/events"
    read, address = [], f"{path}?limit=2"
    while address:
        page = client.get(address)
        read += page.get_json()["items"]
        link = page.headers.get("Link", "")
        address = link.removeprefix("<https://singsing.example").partition(">")[0]
    whole = client.get(path, headers={"Accept": "application/x-ndjson"})
    assert whole.content_type == "application/x-ndjson"
    lines = [msgspec.json.decode(line) for line in whole.get_data().splitlines()]
    assert read == lines == client.get(path).get_json()["items"]
    assert [event["version"] for event in read] == [1, 2, 3, 4, 5, 6]
    assert [e["version"] for e in client.get(f"{path}?after=4").get_json()["items"]] == [5, 6]
    assert check_log(read) == []


@pytest.mark.parametrize(
    ("accept", "lines"),
    [
        (None, False),
        ("*/*", False),
        ("application/json", False),
        ("text/html", False),
        ("application/x-ndjson", True),
        ("application/json;q=0.5, application/x-ndjson", True),
        ("application/json, application/x-ndjson;q=0.9", False),
        ("nonsense", False),
    ],
)
def test_lines_are_sent_to_whoever_prefers_them(
    running: Table, accept: str | None, lines: bool
) -> None:
    headers = {} if accept is None else {"Accept": accept}
    answer = running.send("GET", None, "/events", headers=headers)
    assert (answer.content_type == "application/x-ndjson") is lines
    assert "Accept" in answer.headers["Vary"]


def test_the_log_hides_until_the_game_is_over(running: Table) -> None:
    running.remove()
    assert all("salt" not in e for e in running.send("GET", 1, "/events").get_json()["items"])
    for seat in (3, 2):
        running.send("DELETE", seat, f"/players/{seat}")
    events = running.send("GET", None, "/events").get_json()["items"]
    removal = next(event for event in events if event["type"] == "sticks-removed")
    assert removal["hidden"]["sticks"][0]["window"] == 3
    assert check_log(events) == []


def test_a_receipt_says_what_is_in_the_log(running: Table) -> None:
    events = running.send("GET", None, "/events").get_json()["items"]
    for event in events:
        receipt = running.send("GET", None, f"/receipts/{event['version']}").get_json()["receipt"]
        claims = check(receipt, running.world.client.get("/.well-known/jwks.json").get_json())
        assert claims == Claims(
            iss="https://singsing.example",
            game=running.id,
            version=event["version"],
            hash=event["hash"],
            at=event["at"],
        )
    assert running.world.client.get("/.well-known/jwks.json").get_json() == KEYS.public()


def test_head_is_get_without_a_body(running: Table) -> None:
    for path in ("", "/events", "/events/1", "/receipts/1"):
        whole = running.send("GET", 1, path)
        head = running.send("HEAD", 1, path)
        assert head.get_data() == b""
        assert head.headers == whole.headers


def test_a_table_nobody_started_is_closed_when_its_day_is_over(world: World) -> None:
    table = world.table()
    world.later(24 * 3600)
    assert world.play.tick(table.game()["id"]) is not None
    shown = table.game()
    assert (shown["status"], shown["winner"], shown["standing"]) == ("finished", None, None)
