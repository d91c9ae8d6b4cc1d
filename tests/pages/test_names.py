"""Names as long as they may be, and in letters that run the other way, upset no page."""

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.pages.boxes import box
from tests.pages.looks import LOOKS
from tests.pages.measures import small_targets, too_wide
from tests.pages.places import PLACES, Place
from tests.pages.scene import Scene
from tests.pages.table import Table
from tests.pages.tour import Tour
from tests.pages.visit import Visit

LONGEST = 40

DANA, MOSHE = "\u05d3\u05e0\u05d4", "\u05de\u05e9\u05d4"

STARTS = """([text, ...parts]) => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode()); ) {
    if (!node.data.includes(text) || !node.parentElement.checkVisibility()) continue;
    return parts.map((part) => {
      const range = document.createRange();
      range.setStart(node, node.data.indexOf(part));
      range.setEnd(node, node.data.indexOf(part) + part.length);
      return range.getBoundingClientRect().left;
    });
  }
}"""

UNFOLD = "document.querySelectorAll('details').forEach((each) => { each.open = true; })"


@pytest.fixture(scope="module")
def wide(api: httpx.Client) -> Scene:
    return Scene(api, *(letter * LONGEST for letter in "WMO"))


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)
def test_a_long_name_is_no_wider_than_the_screen(tour: Tour, wide: Scene, place: Place) -> None:
    page = tour(wide, place, "phone")
    page.evaluate(UNFOLD)
    assert too_wide(page) == []
    assert small_targets(page) == []


def test_nor_on_a_cover_or_in_an_offer(visit: Visit, wide: Scene) -> None:
    table = wide.removal
    page = visit(
        f"/games/{table.id}#seat=3.{table.tokens[3]}", seats=table.seat(1, 2), **LOOKS["phone"]
    )
    expect(page.get_by_role("button", name="I am W")).to_be_visible()
    expect(page.locator(".handover")).to_contain_text("O" * LONGEST)
    assert too_wide(page) == []


def test_nor_in_what_guessing_came_to(visit: Visit, wide: Scene) -> None:
    page = visit(f"/games/{wide.over.id}/guess?as=2", **LOOKS["phone"])
    page.get_by_role("button", name="Begin").click()
    assert too_wide(page) == []
    while not page.get_by_role("heading", name="The game is over").count():
        onwards(page)
        assert too_wide(page) == []


def onwards(page: Page) -> None:
    """By the shortest way to the next scene; every answer is the same."""
    for name in ("Skip to the mask", "Skip to the end", "Put the mask on", "Go on"):
        button = page.get_by_role("button", name=name, exact=True)
        if button.count():
            button.click()
            return
    form = page.locator(".naming")
    form.wait_for()
    for index, named in enumerate(form.locator(".stick-named").all()):
        named.get_by_label("Window", exact=True).select_option(str(index + 1))
        named.get_by_role("radio", name="long", exact=True).check()
        named.get_by_role("radio", name="red", exact=True).check()
    form.locator("[type=submit]").click()


def test_names_from_right_to_left_leave_the_words_in_order(visit: Visit, api: httpx.Client) -> None:
    table = Table(api, DANA, MOSHE)
    lobby = visit("/")
    row = lobby.locator(".table-row", has_text=DANA)
    first, second = (box(row.locator("bdi").nth(number)) for number in (0, 1))
    assert first["x"] < second["x"]
    table.start()
    table.mask()
    page = visit(f"/games/{table.id}", seats=table.seats, viewport={"width": 1280, "height": 800})
    page.get_by_role("button", name="I am").wait_for()
    starts = page.evaluate(STARTS, ["I am", "I am", DANA, ", and", MOSHE, "looks away"])
    assert starts == sorted(starts)


@pytest.mark.parametrize("path", ["replay", "guess?as=2", "audit"])
def test_nor_do_they_turn_a_heading_round(visit: Visit, api: httpx.Client, path: str) -> None:
    table = Table(api, DANA, MOSHE)
    table.start()
    table.play()
    named = visit(f"/games/{table.id}/{path}").locator("h1 bdi")
    assert named.all_inner_texts() == [DANA, MOSHE]
    first, second = (box(named.nth(number)) for number in (0, 1))
    assert first["x"] < second["x"]
