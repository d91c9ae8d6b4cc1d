"""Places looked at one after the other, in one browser profile for each screen: what a browser
has once read it does not read again, so that many places are seen soon."""

from playwright.sync_api import Browser, Page

from tests.pages.looks import LOOKS
from tests.pages.measures import settle
from tests.pages.places import Place
from tests.pages.scene import Scene
from tests.pages.visit import Visit, hold


class Tour:
    def __init__(self, browser: Browser, url: str) -> None:
        self._visit, self._url = Visit(browser, url), url
        self._pages: dict[str, Page] = {}

    def __call__(self, scene: Scene, place: Place, look: str) -> Page:
        """The place as its script has drawn it, on one of the screens of `LOOKS`."""
        if look not in self._pages:
            self._pages[look] = self._visit.page(**LOOKS[look])
        page = self._pages[look]
        hold(page, self._url, scene.seats(place))
        page.goto(scene.path(place))
        settle(page)
        return page

    def faults(self) -> list[str]:
        """Whatever pages complained of since this was last asked."""
        found, self._visit.faults = self._visit.faults, []
        return found

    def close(self) -> None:
        self._visit.close()
