"""A game that is over, as the API tells it from any chair, and as a page shows it."""

import json
from urllib.parse import SplitResult, parse_qs, urlsplit

import httpx
from playwright.sync_api import Page

from tests.pages.table import Json

CHAIRS = ("table", "1", "2", "3", "public")

WALL = """board => [...board.querySelectorAll(".window")].map((window, index) => {
  const [, left, right, , ...sticks] = [...window.querySelectorAll("use")]
    .map((use) => use.getAttribute("href").split("#")[1]);
  const kind = (name) => (name === "gone" ? null : name);
  const colour = (name) => (name === "none" ? null : name.split("-")[0]);
  const [one, other, long] = sticks.map(colour);
  return {window: index + 1, prisoners: {left: kind(left), right: kind(right)},
          sticks: {left: one, right: other, long}};
})"""


def frames(api: httpx.Client, game: str, chair: str = "table", language: str = "en") -> list[Json]:
    answer = api.get(
        f"/v1/games/{game}/replay", params={"as": chair}, headers={"Accept-Language": language}
    )
    answer.raise_for_status()
    return [json.loads(line) for line in answer.text.splitlines()]


def wall(page: Page) -> list[Json] | None:
    """The board as it is drawn, in the shape that the API has for it; None where none is."""
    board = page.locator(".board")
    if not board.count():
        return None
    drawn: list[Json] = board.evaluate(WALL)
    return drawn


def version(page: Page) -> int:
    """Where a replay stands, by its address."""
    return int(_address(page).fragment)


def chair(page: Page) -> str:
    return parse_qs(_address(page).query)["as"][0]


def _address(page: Page) -> SplitResult:
    """As the page itself has it: of its changes the browser tells others later."""
    address: str = page.evaluate("location.href")
    return urlsplit(address)
