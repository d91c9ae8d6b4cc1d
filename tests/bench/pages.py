"""How soon a browser shows what the stream tells it, and what a table page weighs."""

import httpx
import msgspec
from playwright.sync_api import Browser, Page

from tests.pages import chromium
from tests.pages.measures import Scales
from tests.pages.served import served
from tests.pages.table import Table
from tests.pages.visit import Visit

EVENTS = 50

STOPWATCH = """
  let began = null, shown = null;
  window.took = [];
  const listen = EventSource.prototype.addEventListener;
  EventSource.prototype.addEventListener = function (type, hear, ...rest) {
    const heard = (event) => { began = performance.now(); hear(event); };
    return listen.call(this, type, heard, ...rest);
  };
  const painted = (then) => requestAnimationFrame(() => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = then;
    port2.postMessage(null);
  });
  new MutationObserver(() => {
    const headline = document.querySelector("main h1")?.textContent;
    if (headline === shown) return;
    shown = headline;
    if (began === null) return;
    const since = began;
    began = null;
    painted(() => took.push(performance.now() - since));
  }).observe(document, {subtree: true, childList: true, characterData: true});
"""
"""From an event of the stream to the frame with the headline that it leads to."""


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """Milliseconds, and bytes over the wire."""

    p50: float
    p99: float
    weight: int


def measured() -> Shown:
    """Raises chromium.Missing."""
    with (
        served() as url,
        httpx.Client(base_url=url, timeout=30) as api,
        chromium.launched() as browser,
    ):
        took = sorted(_took(browser, url, api))
        return Shown(
            p50=took[len(took) // 2],
            p99=took[int(0.99 * (len(took) - 1))],
            weight=_weight(browser, url, api),
        )


def _took(browser: Browser, url: str, api: httpx.Client) -> list[float]:
    """What the public waits for each event of as many games as it takes."""
    took: list[float] = []
    while len(took) < EVENTS:
        visit, table = Visit(browser, url), Table(api)
        table.start()
        page = visit.page()
        page.add_init_script(STOPWATCH)
        page.goto(f"/games/{table.id}")
        page.locator("main .board").wait_for()
        page.wait_for_timeout(500)
        took += _game(table, page)[: EVENTS - len(took)]
        visit.close()
    return took


def _game(table: Table, page: Page) -> list[float]:
    told = 0
    while table.game()["status"] == "running":
        for move in (table.mask, table.remove, lambda: table.answer(right=False)):
            move()
            told += 1
            page.wait_for_function("told => took.length >= told", arg=told)
    found: list[float] = page.evaluate("took")
    return found


def _weight(browser: Browser, url: str, api: httpx.Client) -> int:
    """The page of a wearer who has to answer, with all that it loads."""
    table, visit = Table(api), Visit(browser, url)
    table.start()
    table.remove()
    page = visit.page(seats=table.seat(table.game()["mask"]))
    scales = Scales(page)
    page.goto(f"/games/{table.id}")
    weight = scales.settled()
    visit.close()
    return weight
