"""Several people on one screen: it is for one of them at a time."""

import json

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.pages.hands import Hands
from tests.pages.table import Table
from tests.pages.visit import Visit


@pytest.fixture
def table(api: httpx.Client) -> Table:
    table = Table(api, "Ana", "Ben", "Cleo", advanced=True)
    table.start()
    return table


def heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(text)


def test_a_cover_stays_over_a_reload_and_lets_nothing_through(visit: Visit, table: Table) -> None:
    page = visit(f"/games/{table.id}", seats=table.seats)
    Hands(page).mask()
    heading(page, "Hand the screen to Ana")
    page.reload()
    heading(page, "Hand the screen to Ana")
    assert page.locator("[class*=board], .story").count() == 0


def test_what_the_lime_holder_saw_is_gone_before_the_wearer_looks(
    visit: Visit, table: Table
) -> None:
    table.mask()
    page = visit(f"/games/{table.id}", seats=table.seats)
    hands = Hands(page)
    hands.button("I am Ana, and Ben looks away").click()
    gone = {"window": 5, "slot": "long"}
    board = table.game(1)["board"]
    colour = board[4]["sticks"]["long"]
    hands.remove([gone], board)
    heading(page, "Hand the screen to Ben")
    kept = page.content() + json.dumps(page.evaluate("({...localStorage, ...sessionStorage})"))
    assert f"long stick, {colour}" not in kept
    assert f"long {colour} stick from window 5" not in kept
    assert page.title() == "Hand the screen to Ben · Sing Sing"
    hands.button("I am Ben").click()
    heading(page, "Ben: which stick is gone?")
    expect(page.locator(".story li").first).to_contain_text("Ana (seat 1) removes a stick.")
    assert page.locator("use[href*='#ghost']").count() == 0
    hands.answer([{"window": 1, "length": "short", "colour": "red"}])
    heading(page, "Ben: that was wrong. Once more?")
    page.reload()
    heading(page, "Hand the screen to Ben")
    hands.button("I am Ben").click()
    hands.sent(hands.button("No second answer").click)
    heading(page, "Cleo: put the mask on")
    expect(page.locator("use[href*='#ghost-long']")).to_have_count(1)


def test_nobody_is_called_who_is_there_already(visit: Visit, table: Table) -> None:
    page = visit(f"/games/{table.id}", seats=table.seat(1, 3))
    heading(page, "Ben is about to put the mask on")
    table.mask()
    heading(page, "Ana: take a stick")
    table.remove()
    heading(page, "Ben has to say which stick is gone")
    expect(page.locator("use[href*='#ghost']")).to_have_count(1)


def test_the_mask_covers_the_screen_of_those_who_wear_it_and_of_who_sits_beside(
    visit: Visit, table: Table
) -> None:
    page = visit(f"/games/{table.id}", seats=table.seat(2, 3))
    Hands(page).mask()
    heading(page, "The mask is on")
    assert page.locator("[class*=board]").count() == 0
    table.remove()
    heading(page, "Ben: which stick is gone?")
