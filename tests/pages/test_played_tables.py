"""Games that are over, in the lobby of a browser that holds a seat of them."""

from playwright.sync_api import expect

from tests.pages.boxes import box
from tests.pages.conftest import Accessible
from tests.pages.scene import Scene
from tests.pages.visit import Visit


def test_a_game_that_is_over_stands_below_and_can_be_put_away(
    visit: Visit, scene: Scene, accessible: Accessible
) -> None:
    page = visit("/", seats=scene.over.seat(2))
    played = page.get_by_role("region", name="Your games that are over")
    expect(played.get_by_role("link", name="Look at it")).to_have_count(1)
    begin = box(page.get_by_role("region", name="Begin a game"))
    assert box(played)["y"] >= begin["y"] + begin["height"]
    accessible(page)
    played.get_by_role("button", name="Put away").click()
    expect(played).to_have_count(0)
    expect(page.get_by_role("heading", name="Begin a game")).to_be_focused()
    page.reload()
    expect(page.get_by_role("region", name="Begin a game")).to_be_visible()
    page.wait_for_timeout(500)
    expect(played).to_have_count(0)


def test_nobody_begins_who_cannot_be_there(visit: Visit) -> None:
    page = visit("/")
    page.get_by_text("Rules of this table").click()
    seats = page.get_by_role("group", name="Who begins").get_by_role("radio")
    expect(seats).to_have_count(5)
    page.get_by_role("radio", name="Seat 4").check()
    page.get_by_label("Opponent 3").select_option("")
    expect(seats).to_have_count(4)
    assert seats.first.is_checked()
