"""Pages as somebody visits them, and whatever went wrong on them meanwhile."""

import json
import re
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response

from tests.pages.table import Seats

OWN_SCHEMES = ("data", "blob", "about")

GIVEN_UP = "net::ERR_ABORTED"
"""What the page itself no longer wanted: a stream that it closed, an address that it left."""

PATIENCE_MILLIS = 30_000

LOUD = ("error", "warning")

BARE = "/healthz"
"""An answer of the service that is no page."""

KEPT = """seats => {
  localStorage.clear();
  localStorage.setItem("singsing.seats", seats);
}"""


def hold(page: Page, url: str, seats: Seats) -> None:
    """Puts these seats, and nothing else, into the browser's storage for the service there."""
    page.goto(url + BARE)
    page.evaluate(KEPT, json.dumps(seats))


class Visit:
    """Opens pages, each in a browser profile of its own, and keeps what they complain of."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser, self._url = browser, url
        self._allowed: list[str] = []
        self._pages: list[Page] = []
        self.faults: list[str] = []
        """Console errors and warnings (a breach of the Content-Security-Policy is one), uncaught
        exceptions, failed requests, requests to other hosts."""

    def __call__(self, path: str, *, seats: Seats | None = None, **options: Any) -> Page:
        """A page of the service; `seats` lie in the browser's storage, `options` are Playwright's
        for a context: `viewport`, `color_scheme`, `locale` and so on."""
        page = self.page(seats=seats, **options)
        page.goto(self._url + path)
        return page

    def page(self, *, seats: Seats | None = None, **options: Any) -> Page:
        """A page that shows nothing of the service yet."""
        context = self._browser.new_context(**{"base_url": self._url, "locale": "en-GB", **options})
        context.set_default_timeout(PATIENCE_MILLIS)
        page = context.new_page()
        if seats:
            hold(page, self._url, seats)
        self._watch(page)
        self._pages.append(page)
        return page

    def allow(self, pattern: str) -> None:
        """Faults that match are what this test is about."""
        self._allowed.append(pattern)

    def close(self) -> None:
        """Ends every page; the faults are complete."""
        for page in self._pages:
            if not page.is_closed():
                page.evaluate("0")
                page.context.close()
        self._pages.clear()

    def _watch(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._fault(f"exception: {error}"))
        page.on("request", self._requested)
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in LOUD:
            self._fault(f"console: {message.text} ({message.location['url']})")

    def _requested(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in OWN_SCHEMES and not request.url.startswith(f"{self._url}/"):
            self._fault(f"another host: {request.url}")

    def _failed(self, request: Request) -> None:
        if request.failure != GIVEN_UP:
            self._fault(f"failed: {request.method} {request.url} {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self._fault(f"status {response.status}: {response.request.method} {response.url}")

    def _fault(self, fault: str) -> None:
        if not any(re.search(pattern, fault) for pattern in self._allowed):
            self.faults.append(fault)
