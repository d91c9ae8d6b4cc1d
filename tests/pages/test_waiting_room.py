"""A table before its start: sitting down, inviting, bots, starting, leaving."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages import reading
from tests.pages.table import Table
from tests.pages.visit import Visit


def room(visit: Visit, table: Table, *seats: int, **options: Any) -> Page:
    page = visit(f"/games/{table.id}", seats=table.seat(*seats), **options)
    page.get_by_role("heading", name="Seats, clockwise").wait_for()
    return page


def names(table: Table) -> list[str]:
    return [player["name"] for player in table.game()["players"]]


def seats(page: Page) -> Any:
    return page.locator(".seats > li")


def test_an_invitation_sits_nobody_down_before_a_press(visit: Visit, api: httpx.Client) -> None:
    table = Table(api, "Ana")
    host, guest = room(visit, table, 1), room(visit, table)
    expect(guest.get_by_role("button", name="Sit down")).to_be_visible()
    assert names(table) == ["Ana"]
    guest.get_by_label("Your name").fill("Ben")
    guest.get_by_role("button", name="Sit down").click()
    expect(seats(guest).nth(1)).to_contain_text(re.compile("Ben.*you", re.DOTALL))
    expect(seats(host).nth(1)).to_contain_text("Ben")
    expect(guest.get_by_text("Ana starts the game")).to_be_visible()
    expect(guest.get_by_role("heading", name="Seats, clockwise")).to_be_focused()
    guest.reload()
    expect(seats(guest).nth(1)).to_contain_text("you")
    assert names(table) == ["Ana", "Ben"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_telephone_reads_the_link_off_the_screen(
    visit: Visit, browser: Browser, api: httpx.Client, house: str, scheme: str
) -> None:
    page = room(visit, Table(api, "Ana", listed=False), 1, color_scheme=scheme)
    link = page.get_by_label("The link to this table").input_value()
    assert link == page.url
    assert reading.qr(browser, page.locator(".qr").screenshot()) == link


def test_the_link_is_copied(visit: Visit, api: httpx.Client) -> None:
    table = Table(api, "Ana")
    page = room(visit, table, 1, permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    expect(page.locator("#polite")).to_have_text("The link is copied.")


def test_the_host_sits_bots_down_and_sends_them_away(visit: Visit, api: httpx.Client) -> None:
    table = Table(api, "Ana", "Ben")
    page, other = room(visit, table, 1), room(visit, table, 2)
    shelf = page.get_by_role("region", name="Sit a bot down")
    for kind in ("Goldfish", "Magpie", "Elephant"):
        shelf.get_by_role("button", name=f"Add {kind}").click()
        expect(page.get_by_role("button", name=f"Send away {kind}")).to_be_visible()
    assert [player["bot"] for player in table.game()["players"]][2:] == [
        "goldfish",
        "magpie",
        "elephant",
    ]
    expect(seats(other).nth(4)).to_contain_text("Forgets nothing")
    assert shelf.count() == 0
    assert other.get_by_role("button", name="Send away").count() == 0
    page.get_by_role("button", name="Send away Magpie").click()
    expect(seats(page).nth(3)).to_contain_text("free")
    expect(shelf).to_be_visible()
    assert names(table) == ["Ana", "Ben", "Goldfish", "Elephant"]


def test_the_host_starts_and_every_screen_shows_the_wall(visit: Visit, api: httpx.Client) -> None:
    table = Table(api, "Ana", "Ben")
    pages = [room(visit, table, 1), room(visit, table, 2), room(visit, table)]
    assert pages[1].get_by_role("button", name="Start the game").count() == 0
    pages[0].get_by_role("button", name="Start the game").click()
    for page in pages:
        expect(page.locator(".board")).to_be_visible()
    assert table.game()["status"] == "running"


def test_it_says_what_a_start_still_needs(visit: Visit, api: httpx.Client) -> None:
    table = Table(api, "Ana", first_player=3)
    page = room(visit, table, 1)
    expect(page.get_by_text("It takes two to play.")).to_be_visible()
    table.join("Ben")
    expect(page.get_by_text("Seat 3 begins at this table")).to_be_visible()
    table.join("Cleo")
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()


def test_whoever_is_sent_away_can_sit_down_again(visit: Visit, api: httpx.Client) -> None:
    table = Table(api, "Ana", "Ben", "Cleo")
    host, ben = room(visit, table, 1), room(visit, table, 2)
    host.get_by_role("button", name="Send away Ben").click()
    expect(ben.get_by_role("button", name="Sit down")).to_be_visible()
    ben.get_by_label("Your name").fill("Benno")
    ben.get_by_role("button", name="Sit down").click()
    expect(seats(host).nth(1)).to_contain_text("Benno")
    assert names(table) == ["Ana", "Benno", "Cleo"]


def test_leaving_asks_once_more_and_frees_the_seat(visit: Visit, api: httpx.Client) -> None:
    table = Table(api, "Ana", "Ben")
    page = room(visit, table, 2)
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("button", name="Stay").click()
    assert names(table) == ["Ana", "Ben"]
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()
    assert names(table) == ["Ana"]


def test_the_host_closes_a_table(visit: Visit, api: httpx.Client) -> None:
    table = Table(api, "Ana", "Ben")
    page, other = room(visit, table, 1), room(visit, table, 2)
    page.get_by_role("button", name="Close the table").click()
    page.get_by_role("button", name="Close it").click()
    for each in (page, other):
        expect(each.get_by_role("heading", name="Seats, clockwise")).to_have_count(0)
        expect(each.locator("h1")).to_be_visible()
    assert table.game()["status"] == "finished"


def test_a_full_table_offers_no_seat(visit: Visit, api: httpx.Client) -> None:
    page = room(visit, Table(api, "Ana", "Ben", "Cleo", "Dan", "Eve"))
    expect(page.get_by_text("All seats are taken.")).to_be_visible()
    assert page.get_by_role("button", name="Sit down").count() == 0


def test_a_seat_that_somebody_else_took_meanwhile_is_said_so(
    visit: Visit, api: httpx.Client
) -> None:
    visit.allow("409|failed: GET|ERR_FAILED")
    table = Table(api, "Ana", "Ben", "Cleo", "Dan")
    page = room(visit, table)
    page.route(
        f"**{table.path}*",
        lambda route: route.abort() if route.request.method == "GET" else route.continue_(),
    )
    page.route("**/stream*", lambda route: route.abort())
    page.get_by_label("Your name").fill("Eve")
    table.join("Faster")
    page.get_by_role("button", name="Sit down").click()
    said = page.locator(".note.bad")
    expect(said.get_by_role("link", name="C5")).to_have_attribute("href", "/rules#C5")
    assert names(table)[4] == "Faster"


def test_somebody_else_sits_down_on_this_screen(visit: Visit, api: httpx.Client) -> None:
    table = Table(api, "Ana")
    page = room(visit, table, 1)
    page.get_by_text("Somebody else on this screen").click()
    page.get_by_label("Name", exact=True).fill("Ben")
    page.get_by_role("button", name="Sit down here").click()
    expect(seats(page).nth(1)).to_contain_text("on this screen")
    assert names(table) == ["Ana", "Ben"]
    assert (
        len(page.evaluate(f"Object.keys(JSON.parse(localStorage['singsing.seats'])['{table.id}'])"))
        == 2
    )


def test_it_says_what_the_table_plays(visit: Visit, api: httpx.Client) -> None:
    table = Table(
        api,
        "Ana",
        advanced=True,
        kinds=6,
        turn_seconds=90,
        after_escape="taker_leads",
        double_answer="either",
        token_payment="opponent",
    )
    told = room(visit, table).get_by_role("region", name="What this table plays")
    for phrase in (
        "with red tokens",
        "90 seconds a step",
        "6 kinds of prisoners",
        "seat 1 begins",
        "whoever takes prisoners takes the Lime",
        "one of two sticks is enough",
        "tokens are paid to the other",
        "The host brought the seed",
    ):
        expect(told).to_contain_text(phrase)


def test_by_keyboard_alone(visit: Visit, api: httpx.Client) -> None:
    table = Table(api, "Ana")
    guest = room(visit, table)
    guest.get_by_label("Your name").focus()
    guest.keyboard.type("Ben")
    guest.keyboard.press("Enter")
    host = room(visit, table, 1)
    expect(seats(host).nth(1)).to_contain_text("Ben")
    host.get_by_role("heading", name="Seats, clockwise").focus()
    host.keyboard.press("Tab")
    expect(host.get_by_role("button", name="Send away Ben")).to_be_focused()
    host.keyboard.press("Tab")
    host.keyboard.press("Enter")
    expect(host.locator(".board")).to_be_visible()


def test_in_french(visit: Visit, api: httpx.Client) -> None:
    table = Table(api, "Ana")
    page = visit(f"/games/{table.id}", locale="fr-FR")
    page.get_by_label("Votre nom").fill("Ben")
    page.get_by_role("button", name="Prendre place").click()
    expect(page.get_by_text("Ana lance la partie")).to_be_visible()
