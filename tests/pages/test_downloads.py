"""What a replay gives to take away, opened again without the page."""

import json
import re
import struct
import subprocess
import sys
import zlib
from pathlib import Path
from xml.etree import ElementTree

import httpx
import pytest
from playwright.sync_api import Page, expect

from service.language import language
from tests.pages.past import frames
from tests.pages.scene import Scene
from tests.pages.visit import Visit

MOMENT = 10
SIGNATURE = b"\x89PNG\r\n\x1a\n"
SVG = "{http://www.w3.org/2000/svg}"
FILM_BYTES = 400_000


@pytest.fixture
def page(visit: Visit, scene: Scene) -> Page:
    page = visit(f"/games/{scene.over.id}/replay#{MOMENT}")
    page.locator(".sentence").wait_for()
    return page


def taken(page: Page, name: str, folder: Path) -> Path:
    with page.expect_download() as download:
        page.get_by_text(name, exact=True).click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def drawing(path: Path) -> ElementTree.Element:
    """An SVG that needs nothing: no script, no address but its own parts, no entity."""
    text = path.read_text()
    root = ElementTree.fromstring(text)  # noqa: S314 -- what our own page drew
    assert root.tag == f"{SVG}svg"
    assert int(root.attrib["width"]) > 0
    assert not {f"{SVG}script", f"{SVG}foreignObject", f"{SVG}image"} & {e.tag for e in root.iter()}
    names = {part.attrib["id"] for part in root.iter() if "id" in part.attrib}
    for part in root.iter():
        for name, value in part.attrib.items():
            assert not name.startswith("on")
            if name.endswith("href"):
                assert value.removeprefix("#") in names, value
    assert re.findall(r"https?://[^\"'\s<)]+", text) == ["http://www.w3.org/2000/svg"]
    assert "var(" not in text
    return root


def words(root: ElementTree.Element) -> str:
    return " ".join(text.strip() for text in root.itertext())


def test_the_record_is_sound_and_verified_without_the_service(
    page: Page, scene: Scene, api: httpx.Client, tmp_path: Path
) -> None:
    path = taken(page, "Record (NDJSON)", tmp_path)
    last = scene.over.game()["version"]
    assert path.name == f"singsing-{scene.over.id}-{last}.ndjson"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [event["version"] for event in lines[1:-1]] == list(range(1, last + 1))
    keys = tmp_path / "keys.json"
    keys.write_text(api.get("/.well-known/jwks.json").text)
    command = [sys.executable, "-m", "service.cli", "verify", str(path), "--keys", str(keys)]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout + told.stderr


def test_the_moment_is_a_drawing_that_needs_nothing(
    page: Page, api: httpx.Client, scene: Scene, tmp_path: Path
) -> None:
    path = taken(page, "This moment (SVG)", tmp_path)
    assert path.name == f"singsing-{scene.over.id}-{MOMENT}.svg"
    root = drawing(path)
    frame = frames(api, scene.over.id)[MOMENT - 1]
    assert frame["sentence"] in " ".join(words(root).split())
    sticks = [stick for window in frame["game"]["board"] for stick in window["sticks"].values()]
    shown = [part.attrib["href"] for part in root.iter(f"{SVG}use")]
    pattern = re.compile("#(red|yellow|green|blue|white)-(short|long)")
    assert sum(bool(pattern.fullmatch(ref)) for ref in shown) == sum(map(bool, sticks))


def test_the_picture_is_a_png_of_the_moment(page: Page, scene: Scene, tmp_path: Path) -> None:
    path = taken(page, "This moment (PNG)", tmp_path)
    assert path.name == f"singsing-{scene.over.id}-{MOMENT}.png"
    width, height, colours = decoded(path.read_bytes())
    assert width == 1024
    assert height > 1000
    assert len(colours) > 12


def decoded(content: bytes) -> tuple[int, int, set[bytes]]:
    """Width, height and colours of a PNG with 8 bits and no interlacing."""
    assert content.startswith(SIGNATURE)
    at, packed, head = len(SIGNATURE), b"", b""
    while at < len(content):
        size, kind = struct.unpack(">I4s", content[at : at + 8])
        body = content[at + 8 : at + 8 + size]
        assert zlib.crc32(kind + body) == struct.unpack(">I", content[at + 8 + size :][:4])[0]
        head = body if kind == b"IHDR" else head
        packed += body if kind == b"IDAT" else b""
        at += 12 + size
    width, height, depth, colour, *_, interlaced = struct.unpack(">IIBBBBB", head)
    assert (depth, interlaced) == (8, 0)
    pixel = {2: 3, 6: 4}[colour]
    raw = zlib.decompress(packed)
    row = 1 + width * pixel
    assert len(raw) == height * row
    return width, height, {raw[i : i + pixel] for i in range(1, len(raw) - pixel, row + 7 * pixel)}


def test_the_film_shows_every_event_and_stands_still_for_who_wants_it(
    page: Page, api: httpx.Client, scene: Scene, tmp_path: Path
) -> None:
    page.get_by_role("button", name="Ben", exact=True).click()
    expect(page.locator(".chairs .hint")).to_have_text("You see what Ben saw.")
    path = taken(page, "Film of the game (SVG)", tmp_path)
    assert path.name == f"singsing-{scene.over.id}-film-{scene.over.game()['version']}.svg"
    assert path.stat().st_size <= FILM_BYTES
    text = " ".join(words(drawing(path)).split())
    for frame in frames(api, scene.over.id, "2"):
        assert frame["sentence"] in text
    assert "prefers-reduced-motion" in path.read_text()


def test_a_french_moment_has_french_letters(visit: Visit, scene: Scene, tmp_path: Path) -> None:
    page = visit(f"/games/{scene.over.id}/replay?lang=fr#4")
    page.locator(".sentence").wait_for()
    root = drawing(taken(page, language("fr").say("This moment (SVG)"), tmp_path))
    letters = {text.strip() for text in root.itertext() if len(text.strip()) == 1}
    assert {"R", "J", "V", "B", "C"} <= letters
    assert not {"Y", "G", "W"} & letters
