"""Lists of games, on every kind of store: complete, without doubles, newest opened first."""

from collections.abc import Callable
from random import Random

import pytest

from events.chain import GameId
from events.game import Status
from events.play import Play
from events.store import BUCKETS, Listed, Place
from events.times import Millis
from tests.store.appends import append
from tests.store.conftest import Kept
from tests.store.tables import START, Clock, Table, house, opening

pytestmark = pytest.mark.real_store


def paged(page: Callable[[Place | None], list[Listed]], most: int) -> list[Listed]:
    """All pages, one after the other, each from where the one before it ended."""
    found: list[Listed] = []
    below = None
    while listed := page(below):
        assert len(listed) <= most
        found += listed
        below = listed[-1].place
    return found


@pytest.fixture
def many(kept: Kept) -> list[Place]:
    """250 open games, 170 of them opened in the same millisecond; newest first."""
    random = Random(7)
    places = []
    for number in range(250):
        game = GameId(f"{random.getrandbits(40):016x}")
        at = Millis(START if number < 170 else START + random.randrange(-40, 40))
        kept.store.append(append(1, game=game, opened_at=at, row=game.encode()))
        places.append((at, game))
    return sorted(places, reverse=True)


def test_pages_of_any_size_hold_every_game_once(kept: Kept, many: list[Place]) -> None:
    for size in (13, 50, 100, 170, 1000):

        def page(below: Place | None, size: int = size) -> list[Listed]:
            return kept.store.listed(Status.OPEN, size, below)

        found = paged(page, size)
        assert [listed.place for listed in found] == many
        assert all(listed.row == listed.game.encode() for listed in found)
    assert kept.store.listed(Status.RUNNING, 50) == []


def test_tables_opened_meanwhile_disturb_no_page(kept: Kept, many: list[Place]) -> None:
    newer = iter(range(1_000))

    def page(below: Place | None) -> list[Listed]:
        listed = kept.store.listed(Status.OPEN, 40, below)
        later = Millis(START + 100)
        kept.store.append(append(1, game=GameId(f"z{next(newer):015}"), opened_at=later))
        return listed

    assert [listed.place for listed in paged(page, 40)] == many


def test_the_lobby_passes_over_tables_that_are_not_listed(kept: Kept) -> None:
    clock = Clock()
    play = Play(kept.store, house(clock))
    shown = []
    for number in range(40):
        clock.at += number % 3
        listed = number % 4 == 0
        table = Table(play, opening(name=f"Host {number}", listed=listed))
        shown += [table.id] * listed
    for limit in (1, 3, 10, 100):
        found: list[GameId] = []
        below = None
        while True:
            page, below = play.lobby(Status.OPEN, limit, below)
            assert len(page) <= limit
            found += [listed.game for listed in page]
            if below is None:
                break
        assert len(found) == len(set(found))
        assert set(found) == set(shown)


def test_a_member_that_is_no_id_is_not_listed(kept: Kept) -> None:
    table = Table(Play(kept.store, house()))
    for number in range(BUCKETS):
        kept.raw.zadd(f"singsing:{{b{number:02}}}:index:open", {b"\xff": 2**50})
    listed, _ = table.play.lobby(Status.OPEN, 10)
    assert [place.game for place in listed] == [table.id]


def test_a_full_last_page_says_that_it_is_the_last(kept: Kept) -> None:
    play = Play(kept.store, house(Clock()))
    for _ in range(4):
        Table(play)
    page, below = play.lobby(Status.OPEN, 4)
    assert (len(page), below) == (4, None)
    page, below = play.lobby(Status.OPEN, 2)
    assert below is not None
    page, below = play.lobby(Status.OPEN, 2, below)
    assert (len(page), below) == (2, None)


def test_a_game_is_listed_under_its_own_status_alone(kept: Kept) -> None:
    play = Play(kept.store, house(Clock()))
    table = Table(play)
    for status in (Status.OPEN, Status.RUNNING):
        found = {s: [listed.game for listed in play.lobby(s, 50)[0]] for s in Status}
        assert found == {s: [table.id] if s is status else [] for s in Status}
        if status is Status.OPEN:
            table.join()
            table.start()
