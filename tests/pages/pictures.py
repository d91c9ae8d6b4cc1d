"""``python -m tests.pages.pictures FOLDER``: what every page looks like, three for the README.

``… FOLDER replay``: only the places whose name begins with a word that is given.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
from rich.console import Console
from rich.progress import track

from tests.pages import chromium
from tests.pages.looks import LOOKS
from tests.pages.measures import settle
from tests.pages.places import PLACES, Place
from tests.pages.scene import Scene
from tests.pages.served import served
from tests.pages.table import Seats
from tests.pages.visit import Visit

README = Path(__file__).parents[2] / "docs" / "pictures"

CHOSEN = {
    ("table, removal, seat 1", "light"): "table.png",
    ("replay", "dark"): "replay.png",
    ("table, answer, seat 2", "phone"): "phone.png",
}
"""Place and look of what the README shows."""

MOST = 350_000
"""Bytes of a picture of the README."""

EMPTY = Place(name="lobby, empty", path="/")


def main(folder: Path, *words: str) -> int:
    """1 where a page complained of something or a picture for the README came out too large."""
    for made in (folder, README):
        made.mkdir(parents=True, exist_ok=True)
    with served() as url, chromium.launched() as browser:
        visit = Visit(browser, url)
        for look in LOOKS:
            _taken(visit, EMPTY, EMPTY.path, {}, look, folder)
        with httpx.Client(base_url=url, timeout=30) as api:
            scene = Scene(api)
        for place, look in track(list(_all(words)), "Pictures", console=Console(stderr=True)):
            _taken(visit, place, scene.path(place), scene.seats(place), look, folder)
        faults = visit.faults + [f"too large: {name}" for name in _large()]
    print("\n".join([*sorted(set(faults)), f"The pictures are in {folder} and {README}."]))
    return bool(faults)


def _all(words: tuple[str, ...]) -> Iterator[tuple[Place, str]]:
    asked = (place for place in PLACES if not words or place.name.startswith(words))
    return ((place, look) for place in asked for look in LOOKS)


def _taken(visit: Visit, place: Place, path: str, seats: Seats, look: str, folder: Path) -> None:
    page = visit(path, seats=seats, **LOOKS[look])
    page.locator("h1").first.wait_for()
    settle(page)
    name = f"{place.name.replace(', ', '-').replace(' ', '-')}.{look}.png"
    page.screenshot(path=folder / name, full_page=True, animations="disabled")
    if chosen := CHOSEN.get((place.name, look)):
        page.screenshot(path=README / chosen, animations="disabled")
    visit.close()


def _large() -> list[str]:
    return [file.name for file in README.glob("*.png") if file.stat().st_size > MOST]


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *sys.argv[2:]))
