"""News of games that changed: who listens hears of each, or reads on when it is quiet."""

import time
from collections.abc import Iterator

import pytest

from events.chain import GameId
from events.store import BUCKETS, Unavailable, bucket, connect
from tests.store.appends import GAME, append
from tests.store.conftest import Kept
from tests.store.proxy import Proxy
from tests.store.servers import Server

pytestmark = pytest.mark.real_store

WAIT = 0.1


def heard(news: Iterator[GameId | None], most: int = 200) -> list[GameId]:
    """What is heard until it is quiet again."""
    games: list[GameId] = []
    for _ in range(most):
        if (game := next(news)) is None:
            return games
        games.append(game)
    raise AssertionError("it is never quiet")


def test_whoever_listens_hears_of_every_event_in_every_bucket(kept: Kept) -> None:
    games = [GameId(f"{n:016}") for n in range(60)]
    assert {bucket(game) for game in games} == set(range(BUCKETS))
    news = kept.store.news(WAIT)
    assert heard(news) == []
    for game in games:
        kept.store.append(append(1, game=game))
    assert sorted(heard(news)) == games
    kept.store.append(append(2))
    assert heard(news) == []
    kept.store.append(append(1))
    kept.store.append(append(2))
    assert heard(news) == [GAME, GAME]


def test_two_listeners_hear_the_same(kept: Kept) -> None:
    one, two = kept.store.news(WAIT), connect(kept.url).news(WAIT)
    assert [next(one), next(two)] == [None, None]
    kept.store.append(append(1))
    assert heard(one) == heard(two) == [GAME]


def test_it_may_be_quiet_for_longer_than_an_answer_may_take(server: Server) -> None:
    news = connect(server.url, timeout=0.1).news(0.4)
    begun = time.monotonic()
    assert next(news) is None
    assert time.monotonic() - begun < 0.3
    assert [next(news) for _ in range(2)] == [None] * 2
    assert time.monotonic() - begun > 0.7


def test_a_listener_whose_connection_ended_listens_again_and_is_told_to_read_on(
    proxy: Proxy,
) -> None:
    news = connect(proxy.url).news(5)
    assert next(news) is None
    proxy.turn_to(proxy.upstream)
    begun = time.monotonic()
    assert next(news) is None
    assert time.monotonic() - begun < 3
    connect(proxy.url).append(append(1))
    assert next(news) == GAME


def test_a_listener_to_a_store_that_ended_is_told(own_server: Server) -> None:
    news = connect(own_server.url, timeout=0.2).news(WAIT)
    assert next(news) is None
    own_server.kill()
    with pytest.raises(Unavailable):
        heard(news)
    own_server.start()
    again = connect(own_server.url).news(WAIT)
    assert next(again) is None
    connect(own_server.url).append(append(1))
    assert heard(again) == [GAME]
