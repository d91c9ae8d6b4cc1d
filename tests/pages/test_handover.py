"""A link that hands a seat over takes no seat away, and tokens that are none are forgotten."""

import json
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.pages.hands import Hands
from tests.pages.table import Table
from tests.pages.visit import Visit

BAD = "A" * 43

WORTHLESS = "This link hands over no seat that is still good."

REFUSED = "status (of )?401"


@pytest.fixture
def table(api: httpx.Client) -> Table:
    """Ben is to put the mask on, Ana has the Lime."""
    table = Table(api, "Ana", "Ben", "Cleo")
    table.start()
    return table


def heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(text)


def link(table: Table, seat: int, token: str | None = None) -> str:
    return f"/games/{table.id}#seat={seat}.{token or table.tokens[seat]}"


def kept(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.evaluate("localStorage['singsing.seats'] ?? '{}'"))
    return found


def held(table: Table, *seats: int) -> dict[str, dict[str, str]]:
    return {table.id: {str(seat): table.tokens[seat] for seat in seats}}


def test_a_good_link_is_kept_straight_away(visit: Visit, table: Table) -> None:
    page = visit(link(table, 2))
    heading(page, "Your turn: put the mask on")
    assert page.locator(".handover").count() == 0
    assert kept(page) == held(table, 2)


@pytest.mark.parametrize("token", [BAD, "A"])
def test_a_worthless_link_takes_no_seat_away(visit: Visit, table: Table, token: str) -> None:
    visit.allow(REFUSED)
    page = visit(link(table, 2, token), seats=table.seat(2))
    expect(page.locator(".handover")).to_have_text(WORTHLESS + " All right")
    expect(page.locator("#assertive")).to_have_text(WORTHLESS)
    heading(page, "Your turn: put the mask on")
    assert page.evaluate("location.hash") == ""
    assert kept(page) == held(table, 2)
    Hands(page).button("All right").click()
    expect(page.locator(".handover")).to_have_count(0)


def test_a_worthless_link_is_none_in_a_page_that_is_open(visit: Visit, table: Table) -> None:
    visit.allow(REFUSED)
    page = visit(link(table, 2))
    heading(page, "Your turn: put the mask on")
    page.evaluate(f"location.hash = 'seat=2.{BAD}'")
    expect(page.locator(".handover")).to_contain_text(WORTHLESS)
    page.reload()
    heading(page, "Your turn: put the mask on")
    assert kept(page) == held(table, 2)


def test_a_stranger_with_a_worthless_link_watches(visit: Visit, table: Table) -> None:
    visit.allow(REFUSED)
    page = visit(link(table, 3, BAD))
    expect(page.locator(".handover")).to_contain_text(WORTHLESS)
    heading(page, "Ben is about to put the mask on")
    expect(page.locator(".board")).to_be_visible()
    assert kept(page) == {}


def test_a_token_proves_its_own_seat_only(visit: Visit, table: Table) -> None:
    page = visit(link(table, 1, table.tokens[3]))
    expect(page.locator(".handover")).to_contain_text(WORTHLESS)
    assert kept(page) == {}


def test_who_left_hands_nothing_over(visit: Visit, table: Table) -> None:
    table.act(3, "/players/3", method="DELETE")
    page = visit(link(table, 3))
    expect(page.locator(".handover")).to_contain_text(WORTHLESS)
    assert kept(page) == {}


def test_who_sits_here_already_is_asked_first(visit: Visit, table: Table) -> None:
    page = visit(link(table, 1), seats=table.seat(2))
    told = page.locator(".handover")
    expect(told).to_contain_text("This link hands you seat 1, Ana. Take it on this screen?")
    heading(page, "Your turn: put the mask on")
    assert kept(page) == held(table, 2)
    Hands(page).button("Not now").click()
    expect(told).to_have_count(0)
    assert kept(page) == held(table, 2)
    page.evaluate(f"location.hash = 'seat=1.{table.tokens[1]}'")
    Hands(page).button("Take the seat").click()
    heading(page, "Ben: put the mask on")
    expect(told).to_have_count(0)
    assert kept(page) == held(table, 1, 2)


def test_a_seat_that_is_not_good_any_more_gives_way_unasked(visit: Visit, table: Table) -> None:
    visit.allow(REFUSED)
    page = visit(link(table, 2), seats={table.id: {2: BAD, 3: BAD}})
    heading(page, "Your turn: put the mask on")
    assert kept(page) == held(table, 2)


def test_a_link_is_judged_once_the_house_answers(visit: Visit, table: Table) -> None:
    visit.allow("ERR_FAILED")
    page = visit.page()
    page.route(f"**{table.path}", lambda route: route.abort(), times=4)
    page.goto(link(table, 2))
    page.locator(".headline.yours h1").wait_for()
    assert kept(page) == held(table, 2)


def test_a_token_that_is_refused_is_forgotten_and_no_other(visit: Visit, table: Table) -> None:
    visit.allow(REFUSED)
    page = visit(f"/games/{table.id}", seats={table.id: {1: BAD}, **seats_elsewhere()})
    heading(page, "Ben is about to put the mask on")
    assert kept(page) == {name: {"1": BAD} for name in seats_elsewhere()}


def seats_elsewhere() -> dict[str, dict[int, str]]:
    return {"a" * 16: {1: BAD}}


def test_a_newer_token_of_the_seat_stays(visit: Visit, table: Table) -> None:
    """Another window keeps it while the older one is being refused."""
    visit.allow(REFUSED)
    page = visit.page(seats={table.id: {2: BAD}})
    newer = json.dumps(json.dumps(held(table, 2)))
    page.add_init_script(
        f"""const asked = window.fetch;
        window.fetch = async (...all) => {{
          const answer = await asked(...all);
          if (answer.status === 401) localStorage.setItem("singsing.seats", {newer});
          return answer;
        }};"""
    )
    page.goto(f"/games/{table.id}")
    heading(page, "Your turn: put the mask on")
    assert kept(page) == held(table, 2)


def test_the_lobby_asks_with_every_seat_and_forgets_what_is_refused(
    visit: Visit, table: Table
) -> None:
    visit.allow(REFUSED)
    page = visit("/", seats={table.id: {1: BAD, 2: table.tokens[2]}})
    own = page.get_by_role("region", name="Your tables")
    expect(own).to_contain_text("It is your turn")
    assert kept(page) == held(table, 2)


@pytest.mark.parametrize(
    "stored", ["{", "7", "null", '["a"]', '{"GAME": "x"}', '{"GAME": {"1": 5}}']
)
def test_what_is_no_token_is_not_sent(visit: Visit, table: Table, stored: str) -> None:
    page = visit("/rules")
    page.evaluate(
        "kept => { localStorage['singsing.seats'] = kept; }", stored.replace("GAME", table.id)
    )
    for path in ("/", f"/games/{table.id}"):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
    heading(page, "Ben is about to put the mask on")
    page.goto(link(table, 2))
    heading(page, "Your turn: put the mask on")
    assert kept(page)[table.id]["2"] == table.tokens[2]
