"""One browser and one service for all tests of pages; a profile of its own for each visit.

`visit("/path", seats=table.seat(1), color_scheme="dark")` gives a page, and a test that made one
fails at its end where the page complained of anything that the test did not `visit.allow`.
"""

import logging
from collections.abc import Callable, Iterator
from typing import NoReturn

import httpx
import pytest
import structlog
from playwright.sync_api import Browser, Page

from tests.pages import axe, chromium
from tests.pages.forged import Forged, forged
from tests.pages.scene import Scene
from tests.pages.served import served
from tests.pages.tour import Tour
from tests.pages.visit import Visit

structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))

Accessible = Callable[[Page], None]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Not for the session: while it runs, nobody else can have an event loop."""
    try:
        with chromium.launched() as browser:
            yield browser
    except chromium.Missing as missing:
        _lacking(str(missing))


@pytest.fixture(scope="session")
def house() -> Iterator[str]:
    """The address of a whole service."""
    with served() as url:
        yield url


@pytest.fixture(scope="session")
def api(house: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=house, timeout=30) as client:
        yield client


@pytest.fixture(scope="session")
def scene(api: httpx.Client) -> Scene:
    """Tables in every state, to be looked at."""
    return Scene(api)


@pytest.fixture(scope="session")
def tampered() -> Iterator[Forged]:
    """A game whose log was changed in the store, at a service of its own."""
    with forged() as game:
        yield game


@pytest.fixture
def elsewhere(browser: Browser, tampered: Forged) -> Iterator[Visit]:
    """Visits to the service that keeps the changed log."""
    visit = Visit(browser, tampered.url)
    yield visit
    visit.close()
    assert not visit.faults


@pytest.fixture
def visit(browser: Browser, house: str) -> Iterator[Visit]:
    visit = Visit(browser, house)
    yield visit
    visit.close()
    assert not visit.faults


@pytest.fixture(scope="package")
def _touring(browser: Browser, house: str) -> Iterator[Tour]:
    tour = Tour(browser, house)
    yield tour
    tour.close()


@pytest.fixture
def tour(_touring: Tour) -> Iterator[Tour]:
    yield _touring
    assert not _touring.faults()


@pytest.fixture(scope="session")
def accessible() -> Accessible:
    """Fails where axe finds a barrier on a page as it stands."""
    if not axe.SCRIPT.exists():
        _lacking("axe-core is not installed: make test does it")

    def free(page: Page) -> None:
        assert axe.violations(page) == []

    return free


def _lacking(what: str) -> NoReturn:
    if chromium.required():
        pytest.fail(what)
    pytest.skip(what)
