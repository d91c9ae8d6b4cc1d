"""The lobby: three ways to begin, lists of tables, one's own tables."""

import json
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.pages.conftest import Accessible
from tests.pages.looks import LOOKS
from tests.pages.measures import small_targets, too_wide
from tests.pages.scene import Scene
from tests.pages.table import SEED, Table
from tests.pages.visit import Visit

TABLE = "**/games/*"

REFRESHED = 15_000
"""Milliseconds within which a list has been read again."""

WAYS = {"bots": "Play now against bots", "friends": "Open a table", "screen": "Everybody on this"}


def lobby(visit: Visit, way: str = "bots", **options: Any) -> Page:
    page = visit("/", **options)
    page.get_by_text(WAYS[way]).click()
    return page


def opened(page: Page) -> str:
    """The game whose page the lobby went to."""
    page.wait_for_url(TABLE)
    return page.url.rpartition("/")[2]


def game(api: httpx.Client, id: str) -> dict[str, Any]:
    found: dict[str, Any] = api.get(f"/v1/games/{id}").json()
    return found


def listed(api: httpx.Client, status: str) -> list[str]:
    """Every table of the lobby, newest first, as its API tells."""
    ids: list[str] = []
    query = {"status": status, "limit": "100"}
    while True:
        page = api.get("/v1/games", params=query).json()
        ids += [row["id"] for row in page["items"]]
        if not page["next"]:
            return ids
        query["cursor"] = page["next"]


def entry(page: Page, name: str) -> Any:
    """The entry of somebody's table in whatever list it stands."""
    return page.locator(".table-row", has_text=name)


def held(page: Page) -> dict[str, dict[str, str]]:
    kept: dict[str, dict[str, str]] = json.loads(
        page.evaluate("localStorage['singsing.seats'] ?? '{}'")
    )
    return kept


def test_one_press_deals_a_game_against_bots(visit: Visit, api: httpx.Client) -> None:
    page = lobby(visit)
    page.get_by_label("Your name").fill("Ana")
    page.get_by_label("Opponent 1").select_option("Elephant")
    page.get_by_label("Opponent 3").select_option("nobody")
    page.get_by_role("button", name="Deal the sticks").click()
    id = opened(page)
    expect(page.locator(".board")).to_be_visible()
    found = game(api, id)
    assert found["status"] == "running"
    assert [player["bot"] for player in found["players"]] == [None, "elephant", "magpie"]
    assert id not in listed(api, "running")
    assert list(held(page)[id]) == ["1"]
    page.goto("/")
    expect(page.get_by_label("Your name")).to_have_value("Ana")


def test_everybody_on_one_screen_holds_every_seat(visit: Visit, api: httpx.Client) -> None:
    page = lobby(visit, "screen")
    page.get_by_label("Person 1", exact=True).fill("Ana")
    page.get_by_label("Person 2", exact=True).fill("Ben")
    page.get_by_role("button", name="One more person").click()
    expect(page.get_by_label("Person 3", exact=True)).to_be_focused()
    page.keyboard.type("Cleo")
    page.get_by_role("button", name="Without person 1").click()
    page.get_by_role("button", name="Deal the sticks").click()
    id = opened(page)
    page.locator("h1").wait_for()
    assert [player["name"] for player in game(api, id)["players"]] == ["Ben", "Cleo"]
    assert game(api, id)["status"] == "running"
    assert list(held(page)[id]) == ["1", "2"]
    assert id not in listed(api, "running")


def test_a_table_opens_with_what_was_chosen(visit: Visit, api: httpx.Client) -> None:
    page = lobby(visit, "friends")
    page.get_by_label("Your name").fill("Ana")
    page.get_by_text("Only with the link").click()
    page.get_by_text("Rules of this table").click()
    page.get_by_label("Advanced").check()
    page.get_by_label("Time for each step").select_option("30 seconds")
    page.get_by_label("Four kinds").check()
    page.get_by_label("Seat 2, which").check()
    page.get_by_label("one hit is enough").check()
    page.get_by_label("Lime and mask stay").check()
    page.get_by_label("pays the mask wearer").check()
    page.get_by_text("Bring your own seed").click()
    page.get_by_role("textbox", name="Seed of the deal").fill(SEED)
    page.get_by_role("button", name="Open the table").click()
    id = opened(page)
    page.get_by_role("heading", name="The table of Ana").wait_for()
    assert game(api, id)["options"] == {
        "advanced": True,
        "kinds": 4,
        "first_player": 2,
        "after_escape": "stay",
        "double_answer": "either",
        "token_payment": "opponent",
        "turn_seconds": 30,
    }
    assert game(api, id)["seed_from"] == "host"
    assert id not in listed(api, "open")


def test_a_press_alone_opens_a_usual_listed_table(visit: Visit, api: httpx.Client) -> None:
    page = lobby(visit, "friends")
    page.get_by_label("Your name").fill("Dora")
    page.keyboard.press("Enter")
    id = opened(page)
    page.get_by_role("heading", name="The table of Dora").wait_for()
    usual = api.get("/v1/rules").json()
    defaults = {each["name"]: each["default"] for each in usual["rulings"] + usual["options"]}
    assert game(api, id)["options"] == defaults
    assert game(api, id)["seed_from"] == "server"
    assert id in listed(api, "open")


def test_without_a_clock_means_none(visit: Visit, api: httpx.Client) -> None:
    page = lobby(visit, "friends")
    page.get_by_label("Your name").fill("Ana")
    page.get_by_text("Rules of this table").click()
    page.get_by_label("Time for each step").select_option("no clock")
    page.get_by_role("button", name="Open the table").click()
    assert game(api, opened(page))["options"]["turn_seconds"] is None


def test_lists_follow_a_table_from_its_opening_to_its_end(visit: Visit, api: httpx.Client) -> None:
    page = visit("/")
    table = Table(api, "Zora", "Yann", advanced=True, turn_seconds=3600)
    row = entry(page, "Zora")
    told = "3 seats free · with red tokens · 1 hour a step · seat 1 begins"
    expect(row).to_contain_text(told, timeout=REFRESHED)
    expect(row).to_contain_text("The host brought the seed: they can know the deal beforehand.")
    expect(row.get_by_role("link", name="Sit down")).to_have_attribute("href", f"/games/{table.id}")
    table.start()
    watch = row.get_by_role("link", name="Watch Zora, Yann")
    expect(watch).to_be_visible(timeout=REFRESHED)
    table.play()
    expect(row).to_contain_text(" won", timeout=REFRESHED)
    expect(row).to_contain_text("checked, nothing wrong", timeout=2 * REFRESHED)
    row.get_by_role("link", name="Watch again").click()
    page.wait_for_url(f"**/games/{table.id}/replay**")


def test_an_unlisted_table_stands_in_no_list(visit: Visit, api: httpx.Client) -> None:
    hidden = Table(api, "Hugo", listed=False)
    Table(api, "Shown")
    page = visit("/")
    expect(entry(page, "Shown")).to_be_visible()
    assert entry(page, "Hugo").count() == 0
    assert hidden.id not in page.content()


def test_more_shows_every_table_once(visit: Visit, api: httpx.Client) -> None:
    for number in range(54):
        Table(api, f"Crowd {number}")
    page = visit("/")
    section = page.get_by_role("region", name="Sit down")
    expect(section.locator("li")).to_have_count(6)
    more = section.get_by_role("button", name="More")
    shown = 6
    while more.count():
        more.click()
        expect(section.locator("li").nth(shown)).to_be_attached()
        shown = section.locator("li").count()
    links = section.get_by_role("link").evaluate_all("all => all.map((a) => a.pathname)")
    assert links == [f"/games/{id}" for id in listed(api, "open")]


def test_what_is_focused_stays_while_others_come(visit: Visit, api: httpx.Client) -> None:
    first = Table(api, "Early")
    page = visit("/")
    entry(page, "Early").get_by_role("link").focus()
    Table(api, "Newcomer")
    expect(entry(page, "Newcomer")).to_be_visible(timeout=REFRESHED)
    assert page.evaluate("document.activeElement.pathname") == f"/games/{first.id}"


def test_own_tables_say_whose_turn_it_is(visit: Visit, scene: Scene) -> None:
    lime = visit("/", seats=scene.removal.seat(scene.removal.game()["lime"]))
    own = lime.get_by_role("region", name="Your tables")
    expect(own).to_contain_text("It is your turn")
    own.get_by_role("link", name="Go on").click()
    lime.wait_for_url(f"**/games/{scene.removal.id}")
    wearer = visit("/", seats=scene.removal.seat(scene.removal.game()["mask"]))
    expect(wearer.get_by_role("region", name="Your tables")).to_contain_text("others are at turn")


def test_a_table_whose_seat_is_refused_is_forgotten(visit: Visit) -> None:
    visit.allow("401")
    page = visit("/", seats={"a" * 16: {1: "x" * 43}})
    expect(page.get_by_text("Sit down").first).to_be_visible()
    page.wait_for_timeout(500)
    assert page.get_by_text("Your tables").count() == 0
    assert held(page) == {}


@pytest.mark.parametrize("name", ["", "   ", "!!!"])
def test_a_name_that_is_none_opens_nothing(visit: Visit, name: str) -> None:
    page = lobby(visit)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Deal the sticks").click()
    assert not page.get_by_label("Your name").evaluate("field => field.validity.valid")
    assert held(page) == {}


def test_a_name_that_the_house_refuses_is_said_so(visit: Visit) -> None:
    visit.allow("422")
    page = lobby(visit)
    page.get_by_label("Your name").fill("A\u202eB")
    page.get_by_role("button", name="Deal the sticks").click()
    expect(page.locator(".note.bad")).to_contain_text("This name cannot be used")
    expect(page.locator("#assertive")).to_contain_text("This name cannot be used")
    page.get_by_label("Your name").fill("Ana")
    page.get_by_role("button", name="Deal the sticks").click()
    opened(page)


def test_a_lost_connection_is_said_and_nothing_is_opened_twice(
    visit: Visit, api: httpx.Client
) -> None:
    visit.allow("ERR_INTERNET_DISCONNECTED|ERR_FAILED")
    page = lobby(visit, "friends")
    page.get_by_label("Your name").fill("Lost")
    page.context.set_offline(True)
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".note.bad")).to_contain_text("The house does not answer")
    page.context.set_offline(False)
    page.get_by_role("button", name="Open the table").click()
    opened(page)
    names = [row["players"][0]["name"] for row in api.get("/v1/games").json()["items"]]
    assert names.count("Lost") == 1


def test_by_keyboard_alone(visit: Visit, api: httpx.Client) -> None:
    page = visit("/")
    page.get_by_role("radio", name="Play now").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.type("Keys")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Advanced")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    id = opened(page)
    assert game(api, id)["options"]["advanced"]
    assert id not in listed(api, "open")


def test_in_french(visit: Visit) -> None:
    page = visit("/", locale="fr-FR")
    page.get_by_text("Ouvrir une table").click()
    page.get_by_label("Votre nom").fill("Zoé")
    page.get_by_text("Règles de cette table").click()
    expect(page.get_by_label("Quatre sortes")).to_be_visible()
    page.get_by_role("button", name="Ouvrir la table").click()
    page.wait_for_url(TABLE)
    expect(page.get_by_role("heading", name="La table de Zoé")).to_be_visible()


def test_without_scripts_it_says_what_it_is(visit: Visit) -> None:
    visit.allow(r"assets/.*\.js csp")
    page = visit("/", java_script_enabled=False)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_text("opened, found and played with JavaScript")).to_be_visible()


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("way", WAYS)
def test_with_everything_unfolded_nobody_is_barred(
    visit: Visit, accessible: Accessible, scene: Scene, way: str, look: str
) -> None:
    page = lobby(visit, way, seats=scene.mask.seats, **LOOKS[look])
    for summary in page.locator("summary").all():
        summary.click()
    page.get_by_label("Advanced").check()
    accessible(page)
    assert too_wide(page) == []
    assert small_targets(page) == []
