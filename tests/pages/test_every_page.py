"""What every page keeps to, in every state that is looked at."""

import json
from hashlib import sha256
from importlib.resources import files
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page

from tests.pages.conftest import Accessible
from tests.pages.measures import Scales, small_targets, too_wide
from tests.pages.places import PLACES, TABLES, Place
from tests.pages.scene import Scene
from tests.pages.source import Source
from tests.pages.visit import Visit

WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}

LOOKS: dict[str, dict[str, Any]] = {
    "light": {"viewport": WIDE, "color_scheme": "light"},
    "dark": {"viewport": WIDE, "color_scheme": "dark"},
    "phone": {"viewport": PHONE, "color_scheme": "light", "has_touch": True, "is_mobile": True},
    "dark phone": {"viewport": PHONE, "color_scheme": "dark", "has_touch": True},
}

MOST = 100_000
"""Bytes that all of a table page may weigh."""

every_place = pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)


def at(scene: Scene, place: Place) -> str:
    return place.path.format(**scene.names)


def visited(visit: Visit, scene: Scene, place: Place, **options: Any) -> Page:
    """The page once it has drawn itself."""
    page = visit(at(scene, place), seats=scene.seats(place), **options)
    page.locator("h1").first.wait_for()
    return page


@every_place
@pytest.mark.parametrize("look", LOOKS)
def test_nobody_is_barred(
    visit: Visit, scene: Scene, accessible: Accessible, place: Place, look: str
) -> None:
    accessible(visited(visit, scene, place, **LOOKS[look]))


@every_place
def test_a_phone_shows_all_of_it_and_a_thumb_meets_its_mark(
    visit: Visit, scene: Scene, place: Place
) -> None:
    page = visited(visit, scene, place, **LOOKS["phone"])
    assert too_wide(page) == []
    assert small_targets(page) == []


@every_place
def test_it_is_one_page_with_one_heading(visit: Visit, scene: Scene, place: Place) -> None:
    page = visited(visit, scene, place)
    assert page.locator("h1:visible").count() == 1
    assert page.locator("main").count() == 1
    assert page.title()


@every_place
@pytest.mark.parametrize("language", ["en", "fr"])
def test_its_html_is_sound_and_in_the_language_that_was_asked_for(
    api: httpx.Client, scene: Scene, place: Place, language: str
) -> None:
    answer = api.get(at(scene, place), params={"lang": language})
    source = Source(answer.text)
    assert source.faults == []
    assert source.language == language
    assert answer.headers["Content-Language"] == language


@every_place
def test_nothing_runs_on_it_but_its_own(api: httpx.Client, scene: Scene, place: Place) -> None:
    headers = api.get(at(scene, place)).headers
    policy = dict(
        part.strip().partition(" ")[::2] for part in headers["Content-Security-Policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["require-trusted-types-for"] == "'script'"
    assert policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert not {"unsafe", "http:", "https:", "*"} & {*" ".join(policy.values()).split()}
    assert "unsafe-" not in headers["Content-Security-Policy"]
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "Access-Control-Allow-Origin" not in headers


@pytest.mark.parametrize("place", TABLES, ids=lambda place: place.name)
def test_a_table_weighs_little(visit: Visit, scene: Scene, place: Place) -> None:
    page = visit.page(seats=scene.seats(place))
    scales = Scales(page)
    page.goto(at(scene, place))
    page.wait_for_load_state("load")
    page.locator("svg").first.wait_for()
    assert scales.total <= MOST, scales.parts


def test_vendored_files_are_what_is_written_beside_them() -> None:
    folder = files("service") / "assets" / "vendor"
    kept = json.loads((folder / "vendored.json").read_text())
    scripts = {file.name for file in folder.iterdir() if file.name.endswith(("js", "css"))}
    assert scripts == set(kept)
    for name, told in kept.items():
        assert sha256((folder / name).read_bytes()).hexdigest() == told["sha256"]
        assert (folder / told["text"]).read_text()
        assert told["version"]
        assert told["licence"]
