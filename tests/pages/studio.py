"""A page that draws and does nothing else: the scripts of the house without its service."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Route

from service import bundle

ORIGIN = "http://127.0.0.1"

SCRIPT = Path(__file__).with_suffix(".js")

DOCUMENT = """<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Studio</title>
<link rel="stylesheet" href="/assets/b/house.css"><link rel="stylesheet" href="/assets/b/board.css">
<script type="application/json" id="context">{"words": {}, "language": "en"}</script>
<main id="main"></main><script type="module" src="/studio.js"></script></html>"""


class Studio:
    """Calls what studio.js holds; no request leaves the browser."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.route("**/*", _answer)
        page.goto(ORIGIN)
        page.wait_for_function("window.studio")

    def __call__(self, name: str, *given: Any) -> Any:
        return self.page.evaluate("([name, given]) => studio[name](...given)", [name, list(given)])


@contextmanager
def opened(browser: Browser, **options: Any) -> Iterator[Studio]:
    with browser.new_context(**options) as context:
        yield Studio(context.new_page())


def _answer(route: Route) -> None:
    name = route.request.url.rpartition("/")[2]
    if not name:
        route.fulfill(body=DOCUMENT, content_type="text/html")
    elif name == SCRIPT.name:
        route.fulfill(body=SCRIPT.read_bytes(), content_type="text/javascript")
    elif name in bundle.known():
        asset = bundle.known()[name]
        route.fulfill(body=asset.content, content_type=asset.type)
    else:
        route.fulfill(status=404)
