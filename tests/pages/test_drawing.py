"""The board as it is drawn: by two, alike; for every eye; to take away."""

import gzip
import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from jinja2 import Environment, PackageLoader
from playwright.sync_api import Browser

from events import sight
from events.board import Colour, Kind, Length, Slot
from events.game import Game
from events.reducer import apply
from service import bundle, drawing
from tests.golden.games import read
from tests.golden.test_golden import events
from tests.pages import shades, studio
from tests.pages.boxes import box
from tests.pages.studio import Studio

PHONE = {"width": 360, "height": 740}
SPRITE = "/assets/b/pieces.svg"
LEAST_PIXELS = 44
GRAPHICS, TEXT = 3.0, 4.5
MANY = 100
SHADE = 24.0
"""Of 255: how much two patterns differ from pixel to pixel, however they are laid together."""

Frames = list[dict[str, Any]]


@pytest.fixture(scope="module")
def frames() -> Frames:
    """The longest golden game, as a whole table sees it."""
    longest = max(read(), key=lambda stored: len(stored.entries))
    found: Frames = []
    game: Game | None = None
    for event in events(longest):
        game = apply(game, event)
        shown = msgspec.json.decode(msgspec.json.encode(sight.replayed(game, "table")))
        found.append(
            {
                "game": shown,
                "sentence": f"{event.version}: <Ana> & {type(event.body).__name__}. " * 3,
            }
        )
    return found


@pytest.fixture(scope="module")
def games(frames: Frames) -> Frames:
    """Its moments with a board, each board once."""
    different = {repr(frame["game"]["board"]): frame["game"] for frame in frames}
    return [game for game in different.values() if game["board"]]


@pytest.fixture(scope="module")
def draws(browser: Browser) -> Iterator[Studio]:
    with studio.opened(browser, viewport=PHONE) as draws:
        yield draws


def by_server(game: dict[str, Any]) -> str:
    templates = Environment(loader=PackageLoader("service"), autoescape=True)
    source = (
        '{% from "board.svg" import board with context %}{{ board(windows, g, letters, sprite) }}'
    )
    return templates.from_string(source).render(
        {
            "_": str,
            "windows": game["board"],
            "g": drawing.geometry(),
            "letters": drawing.letters("en"),
            "sprite": SPRITE,
        }
    )


def test_server_and_browser_draw_the_same_board(draws: Studio, games: Frames) -> None:
    assert len(games) > 15
    for game in [*games, {"board": None}]:
        browser, server = draws("both", game, by_server(game))
        assert browser == server


def test_a_board_is_drawn_the_same_whatever_was_drawn_before(draws: Studio, games: Frames) -> None:
    for before, game in zip([games[-1], *games], games, strict=False):
        kept, fresh = draws("redrawn", before, game)
        assert kept == fresh


def test_boards_differ_only_in_what_stands_where(draws: Studio, games: Frames) -> None:
    drawn = [draws("markup", game) for game in games]
    assert not re.search(r"\s(id|title|style)=|<(title|desc|animate|set)\b", "".join(drawn))
    assert len({re.sub(r'(?<=svg)#[\w-]+|(?<=">)<!--[^>]*-->\w?', "", html) for html in drawn}) == 1


def test_every_stick_can_be_touched_and_typed_at_360_pixels(draws: Studio, games: Frames) -> None:
    draws("touchable", games[0], "sticks")
    places = draws.page.get_by_role("button")
    assert places.count() == len(sticks(games[0]))
    boxes = [box(places.nth(index)) for index in range(3)]
    assert all(min(each["width"], each["height"]) >= LEAST_PIXELS for each in boxes)
    window, slot, colour = sticks(games[0])[0]
    named = f"window {window}, {slot} short stick, {colour}"
    button = draws.page.get_by_role("button", name=named, exact=True)
    button.press("Enter")
    button.press("Space")
    touch = {"window": window, "slot": slot, "colour": colour}
    assert draws.page.evaluate("studio.touched") == [touch, touch]


def test_gaps_are_touched_where_gaps_are_asked_for(draws: Studio, games: Frames) -> None:
    draws("touchable", games[-1], "gaps")
    full = {(window, slot) for window, slot, _ in sticks(games[-1])}
    named = {Slot.LEFT: "on the left", Slot.RIGHT: "on the right", Slot.LONG: "of the long stick"}
    labels = [place.get_attribute("aria-label") for place in draws.page.get_by_role("button").all()]
    assert labels == [
        f"window {window}, gap {named[slot]}"
        for window in range(1, 13)
        for slot in Slot
        if (window, slot) not in full
    ]


def test_the_table_says_what_the_drawing_shows(draws: Studio, games: Frames) -> None:
    columns = [("prisoners", "left"), ("sticks", "left"), ("prisoners", "right")]
    columns += [("sticks", "right"), ("sticks", "long")]
    assert draws("rows", games[-1]) == [
        [str(window["window"]), *[window[of][at] or "none" for of, at in columns]]
        for window in games[-1]["board"]
    ]


def sticks(game: dict[str, Any]) -> list[tuple[int, str, str]]:
    return [
        (window["window"], slot, colour)
        for window in game["board"]
        for slot, colour in window["sticks"].items()
        if colour
    ]


INSIDE = shades.fills(shades.symbol("window"))[0]
INK = shades.strokes(shades.symbol("window"))[0]


@pytest.mark.parametrize("colour", Colour)
@pytest.mark.parametrize("length", Length)
def test_sticks_stand_out_from_their_outline_and_patterns_from_sticks(
    colour: Colour, length: Length
) -> None:
    drawn = shades.symbol(f"{colour}-{length}")
    fill, *others = shades.fills(drawn)
    assert shades.strokes(drawn)[0] == INK
    assert shades.contrast(fill, INK) >= GRAPHICS
    marks = [*others[:-1], *shades.strokes(drawn)[1:]]
    assert bool(marks) is (colour is not Colour.WHITE)
    assert all(shades.contrast(fill, mark) >= GRAPHICS for mark in marks)
    assert shades.contrast(others[-1], INK) >= TEXT


@pytest.mark.parametrize("kind", Kind)
def test_prisoners_stand_out_from_the_dark_behind_them(kind: Kind) -> None:
    shirt, *_ = found = shades.fills(shades.symbol(kind))
    skin = found[-1]
    assert shades.contrast(shirt, INSIDE) >= GRAPHICS
    assert shades.contrast(skin, INSIDE) >= GRAPHICS
    assert shades.contrast(skin, INK) >= GRAPHICS


@pytest.mark.parametrize("theme", shades.THEMES)
def test_wall_and_numbers_are_clear_by_day_and_by_night(theme: str) -> None:
    stone = shades.themed("stone", theme)
    assert shades.contrast(INK, stone) >= TEXT
    assert shades.contrast(INSIDE, stone) >= GRAPHICS
    assert shades.contrast(shades.themed("stone-edge", theme), stone) >= GRAPHICS
    assert shades.contrast(shades.themed("wire", theme), shades.themed("sky", theme)) >= GRAPHICS


@pytest.mark.parametrize("name", ["ring-short", "ring-long", "fled", "ghost-short", "ghost-long"])
def test_what_is_pointed_out_stands_out(name: str) -> None:
    brightest = shades.strokes(shades.symbol(name))[-1]
    assert shades.contrast(brightest, INK) >= GRAPHICS
    assert shades.contrast(brightest, INSIDE) >= GRAPHICS


Grey = list[list[float]]


def unlike(one: Grey, other: Grey) -> float:
    """The mean difference of two patterns of equal mean, at whatever shift they differ least."""
    rows = 13

    def flat(grey: Grey, start: int) -> list[float]:
        cut = [value for row in grey[start : start + rows] for value in row]
        mean = sum(cut) / len(cut)
        return [value - mean for value in cut]

    pairs = [(flat(one, 6), flat(other, shift)) for shift in range(26 - rows)]
    return min(sum(abs(a - b) for a, b in zip(*pair, strict=True)) / len(pair[0]) for pair in pairs)


def test_colours_are_told_apart_in_full_grey_and_after_a_quarter_turn(draws: Studio) -> None:
    symbols = bundle.text("pieces.svg")
    symbols = symbols[symbols.index("<symbol") : symbols.rindex("</svg>")]
    upright: dict[Colour, Grey] = {}
    lying: dict[Colour, Grey] = {}
    for colour in Colour:
        upright[colour] = draws("pattern", symbols, f"{colour}-short", 18, 54)
        lying[colour] = draws("pattern", symbols, f"{colour}-long", 100, 18)
    for one, other in combinations(Colour, 2):
        assert unlike(upright[one], upright[other]) > SHADE, (one, other)
        assert unlike(lying[one], lying[other]) > SHADE, (one, other)
        assert unlike(upright[one], lying[other]) > SHADE, (one, other, "turned")
        assert unlike(lying[one], upright[other]) > SHADE, (other, one, "turned")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_two_colours_have_one_letter(language: str) -> None:
    table = drawing.letters(language)
    assert set(table) == set(Colour)
    assert len(set(table.values())) == len(table)


def test_everything_that_can_stand_on_a_board_is_drawn() -> None:
    names = [*Kind, "gone", "none", "sockets", "window", "coping", "lime", "mask", "token"]
    names += [f"{colour}-{Slot.LEFT.length}" for colour in Colour]
    names += [f"{colour}-{Slot.LONG.length}" for colour in Colour]
    assert all(shades.symbol(name) or name == "none" for name in names)


def test_the_sprite_is_small() -> None:
    content = bundle.known()["pieces.svg"].content
    assert len(content) <= 20_000
    assert len(gzip.compress(content, mtime=0)) <= 5_000


def parsed(file: str) -> ElementTree.Element:
    """The file as XML, once it is known to ask for nothing from elsewhere."""
    assert "var(" not in file
    assert not re.search(r'href="[^#]|url\((?!#)|@import|<script', file)
    root = ElementTree.fromstring(file)  # noqa: S314 - our own drawing
    references = {use.get("href", "")[1:] for use in root.iter("{http://www.w3.org/2000/svg}use")}
    assert references <= {element.get("id") for element in root.iter()}
    assert root.get("width")
    assert root.get("height")
    return root


def test_a_moment_is_a_file_of_its_own_and_becomes_a_picture(draws: Studio, games: Frames) -> None:
    options = {"sprite": bundle.text("pieces.svg"), "sentence": "<b> & “so”"}
    file = draws("moment", games[3], options)
    texts = [text for text in parsed(file).itertext() if text.strip()]
    assert "<b> & “so”" in texts
    assert {player["name"] for player in games[3]["players"]} <= set(texts)
    assert draws("colours", file) > MANY


def test_the_windows_of_a_file_stand_side_by_side_below_the_coping(
    draws: Studio, games: Frames
) -> None:
    file = draws("moment", games[0], {"sprite": bundle.text("pieces.svg")})
    corners = set(re.findall(r"translate\((\d+) (\d+)\)", file))
    cell, coping = (drawing.geometry()[name] for name in ("cell", "coping"))
    assert corners == {
        (str(column * cell["width"]), str(coping["height"] + row * cell["height"]))
        for column in range(4)
        for row in range(3)
    }
    assert 4 * cell["width"] == coping["width"]


def test_a_film_tells_a_whole_game_in_one_small_file(draws: Studio, frames: Frames) -> None:
    file = draws("film", frames, {"sprite": bundle.text("pieces.svg")})
    texts = "\n".join(parsed(file).itertext())
    assert all(f"{frame['game']['version']}: <Ana> &" in texts for frame in frames)
    assert "@media(prefers-reduced-motion:no-preference)" in file
    assert len(file.encode()) * 150 / len(frames) <= 400_000
    assert draws("colours", file) > MANY


def test_a_film_shows_at_each_time_what_that_moment_shows(draws: Studio, frames: Frames) -> None:
    for at in range(0, len(frames), max(1, len(frames) // 6)):
        shown, expected = draws("stopped", frames, bundle.text("pieces.svg"), at)
        assert shown == expected
