"""The twin-world law in the wearer's browser: from the mask to the answer nothing there tells
which stick went, and while the mask is on nothing there is a board."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser

from events import sight
from events.game import Game
from tests.chunks import chunks
from tests.pages.holdings import Ear, Holdings, Received
from tests.pages.twins import Front, fronts
from tests.pages.visit import Visit
from tests.twin.law import bare
from tests.twin.pair import Over, Pair

PAIRS = 50
CHUNKS = 10
SOON = 2
"""Chunks that every test run plays: twenty of the hundred games."""

SAID = re.compile(r'(<div id="(?:polite|assertive)"[^>]*>)[^<]*')
"""What happened last, said aloud: whoever comes later hears nothing."""

STORY = re.compile(r'(<ol class="[^"]*\bstory\b[^>]*>)(.*?)</section>', re.DOTALL)
"""What has happened at the table, newest first. Who comes later is told what is recent."""

WATCHING = """
  let before = [];
  const asked = fetch;
  const there = (board) => board.flatMap(({window, sticks}) =>
    Object.entries(sticks).filter(([, colour]) => colour).map(([slot]) => `${window} ${slot}`));
  const look = ({board}) => {
    if (!board) return;
    const gone = before.filter((place) => !there(board).includes(place));
    before = there(board);
    if (gone.length) setTimeout(() => { %s }, 10);
  };
  fetch = async (...asks) => {
    const answer = await asked(...asks);
    answer.clone().json().then((told) => look(told.game ?? told)).catch(() => null);
    return answer;
  };
"""
"""A page that compares boards; what it makes of it is to be filled in."""

FOUND_OUT = re.compile("worlds apart|shows its past")

LEAKS = {
    "title": "document.title += gone;",
    "storage": "sessionStorage.gone = gone;",
    "console": "console.log(gone);",
    "attribute": "document.getElementById('main').dataset.gone = gone;",
    "address": "history.replaceState(gone, '');",
    "board": """document.querySelectorAll(".window")[parseInt(gone) - 1].classList.add("gone");""",
}


class Wearer:
    """The wearer's browser in each of the two worlds."""

    def __init__(self, browser: Browser, fronts: Sequence[Front], plant: str = "") -> None:
        self._fronts = fronts
        self.visits = [Visit(browser, front.url) for front in fronts]
        self.pages = [visit.page() for visit in self.visits]
        self._newcomers = [Ear(page.context.new_page()) for page in self.pages]
        self.ears = [Ear(page) for page in self.pages]
        for page in self.pages:
            page.add_init_script(plant)

    def come(self, pair: Pair) -> None:
        """Looks at the table in both worlds, before the mask is on."""
        seat = pair.game.mask or 0
        self.forget()
        for front, world, page in zip(self._fronts, pair.worlds, self.pages, strict=True):
            front.show(world)
            page.clock.set_fixed_time(world.now / 1000)
            address = f"/games/{pair.id}#seat={seat}.{pair.tokens[seat]}"
            page.goto(address, wait_until="commit")
        self.settle(pair)
        self.forget()

    def go(self) -> None:
        for page in self.pages:
            page.goto("about:blank", wait_until="commit")

    def settle(self, pair: Pair) -> None:
        for ear in self.ears:
            ear.settle(pair.game.version)

    def forget(self) -> None:
        for ear in self.ears:
            ear.forget()

    def newcomer(self, world: int, version: int) -> str:
        """What the wearer is shown who comes to the table only now."""
        ear, page = self._newcomers[world], self.pages[world]
        ear.forget()
        ear.page.goto(page.url, wait_until="commit")
        ear.settle(version)
        shown = ear.shown()
        ear.page.goto("about:blank", wait_until="commit")
        return shown


def started(seed: int) -> Pair:
    """Two like worlds in which a wearer is about to put the mask on."""
    while True:
        pair = Pair(seed)
        pair.open()
        try:
            pair.play_to("mask", pair.rng.choice([0, 0, 1, 2, 4, 8]))
        except Over:
            pair.close()
            seed += 1_000_000
            continue
        return pair


def hold(wearer: Wearer, pair: Pair) -> None:
    """The law, for one turn."""
    wearer.come(pair)
    for page in wearer.pages:
        page.locator("main button", has_text="mask").first.click()
    alike(wearer, pair)
    for page in wearer.pages:
        assert page.locator(".board, .window, .board-table").count() == 0
    pair.part()
    while all(game.phase in {"answer", "second_answer"} for game in pair.games()):
        alike(wearer, pair)
        if pair.game.phase == "second_answer":
            return
        pair.ask(pair.wrong_answer())


def alike(wearer: Wearer, pair: Pair) -> None:
    """Both worlds have given the same to the wearer, who in either of them cannot tell what was
    there before."""
    wearer.settle(pair)
    first, second = [told(ear.holdings()) for ear in wearer.ears]
    assert first == second, "the browser tells the worlds apart"
    world = pair.rng.randrange(2)
    ear, board = wearer.ears[world], seen(pair, world)
    assert [one for one in ear.windows() if one not in board] == [], "a board is remembered"
    newcomer = wearer.newcomer(world, pair.game.version)
    shown = ear.shown()
    assert silent(shown) == silent(newcomer), "the page shows its past"
    recent = story(newcomer)
    assert recent, "nothing is told"
    assert story(shown)[: len(recent)] == recent, "the page shows its past"


def silent(shown: str) -> str:
    return STORY.sub(r"\1</section>", SAID.sub(r"\1", shown))


def story(shown: str) -> list[str]:
    return [line for told in STORY.findall(shown) for line in told[1].split("</li>")[:-1]]


def told(held: Holdings) -> Holdings:
    """Without what the law lists, and in an order that no network chose."""
    answers = sorted(
        {lawful(one) for one in held.received}, key=lambda one: (one.address, one.body)
    )
    return msgspec.structs.replace(held, received=tuple(answers))


def lawful(one: Received) -> Received:
    body, free = bare(one.body)
    dropped = {"date", "content-length"} if free else {"date"}
    headers = tuple(header for header in one.headers if header[0] not in dropped)
    return msgspec.structs.replace(one, headers=headers, body=body)


def seen(pair: Pair, world: int) -> list[Any]:
    """The board as the wearer may see it now."""
    game = pair.games()[world]
    board: list[Any] = msgspec.to_builtins(sight.view(game, game.mask))["board"] or []
    return board


def hold_all(browser: Browser, seeds: Iterable[int], plant: str = "") -> None:
    with fronts() as both:
        wearer = Wearer(browser, both, plant)
        for seed in seeds:
            pair = started(seed)
            try:
                hold(wearer, pair)
            finally:
                wearer.go()
                pair.close()
        for visit in wearer.visits:
            visit.close()
            assert visit.faults == []


@pytest.mark.slow
@pytest.mark.parametrize("chunk", chunks(CHUNKS, SOON))
def test_two_worlds_give_the_wearer_s_browser_the_same(browser: Browser, chunk: int) -> None:
    hold_all(browser, range(chunk, PAIRS, CHUNKS))


@pytest.mark.parametrize("leak", LEAKS)
def test_a_page_that_says_which_stick_went_is_found_out(browser: Browser, leak: str) -> None:
    with pytest.raises(AssertionError, match=FOUND_OUT):
        hold_all(browser, range(40_000, 40_003), WATCHING % LEAKS[leak])


def test_a_page_that_remembers_a_board_is_found_out(browser: Browser) -> None:
    minding = WATCHING.replace("before = there(board);", "(globalThis.kept ??= []).push(board);")
    with pytest.raises(AssertionError, match="remembered"):
        hold_all(browser, [40_000], minding % "")


def test_a_page_that_hides_a_board_is_found_out(browser: Browser) -> None:
    hiding = """setInterval(() => {
      const board = document.querySelector("#main .board:not(.kept)");
      if (!board || document.querySelector(".kept")) return;
      const kept = document.createElement("template");
      kept.className = "kept";
      kept.content.append(board.cloneNode(true));
      document.body.append(kept);
    }, 5)"""
    with pytest.raises(AssertionError, match=FOUND_OUT):
        hold_all(browser, [40_000], hiding)


def test_a_service_that_says_which_stick_went_is_found_out(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: Callable[..., Any] = sight._removed

    def leaky(game: Game, seat: Any) -> Any:
        told = shown(game, seat)
        return told and {**told, "sticks": game.removed}

    monkeypatch.setattr(sight, "_removed", leaky)
    with pytest.raises(AssertionError, match="worlds apart"):
        hold_all(browser, range(40_000, 40_003))
