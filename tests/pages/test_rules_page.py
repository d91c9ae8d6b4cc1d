"""The page of the rules, and the pages that say what is wrong."""

import pytest
from playwright.sync_api import expect

from events.rulebook import CLAUSES, RULINGS
from service.language import language
from service.problems import TYPES, Slug
from tests.pages.visit import Visit


@pytest.mark.parametrize("code", ["en", "fr"])
def test_every_clause_and_reading_stands_at_its_anchor_without_scripts(
    visit: Visit, code: str
) -> None:
    say = language(code).say
    page = visit(f"/rules?lang={code}", java_script_enabled=False)
    for clause in CLAUSES:
        told = say(clause.text).replace("`", "")
        expect(page.locator(f"[id='{clause.id}'] dd")).to_have_text(told)
    for ruling in RULINGS:
        readings = page.locator(f"[id='ruling-{ruling.name}'] li")
        assert readings.count() == len(ruling.readings)
        for place, reading in enumerate(ruling.readings):
            expect(readings.nth(place)).to_contain_text(say(reading.text))


def test_every_link_within_the_page_leads_somewhere(visit: Visit) -> None:
    page = visit("/rules")
    lost = page.evaluate(
        "[...document.querySelectorAll('main a[href^=\"#\"]')].map((a) => a.hash.slice(1))"
        ".filter((id) => !document.getElementById(id))"
    )
    assert lost == []
    assert page.locator("main a[href^='#']").count() > len(CLAUSES)


@pytest.mark.parametrize("anchor", ["T2", "ruling-double_answer"])
def test_a_link_to_a_clause_shows_it(visit: Visit, anchor: str) -> None:
    page = visit(f"/rules#{anchor}")
    expect(page.locator(f"[id='{anchor}']")).to_be_in_viewport()
    assert (
        page.locator(":target").evaluate("each => getComputedStyle(each).outlineStyle") == "solid"
    )


def test_it_needs_no_script(visit: Visit) -> None:
    page = visit("/rules")
    assert page.locator("script[src]").count() == 0


@pytest.mark.parametrize("slug", list(Slug))
def test_every_problem_is_told_in_the_house(visit: Visit, slug: Slug) -> None:
    page = visit(f"/problems/{slug}")
    expect(page.get_by_role("heading", level=1)).to_have_text(TYPES[slug].title)
    assert page.evaluate("getComputedStyle(document.body).display") == "flex"


@pytest.mark.parametrize(
    ("path", "status"),
    [("/nowhere", 404), (f"/games/{'a' * 16}", 404), ("/rules?colour=red", 422)],
)
def test_what_is_refused_shows_a_way_back(visit: Visit, path: str, status: int) -> None:
    visit.allow(str(status))
    page = visit(path, color_scheme="dark")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.get_by_role("link", name="To the tables").click()
    expect(page.get_by_role("heading", name="One stick is gone. Which one?")).to_be_visible()


def test_what_is_refused_is_told_in_french(visit: Visit) -> None:
    visit.allow("404")
    page = visit("/nowhere", locale="fr-FR")
    expect(page.get_by_role("link", name="Vers les tables")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "fr"
