"""Tables in windows that nobody looks at leave the browser's few connections to others."""

import re

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.pages.table import Table
from tests.pages.visit import Visit

STREAM = re.compile(r"/stream\?")

CONNECTIONS = 6
"""So many a browser opens to one host."""

SLOWLY = 12_000
"""Milliseconds within which a window that is hidden has asked."""


@pytest.fixture
def table(api: httpx.Client) -> Table:
    table = Table(api, "Ana", "Ben", "Cleo")
    table.start()
    return table


def hide(page: Page, *, hidden: bool = True) -> None:
    page.evaluate(
        """hidden => {
          Object.defineProperty(document, "hidden", {configurable: true, value: hidden});
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


def opened(page: Page, table: Table) -> Page:
    with page.expect_request(STREAM):
        page.goto(f"/games/{table.id}")
    return page


def test_one_more_than_a_browser_has_connections(visit: Visit, table: Table) -> None:
    first = opened(visit.page(seats=table.seat(2)), table)
    windows = [first]
    for _ in range(CONNECTIONS):
        hide(windows[-1])
        windows.append(opened(first.context.new_page(), table))
    table.mask()
    for page in windows:
        expect(page).to_have_title("The mask is on · Sing Sing", timeout=SLOWLY)


def test_who_looks_again_is_told_at_once_and_listens(visit: Visit, table: Table) -> None:
    page = opened(visit.page(seats=table.seat(1)), table)
    title = page.get_by_role("heading", level=1)
    hide(page)
    table.mask()
    expect(title).to_have_text("Your turn: take a stick", timeout=SLOWLY)
    table.remove()
    with page.expect_request(STREAM):
        hide(page, hidden=False)
    expect(title).to_have_text("Ben has to say which stick is gone", timeout=1000)
    table.answer(right=True)
    expect(title).to_have_text("Cleo is about to put the mask on", timeout=1000)


def test_a_window_that_is_opened_unseen_has_no_stream(visit: Visit, table: Table) -> None:
    page = visit.page(seats=table.seat(1))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.add_init_script(
        'Object.defineProperty(document, "hidden", {configurable: true, value: true})'
    )
    page.goto(f"/games/{table.id}")
    expect(page).to_have_title("Ben is about to put the mask on · Sing Sing")
    table.mask()
    expect(page).to_have_title("Your turn: take a stick · Sing Sing", timeout=SLOWLY)
    assert not any(map(STREAM.search, asked))
    with page.expect_request(STREAM):
        hide(page, hidden=False)
