"""What has happened at a table, over HTTP: to each caller, in pages, in two languages."""

import pytest

from tests.service.played import Played
from tests.service.world import PLACE, Json, Table, World, problem, told


def story(table: Table, seat: int | None = None, query: str = "", **headers: str) -> Json:
    answer = table.send("GET", seat, f"/story{query}", headers=headers)
    assert answer.status_code == 200, answer.text
    heard: Json = told(answer)
    return heard


def sentences(table: Table, seat: int | None = None, **headers: str) -> list[str]:
    return [item["sentence"] for item in story(table, seat, **headers)["items"]]


def test_an_open_table_has_a_story_already(table: Table) -> None:
    assert sentences(table) == ["Ana (seat 1) opens a table.", "Ben (seat 2) sits down."]


def test_each_item_names_its_event(running: Table) -> None:
    running.remove()
    events = told(running.send("GET", None, "/events"))["items"]
    items = story(running)["items"]
    for name in ("version", "type", "seat", "at"):
        assert [item[name] for item in items] == [event[name] for event in events]


def test_who_saw_the_stick_go_hears_which_and_nobody_else_before_the_end_of_the_turn(
    running: Table,
) -> None:
    running.remove(PLACE)
    which = "from window 3."
    heard = {seat: sentences(running, seat)[-1] for seat in (None, 1, 2, 3)}
    assert heard[1] == heard[3]
    assert heard[1].endswith(which)
    assert heard[2] == heard[None] == "Ana (seat 1) removes a stick."
    running.ok(2, "/answers", {"sticks": running.truth()})
    assert {tuple(sentences(running, seat)) for seat in (1, 2, 3)} == {tuple(sentences(running))}
    assert sentences(running)[-2].endswith(which)
    assert "Right!" in sentences(running)[-1]


def test_who_left_hears_what_the_public_hears(running: Table) -> None:
    running.remove(PLACE)
    running.send("DELETE", 3, "/players/3")
    assert sentences(running, 3) == sentences(running)
    assert sentences(running, 1) != sentences(running)


@pytest.mark.parametrize("seed", range(2))
def test_a_game_that_is_over_is_told_whole_to_everybody(seed: int) -> None:
    played = Played(World(), seed)
    frames = played.table.send("GET", None, "/replay").get_data().splitlines()
    assert len(frames) == len(played.logged)
    heard = [item for page in pages(played.table, 7) for item in page["items"]]
    assert [item["version"] for item in heard] == list(range(1, len(frames) + 1))
    for frame, item in zip(frames, heard, strict=True):
        assert item["sentence"].encode() in frame


def pages(table: Table, limit: int) -> list[Json]:
    """The whole story in pages, by its cursors."""
    found = [story(table, query=f"?limit={limit}")]
    while found[-1]["next"]:
        assert len(found[-1]["items"]) == limit
        found.append(story(table, query=f"?limit={limit}&cursor={found[-1]['next']}"))
    return found


def test_a_story_goes_on_after_what_was_heard(running: Table) -> None:
    whole = story(running)["items"]
    assert story(running, query="?after=2") == {"items": whole[2:], "next": None}
    assert story(running, query="?after=2&limit=1")["items"] == whole[2:3]
    beyond = story(running, query="?after=999999999999999")
    assert beyond == {"items": [], "next": None}
    answer = running.send("GET", None, "/story?limit=1")
    assert f'/story?limit=1&cursor={told(answer)["next"]}>; rel="next"' in answer.headers["Link"]


@pytest.mark.parametrize("query", ["?after=-1", "?after=x", "?after=1&cursor=djI", "?limit=0"])
def test_what_no_story_begins_with_is_refused(running: Table, query: str) -> None:
    assert problem(running.send("GET", None, f"/story{query}")).status == 422


def test_another_language_tells_the_same(running: Table) -> None:
    running.remove(PLACE)
    french = sentences(running, 1, **{"Accept-Language": "fr-CH, de;q=0.9"})
    assert french[0] == "Ana (place 1) ouvre une table."
    assert "à la fenêtre 3." in french[-1]
    assert (
        sentences(running, 2, **{"Accept-Language": "fr"})[-1]
        == "Ana (place 1) retire un bâtonnet."
    )


def test_nobody_keeps_a_story_for_another_caller(running: Table) -> None:
    answer = running.send("GET", 1, "/story", headers={"Accept-Language": "fr"})
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert answer.headers["Vary"] == "Authorization, Accept-Language"
    assert answer.headers["Content-Language"] == "fr"


def test_a_stranger_s_token_is_refused(running: Table) -> None:
    answer = running.send("GET", None, "/story", headers={"Authorization": f"Bearer {'x' * 43}"})
    assert problem(answer).status == 401
