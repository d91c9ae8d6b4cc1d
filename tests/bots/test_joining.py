"""The host sits bots down: who may, what they are called, what is told and what is not."""

import json
from typing import Any

import pytest

from events.board import SeatNo
from events.catalogue import Bot
from events.chain import GameId
from tests.service.world import Json, Table, World, problem, told

KEY = {"Idempotency-Key": "k" * 22}


@pytest.fixture
def table() -> Table:
    return World().table("Ana")


def ask(table: Table, bot: str = "elephant", seat: int | None = 1, headers: Any = None) -> Any:
    return table.send("POST", seat, "/players", {"bot": bot}, headers)


def sat(table: Table, bot: str = "elephant") -> Json:
    answer = ask(table, bot)
    assert answer.status_code == 201, answer.text
    seat: Json = told(answer)
    return seat


@pytest.mark.parametrize("bot", Bot)
def test_the_host_sits_a_bot_down_and_sees_the_game_as_ever(table: Table, bot: Bot) -> None:
    answer = ask(table, bot)
    told_of = told(answer)
    assert (answer.status_code, told_of["seat"], told_of["token"]) == (201, 2, None)
    assert told_of["game"]["you"] == {
        "seat": 1,
        "may": ["start", "add_bot", "remove_player", "leave"],
    }
    assert told_of["game"] == table.game(1)
    assert answer.headers["Location"].endswith(table.path)
    assert answer.headers["ETag"] == '"2.1.-"'
    assert told_of["event"]["action"] == {"name": bot.capitalize(), "bot": bot}
    assert told_of["event"]["veil"].startswith("sha256:")
    assert told_of["game"]["players"][1]["bot"] == bot
    row = told(table.world.client.get("/v1/games"))["items"][0]
    assert row["players"][1] == {"seat": 2, "name": bot.capitalize(), "bot": bot}


def test_a_bot_whose_name_is_taken_has_a_number(table: Table) -> None:
    table.join("Goldfish 2")
    names = [sat(table, "goldfish")["event"]["action"]["name"] for _ in range(2)]
    assert names == ["Goldfish", "Goldfish 3"]


def test_without_a_token_nobody_is_asked_to_the_table(table: Table) -> None:
    faced = problem(ask(table, seat=None))
    assert (faced.status, faced.slug) == (401, "unauthorised")


def test_whoever_is_not_the_host_asks_nobody(table: Table) -> None:
    table.join("Ben")
    faced = problem(ask(table, seat=2))
    assert (faced.status, faced.slug) == (403, "forbidden")


@pytest.mark.parametrize(
    "body", [{}, {"name": "Ben", "bot": "magpie"}, {"bot": "shark"}, {"bot": None}, {"bot": 1}]
)
def test_either_a_name_or_a_bot_and_nothing_else(table: Table, body: Json) -> None:
    assert problem(table.send("POST", 1, "/players", body)).status == 422


def test_C5_a_full_table_takes_no_bot(table: Table) -> None:
    for _ in range(4):
        assert "add_bot" in table.game(1)["you"]["may"]
        sat(table)
    assert "add_bot" not in table.game(1)["you"]["may"]
    faced = problem(ask(table))
    assert (faced.status, faced.body["clauses"]) == (409, ["C5"])


def test_S4_a_started_table_takes_no_bot(table: Table) -> None:
    sat(table)
    table.ok(1, "/start")
    assert "add_bot" not in table.game(1)["you"]["may"]
    faced = problem(ask(table))
    assert (faced.status, faced.body["clauses"]) == (409, ["S4"])


def test_the_same_asking_again_is_one_bot(table: Table) -> None:
    first, again = ask(table, headers=KEY), ask(table, headers=KEY)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert told(first)["event"] == told(again)["event"]
    assert (told(again)["seat"], told(again)["token"]) == (2, None)
    assert len(table.game()["players"]) == 2
    assert problem(ask(table, "magpie", headers=KEY)).slug == "idempotency-key-reused"
    table.world.later(3_600)
    assert ask(table, headers=KEY).status_code == 201


def test_a_short_key_is_refused_as_for_any_joining(table: Table) -> None:
    assert problem(ask(table, headers={"Idempotency-Key": "k" * 21})).status == 422


def test_a_bot_is_asked_at_one_version_only(table: Table) -> None:
    assert problem(ask(table, headers={"If-Match": '"7"'})).slug == "stale"


def test_the_host_sends_a_bot_away_before_the_start(table: Table) -> None:
    sat(table)
    assert table.send("DELETE", 1, "/players/2").status_code == 200
    assert [player["seat"] for player in table.game()["players"]] == [1]


def test_the_host_sends_no_bot_away_after_the_start(table: Table) -> None:
    sat(table)
    table.ok(1, "/start")
    assert problem(table.send("DELETE", 1, "/players/2")).status == 403


def test_H4_a_game_whose_last_person_leaves_is_closed_for_its_bots(table: Table) -> None:
    sat(table)
    sat(table)
    table.ok(1, "/start")
    assert table.send("DELETE", 1, "/players/1").status_code == 200
    assert table.world.play.tick(GameId(table.id)) is not None
    game = table.game()
    assert (game["status"], game["winner"], game["won_by"]) == ("finished", None, None)


def test_H2_one_bot_alone_is_the_last_in_play(table: Table) -> None:
    sat(table)
    table.ok(1, "/start")
    table.send("DELETE", 1, "/players/1")
    assert (table.game()["winner"], table.game()["won_by"]) == (2, "last_in_play")


def test_a_bots_seed_is_told_to_nobody_before_the_end_and_to_everybody_after(table: Table) -> None:
    answers = [ask(table, "magpie", headers=KEY).get_data(as_text=True)]
    player = table.world.play.look(GameId(table.id)).player(SeatNo(2))
    assert player is not None
    assert player.seed is not None
    table.ok(1, "/start")
    paths = ("", "/events", "/events/2", "/receipts/2", "/docket", "/disputes", "/audits")
    for seat in (None, 1):
        answers += [table.send("GET", seat, path).get_data(as_text=True) for path in paths]
    answers += [
        table.world.client.get(path).get_data(as_text=True)
        for path in ("/v1/games?status=running", "/metrics", "/readyz")
    ]
    answers.append(ask(table, "magpie", headers=KEY).get_data(as_text=True))
    assert not [answer for answer in answers if player.seed in answer]
    table.send("DELETE", 1, "/players/1")
    opened = told(table.send("GET", None, "/events/2"))
    assert opened["hidden"] == {"seed": player.seed}
    assert player.seed in json.dumps(table.send("GET", None, "/record").get_data(as_text=True))
