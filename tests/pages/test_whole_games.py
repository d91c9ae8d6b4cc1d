"""Whole games, played on pages."""

from random import Random
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from service.language import language
from tests.oracle.bots import Temper, choose
from tests.pages.hands import Hands, Keys
from tests.pages.looks import LOOKS
from tests.pages.measures import small_targets, too_wide
from tests.pages.table import Json, Table, nearest
from tests.pages.visit import Visit

LIVELY = Temper(leaves=0.0, doubles=0.4, remembers=0.6, insists=0.5)

ACTORS = {"mask": "mask", "removal": "lime", "answer": "mask", "second_answer": "mask"}


def started(api: httpx.Client, *names: str, **options: Any) -> Table:
    table = Table(api, *names, **options)
    table.start()
    return table


def nearly_over(api: httpx.Client, *names: str) -> Table:
    """Somebody lacks but one prisoner."""
    table = started(api, *names)
    while all(len(player["prisoners"]) < 2 for player in table.game()["players"]):
        table.turn()
    return table


def seat_to_move(game: Json) -> int:
    return int(game[ACTORS[game["phase"]]])


def command(table: Table, rng: Random, seat: int, temper: Temper = LIVELY) -> Json:
    game = table.game()
    gone = (table.game(game["lime"])["removed"] or {}).get("sticks")
    chosen = choose(rng, table.game(seat), temper, gone)
    assert chosen
    return chosen


def blindly(game: Json) -> Json:
    """What somebody does who does not know what went."""
    chosen = choose(Random(1), game, LIVELY, None)
    assert chosen
    return chosen


def blind(page: Page) -> None:
    """Nothing of a board is on the page, nor hidden in it."""
    expect(page.locator(".darkness")).to_be_visible()
    left = "[class*=board], .place, [href*='-short'], [href*='-long'], #context"
    assert page.locator(left).count() == 0


def test_three_browsers_play_a_whole_advanced_game(visit: Visit, api: httpx.Client) -> None:
    table, rng = started(api, "Ana", "Ben", "Cleo", advanced=True), Random(5)
    pages = {seat: visit(f"/games/{table.id}", seats=table.seat(seat)) for seat in (1, 2, 3)}
    hands = {seat: Hands(page) for seat, page in pages.items()}
    done: set[tuple[str, int]] = set()
    while (game := table.game())["status"] == "running":
        if game["phase"] == "removal":
            blind(pages[game["mask"]])
        seat = seat_to_move(game)
        told = command(table, rng, seat)
        hands[seat].move(told, table.game(seat)["board"])
        done.add((f"{game['phase']}: {told['do']}", len(told.get("sticks", []))))
    assert done >= {
        ("removal: remove", 1),
        ("removal: remove", 2),
        ("answer: answer", 2),
        ("second_answer: answer", 1),
        ("second_answer: decline", 0),
    }
    winner = game["players"][game["winner"] - 1]["name"]
    for seat, page in pages.items():
        title = "You win!" if seat == game["winner"] else f"{winner} wins"
        expect(page.get_by_role("heading", level=1)).to_contain_text(title)
        expect(page.locator(".headline")).to_contain_text(f"{winner} wins")
        expect(page.get_by_role("link", name="Watch it again")).to_be_visible()


def test_one_person_plays_against_three_bots_to_the_end(visit: Visit, api: httpx.Client) -> None:
    """They forget everything: where sticks go from one window, prisoners escape soon."""
    table = Table(api, "Ana")
    for _ in range(3):
        table.bot("goldfish")
    table.start()
    page = visit(f"/games/{table.id}", seats=table.seats)
    hands = Hands(page)
    while (game := table.game())["status"] == "running":
        if seat_to_move(game) != 1:
            page.wait_for_timeout(100)
        elif game["phase"] == "removal":
            board = table.game(1)["board"]
            hands.remove([nearest(board)], board)
        else:
            hands.move(blindly(game := table.game(1)), game["board"])
    expect(page.locator(".headline")).to_contain_text("wins with three prisoners")


@pytest.mark.parametrize("hand", [Hands, Keys])
def test_two_people_on_one_screen_play_to_the_end(
    visit: Visit, api: httpx.Client, hand: type[Hands]
) -> None:
    table = nearly_over(api, "Ana", "Ben")
    page = visit(f"/games/{table.id}", seats=table.seats)
    passed_on(hand(page), table)
    expect(page.get_by_role("heading", level=1)).to_contain_text("wins with three prisoners")


def test_a_game_in_french_on_a_phone_ends(visit: Visit, api: httpx.Client) -> None:
    table = nearly_over(api, "Ana", "Ben")
    page = visit(f"/games/{table.id}?lang=fr", seats=table.seats, **LOOKS["phone"])
    french = language("fr")
    hands = Hands(page, french)

    def fits() -> None:
        assert too_wide(page) == []
        assert small_targets(page) == []

    passed_on(hands, table, fits)
    game = table.game()
    name = game["players"][game["winner"] - 1]["name"]
    won = "{name} wins with " + game["won_by"].replace("_", " ")
    expect(page.get_by_role("heading", level=1)).to_contain_text(name)
    assert french.say("Watch it again") != "Watch it again"
    assert won not in page.content()
    expect(page.get_by_role("link", name=french.say("Watch it again"))).to_be_visible()


def passed_on(hands: Hands, table: Table, looked: object = lambda: None) -> None:
    """The screen goes to and fro between two, and is covered in between."""
    page = hands.page
    while (game := table.game())["status"] == "running":
        names = {player["seat"]: player["name"] for player in game["players"]}
        lime, mask = names[game["lime"]], names[game["mask"]]
        match game["phase"]:
            case "mask":
                hands.mask()
                covered(hands, lime)
            case "removal":
                hands.press(
                    hands.button("I am {name}, and {wearer} looks away", name=lime, wearer=mask)
                )
                expect(page.locator(".board")).to_be_visible()
                board = table.game(game["lime"])["board"]
                hands.remove(command(table, Random(1), game["lime"])["sticks"], board)
                covered(hands, mask)
            case "answer":
                hands.press(hands.button("I am {name}", name=mask))
                hands.answer([{"window": 1, "length": "short", "colour": "red"}])
                page.locator(".cover").wait_for(state="detached")
        assert callable(looked)
        looked()


def covered(hands: Hands, name: str) -> None:
    """Nothing but whom the screen is for."""
    heading = hands.page.get_by_role("heading", level=1)
    expect(heading).to_have_text(hands.say("Hand the screen to {name}", name=name))
    left = "[class*=board], .place, .story, .note, [href*='-short'], [href*='-long']"
    assert hands.page.locator(left).count() == 0
    assert hands.page.locator("#polite").text_content() == ""
