"""A game that is over, watched again by key, by hand and by itself."""

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from service.language import language
from tests.pages.boxes import box
from tests.pages.conftest import Accessible
from tests.pages.past import CHAIRS, chair, frames, version, wall
from tests.pages.scene import Scene
from tests.pages.table import Json, Table
from tests.pages.visit import Visit

Watched = Callable[..., Page]


@pytest.fixture
def watched(visit: Visit, scene: Scene) -> Watched:
    """The scene's finished game, at an event, from a chair."""

    def opened(at: int = 1, query: str = "", **options: Any) -> Page:
        page = visit(f"/games/{scene.over.id}/replay{query}#{at}", **options)
        page.locator(".sentence").wait_for()
        return page

    return opened


@pytest.fixture
def told(api: httpx.Client, scene: Scene) -> list[Json]:
    return frames(api, scene.over.id)


def stops(told: list[Json]) -> list[int]:
    """Versions at which a turn ended or began, by what the frames say."""
    turns = [frame["game"]["turn"] for frame in told]
    changes = [at + 1 for at in range(1, len(turns)) if turns[at] != turns[at - 1]]
    return [1, *changes, len(told)]


def test_title_and_heading_say_who_played(watched: Watched) -> None:
    page = watched()
    assert page.locator("h1").inner_text() == "Replay: Ana, Ben, Cleo"
    assert page.title() == "Replay: Ana, Ben, Cleo · Sing Sing"


@pytest.mark.parametrize(
    ("key", "start", "end"),
    [
        ("ArrowRight", 12, 13),
        ("ArrowLeft", 12, 11),
        ("ArrowLeft", 1, 1),
        ("Home", 12, 1),
        ("End", 12, -1),
        ("ArrowRight", -1, -1),
    ],
)
def test_a_key_moves_everything(
    watched: Watched, told: list[Json], key: str, start: int, end: int
) -> None:
    page = watched(start if start > 0 else len(told))
    page.keyboard.press(key)
    standing_at(page, told, end if end > 0 else len(told))


def standing_at(page: Page, told: list[Json], at: int) -> None:
    """Address, scrubber, sentence and list agree."""
    assert version(page) == at
    expect(page.locator(".told .sentence")).to_have_text(told[at - 1]["sentence"])
    expect(page.get_by_role("slider", name="Event")).to_have_value(str(at))
    expect(page.locator(".entry[aria-current] .entry-version")).to_have_text(str(at))
    assert page.locator(".entry[aria-current]").count() == 1


def test_brackets_move_by_turns(watched: Watched, told: list[Json]) -> None:
    page, expected = watched(), stops(told)
    there = [version(page)]
    while there[-1] < len(told):
        page.keyboard.press("]")
        there.append(version(page))
    assert there == expected
    back = [version(page)]
    while back[-1] > 1:
        page.keyboard.press("[")
        back.append(version(page))
    assert back[::-1] == expected


def test_f_goes_round_the_chairs_and_each_shows_what_it_saw(
    watched: Watched, api: httpx.Client, scene: Scene
) -> None:
    page = watched(6)
    seen = []
    for expected in (*CHAIRS[1:], CHAIRS[0]):
        page.keyboard.press("f")
        page.wait_for_url(re.compile(rf"as={expected}\b"))
        seen.append(chair(page))
        sentence = frames(api, scene.over.id, expected)[5]["sentence"]
        expect(page.locator(".told .sentence")).to_have_text(sentence)
    assert seen == ["1", "2", "3", "public", "table"]


def test_no_press_is_lost_while_the_page_reads(
    visit: Visit, api: httpx.Client, scene: Scene
) -> None:
    held: list[Route] = []
    page = visit.page()
    page.route("**/disputes*", lambda route: held.append(route))
    with page.expect_request("**/disputes*"):
        page.goto(f"/games/{scene.over.id}/replay#6")
    for _ in range(2):
        page.keyboard.press("f")
    page.get_by_role("button", name="Public", exact=True).click()
    held[0].continue_()
    page.wait_for_url(re.compile(r"as=public\b"))
    expect(page.locator(".chairs [aria-pressed=true]")).to_have_text("Public")
    for _ in range(3):
        page.keyboard.press("f")
    page.wait_for_url(re.compile(r"as=2\b"))
    sentence = frames(api, scene.over.id, "2")[5]["sentence"]
    expect(page.locator(".told .sentence")).to_have_text(sentence)


@pytest.mark.parametrize("from_chair", CHAIRS)
def test_the_board_is_the_one_that_the_api_has_for_the_chair(
    watched: Watched, api: httpx.Client, scene: Scene, from_chair: str
) -> None:
    page = watched(1, f"?as={from_chair}")
    blind = 0
    for at, frame in enumerate(frames(api, scene.over.id, from_chair), 1):
        assert version(page) == at
        assert wall(page) == frame["game"]["board"], at
        under = frame["game"]["phase"] == "removal" and frame["game"]["board"] is None
        assert page.locator(".under-mask").count() == under
        blind += under
        page.keyboard.press("ArrowRight")
    assert (blind > 0) == (from_chair != "table")


def test_what_went_is_pointed_out_to_who_may_know(watched: Watched, told: list[Json]) -> None:
    page = watched(1)
    for at, frame in enumerate(told, 1):
        game, before = frame["game"], told[at - 2]["game"] if at > 1 else {"last_turn": None}
        fresh = game["last_turn"] != before["last_turn"]
        gone = (
            game["last_turn"]["removed"] if fresh else (game["removed"] or {"sticks": []})["sticks"]
        )
        assert page.locator(".board use[href*='#ghost']").count() == len(gone)
        fled = game["last_turn"]["escaped"] if fresh else []
        assert page.locator(".board use[href$='#fled']").count() == len(fled)
        page.keyboard.press("ArrowRight")


def test_a_chair_under_the_mask_is_not_shown_what_went(
    watched: Watched, api: httpx.Client, scene: Scene
) -> None:
    frame = frames(api, scene.over.id, "2")[5]
    assert frame["game"]["removed"] == {"count": 1, "sticks": None}
    page = watched(6, "?as=2")
    assert page.locator(".board").count() == 1
    assert page.locator(".board use[href*='#ghost']").count() == 0


def test_the_scrubber_goes_anywhere(watched: Watched, told: list[Json]) -> None:
    page = watched()
    slider = page.get_by_role("slider", name="Event")
    slider.fill("20")
    standing_at(page, told, 20)
    slider.focus()
    page.keyboard.press("ArrowRight")
    standing_at(page, told, 21)
    page.keyboard.press("]")
    standing_at(page, told, min(stop for stop in stops(told) if stop > 21))
    assert slider.get_attribute("aria-valuetext") == f"event {version(page)} of {len(told)}"


def test_ticks_stand_for_turns_escapes_disputes_and_the_end(
    watched: Watched, told: list[Json]
) -> None:
    page = watched()
    page.locator(".ticks .dispute").first.wait_for()
    escapes = [
        at
        for at in range(1, len(told))
        if told[at]["game"]["last_turn"] != told[at - 1]["game"]["last_turn"]
        and told[at]["game"]["last_turn"]["escaped"]
    ]
    assert escapes
    drawn = page.locator(".ticks .escape").evaluate_all(
        "all => all.map(one => one.getAttribute('x'))"
    )
    places = [100 * at / (len(told) - 1) for at in escapes]
    assert [float(x.rstrip("%")) for x in drawn] == pytest.approx(places)
    assert page.locator(".ticks .end").count() == page.locator(".ticks .dispute").count() == 1
    assert page.locator(".ticks .turn").count() == len(stops(told)) - 2
    legend = page.get_by_role("list", name="Marks on the line")
    assert legend.inner_text().split("\n")[:1] == ["a turn"]


def test_an_entry_of_the_list_leads_to_its_event_and_stays_in_sight(
    watched: Watched, told: list[Json]
) -> None:
    page = watched()
    page.locator(".entry", has_text=told[20]["sentence"]).first.click()
    standing_at(page, told, 21)
    page.evaluate("scrollTo(0, 0)")
    for key in ("End", "Home", "]", "ArrowRight"):
        page.keyboard.press(key)
        assert page.locator(".entry[aria-current]").evaluate("""entry => {
          const [box, own] = [entry.closest(".chronicle"), entry]
            .map((one) => one.getBoundingClientRect());
          return own.top >= box.top - 1 && own.bottom <= box.bottom + 1;
        }""")
        assert page.evaluate("scrollY") == 0
        assert page.locator(".entry[aria-current]").evaluate(
            "one => one === document.activeElement"
        )


def test_it_plays_at_its_speed_to_the_end(watched: Watched, told: list[Json]) -> None:
    page = playing(watched, 1)
    page.clock.run_for(10_000)
    single = version(page)
    assert 3 < single < 9
    page.get_by_role("button", name="4 ×").click()
    page.clock.run_for(10_000)
    assert version(page) - single > 2 * (single - 1)
    page.clock.run_for(300_000)
    assert version(page) == len(told)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile("#1$"))


def playing(watched: Watched, at: int) -> Page:
    """Plays by a clock that the test winds."""
    page = watched(at)
    page.clock.install()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    return page


def swiped(page: Page, by: int) -> None:
    """A finger on the board."""
    scene = box(page.locator(".scene"))
    finger = page.context.new_cdp_session(page)
    x, y = scene["x"] + scene["width"] / 2, scene["y"] + 120
    for step in range(6):
        point = [{"x": x + by * step / 5, "y": y}]
        kind = "touchMove" if step else "touchStart"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": point})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize(
    "hand",
    [
        lambda page: page.keyboard.press("ArrowRight"),
        lambda page: page.keyboard.press("]"),
        lambda page: page.keyboard.press("f"),
        lambda page: page.keyboard.press(" "),
        lambda page: page.locator(".entry").nth(7).click(),
        lambda page: page.get_by_role("slider", name="Event").fill("9"),
        lambda page: page.get_by_role("button", name="Back an event").click(),
        lambda page: page.get_by_role("button", name="Cleo", exact=True).click(),
    ],
    ids=["arrow", "turn", "chair", "space", "list", "scrubber", "button", "chair button"],
)
def test_a_hand_stops_the_playing(watched: Watched, hand: Callable[[Page], None]) -> None:
    page = playing(watched, 5)
    hand(page)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    there = version(page)
    page.clock.run_for(60_000)
    assert version(page) == there


def test_a_finger_swipes_the_board_and_stops_the_playing(watched: Watched) -> None:
    page = watched(6, has_touch=True, is_mobile=True, viewport={"width": 360, "height": 740})
    swiped(page, -120)
    page.wait_for_url(re.compile("#7$"))
    page.clock.install()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    swiped(page, 120)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    there = version(page)
    page.clock.run_for(60_000)
    assert version(page) == there
    swiped(page, 120)
    page.wait_for_url(re.compile(f"#{there - 1}$"))
    swiped(page, 15)
    assert version(page) == there - 1


def test_chair_and_event_survive_a_reload_and_a_link(watched: Watched, told: list[Json]) -> None:
    page = watched(5, "?as=2", permissions=["clipboard-read", "clipboard-write"])
    page.keyboard.press("ArrowRight")
    page.reload()
    expect(page.locator(".whereabouts")).to_have_text(f"Turn 1, event 6 of {len(told)}")
    assert (chair(page), version(page)) == ("2", 6)
    page.get_by_role("button", name="Copy link to this moment").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith("/replay?as=2#6")
    page.evaluate("location.hash = '#9'")
    expect(page.get_by_role("slider", name="Event")).to_have_value("9")


def test_the_link_to_the_content_leaves_the_replay_where_it_is(watched: Watched) -> None:
    page = watched(9)
    page.evaluate("addEventListener('hashchange', () => { window.followed = true; })")
    page.get_by_role("link", name="Skip to the content").press("Enter")
    page.wait_for_function("window.followed")
    expect(page.get_by_role("slider", name="Event")).to_have_value("9")


def test_an_address_beyond_the_end_is_the_end(watched: Watched, told: list[Json]) -> None:
    page = watched(4000)
    standing_at(page, told, len(told))


def test_help_tells_the_keys_and_can_turn_off_those_that_write(
    watched: Watched, accessible: Accessible
) -> None:
    page = watched(5)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    accessible(page)
    page.keyboard.press("ArrowRight")
    assert version(page) == 5
    dialog.get_by_role("checkbox").uncheck()
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()
    for key in ("]", "f", "?", " "):
        page.keyboard.press(key)
    assert (version(page), chair(page)) == (5, "table")
    expect(dialog).to_be_hidden()
    page.keyboard.press("ArrowRight")
    assert version(page) == 6


def test_a_step_by_hand_is_read_out_and_a_fast_film_is_not(
    watched: Watched, told: list[Json]
) -> None:
    page = watched(5)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#polite")).to_have_text(told[5]["sentence"])
    page.clock.install()
    page.get_by_role("button", name="4 ×").click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Play", exact=True).click()
    page.clock.run_for(20_000)
    assert version(page) > 8
    expect(page.locator("#polite")).to_have_text(told[5]["sentence"])


def test_evidence_says_hash_clauses_and_receipt(
    watched: Watched, api: httpx.Client, scene: Scene, told: list[Json]
) -> None:
    answered = next(frame["event"] for frame in told if frame["event"]["type"] == "answer-given")
    page = watched(answered["version"])
    evidence = page.locator(".evidence")
    evidence.locator("summary").click()
    assert answered["hash"] in evidence.inner_text()
    assert answered["veil"] in evidence.inner_text()
    for clause in answered["outcome"]["clauses"]:
        anchor = clause.replace(":", "-")
        assert evidence.locator(f"a[href$='/rules#{anchor}']").count() == 1
    evidence.get_by_role("button", name="Fetch the receipt").click()
    path = f"/v1/games/{scene.over.id}/receipts/{answered['version']}"
    expect(evidence).to_contain_text(api.get(path).json()["receipt"])
    expect(evidence).to_contain_text("this browser holds no seat")
    assert page.get_by_role("link", name=re.compile("Dispute .*, raised from seat 2")).count() == 1


def test_a_dispute_is_raised_at_the_event_meant(
    visit: Visit, api: httpx.Client, accessible: Accessible
) -> None:
    table = Table(api)
    table.start()
    table.finish()
    page = visit(f"/games/{table.id}/replay#6", seats=table.seat(2, 3))
    page.get_by_role("button", name="Dispute this event").click()
    dialog = page.get_by_role("dialog", name="Dispute event 6")
    accessible(page)
    assert dialog.get_by_label("The removal").is_checked()
    dialog.get_by_label("The record").check()
    dialog.get_by_label("In whose name").select_option("3")
    dialog.get_by_label("In your own words").fill("<b>It was later.</b>")
    dialog.get_by_role("button", name="Raise the dispute").click()
    page.wait_for_url(re.compile(r"/disputes/\d+$"))
    dispute = api.get(f"/v1/games/{table.id}/disputes").json()["items"][0]
    assert page.url.endswith(f"/disputes/{dispute['id']}")
    wanted = {"version": 6, "claim": "record", "seat": 3, "statement": "<b>It was later.</b>"}
    assert wanted.items() <= dispute.items()


def test_the_same_dispute_again_leads_to_the_first_and_says_so(
    visit: Visit, api: httpx.Client
) -> None:
    table = Table(api)
    table.start()
    table.finish()
    first = table.act(2, "/disputes", {"version": 6, "claim": "removal"})["id"]
    page = visit(f"/games/{table.id}/replay#6", seats=table.seat(2))
    page.get_by_role("button", name="Dispute this event").click()
    dialog = page.get_by_role("dialog", name="Dispute event 6")
    assert not dialog.get_by_label("The deal").is_visible()
    dialog.get_by_text("Something else", exact=True).click()
    assert dialog.get_by_label("The deal").is_visible()
    dialog.get_by_role("button", name="Raise the dispute").click()
    page.wait_for_url(re.compile(rf"/disputes/{first}#again$"))
    expect(page.locator("#stage")).to_contain_text("This was disputed before")


def test_it_begins_at_the_deal(visit: Visit, scene: Scene, told: list[Json]) -> None:
    page = visit(f"/games/{scene.over.id}/replay")
    page.locator(".sentence").wait_for()
    dealt = next(at for at, frame in enumerate(told, 1) if frame["game"]["board"])
    assert dealt > 1
    assert version(page) == dealt


def test_a_dispute_that_is_refused_says_why(visit: Visit, api: httpx.Client) -> None:
    table = Table(api)
    table.start()
    table.finish()
    page = visit(f"/games/{table.id}/replay#6", seats=table.seat(2))
    page.get_by_role("button", name="Dispute this event").click()
    visit.allow("422")
    page.get_by_text("I have a receipt").click()
    page.get_by_label("Receipt").fill("x" * 5000)
    page.get_by_role("button", name="Raise the dispute").click()
    expect(page.locator("dialog .note.bad")).to_be_visible()
    expect(page.locator("#assertive")).not_to_be_empty()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_a_game_that_goes_on_leads_to_its_table(visit: Visit, scene: Scene) -> None:
    page = visit(f"/games/{scene.removal.id}/replay")
    assert "not over yet" in page.locator("main").inner_text()
    link = page.get_by_role("link", name="Watch it at its table")
    assert link.get_attribute("href") == f"/games/{scene.removal.id}"


def test_a_seat_that_nobody_had_leads_to_the_whole_table(visit: Visit, scene: Scene) -> None:
    visit.allow("404")
    page = visit(f"/games/{scene.over.id}/replay?as=5")
    expect(page.locator(".note.bad")).to_contain_text("Nobody ever sat at seat 5.")
    page.get_by_role("button", name="Look from the whole table").click()
    expect(page.locator(".sentence")).to_be_visible()
    assert chair(page) == "table"


def test_a_table_that_never_started_is_told_without_a_board(
    visit: Visit, api: httpx.Client
) -> None:
    table = Table(api, "Ana", "Ben")
    table.act(1, "/players/1", method="DELETE")
    page = visit(f"/games/{table.id}/replay")
    page.keyboard.press("End")
    expect(page.locator(".undealt")).to_be_visible()
    assert page.locator(".board").count() == 0


def test_it_speaks_french(watched: Watched, api: httpx.Client, scene: Scene) -> None:
    page = watched(6, "?lang=fr&as=1")
    told = frames(api, scene.over.id, "1", "fr")
    expect(page.locator(".told .sentence")).to_have_text(told[5]["sentence"])
    page.keyboard.press("ArrowRight")
    expect(page.locator(".told .sentence")).to_have_text(told[6]["sentence"])
    say = language("fr").say
    play = page.get_by_role("button", name=say("Play"), exact=True)
    assert play.count() == 1
    assert say("Play") != "Play"
    assert "lang=fr" in page.url
    assert "lang=fr" in (page.locator("main a[href*='/guess']").get_attribute("href") or "")


def test_all_of_it_is_in_reach_of_the_tab_key(watched: Watched, told: list[Json]) -> None:
    page = watched(5)
    assert tabbed(page, "Event") == 0
    tabbed(page, "On a turn")
    page.keyboard.press("Enter")
    assert version(page) == min(stop for stop in stops(told) if stop > 5)
    tabbed(page, "Cleo")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("as=3"))
    tabbed(page, told[version(page) - 1]["sentence"][:12])
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.getAttribute('aria-current')") == "step"
    assert page.evaluate("document.activeElement.classList.contains('entry')")


def tabbed(page: Page, name: str) -> int:
    """Presses Tab until something of that name has the focus; how many targets of the list were
    passed."""
    passed = 0
    for _ in range(60):
        page.keyboard.press("Tab")
        told = page.evaluate(
            "({ariaLabel, innerText}) => [ariaLabel ?? '', innerText ?? '']",
            page.evaluate_handle("document.activeElement"),
        )
        if any(name in each for each in told):
            return passed
        passed += page.evaluate("document.activeElement.classList.contains('entry')")
    raise AssertionError(f"Tab does not lead to {name}")
