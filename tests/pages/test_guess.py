"""A game through one player's mask: what is asked, what is kept back, what the score says."""

import json
import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from service.language import Language, language
from tests.pages.conftest import Accessible
from tests.pages.hands import Hands, Keys
from tests.pages.past import frames, wall
from tests.pages.scene import Scene
from tests.pages.table import Json, Table
from tests.pages.visit import Visit

DARK_MILLIS = 2_000

SEAT = 2

FOLLOW = """hash => new Promise((done) => {
  addEventListener("hashchange", () => done(), {once: true});
  location.hash = hash;
})"""


class Guesser(Hands):
    """Somebody who guesses: nothing is sent anywhere."""

    def sent(self, press: Callable[[], None]) -> None:
        press()

    def look(self) -> None:
        """To the board as it was before the mask."""
        self._skip("Skip to the mask", "Look well: the mask is yours")

    def end(self) -> None:
        self._skip("Skip to the end", "The game is over")

    def _skip(self, by: str, to: str) -> None:
        """It may be there already."""
        there, skip = self.heading(to), self.button(by)
        expect(there.or_(skip)).to_be_visible()
        if not there.count():
            self.press(skip)
        expect(there).to_be_focused()

    def wear(self) -> None:
        self.press(self.button("Put the mask on"))
        expect(self.heading("Under the mask")).to_be_focused()
        self.page.clock.run_for(DARK_MILLIS)
        expect(self.page.locator(".naming")).to_be_visible()

    def follow(self, fragment: str) -> None:
        """A link from this page to another place on it."""
        self.page.evaluate(FOLLOW, fragment)

    def heading(self, message: str) -> Any:
        return self.page.get_by_role("heading", name=self.say(message), level=2)


class KeyGuesser(Guesser, Keys):
    """The same by the keys alone."""


class Moment:
    """A turn that the wearer answered, as the API tells it."""

    def __init__(self, told: list[Json], first: int) -> None:
        self.asked = told[first - 1]["game"]
        end = next(
            frame
            for at, frame in enumerate(told)
            if at >= first and frame["game"]["last_turn"] != told[at - 1]["game"]["last_turn"]
        )
        self.turn = end["game"]["last_turn"]
        self.sentence = end["sentence"]
        self.removed = [
            {name: stick[name] for name in ("window", "length", "colour")}
            for stick in self.turn["removed"]
        ]
        self.wrong = [{**stick, "window": stick["window"] % 12 + 1} for stick in self.removed]
        self.attempts = len(self.turn["answers"])


def moments(told: list[Json], seat: int) -> list[Moment]:
    return [
        Moment(told, at)
        for at, frame in enumerate(told)
        if frame["event"]["type"] == "answer-given"
        and frame["event"]["seat"] == seat
        and frame["event"]["outcome"]["attempt"] == 1
    ]


@pytest.fixture
def told(api: httpx.Client, scene: Scene) -> list[Json]:
    return frames(api, scene.over.id, str(SEAT))


def guessing(visit: Visit, path: str, speech: Language | None = None, **kind: Any) -> Guesser:
    page = visit(path, **kind)
    page.clock.install()
    hands = Guesser(page, speech)
    hands.press(hands.button("Begin"))
    return hands


def answered(hands: Guesser, moment: Moment, *, right: bool) -> None:
    if right:
        hands.answer(moment.removed)
        return
    for _ in range(moment.attempts):
        hands.answer(moment.wrong)


def test_right_and_wrong_answers_are_counted_and_the_end_compares(
    visit: Visit, scene: Scene, told: list[Json], accessible: Accessible
) -> None:
    hands = guessing(visit, f"/games/{scene.over.id}/guess?as={SEAT}")
    page, all_moments = hands.page, moments(told, SEAT)
    mine = theirs = 0
    for nth, moment in enumerate(all_moments):
        right = nth % 3 != 1
        hands.look()
        hands.wear()
        assert wall(page) == moment.asked["board"]
        if nth == 0:
            accessible(page)
        answered(hands, moment, right=right)
        mine, theirs = mine + right, theirs + (moment.turn["verdict"] == "right")
        expect(hands.heading("You were right." if right else "You were wrong.")).to_be_focused()
        gone = page.locator(".panel .compared dd").first
        expect(gone).to_contain_text(f"window {moment.removed[0]['window']}")
        expect(page.locator(".score")).to_contain_text(f"You: {mine}")
        expect(page.locator(".score")).to_contain_text(f"Ben: {theirs}")
        hands.press(hands.button("Go on"))
    hands.end()
    expect(page.locator(".result")).to_have_text(f"{mine} of {len(all_moments)} right")
    assert 0 < mine < len(all_moments)
    rows = page.locator(".answers tbody tr")
    assert rows.count() == len(all_moments)
    assert rows.first.get_by_text("right", exact=True).count() >= 1
    challenge = page.locator(".panel code").inner_text()
    assert challenge.endswith(f"?as={SEAT}#beat={mine}-{len(all_moments)}")
    accessible(page)
    challenged(visit, challenge, mine, len(all_moments))


def challenged(visit: Visit, address: str, beat: int, total: int) -> None:
    """Somebody else follows the link."""
    path = re.sub(r"^https?://[^/]+", "", address)
    page = visit(path)
    greeting = f"You are challenged: {beat} of {total} is the score to beat."
    expect(page.locator(".note")).to_have_text(greeting)


def test_a_challenge_that_is_followed_on_the_open_page_counts_at_once(
    visit: Visit, scene: Scene, told: list[Json]
) -> None:
    hands = guessing(visit, f"/games/{scene.over.id}/guess?as={SEAT}")
    page, total = hands.page, len(moments(told, SEAT))
    hands.look()
    hands.follow(f"beat=1-{total}")
    expect(hands.heading("Wear the mask of Ben")).to_be_focused()
    greeting = f"You are challenged: 1 of {total} is the score to beat."
    expect(page.locator(".note")).to_have_text(greeting)


def test_a_challenge_is_won_by_more_and_a_false_one_is_not_heard(
    visit: Visit, api: httpx.Client
) -> None:
    table = Table(api)
    table.start()
    table.finish()
    [*some] = moments(frames(api, table.id, "2"), 2)
    path = f"/games/{table.id}/guess?as=2"
    assert visit(f"{path}#beat=0-{len(some) + 1}").locator(".note").count() == 0
    hands = guessing(visit, f"{path}#beat=0-{len(some)}")
    for moment in some:
        hands.look()
        hands.wear()
        answered(hands, moment, right=True)
        hands.press(hands.button("Go on"))
    hands.end()
    note = hands.page.locator(".note.good")
    expect(note).to_have_text("Challenge won: 0 was the score to beat.")
    expect(hands.page.locator(".panel")).to_contain_text("You remembered better than Ben.")
    for fragment in (f"beat=0-{len(some) + 1}", "main", f"beat=0-{len(some)}"):
        hands.follow(fragment)
        expect(note).to_have_text("Challenge won: 0 was the score to beat.")


def test_nothing_gives_the_answer_away_before_the_guess(
    visit: Visit, scene: Scene, told: list[Json]
) -> None:
    hands = guessing(visit, f"/games/{scene.over.id}/guess?as={SEAT}")
    page, first = hands.page, moments(told, SEAT)[0]
    hands.look()
    hands.press(hands.button("Put the mask on"))
    assert page.locator(".board").count() == 0
    hands.page.clock.run_for(DARK_MILLIS)
    page.locator(".naming").wait_for()
    assert page.locator(".board use[href*='#ghost']").count() == 0
    assert page.locator(".board [aria-pressed=true]").count() == 0
    gaps = [
        (window["window"], slot)
        for window in first.asked["board"]
        for slot, colour in window["sticks"].items()
        if colour is None
    ]
    assert page.locator(".place").count() == len(gaps)
    assert first.sentence not in page.content()
    assert json.dumps(first.removed) not in page.content()


def test_a_gap_is_touched_and_its_colour_said(visit: Visit, scene: Scene, told: list[Json]) -> None:
    hands = guessing(visit, f"/games/{scene.over.id}/guess?as={SEAT}")
    moment = moments(told, SEAT)[0]
    [gone] = moment.turn["removed"]
    hands.look()
    hands.wear()
    hands.place(gone, moment.asked["board"]).click()
    hands.page.get_by_role("radio", name=gone["colour"], exact=True).check()
    hands.page.locator(".naming [type=submit]").click()
    expect(hands.heading("You were right.")).to_be_focused()


def test_it_plays_by_itself_and_can_be_stopped(visit: Visit, scene: Scene) -> None:
    hands = guessing(visit, f"/games/{scene.over.id}/guess?as=3")
    hands.press(hands.button("Pause"))
    first = hands.page.locator(".panel .sentence").inner_text()
    hands.page.clock.run_for(60_000)
    assert hands.page.locator(".panel .sentence").inner_text() == first
    hands.press(hands.button("Go on"))
    hands.page.clock.run_for(60_000)
    expect(hands.heading("Look well: the mask is yours")).to_be_focused()


def test_without_a_seat_it_is_the_mask_that_answered_most(
    visit: Visit, api: httpx.Client, scene: Scene
) -> None:
    log = frames(api, scene.over.id, "public")
    counts = {seat: len(moments(log, seat)) for seat in (1, 2, 3)}
    most = max(counts, key=lambda seat: (counts[seat], -seat))
    page = visit(f"/games/{scene.over.id}/guess")
    name = {1: "Ana", 2: "Ben", 3: "Cleo"}[most]
    expect(page.get_by_role("heading", level=2)).to_have_text(f"Wear the mask of {name}")
    assert page.locator(".rest a").count() == 3


def test_a_moment_is_guessed_in_french_and_by_keys(
    visit: Visit, api: httpx.Client, scene: Scene, told: list[Json]
) -> None:
    speech = language("fr")
    page = visit(f"/games/{scene.over.id}/guess?as={SEAT}&lang=fr")
    page.clock.install()
    hands = KeyGuesser(page, speech)
    hands.press(hands.button("Begin"))
    moment = moments(told, SEAT)[0]
    hands.look()
    hands.wear()
    hands.answer(moment.removed)
    expect(hands.heading("You were right.")).to_be_focused()
    gone = page.locator(".panel .compared dd").first
    expect(gone).to_contain_text(f"fenêtre {moment.removed[0]['window']}")


def test_a_game_that_goes_on_and_a_seat_that_nobody_had_are_said(
    visit: Visit, scene: Scene
) -> None:
    page = visit(f"/games/{scene.removal.id}/guess")
    assert "not over yet" in page.locator("main").inner_text()
    page = visit(f"/games/{scene.over.id}/guess?as=5")
    assert "Nobody played this game from seat 5." in page.locator("main").inner_text()
    page.get_by_role("link", name="Wear another mask").click()
    expect(page.get_by_role("button", name="Begin")).to_be_visible()


def test_a_table_that_nobody_stayed_at_has_nothing_to_guess(
    visit: Visit, api: httpx.Client
) -> None:
    table = Table(api, "Ana")
    table.act(1, "/players/1", method="DELETE")
    page = visit(f"/games/{table.id}/guess")
    nobody = page.get_by_text("Nobody played this game.")
    expect(nobody.or_(page.get_by_role("heading", name="Nothing to guess"))).to_be_visible()
    page = visit(f"/games/{table.id}/replay#2")
    expect(page.locator(".undealt")).to_be_visible()
