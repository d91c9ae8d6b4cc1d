"""The audit page: the report, and the log verified again by the browser."""

import json
import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.pages.conftest import Accessible
from tests.pages.forged import Forged
from tests.pages.looks import LOOKS
from tests.pages.measures import small_targets, too_wide
from tests.pages.scene import Scene
from tests.pages.table import Json, Table
from tests.pages.visit import Visit

Damage = Callable[[str], str]


@pytest.fixture
def page(visit: Visit, scene: Scene) -> Page:
    """The report on the scene's finished game."""
    return visit(f"/games/{scene.over.id}/audit")


def card(page: Page, title: str) -> Locator:
    return page.get_by_role("region", name=title)


def step(page: Page, name: str) -> Locator:
    return page.locator(".step").filter(has=page.locator("b", has_text=name))


def audit(table: Table) -> Json:
    return dict(table.look("/audits")["items"][-1])


# What is told


def test_a_clean_game_is_cleared_in_large_words(page: Page, scene: Scene) -> None:
    told = audit(scene.over)
    expect(page.locator("h2#verdict")).to_have_text("Cleared")
    report = card(page, "The report")
    expect(report).to_contain_text("Every ruling is as the rules have it.")
    expect(report).to_contain_text(f"all of its {told['events']} events")
    expect(report.locator("code")).to_have_text(told["head"])
    assert page.title() == "Audit: Ana, Ben, Cleo · Sing Sing"


def test_what_other_readings_would_have_changed_is_said(page: Page, scene: Scene) -> None:
    found = audit(scene.over)["materiality"]
    told = card(page, "Where the printed sheet is silent").locator(".others li")
    expect(told).to_have_count(len(found))
    differing = [one["first"] for one in found if one["first"]]
    assert differing
    for first in differing:
        words = f"The game would have gone differently from event {first}."
        expect(told.filter(has_text=words).first).to_be_visible()
    told.get_by_role("link").first.click()
    expect(page).to_have_url(re.compile(rf"/replay\?as=table#{differing[0]}$"))


def test_the_certificate_is_opened_and_can_be_taken(visit: Visit, scene: Scene) -> None:
    page = visit(f"/games/{scene.over.id}/audit", permissions=["clipboard-read", "clipboard-write"])
    told = audit(scene.over)
    shown = card(page, "The certificate")
    expect(shown).to_contain_text(told["head"])
    expect(shown).to_contain_text("singsing-rules/1, singsing/1")
    shown.get_by_role("button", name="Copy the certificate").click()
    expect(shown.get_by_role("button", name="Copied")).to_be_focused()
    assert page.evaluate("navigator.clipboard.readText()") == told["certificate"]


def test_disputes_are_listed_with_what_became_of_them(page: Page, scene: Scene) -> None:
    listed = card(page, "Disputes").get_by_role("listitem")
    expect(listed).to_have_count(1)
    expect(listed).to_contain_text("Dismissed")
    expect(listed).to_contain_text("Ben (seat 2)")
    listed.get_by_role("link").click()
    expect(page).to_have_url(re.compile(f"/disputes/{scene.dispute}$"))


def test_what_this_release_audited_need_not_be_asked_for(page: Page) -> None:
    expect(card(page, "Audits")).to_contain_text("audited by itself")
    expect(page.get_by_role("button", name="Ask for an audit")).to_have_count(0)


def test_asking_for_the_same_audit_again_finds_it(visit: Visit, scene: Scene) -> None:
    page = visit("/rules")
    page.route("**/audits?*", lambda route: _altered(route, {"certificate": None}))
    page.goto(f"/games/{scene.over.id}/audit")
    page.get_by_role("button", name="Ask for an audit").click()
    expect(page.locator("#polite")).to_contain_text("The same log is audited once")
    assert len(scene.over.look("/audits")["items"]) == 1


# What the browser verifies


def test_the_browser_verifies_every_step_and_says_how_much(page: Page, scene: Scene) -> None:
    told = audit(scene.over)
    expect(page.locator(".step.good")).to_have_count(5)
    expect(step(page, "The chain")).to_contain_text(f"{told['events']} of {told['events']} events")
    veils = sum(event["veil"] is not None for event in scene.over.log())
    expect(step(page, "The veils")).to_contain_text(f"{veils} of {veils} veils")
    proving = card(page, "Checked here, by your own browser")
    expect(proving).to_contain_text("nobody changed anything after it happened")
    expect(proving.locator("code.long")).to_have_text(told["head"])
    expect(page.locator("#polite")).to_contain_text("Verified in this browser")


def _recoloured(record: str) -> str:
    lines = record.splitlines()
    at = next(n for n, line in enumerate(lines) if '"sticks-removed"' in line)
    lines[at] = re.sub(r'"colour":"(\w+)"', _other_colour, lines[at], count=1)
    return "\n".join(lines) + "\n"


def _other_colour(found: re.Match[str]) -> str:
    return '"colour":"red"' if found[1] != "red" else '"colour":"blue"'


def _reseated(record: str) -> str:
    return record.replace('"seat":2,"type":"answer-given"', '"seat":1,"type":"answer-given"', 1)


def _resigned(record: str) -> str:
    lines = record.splitlines()
    closing = json.loads(lines[-1])
    head, payload, signature = closing["certificate"].split(".")
    other = "A" if signature[0] != "A" else "B"
    closing["certificate"] = f"{head}.{payload}.{other}{signature[1:]}"
    lines[-1] = json.dumps(closing, separators=(",", ":"), sort_keys=True)
    return "\n".join(lines) + "\n"


def _cut(record: str) -> str:
    lines = record.splitlines()
    return "\n".join([*lines[:-2], lines[-1]]) + "\n"


@pytest.mark.parametrize(
    ("damage", "wrong"),
    [
        (_recoloured, {"The veils"}),
        (_reseated, {"The chain"}),
        (_resigned, {"The signatures"}),
        (_cut, {"The chain", "The signatures"}),
    ],
)
def test_a_damaged_record_is_shown_loudly(
    visit: Visit, scene: Scene, damage: Damage, wrong: set[str]
) -> None:
    page = visit.page()
    page.route("**/record", lambda route: _spoilt(route, damage))
    page.goto(f"/games/{scene.over.id}/audit")
    loud = card(page, "Checked here").locator(".note.bad")
    expect(loud).to_contain_text(re.compile("of which the report says nothing!|another log than"))
    assert set(page.locator(".step.bad b").all_inner_texts()) == wrong
    expect(page.locator(".step.bad .step-faults li").first).to_be_visible()


def test_what_is_no_record_is_said_to_be_none(visit: Visit, scene: Scene) -> None:
    page = visit.page()
    page.route("**/record", lambda route: _spoilt(route, lambda record: record[:5000]))
    page.goto(f"/games/{scene.over.id}/audit")
    expect(card(page, "Checked here").locator(".note.bad")).to_contain_text("no record that could")
    expect(page.locator(".step.bad b")).to_have_text("The record")


def test_a_report_on_another_log_is_shown_loudly(visit: Visit, scene: Scene) -> None:
    page = visit.page()
    other = "sha256:" + 64 * "0"
    page.route("**/audits?*", lambda route: _altered(route, {"head": other}))
    page.goto(f"/games/{scene.over.id}/audit")
    loud = card(page, "Checked here").locator(".note.bad")
    expect(loud).to_contain_text("another log than the report is about!")


def test_checking_again_by_key_checks_what_is_there_now(page: Page) -> None:
    again = page.get_by_role("button", name="Check again")
    expect(again).to_be_enabled()
    page.route("**/record", lambda route: _spoilt(route, _recoloured))
    again.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".step.bad")).to_have_count(1)


def test_without_protection_the_page_says_where_to_check(visit: Visit, scene: Scene) -> None:
    page = visit.page()
    page.add_init_script("Object.defineProperty(crypto, 'subtle', {value: undefined})")
    page.goto(f"/games/{scene.over.id}/audit")
    expect(card(page, "Checked here")).to_contain_text("only on pages that came over https")
    expect(card(page, "Check it yourself")).to_contain_text("singsing verify")


def test_a_browser_without_such_signatures_says_so(visit: Visit, scene: Scene) -> None:
    page = visit.page()
    unknown = "new DOMException('no such algorithm', 'NotSupportedError')"
    page.add_init_script(f"crypto.subtle.importKey = () => Promise.reject({unknown})")
    page.goto(f"/games/{scene.over.id}/audit")
    expect(step(page, "The signatures")).to_contain_text("knows no Ed25519")
    expect(page.locator(".step.good")).to_have_count(4)


def _spoilt(route: Route, damage: Damage) -> None:
    record = route.fetch().text()
    assert damage(record) != record
    route.fulfill(body=damage(record), content_type="application/x-ndjson")


def _altered(route: Route, change: Json) -> None:
    told = route.fetch().json()
    told["items"] = [{**item, **change} for item in told["items"]]
    route.fulfill(json=told)


# What is not there yet


def test_an_audit_is_followed_until_it_is_there(visit: Visit, scene: Scene) -> None:
    page, asked = visit.page(), iter(range(2))
    undone: Json = {"findings": [], "found": None, "materiality": [], "certificate": None}

    def queued(route: Route) -> None:
        step = next(asked, None)
        if step is None:
            route.continue_()
            return
        told = {"status": ["queued", "running"][step], "progress": 40 * step, "done_at": None}
        _altered(route, {**undone, **told})

    page.route("**/audits?*", queued)
    page.goto(f"/games/{scene.over.id}/audit")
    expect(page.get_by_role("progressbar")).to_have_attribute("value", "40")
    expect(card(page, "The report")).to_contain_text("Every ruling is as the rules have it.")
    expect(page.get_by_role("progressbar")).to_have_count(0)


def test_a_failed_audit_says_what_to_do(visit: Visit, scene: Scene) -> None:
    page = visit.page()
    page.route("**/audits?*", lambda route: _altered(route, {"status": "failed"}))
    page.goto(f"/games/{scene.over.id}/audit")
    expect(card(page, "The report").locator(".note.bad")).to_contain_text("tries again by itself")


def test_a_running_game_is_waited_for(visit: Visit, api: httpx.Client) -> None:
    table = Table(api, "Ana", "Ben")
    table.start()
    page = visit(f"/games/{table.id}/audit")
    expect(page.locator(".note")).to_contain_text("This game is not over yet.")
    to_table = page.get_by_role("link", name="Watch it at its table")
    assert to_table.get_attribute("href") == f"/games/{table.id}"
    table.act(2, "/disputes", {"version": 3, "claim": "deal"})
    expect(card(page, "Disputes")).to_contain_text("waits for the end of the game")
    table.act(2, "/players/2", method="DELETE")
    expect(page.locator("h2#verdict")).to_have_text("Cleared")


def test_a_table_that_closed_before_a_game_has_nothing_to_audit(
    visit: Visit, api: httpx.Client
) -> None:
    table = Table(api, "Ana", "Ben")
    table.act(1, "/players/1", method="DELETE")
    page = visit(f"/games/{table.id}/audit")
    expect(page.locator(".note")).to_contain_text("nothing to audit")
    expect(page.get_by_role("button")).to_have_count(0)


# What is wrong


def overturned(elsewhere: Visit, tampered: Forged, **options: Any) -> Page:
    page = elsewhere(f"/games/{tampered.table.id}/audit", **options)
    expect(page.locator("h2#verdict")).to_have_text("Overturned")
    return page


def test_every_fault_is_told_with_both_sides_and_its_clause(
    elsewhere: Visit, tampered: Forged
) -> None:
    page = overturned(elsewhere, tampered)
    found = audit(tampered.table)
    report = card(page, "The report")
    expect(report).to_contain_text(f"{found['found']} faults were found.")
    expect(report).to_contain_text(f"sound up to event {tampered.taken - 1}")
    first = report.locator(".finding").first
    expect(first.get_by_role("heading", level=3)).to_have_text(f"Event {tampered.taken}")
    expect(first.get_by_role("heading", level=4)).to_have_text("Who took them")
    names = [seat["name"] for seat in tampered.table.game()["players"]]
    (fault,) = [one for one in found["findings"] if one["version"] == tampered.taken]
    was, should = (names[fault[side] - 1] for side in ("recorded", "expected"))
    expect(first.locator(".side.was")).to_contain_text(was)
    expect(first.locator(".side.should")).to_contain_text(should)
    assert first.get_by_role("link", name="E2").get_attribute("href") == "/rules#E2"
    expect(first.locator("[lang=en]")).to_have_text(fault["sentence"])


def test_a_fault_leads_to_its_board_and_its_entry(elsewhere: Visit, tampered: Forged) -> None:
    page = overturned(elsewhere, tampered)
    first = page.locator(".finding").first
    entry = first.get_by_role("link", name="Its entry in the log").get_attribute("href")
    assert entry == f"/v1/games/{tampered.table.id}/events/{tampered.taken}"
    first.get_by_role("link", name=f"The board at event {tampered.taken}").click()
    expect(page.locator(".whereabouts")).to_contain_text(f"event {tampered.taken} of")


def test_faults_beyond_the_first_are_shown_when_asked_for(
    elsewhere: Visit, tampered: Forged
) -> None:
    page = overturned(elsewhere, tampered)
    versions = {finding["version"] for finding in audit(tampered.table)["findings"]}
    assert len(versions) > 3
    expect(page.locator(".finding")).to_have_count(3)
    page.get_by_role("button", name=re.compile(r"^Show \d+ more event")).click()
    expect(page.locator(".finding")).to_have_count(len(versions))


def test_a_forged_chain_is_whole_and_the_browser_does_not_claim_more(
    elsewhere: Visit, tampered: Forged
) -> None:
    page = overturned(elsewhere, tampered)
    expect(page.locator(".step.good")).to_have_count(5)
    expect(card(page, "Checked here")).to_contain_text("rulings in it, which are not judged here")


def test_an_earlier_report_can_be_read(elsewhere: Visit, tampered: Forged) -> None:
    page = overturned(elsewhere, tampered)
    earlier = card(page, "Audits").locator("button[aria-pressed=false]")
    earlier.click()
    expect(card(page, "The report")).to_contain_text("Every ruling is as the rules have it.")
    expect(card(page, "Audits").locator("button[aria-pressed=true]")).to_be_focused()


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_faults_can_be_read_by_everybody(
    elsewhere: Visit, tampered: Forged, accessible: Accessible, look: str, language: str
) -> None:
    page = elsewhere(f"/games/{tampered.table.id}/audit?lang={language}", **LOOKS[look])
    expect(page.locator(".step.good")).to_have_count(5)
    expect(page.locator("h2#verdict")).to_have_text({"en": "Overturned", "fr": "Annulée"}[language])
    accessible(page)
    assert too_wide(page) == []
    assert small_targets(page) == []
