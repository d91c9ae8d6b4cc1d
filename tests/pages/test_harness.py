"""What would go wrong on a page is noticed: planted here on pages that no service has."""

import httpx
import pytest
from playwright.sync_api import Browser, Page

from tests.pages import axe
from tests.pages.scene import Scene
from tests.pages.table import Table
from tests.pages.visit import Visit

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src *; "
    "require-trusted-types-for 'script'"
)

SOUND = '<!doctype html><html lang="en"><title>Sound</title><main><h1>Sound</h1>{}</main></html>'


@pytest.fixture
def planted(browser: Browser, house: str) -> Visit:
    """For pages that are meant to be faulty."""
    return Visit(browser, house)


def plant(visit: Visit, body: str, script: str = "") -> Page:
    """A page of that body and script, under a strict policy."""
    page = visit.page()
    html = SOUND.format(body + '<script src="/planted.js"></script>')
    page.route(
        "**/planted",
        lambda route: route.fulfill(
            body=html, content_type="text/html", headers={"Content-Security-Policy": POLICY}
        ),
    )
    page.route(
        "**/planted.js", lambda route: route.fulfill(body=script, content_type="text/javascript")
    )
    page.route("https://elsewhere.example/*", lambda route: route.fulfill(body="here"))
    page.goto("/planted")
    return page


@pytest.mark.parametrize(
    ("body", "script", "fault"),
    [
        ("", "console.warn('Careful.')", "Careful."),
        ("", "throw new Error('Broken.')", "exception: Broken."),
        ("", "Promise.reject(new Error('Late.'))", "exception: Late."),
        ('<p style="color: red">Red</p>', "", "Content Security Policy"),
        ("<script>1</script>", "", "Content Security Policy"),
        ("", "document.body.innerHTML = '<p>'", "TrustedHTML"),
        ("", "fetch('/v1/games/none')", "status 404"),
        ("", "fetch('https://elsewhere.example/x', {mode: 'no-cors'})", "another host"),
        ("", "fetch('http://127.0.0.1:9/').catch(() => 0)", "failed: GET"),
    ],
)
def test_a_fault_on_a_page_is_noticed(planted: Visit, body: str, script: str, fault: str) -> None:
    page = plant(planted, body, script)
    for _ in range(200):
        if planted.faults:
            break
        page.wait_for_timeout(20)
    planted.close()
    assert any(fault in found for found in planted.faults), planted.faults


def test_a_sound_page_has_no_faults(planted: Visit) -> None:
    page = plant(planted, "", "fetch('/v1/rules')")
    assert axe.violations(page) == []
    planted.close()
    assert planted.faults == []


def test_a_barrier_is_found_and_leaves_no_trace(planted: Visit) -> None:
    page = plant(planted, "<input><img src='data:image/gif;base64,R0lGODlhAQABAAAAACw='>")
    found = axe.violations(page)
    assert {line.partition(":")[0] for line in found} >= {"label", "image-alt"}
    assert page.evaluate("typeof axe") == "undefined"
    planted.close()


def test_tables_wait_for_what_they_are_named_after(scene: Scene) -> None:
    assert scene.open.game()["status"] == "open"
    for name in ("mask", "removal", "answer"):
        assert scene.tables[name].game()["phase"] == name
    assert scene.second.game()["phase"] == "second_answer"
    assert scene.over.game()["won_by"] in {"three_alike", "three_different"}


def test_the_shortest_game_is_won_by_prisoners(api: httpx.Client) -> None:
    table = Table(api)
    table.start()
    assert table.finish()["won_by"] in {"three_alike", "three_different"}
    assert len(table.log()) < 80
