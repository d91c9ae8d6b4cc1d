"""What is measured on a page as it is drawn."""

from typing import Any

from playwright.sync_api import Page

LEAST = 44
"""CSS pixels a target has at least, each way."""

QUIET_MILLIS = 400

STILL_MILLIS = 300

TARGETS = """least => {
  const inSentence = (link) =>
    link.matches("a") && getComputedStyle(link).display === "inline" &&
    [...link.parentNode.childNodes].some((node) => node !== link && node.textContent.trim());
  const hidden = (box, element) =>
    box.width <= 1 || box.height <= 1 || box.right + scrollX <= 0 || box.bottom + scrollY <= 0 ||
    !element.checkVisibility({visibilityProperty: true, opacityProperty: true});
  const target = (element) => element.matches("input, select") && element.labels?.length
    ? [element, ...element.labels].map((one) => one.getBoundingClientRect())
    : [element.getBoundingClientRect()];
  const small = (box) => Math.round(box.width) < least || Math.round(box.height) < least;
  const clickable =
    "a[href], button, input, select, textarea, summary, [role=button], [role=link], " +
    "[role=tab], [role=slider], [role=checkbox], [role=radio], [tabindex='0']";
  return [...document.querySelectorAll(clickable)]
    .filter((element) => !element.matches("[type=hidden], :disabled") && !inSentence(element))
    .filter((element) => !target(element).every((box) => hidden(box, element)))
    .filter((element) => target(element).every(small))
    .map((element) => {
      const box = element.getBoundingClientRect();
      const size = `${Math.round(box.width)} x ${Math.round(box.height)}`;
      return `${size}: ${element.outerHTML.slice(0, 160)}`;
    });
}"""

WIDER = """() => {
  const root = document.documentElement;
  if (root.scrollWidth <= root.clientWidth) return [];
  return [...document.querySelectorAll("body *")]
    .filter((element) => element.getBoundingClientRect().right > root.clientWidth + 0.5)
    .map((element) => element.outerHTML.slice(0, 120)).slice(0, 8);
}"""


def settle(page: Page) -> None:
    """Waits until nothing on the page has changed for a while."""
    before = ""
    while before != (before := page.locator("body").inner_html()):
        page.wait_for_timeout(STILL_MILLIS)


def small_targets(page: Page) -> list[str]:
    """Whatever can be pressed and is too small; links inside of sentences may be."""
    found: list[str] = page.evaluate(TARGETS, LEAST)
    return found


def too_wide(page: Page) -> list[str]:
    """Elements because of which the page scrolls sideways."""
    found: list[str] = page.evaluate(WIDER)
    return found


class Scales:
    """Weighs what comes over the wire to a page, heads included, in bytes."""

    def __init__(self, page: Page) -> None:
        self.parts: dict[str, int] = {}
        """What each address weighed."""
        self._names: dict[str, str] = {}
        self._page = page
        session = page.context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", self._asked)
        session.on("Network.responseReceived", self._began)
        session.on("Network.dataReceived", self._received)
        session.on("Network.loadingFinished", self._ended)
        session.send("Network.enable")

    def settled(self) -> int:
        """All of it, once nothing more has come for a while."""
        weighed = -1
        while weighed != (weighed := sum(self.parts.values())):
            self._page.wait_for_timeout(QUIET_MILLIS)
        return weighed

    def _asked(self, told: Any) -> None:
        self._names[told["requestId"]] = told["request"]["url"]

    def _began(self, told: Any) -> None:
        self._weigh(told, told["response"]["encodedDataLength"])

    def _received(self, told: Any) -> None:
        self._weigh(told, self.parts.get(self._name(told), 0) + told["encodedDataLength"])

    def _ended(self, told: Any) -> None:
        self._weigh(told, told["encodedDataLength"])

    def _weigh(self, told: Any, size: int) -> None:
        self.parts[self._name(told)] = size

    def _name(self, told: Any) -> str:
        return self._names.get(told["requestId"], "?")
