"""Pages and their files, as whoever asks for them is answered."""

import gzip
import json
import re

import pytest

from service import bundle
from tests.service.world import World

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


@pytest.fixture
def world() -> World:
    return World()


def told(html: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="context">(.*)</script>', html)
    assert found
    context: dict[str, object] = json.loads(found[1])
    return context


def test_a_page_speaks_the_language_of_its_address_then_of_the_browser(world: World) -> None:
    french = {"Accept-Language": "fr-CH, fr;q=0.9, en;q=0.8"}
    for path, headers, spoken in (
        ("/", {}, "en"),
        ("/", french, "fr"),
        ("/?lang=en", french, "en"),
        ("/?lang=fr", {}, "fr"),
    ):
        answer = world.client.get(path, headers=headers)
        assert answer.headers["Content-Language"] == spoken
        assert "Accept-Language" in answer.headers["Vary"]
        assert told(answer.text)["language"] == spoken


def test_a_table_is_in_its_page_as_the_public_sees_it(world: World) -> None:
    table = world.table("Ana", "<b>Ben</b>", start=True)
    path = f"/games/{table.id}"
    answer = world.client.get(path)
    assert answer.text.count('class="window"') == 12
    assert answer.text.count("#none") == 0
    assert "&lt;b&gt;Ben" in answer.text
    assert "<b>Ben" not in answer.text
    assert "board" not in told(answer.text)


def test_while_the_mask_is_on_no_board_is_in_a_page(world: World) -> None:
    table = world.table("Ana", "Ben", start=True)
    table.ok(table.game()["mask"], "/mask")
    text = world.client.get(f"/games/{table.id}").text
    assert 'class="window"' not in text
    assert "-short" not in text


@pytest.mark.parametrize(
    ("page", "called"), [("replay", "Replay"), ("guess", "Guess along"), ("audit", "Audit")]
)
def test_names_from_right_to_left_stand_apart_in_a_title(
    world: World, page: str, called: str
) -> None:
    table = world.table("\u05d3\u05e0\u05d4", "Ben <b>", "\u0661\u0662")
    html = world.client.get(f"/games/{table.id}/{page}").text
    names = "\u2068\u05d3\u05e0\u05d4\u2069, Ben &lt;b&gt;, \u2068\u0661\u0662\u2069"
    assert f"<title>{called}: {names} · Sing Sing</title>" in html


def test_a_page_comes_compressed_to_who_takes_it(world: World) -> None:
    plain = world.client.get("/")
    packed = world.client.get("/", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert gzip.decompress(packed.data) == plain.data


def test_a_token_is_not_looked_at_by_pages(world: World) -> None:
    table = world.table("Ana", "Ben", start=True)
    path = f"/games/{table.id}"
    asked = {"Authorization": f"Bearer {table.tokens[1]}"}
    assert world.client.get(path, headers=asked).data == world.client.get(path).data


@pytest.mark.parametrize("page", ["", "/replay", "/guess", "/audit", "/disputes/3"])
def test_a_browser_is_told_on_a_page_that_there_is_no_such_game(world: World, page: str) -> None:
    path = f"/games/{'a' * 16}{page}"
    answer = world.client.get(path, headers=BROWSER)
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert answer.text.count("no such") == 1
    assert 'href="?lang=fr"' in answer.text
    french = world.client.get(f"{path}?lang=fr", headers=BROWSER).text
    assert '<html lang="fr">' in french
    assert world.client.get(path).mimetype == "application/problem+json"


def test_the_api_never_refuses_in_html(world: World) -> None:
    for path in ("/v1/games/" + "a" * 16, "/v1/nowhere", "/v1/games?limit=0"):
        answer = world.client.get(path, headers=BROWSER)
        assert answer.mimetype == "application/problem+json"


def test_what_is_refused_is_written_as_text(world: World) -> None:
    answer = world.client.get("/?<script>alert(1)</script>=1", headers=BROWSER)
    assert answer.status_code == 422
    assert "<script>" not in answer.text


def test_each_file_is_kept_for_ever_under_its_digest(world: World) -> None:
    for name, asset in bundle.known().items():
        answer = world.client.get(f"/assets/{bundle.build()}/{name}")
        assert answer.data == asset.content
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.content_type == asset.type


def test_a_file_comes_compressed_to_whoever_accepts_that(world: World) -> None:
    path = f"/assets/{bundle.build()}/house.css"
    packed = world.client.get(path, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == world.client.get(path).data
    assert packed.headers["Vary"] == "Accept-Encoding"


def test_a_page_of_another_release_gets_todays_file_and_does_not_keep_it(world: World) -> None:
    answer = world.client.get(f"/assets/{'0' * 16}/house.css")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"


def test_no_file_is_given_that_is_none_of_ours(world: World) -> None:
    for name in ("vendored.json", "house.html", "nothing.js"):
        assert world.client.get(f"/assets/{bundle.build()}/{name}").status_code == 404


def test_every_import_of_a_script_is_there() -> None:
    for name in bundle.known():
        assert set(bundle.modules(name)) <= set(bundle.known())


def test_behind_a_path_every_link_of_a_page_starts_with_it() -> None:
    world = World(base_url="https://example.org/games-of/singsing")
    html = world.client.get("/").text
    links = re.findall(r'(?:href|src)="(/[^"]*)"', html)
    assert links
    assert all(link.startswith("/games-of/singsing/") for link in links)
