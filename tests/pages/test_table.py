"""A table as each of those who look at it sees it, and what they can do there."""

import json
import re

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.pages.boxes import box
from tests.pages.hands import Hands
from tests.pages.looks import LOOKS
from tests.pages.scene import Scene
from tests.pages.table import Table
from tests.pages.visit import Visit

STREAM = re.compile(r"/stream\?")

BOARD = "[class*=board], .place, [href*='-short'], [href*='-long']"


@pytest.fixture
def table(api: httpx.Client) -> Table:
    """Three people at an advanced table; Ben is to put the mask on, Ana has the Lime."""
    table = Table(api, "Ana", "Ben", "Cleo", advanced=True)
    table.start()
    return table


def heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(text)


def seen(visit: Visit, table: Table, *seats: int, **options: object) -> Page:
    """A running table, drawn by its script: the one that the server drew has no focus to give."""
    page = visit(f"/games/{table.id}", seats=table.seat(*seats), **options)
    page.locator("h1[tabindex]").wait_for()
    return page


def test_the_board_is_there_before_any_script(browser: Browser, house: str, scene: Scene) -> None:
    context = browser.new_context(base_url=house, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"/games/{scene.answer.id}")
    heading(page, "Ben has to say which stick is gone")
    assert page.locator(".window").count() == 12
    page.goto(f"/games/{scene.removal.id}")
    heading(page, "Ana is choosing a stick")
    assert page.locator(BOARD).count() == 0
    context.close()


def test_everybody_reads_what_the_table_waits_for(visit: Visit, table: Table) -> None:
    pages = {seat: seen(visit, table, seat) for seat in (1, 2, 3)}
    public = seen(visit, table)
    for page in (pages[1], pages[3], public):
        heading(page, "Ben is about to put the mask on")
    heading(pages[2], "Your turn: put the mask on")
    table.mask()
    heading(pages[1], "Your turn: take a stick")
    heading(pages[2], "The mask is on")
    for page in (pages[3], public):
        heading(page, "Ana is choosing a stick")
    table.remove()
    heading(pages[2], "Your turn: which stick is gone?")
    for page in (pages[1], pages[3], public):
        heading(page, "Ben has to say which stick is gone")
    table.answer(right=False)
    heading(pages[2], "Your turn: that was wrong. Once more?")
    for page in pages.values():
        expect(page.locator(".note")).to_contain_text("Wrong. A second answer may follow.")
    expect(pages[2].locator(".note.bad")).to_be_visible()
    assert pages[1].locator(".note.bad").count() == 0
    expect(public.locator(".headline")).to_contain_text("What went is told when the turn is over")
    heading(public, "Ben may answer once more")


def test_who_wears_the_mask_has_no_board_whatever_they_do(visit: Visit, table: Table) -> None:
    page = seen(visit, table, 2)
    Hands(page).mask()
    heading(page, "The mask is on")
    for _ in range(2):
        assert page.locator(BOARD).count() == 0
        assert "prisoners" not in json.dumps(page.evaluate("({...localStorage})"))
        page.reload()
        heading(page, "The mask is on")


def test_who_knows_what_went_sees_it_marked_and_nobody_else(visit: Visit, table: Table) -> None:
    table.remove()
    for seat in (1, 3):
        expect(seen(visit, table, seat).locator("use[href*='#ghost']")).to_have_count(1)
    for page in (seen(visit, table, 2), seen(visit, table)):
        expect(page.locator(".board")).to_be_visible()
        assert page.locator("use[href*='#ghost']").count() == 0


def test_a_second_touch_takes_the_stick_but_a_double_click_does_not(
    visit: Visit, table: Table
) -> None:
    table.mask()
    page = seen(visit, table, 1)
    hands = Hands(page)
    stick = hands.place({"window": 3, "slot": "left"}, table.game(1)["board"])
    stick.dblclick()
    expect(stick).to_have_attribute("aria-pressed", "true")
    assert table.game()["phase"] == "removal"
    page.wait_for_timeout(450)
    hands.sent(stick.click)
    gone = table.game(1)["removed"]["sticks"][0]
    assert (gone["window"], gone["slot"]) == (3, "left")


def test_touching_the_gap_and_a_colour_answers(visit: Visit, table: Table) -> None:
    table.remove({"window": 7, "slot": "long"})
    gone = table.game(1)["removed"]["sticks"][0]
    page = seen(visit, table, 2)
    hands = Hands(page)
    hands.place({"window": 7, "slot": "long"}, table.game(2)["board"]).click()
    expect(page.get_by_label("Window", exact=True)).to_have_value("7")
    expect(page.get_by_role("radio", name="long", exact=True)).to_be_checked()
    page.get_by_role("radio", name=gone["colour"], exact=True).check()
    hands.sent(hands.button("Answer").click)
    heading(page, "Cleo is about to put the mask on")
    expect(page.locator(".note.good")).to_contain_text("Right!")
    expect(page.locator("use[href*='#ghost-long']")).to_have_count(1)


def test_an_answer_without_a_colour_is_not_sent(visit: Visit, table: Table) -> None:
    table.remove()
    page = seen(visit, table, 2)
    page.get_by_label("Window", exact=True).select_option("4")
    page.get_by_role("radio", name="short", exact=True).check()
    Hands(page).button("Answer").click()
    assert page.evaluate("document.activeElement.name") == "colour-0"
    expect(page.locator(".lacking")).to_contain_text("The answer is not finished")
    assert table.game()["phase"] == "answer"


def test_two_sticks_went_and_one_of_them_is_enough(visit: Visit, api: httpx.Client) -> None:
    table = Table(api, "Ana", "Ben", advanced=True, double_answer="either")
    table.start()
    table.remove({"window": 1, "slot": "left"}, {"window": 2, "slot": "long"})
    gone = table.game(1)["removed"]["sticks"]
    page = seen(visit, table, 2)
    hands = Hands(page)
    heading(page, "Your turn: which 2 sticks are gone?")
    expect(page.locator(".stick-named")).to_have_count(1)
    hands.button("Name the other stick too").click()
    expect(page.locator(".stick-named")).to_have_count(2)
    hands.button("Name one stick only").click()
    hands.answer(gone[:1])
    assert table.game()["last_turn"]["verdict"] == "right"


def test_a_seat_goes_to_another_device_and_is_forgotten_here(visit: Visit, table: Table) -> None:
    page = seen(visit, table, 2)
    page.get_by_text("Your seat: Ben").click()
    hands = Hands(page)
    hands.button("Play on another device").click()
    expect(page.locator(".own-seats svg.qr")).to_be_visible()
    link = page.get_by_role("textbox", name="The link").input_value()
    assert link.endswith(f"#seat=2.{table.tokens[2]}")
    other = visit.page()
    other.goto(link)
    heading(other, "Your turn: put the mask on")
    assert "#" not in other.evaluate("location.href")
    hands.button("Forget this seat here").click()
    hands.button("Forget it").click()
    heading(page, "Ben is about to put the mask on")
    assert table.tokens[2] not in json.dumps(page.evaluate("({...localStorage})"))
    other.reload()
    heading(other, "Your turn: put the mask on")


def test_leaving_is_asked_twice_and_the_last_one_wins(visit: Visit, api: httpx.Client) -> None:
    table = Table(api, "Ana", "Ben")
    table.start()
    page, other = seen(visit, table, 1), seen(visit, table, 2)
    page.get_by_text("Your seat: Ana").click()
    hands = Hands(page)
    hands.button("Leave the game").click()
    hands.button("Stay").click()
    assert table.game()["status"] == "running"
    hands.button("Leave the game").click()
    hands.button("Leave for good").click()
    heading(other, "You win!")
    expect(other.locator(".headline")).to_contain_text("Ben wins, the last one left")
    heading(page, "Ben wins, the last one left")


def test_a_question_stays_until_it_is_answered(visit: Visit, table: Table) -> None:
    page = seen(visit, table, 3)
    page.get_by_text("Your seat: Cleo").click()
    hands = Hands(page)
    link = page.locator(".own-seats svg.qr")
    forget, leave = hands.button("Forget it"), hands.button("Leave for good")
    for question, there, move, told in (
        ("Play on another device", link, table.mask, "Ana is choosing a stick"),
        ("Forget this seat here", forget, table.remove, "Ben has to say which stick is gone"),
        ("Leave the game", leave, lambda: table.answer(right=True), "Your turn: put the mask on"),
    ):
        hands.button(question).click()
        move()
        heading(page, told)
        expect(there).to_be_visible()
    leave.click()
    expect(page.get_by_text("You have left this game")).to_be_visible()
    assert leave.count() == 0
    assert page.get_by_role("link", name="To the tables").is_visible()


def test_the_clock_is_shown_and_its_end_is_said(visit: Visit, api: httpx.Client) -> None:
    table = Table(api, "Ana", "Ben", turn_seconds=60)
    table.start()
    page = seen(visit, table, 2)
    expect(page.locator(".headline")).to_contain_text(re.compile(r"\d+ seconds left"))
    expect(page.locator("#polite")).to_contain_text(re.compile(r"\d+ seconds left"))


def test_your_turn_is_said_at_once_and_has_the_focus(visit: Visit, table: Table) -> None:
    page = seen(visit, table, 1)
    heading(page, "Ben is about to put the mask on")
    table.mask()
    expect(page.locator("#assertive")).to_have_text("Your turn: take a stick")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page.locator("#polite")).to_have_text("Ben (seat 2) puts the mask on.")


def test_a_refusal_is_said_with_its_clause(visit: Visit, table: Table) -> None:
    visit.allow("status (of )?409")
    page = seen(visit, table, 2)
    hands = Hands(page)
    button = hands.button("Put the mask on")
    expect(button).to_be_visible()
    page.route(STREAM, lambda route: route.abort())
    table_moves_unseen(page, table)
    hands.sent(button.click)
    note = page.locator(".note.bad")
    expect(note).to_contain_text("waits for seat 1")
    expect(note.get_by_role("link", name="T1")).to_have_attribute("href", "/rules#T1")
    heading(page, "The mask is on")


def table_moves_unseen(page: Page, table: Table) -> None:
    """What this browser asks for again is as old as it was."""
    old = json.dumps(table.game(2))
    page.route(f"**{table.path}", lambda route: route.fulfill(body=old), times=1)
    table.mask()


def test_what_happens_while_a_browser_is_off_the_net_is_there_again(
    visit: Visit, table: Table
) -> None:
    visit.allow("ERR_INTERNET_DISCONNECTED")
    page = seen(visit, table, 3)
    heading(page, "Ben is about to put the mask on")
    page.context.set_offline(True)
    expect(page.locator(".headline")).to_contain_text("The connection is lost")
    table.turn(right=True)
    page.context.set_offline(False)
    heading(page, "Your turn: put the mask on")
    expect(page.locator(".headline")).not_to_contain_text("The connection is lost")
    table.mask()
    heading(page, "The mask is on")


def test_without_a_stream_it_is_asked_for(visit: Visit, table: Table) -> None:
    visit.allow("status (of )?503")
    page = visit.page(seats=table.seat(1))
    page.route(STREAM, lambda route: route.fulfill(status=503))
    page.goto(f"/games/{table.id}")
    expect(page.locator(".headline")).to_contain_text("Asking every two seconds")
    table.mask()
    heading(page, "Your turn: take a stick")


def test_switches_are_remembered(visit: Visit, table: Table) -> None:
    page = seen(visit, table)
    hands = Hands(page)
    expect(page.get_by_role("table")).not_to_be_in_viewport()
    for name in ("Board as a table", "Sounds"):
        expect(hands.button(name)).to_have_attribute("aria-pressed", "false")
        hands.button(name).click()
    page.reload()
    for name in ("Board as a table", "Sounds"):
        expect(hands.button(name)).to_have_attribute("aria-pressed", "true")
    assert page.locator(".board-table tbody tr").count() == 12
    assert box(page.locator(".board-table"))["width"] > 300


def test_a_page_that_slept_asks_and_listens_anew(visit: Visit, table: Table) -> None:
    page = seen(visit, table, 1)
    heading(page, "Ben is about to put the mask on")
    with page.expect_request(STREAM):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    table.mask()
    heading(page, "Your turn: take a stick")


def test_a_table_that_closed_before_its_game_leads_back(visit: Visit, api: httpx.Client) -> None:
    table = Table(api, "Ana", "Ben")
    table.act(1, "/players/1", method="DELETE")
    page = seen(visit, table, 2)
    heading(page, "This table closed before a game began")
    expect(page.get_by_role("link", name="To the tables")).to_be_visible()
    assert page.locator(BOARD).count() == 0


def test_the_story_goes_back_to_the_beginning_on_demand(visit: Visit, scene: Scene) -> None:
    page = visit(f"/games/{scene.over.id}")
    lines = page.locator(".story li")
    expect(lines).to_have_count(30)
    Hands(page).button("From the beginning").click()
    expect(lines).to_have_count(len(scene.over.log()))
    expect(lines.last).to_have_text(re.compile("opens a table"))


def test_how_a_turn_went_stays_in_sight_through_the_next(visit: Visit, table: Table) -> None:
    table.turn(right=True)
    page = seen(visit, table, 3)
    result = page.locator(".result")
    expect(result).to_contain_text("Right! Removed:")
    told = result.inner_text()
    Hands(page).mask()
    heading(page, "The mask is on")
    assert page.locator(BOARD).count() == 0
    assert result.inner_text() == told
    table.remove()
    heading(page, "Your turn: which stick is gone?")
    assert result.inner_text() == told
    table.answer(right=False)
    expect(result).to_contain_text("The first answer")


def test_a_second_answer_begins_with_the_first(visit: Visit, table: Table) -> None:
    table.remove({"window": 7, "slot": "left"})
    page = seen(visit, table, 2)
    hands = Hands(page)
    hands.answer([{"window": 3, "length": "long", "colour": "red"}])
    heading(page, "Your turn: that was wrong. Once more?")
    expect(page.get_by_label("Window", exact=True)).to_have_value("3")
    for name in ("long", "red"):
        expect(page.get_by_role("radio", name=name, exact=True)).to_be_checked()
    expect(page.locator(".headline")).to_contain_text(re.compile(r"costs a red token: you hold \d"))


@pytest.mark.parametrize("look", ["light", "phone"])
def test_the_wall_stands_still_and_whole(visit: Visit, table: Table, look: str) -> None:
    page = seen(visit, table, 1, **LOOKS[look])
    heading(page, "Ben is about to put the mask on")
    wall = page.locator(".board")
    before = box(wall)
    table.mask()
    heading(page, "Your turn: take a stick")
    after = box(wall)
    if look == "light":
        assert before == after
        assert after["y"] + after["height"] <= LOOKS[look]["viewport"]["height"]
    assert after["y"] < 280


def test_a_press_says_at_once_that_it_was_heard(visit: Visit, table: Table) -> None:
    page = seen(visit, table, 2)
    held: list[Route] = []
    page.route("**/mask", lambda route: held.append(route))
    Hands(page).button("Put the mask on").click()
    expect(page.locator(".big")).to_have_text("Sending…")
    expect(page.locator(".big")).to_have_attribute("aria-disabled", "true")
    held[0].continue_()
    heading(page, "The mask is on")
