"""The page of a dispute: followed while it is ruled, and read."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.pages.conftest import Accessible
from tests.pages.forged import Forged, disputed
from tests.pages.looks import LOOKS
from tests.pages.measures import small_targets, too_wide
from tests.pages.scene import Scene
from tests.pages.table import Json, Table
from tests.pages.visit import Visit

WORDS = "<b>It was mine.</b> {window}"


@pytest.fixture(scope="module")
def played(api: httpx.Client) -> Table:
    """A game that is over, about which anything can be said."""
    table = Table(api, "Ana", "Ben", "Cleo", advanced=True)
    table.start()
    table.play()
    return table


def card(page: Page, title: str) -> Locator:
    return page.get_by_role("region", name=title)


def judged(page: Page, verdict: str) -> None:
    expect(page.locator("h2#verdict")).to_have_text(verdict)


def shown(page: Page, table: Table) -> Json:
    """The dispute that a page shows, as the API tells it."""
    return dict(table.look(f"/disputes/{page.url.rpartition('/')[2]}"))


def escape(table: Table) -> Json:
    """The first answer at which somebody escaped."""
    return next(event for event in table.log() if event["outcome"].get("escaped"))


# Ruled


def test_a_dismissed_dispute_shows_what_the_rules_say(visit: Visit, scene: Scene) -> None:
    page = visit(f"/games/{scene.over.id}/disputes/{scene.dispute}")
    judged(page, "Dismissed")
    expect(page.locator(".verdict")).to_contain_text("The objection fails")
    expect(page.locator(".verdict-sign")).to_have_text("=")
    told = scene.over.look(f"/disputes/{scene.dispute}")
    assert told["ruling"]["recorded"] == told["ruling"]["expected"]
    recorded = card(page, "What is recorded")
    expect(recorded.locator(".alike dt").first).to_have_text("The verdict")
    expect(recorded.locator(".alike dd").first).to_have_text(told["ruling"]["recorded"]["verdict"])
    expect(recorded.locator(".sides")).to_have_count(0)
    law = card(page, "What the rules say")
    expect(law).to_contain_text("The mask comes off, and its wearer names the colour")
    assert law.get_by_role("link", name="T3").get_attribute("href") == "/rules#T3"
    expect(card(page, "What was said").get_by_role("blockquote")).to_have_text("The left one.")


def test_boards_before_and_after_are_those_of_the_past(visit: Visit, scene: Scene) -> None:
    page = visit(f"/games/{scene.over.id}/disputes/{scene.dispute}")
    version = scene.over.look(f"/disputes/{scene.dispute}")["version"]
    figures = card(page, "The event").get_by_role("figure")
    expect(figures).to_have_count(2)
    expect(figures.first).to_contain_text("the stick is gone already")
    expect(figures.last).to_contain_text("Marked: what went in this turn")
    expect(card(page, "The event")).to_contain_text(
        re.compile("said: .*What really went: ", re.DOTALL)
    )
    for figure, moment in zip(figures.all(), (version - 1, version), strict=True):
        figure.locator("summary").click()
        window = scene.over.look(f"/states/{moment}")["board"][0]
        cells = figure.get_by_role("row").nth(1).get_by_role("cell").all_inner_texts()
        assert cells[1] == (window["sticks"]["left"] or "none")
        assert cells[4] == (window["sticks"]["long"] or "none")


def test_where_the_sheet_is_silent_the_reading_decides(visit: Visit, played: Table) -> None:
    page = visit(disputed(played, escape(played)["version"], "passing"))
    judged(page, "Silent")
    law = card(page, "What the rules say")
    chosen = law.locator(".readings .chosen")
    expect(chosen).to_contain_text("Lime and mask pass as after any other answer (T4, T5).")
    expect(law.locator(".readings li")).to_have_count(3)
    link = law.get_by_role("link", name="After an escape").get_attribute("href")
    assert link == "/rules#ruling-after_escape"
    changes = shown(page, played)["ruling"]["would_change"]
    words = "Another reading of a silent point" if changes else "No other reading"
    expect(law).to_contain_text(words)


def test_an_upheld_dispute_sets_both_sides_against_each_other(
    elsewhere: Visit, tampered: Forged
) -> None:
    page = elsewhere(tampered.dispute(tampered.taken, "award"))
    judged(page, "Upheld")
    ruling = shown(page, tampered.table)["ruling"]
    names = [player["name"] for player in tampered.table.game()["players"]]
    sides = card(page, "What is recorded").locator(".sides")
    for side, told in (("was", "recorded"), ("should", "expected")):
        (seat,) = ruling[told].values()
        expect(sides.locator(f".{side}")).to_contain_text(f"{names[seat - 1]} (seat {seat})")
    expect(card(page, "What the rules say")).to_contain_text("Overturned")


def test_a_receipt_that_the_log_breaks_is_called_that(elsewhere: Visit, tampered: Forged) -> None:
    words = {"receipt": tampered.receipt}
    page = elsewhere(tampered.dispute(tampered.missing, "record", **words))
    judged(page, "Upheld")
    expect(page.locator(".verdict")).to_contain_text("signed for another event")
    expect(card(page, "What is recorded")).to_contain_text("What the service signed for")
    said = card(page, "What was said")
    said.locator("summary").click()
    expect(said.locator("code")).to_have_text(tampered.receipt)


def test_a_claim_that_an_event_settles_nothing_of_is_told_so(visit: Visit, played: Table) -> None:
    page = visit(disputed(played, 2, "award"))
    judged(page, "Dismissed")
    expect(card(page, "What is recorded")).to_contain_text("settles nothing of that kind")
    expect(card(page, "The event")).to_contain_text("Nothing is dealt yet.")


def test_words_are_words_and_never_markup(visit: Visit, played: Table) -> None:
    page = visit(disputed(played, escape(played)["version"], "award", statement=WORDS))
    said = card(page, "What was said").get_by_role("blockquote")
    expect(said).to_have_text(WORDS)
    assert said.locator("b").count() == 0


def test_evidence_is_an_address(visit: Visit, scene: Scene, house: str) -> None:
    path = f"/games/{scene.over.id}/disputes/{scene.dispute}"
    page = visit(path, permissions=["clipboard-read", "clipboard-write"])
    evidence = card(page, "Evidence")
    evidence.get_by_role("button", name="Copy the link").click()
    expect(evidence.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == house + path
    evidence.get_by_role("link", name=re.compile("in the replay")).click()
    version = scene.over.look(f"/disputes/{scene.dispute}")["version"]
    expect(page.locator(".whereabouts")).to_contain_text(f"event {version} of")


# Followed


def test_a_dispute_of_a_running_game_waits_and_keeps_its_words(
    visit: Visit, api: httpx.Client
) -> None:
    table = Table(api, "Ana", "Ben")
    table.start()
    claim = {"version": 3, "claim": "deal", "statement": "Nobody may read this yet."}
    id = table.act(2, "/disputes", claim)["id"]
    page = visit(f"/games/{table.id}/disputes/{id}", seats=table.seat(2))
    expect(page.locator(".stages [aria-current=step]")).to_have_text(re.compile("The game ends"))
    expect(card(page, "On its way")).to_contain_text("until then nobody reads its words")
    assert "Nobody may read this" not in page.content()
    table.act(1, "/players/1", method="DELETE")
    judged(page, "Dismissed")
    expect(page.locator("#polite")).to_contain_text("Dismissed.")
    expect(card(page, "What was said")).to_contain_text("Nobody may read this yet.")


def test_each_stage_on_the_way_is_drawn(visit: Visit, scene: Scene) -> None:
    page, told = visit.page(), iter(["queued", "running", "failed"])
    undone = {"ruling": None, "ruled_at": None}

    def slow(route: Route) -> None:
        status = next(told, None)
        answer = route.fetch().json()
        route.fulfill(json={**answer, **undone, "status": status} if status else answer)

    page.route(f"**/v1/games/*/disputes/{scene.dispute}", slow)
    page.goto(f"/games/{scene.over.id}/disputes/{scene.dispute}")
    current = page.locator(".stages [aria-current=step]")
    for words in ("Waits for a worker", "Is being ruled", "Could not be ruled yet"):
        expect(current).to_contain_text(words)
    judged(page, "Dismissed")
    expect(page.locator("h2#verdict")).to_be_focused()


def test_a_store_that_rests_is_waited_for(visit: Visit, scene: Scene) -> None:
    visit.allow("503|ERR_CONNECTION")
    page, failing = visit.page(), iter(range(6))
    resting = {"type": "/problems/store-unavailable", "status": 503, "detail": "It rests."}

    def tired(route: Route) -> None:
        if next(failing, None) is None:
            route.continue_()
        else:
            route.fulfill(status=503, json=resting, headers={"Retry-After": "0"})

    page.route(f"**/v1/games/*/disputes/{scene.dispute}", tired)
    page.goto(f"/games/{scene.over.id}/disputes/{scene.dispute}")
    expect(page.locator(".note.bad")).to_contain_text("It rests.")
    judged(page, "Dismissed")
    expect(page.locator(".note.bad")).to_have_count(0)


def test_a_dispute_that_is_not_there_is_told_so(visit: Visit, scene: Scene) -> None:
    visit.allow("404")
    page = visit(f"/games/{scene.over.id}/disputes/99")
    expect(page.locator("h1")).to_be_visible()
    assert page.locator("#stage").count() == 0


# For everybody


def test_in_french_only_the_docket_speaks_english(visit: Visit, scene: Scene) -> None:
    page = visit(f"/games/{scene.over.id}/disputes/{scene.dispute}?lang=fr")
    judged(page, "Rejetée")
    expect(card(page, "Ce que disent les règles")).to_contain_text("Le masque tombe")
    english = page.locator("main [lang=en]")
    expect(english).to_have_count(1)
    sentence = scene.over.look(f"/disputes/{scene.dispute}")["ruling"]["sentence"]
    expect(english).to_have_text(sentence)


def test_all_of_it_is_reached_by_key(visit: Visit, scene: Scene) -> None:
    page = visit(f"/games/{scene.over.id}/disputes/{scene.dispute}")
    expect(page.locator("figure .board")).to_have_count(2)
    wanted = page.locator("main a, main button, main summary")
    reached: set[Any] = set()
    page.locator("main").focus()
    for _ in range(wanted.count()):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.textContent.trim()"))
    assert reached == {text.strip() for text in wanted.all_inner_texts()}


@pytest.mark.parametrize("look", LOOKS)
def test_a_ruling_can_be_read_by_everybody(
    visit: Visit, played: Table, accessible: Accessible, look: str
) -> None:
    path = disputed(played, escape(played)["version"], "passing")
    page = visit(f"{path}?lang=fr", **LOOKS[look])
    judged(page, "Règle muette")
    accessible(page)
    assert too_wide(page) == []
    assert small_targets(page) == []
