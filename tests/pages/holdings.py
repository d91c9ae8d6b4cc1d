"""All that a browser has of a page: what reached it, what it shows, keeps and has in mind."""

import re
from typing import Any
from urllib.parse import urlsplit

import msgspec
from playwright.sync_api import CDPSession, ConsoleMessage, Page, Request

from events.board import Value

QUIET_MILLIS = 30

PATIENCE = 2000
"""So often a page is looked at until it is as new as it should be and quiet."""

MARKS = re.compile(r"<!--\??(?:lit\$\d+\$)?-->")
"""What lit-html leaves to find its way; the number is drawn anew for each page."""

SHOWN = """bare => {
  const root = document.documentElement.cloneNode(true);
  const fields = document.querySelectorAll("input, select, textarea, details, dialog");
  root.querySelectorAll("input, select, textarea, details, dialog").forEach((field, at) => {
    const {value, checked, open} = fields[at];
    field.dataset.state = JSON.stringify([value, checked, open]);
  });
  const boards = bare ? root.querySelectorAll(".board, .board-table tbody") : [];
  boards.forEach((board) => board.replaceChildren());
  return root.outerHTML;
}"""

KEPT = """async () => ({
  title: document.title, address: location.href.replace(location.origin, ""), state: history.state,
  cookies: document.cookie, local: {...localStorage}, session: {...sessionStorage},
  caches: await caches.keys(),
  databases: (await indexedDB.databases()).map(({name}) => name),
  loaded: [...new Set(performance.getEntriesByType("resource").map(({name}) =>
    name.replace(location.origin, "")))].sort(),
  globals: Object.getOwnPropertyNames(window).sort(),
})"""

MINDED = """function () {
  return JSON.stringify(this.filter((one) => {
    try { return "window" in one && "prisoners" in one && "sticks" in one; } catch { return false; }
  }).map(({window, prisoners, sticks}) => ({window, prisoners, sticks})));
}"""


class Received(Value, frozen=True, kw_only=True):
    """An answer, or an event of a stream (status 0)."""

    address: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


class Holdings(Value, frozen=True, kw_only=True):
    """What a page has at one moment."""

    received: tuple[Received, ...]
    """Since `Ear.forget`, in no order: when something comes is the network's doing. Files, which
    are for everybody the same, stand under `kept` by their names."""
    shown: str
    """The document with the state of its fields, and boards emptied."""
    kept: dict[str, Any]
    console: tuple[str, ...]


class Ear:
    """Listens to one page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._pending: set[Request] = set()
        self._came: list[Request | Received] = []
        self._console: list[str] = []
        page.on("request", self._asked)
        page.on("requestfinished", self._answered)
        page.on("requestfailed", self._failed)
        page.on("console", self._logged)
        self._session.on("Network.eventSourceMessageReceived", self._streamed)
        self._session.send("Network.enable")

    def forget(self) -> None:
        """What reached the page up to now."""
        self._came.clear()

    def settle(self, version: int) -> None:
        """Waits until the page has heard of that version and has nothing more to ask."""
        quiet = 0
        for _ in range(PATIENCE):
            self.page.wait_for_timeout(QUIET_MILLIS)
            quiet = quiet + 1 if self._quiet() and self._knows(version) else 0
            if quiet == 2:
                return
        raise TimeoutError(f"the page does not come to version {version}")

    def holdings(self) -> Holdings:
        came = {_read(one) for one in self._came if not _still(one)}
        return Holdings(
            received=tuple(sorted(came, key=_name)),
            shown=self.shown(bare=True),
            kept=self.page.evaluate(KEPT),
            console=tuple(self._console),
        )

    def shown(self, *, bare: bool = False) -> str:
        return MARKS.sub("", self.page.evaluate(SHOWN, bare))

    def windows(self) -> list[Any]:
        """Every window of a board that any object of the page's memory describes."""
        send = self._session.send
        asked = {"expression": "Object.prototype", "objectGroup": "all"}
        prototype = send("Runtime.evaluate", asked)["result"]["objectId"]
        queried = {"prototypeObjectId": prototype, "objectGroup": "all"}
        every = send("Runtime.queryObjects", queried)["objects"]["objectId"]
        told = send("Runtime.callFunctionOn", {"objectId": every, "functionDeclaration": MINDED})
        send("Runtime.releaseObjectGroup", {"objectGroup": "all"})
        found: list[Any] = msgspec.json.decode(told["result"]["value"])
        return found

    def _asked(self, request: Request) -> None:
        self._pending.add(request)

    def _answered(self, request: Request) -> None:
        self._pending.discard(request)
        self._came.append(request)

    def _failed(self, request: Request) -> None:
        self._pending.discard(request)

    def _logged(self, message: ConsoleMessage) -> None:
        self._console.append(message.text)

    def _quiet(self) -> bool:
        return all(request.resource_type == "eventsource" for request in self._pending)

    def _knows(self, version: int) -> bool:
        self._came = [one if _still(one) else _read(one) for one in self._came]
        said = f'"version":{version},"status"'.encode()
        return any(said in one.body for one in self._came if isinstance(one, Received))

    def _streamed(self, told: Any) -> None:
        self._came.append(
            Received(
                address=f"{told['eventName']} {told['eventId']}",
                status=0,
                headers=(),
                body=told["data"].encode(),
            )
        )


def _still(one: Request | Received) -> bool:
    """Whether it is a file, which tells nothing new of the game."""
    return isinstance(one, Request) and "/v1/" not in one.url


def _name(one: Received) -> tuple[str, bytes]:
    return one.address, one.body


def _read(one: Request | Received) -> Received:
    if isinstance(one, Received):
        return one
    answer = one.response()
    if answer is None:
        raise RuntimeError(f"no answer to {one.url}")
    return Received(
        address=f"{one.method} {urlsplit(one.url).path}?{urlsplit(one.url).query}",
        status=answer.status,
        headers=tuple(sorted(answer.headers.items())),
        body=answer.body(),
    )
