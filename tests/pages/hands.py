"""Somebody who plays on a page, with nothing but what it shows: the mouse, or the keys alone."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page

from service.language import Language, language
from tests.pages.table import Json

PLACES = {
    "left": "window {window}, left short stick, {colour}",
    "right": "window {window}, right short stick, {colour}",
    "long": "window {window}, long stick, {colour}",
}
GAPS = {
    "left": "window {window}, gap on the left",
    "right": "window {window}, gap on the right",
    "long": "window {window}, gap of the long stick",
}


class Hands:
    """Presses what is on a page, which may speak any language."""

    def __init__(self, page: Page, speech: Language | None = None) -> None:
        self.page = page
        self._speech = speech or language("en")

    def say(self, message: str, **named: Any) -> str:
        return self._speech.say(message).format(**named)

    def button(self, message: str, **named: Any) -> Locator:
        return self.page.get_by_role("button", name=self.say(message, **named), exact=True)

    def move(self, command: Json, board: list[Json]) -> None:
        """A command as random players choose it; `board` is what its seat sees."""
        match command["do"]:
            case "mask":
                self.mask()
            case "remove":
                self.remove(command["sticks"], board)
            case "answer":
                self.answer(command["sticks"])
            case "decline":
                self.sent(lambda: self.press(self.button("No second answer")))

    def mask(self) -> None:
        self.sent(lambda: self.press(self.button("Put the mask on")))

    def remove(self, sticks: list[Json], board: list[Json]) -> None:
        if len(sticks) == 2:
            self.press(self.button("Two for a red token"))
        for place in sticks:
            self.press(self.place(place, board))
        taken = "Take this stick" if len(sticks) == 1 else "Pay a token, take both"
        self.sent(lambda: self.press(self.button(taken)))

    def place(self, place: Json, board: list[Json]) -> Locator:
        colour = board[place["window"] - 1]["sticks"][place["slot"]]
        message = (PLACES if colour else GAPS)[place["slot"]]
        return self.button(message, window=place["window"], colour=self.say(colour or ""))

    def answer(self, sticks: list[Json]) -> None:
        """By three choices for each stick."""
        for index, stick in enumerate(sticks):
            named = self.page.locator(".stick-named").nth(index)
            self.choose(named.get_by_label(self.say("Window"), exact=True), stick["window"])
            for what in ("length", "colour"):
                self.mark(named.get_by_role("radio", name=self.say(stick[what]), exact=True))
        self.sent(lambda: self.press(self.page.locator(".naming [type=submit]")))

    def press(self, target: Locator) -> None:
        target.click()

    def mark(self, radio: Locator) -> None:
        radio.check()

    def choose(self, select: Locator, window: int) -> None:
        select.select_option(str(window))

    def sent(self, press: Callable[[], None]) -> None:
        """Presses, and waits until the service has answered."""
        with self.page.expect_response(lambda answer: answer.request.method == "POST"):
            press()


class Keys(Hands):
    """The same without a mouse: every target is reached by Tab, and by arrows within a group."""

    MOST = 150

    def press(self, target: Locator) -> None:
        self._reach(target)
        self.page.keyboard.press("Enter")

    def mark(self, radio: Locator) -> None:
        """A group of radio buttons is one stop; arrows go round in it and choose."""
        group = radio.locator("xpath=ancestor::*[@role='radiogroup']")
        self._reach(group.locator("input:checked, input:not(:checked)").first, within=group)
        for _ in range(self.MOST):
            if radio.is_checked():
                return
            self.page.keyboard.press("ArrowRight")
        raise AssertionError("arrows do not lead there")

    def choose(self, select: Locator, window: int) -> None:
        self._reach(select)
        self.page.keyboard.press("Home")
        for _ in range(window):
            self.page.keyboard.press("ArrowDown")

    def _reach(self, target: Locator, within: Locator | None = None) -> None:
        target.wait_for(state="attached")
        area = (within or target).element_handle()
        for _ in range(self.MOST):
            if self.page.evaluate("area => area.contains(document.activeElement)", area):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {target}")
