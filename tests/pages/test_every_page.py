"""What every page keeps to, in every state that is looked at."""

import json
from hashlib import sha256
from importlib.resources import files

import httpx
import pytest

from tests.pages.conftest import Accessible
from tests.pages.looks import LOOKS
from tests.pages.measures import Scales, small_targets, too_wide
from tests.pages.places import PLACES, TABLES, Place
from tests.pages.scene import Scene
from tests.pages.source import Source
from tests.pages.tour import Tour
from tests.pages.visit import Visit

MOST = 100_000
"""Bytes that all of a table page may weigh."""

every_place = pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)


@every_place
@pytest.mark.parametrize("look", LOOKS)
def test_everybody_can_use_it_in_any_light_and_on_any_screen(
    tour: Tour, scene: Scene, accessible: Accessible, place: Place, look: str
) -> None:
    page = tour(scene, place, look)
    accessible(page)
    assert too_wide(page) == []
    assert small_targets(page) == []
    assert page.locator("h1:visible").count() == 1
    assert page.locator("main").count() == 1
    assert page.title()


@every_place
@pytest.mark.parametrize("language", ["en", "fr"])
def test_its_html_is_sound_and_in_the_language_that_was_asked_for(
    api: httpx.Client, scene: Scene, place: Place, language: str
) -> None:
    answer = api.get(scene.path(place), params={"lang": language})
    source = Source(answer.text)
    assert source.faults == []
    assert source.language == language
    assert answer.headers["Content-Language"] == language


@every_place
def test_nothing_runs_on_it_but_its_own(api: httpx.Client, scene: Scene, place: Place) -> None:
    headers = api.get(scene.path(place)).headers
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
    page.goto(scene.path(place))
    assert 1_000 < scales.settled() <= MOST, scales.parts


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
