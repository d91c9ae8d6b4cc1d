"""The append, on every kind of store: all of it or nothing, exactly where it belongs."""

from random import Random

import pytest

from events.chain import Version
from events.game import Status
from events.play import Play
from events.store import BUCKETS, Conflict, Unavailable, bucket, connect, stream_key
from events.times import Millis
from tests.store.agreement import agree
from tests.store.appends import GAME, append, entry
from tests.store.conftest import Kept, Pair, on
from tests.store.servers import Server
from tests.store.tables import DAY, START, Clock, Table, any_options, any_step, house, opening

pytestmark = pytest.mark.real_store


def key(name: str) -> str:
    return f"singsing:{{b{bucket(GAME):02}}}:{name}"


def everything(kept: Kept) -> dict[str, object]:
    """All that stands in the buckets, to see that a refusal changes nothing."""
    names = sorted(name.decode() for name in kept.raw.keys("*"))
    return {name: kept.raw.dump(name) for name in names}


def test_events_follow_each_other_with_their_numbers_as_ids(kept: Kept) -> None:
    for version in (1, 2, 3):
        assert kept.store.append(append(version)) is None
    assert kept.store.read(GAME) == [(v, entry(v)) for v in (1, 2, 3)]
    ids = [id for id, _ in kept.raw.xrange(stream_key(GAME))]
    assert ids == [b"1-0", b"2-0", b"3-0"]


def test_an_entry_has_the_fields_event_hash_and_private(kept: Kept) -> None:
    kept.store.append(append(1))
    [(_, fields)] = kept.raw.xrange(stream_key(GAME))
    assert fields == {b"event": b"event 1 ", b"hash": b"hash 1 ", b"private": b"private 1 "}


@pytest.mark.parametrize(
    ("wrong", "there"),
    [
        pytest.param(append(5), [], id="a gap"),
        pytest.param(append(4, after="other"), [3], id="a fork"),
        pytest.param(append(3), [2, 3], id="the same event twice"),
        pytest.param(append(2, story="late"), [1, 2, 3], id="a stale one"),
        pytest.param(append(1), [1, 2, 3], id="another opening"),
    ],
)
def test_whatever_does_not_follow_the_newest_event_changes_nothing(
    kept: Kept, wrong: object, there: list[int]
) -> None:
    for version in (1, 2, 3):
        kept.store.append(append(version))
    before = everything(kept)
    told = kept.store.append(wrong)  # type: ignore[arg-type] # of the parameters
    assert told == Conflict(entries=[(Version(v), entry(v)) for v in there])
    assert everything(kept) == before


def test_only_an_opening_may_begin_a_log(kept: Kept) -> None:
    assert kept.store.append(append(2)) == Conflict(entries=[])
    assert everything(kept) == {}


def test_a_log_without_the_hash_of_its_newest_event_takes_no_more(kept: Kept) -> None:
    kept.store.append(append(1))
    kept.raw.delete(stream_key(GAME))
    kept.raw.xadd(stream_key(GAME), {"event": "event"}, id="1-0")
    assert isinstance(kept.store.append(append(2)), Conflict)
    assert kept.store.read(GAME)[0][1].hash == ""


def test_an_entry_beside_the_numbering_is_no_version(kept: Kept) -> None:
    kept.store.append(append(1))
    kept.raw.xadd(stream_key(GAME), {"event": "e", "hash": entry(1).hash, "private": "p"}, id="1-1")
    assert isinstance(kept.store.append(append(2)), Conflict)


def test_reading_begins_and_ends_where_it_is_asked_to(kept: Kept) -> None:
    for version in range(1, 13):
        kept.store.append(append(version))

    def versions(start: int, count: int | None = None) -> list[int]:
        return [version for version, _ in kept.store.read(GAME, start, count)]

    assert versions(1) == list(range(1, 13))
    assert versions(10) == [10, 11, 12]
    assert versions(2, 3) == [2, 3, 4]
    assert versions(12, 100) == [12]
    assert versions(13) == []
    assert kept.store.read(type(GAME)("zzzzzzzzzzzzzzzz")) == []


def test_bytes_come_back_as_they_went_in(kept: Kept) -> None:
    odd = append(1, row=bytes(range(256)))
    odd = type(odd)(**{**{f: getattr(odd, f) for f in odd.__struct_fields__}, "entry": entry(1)})
    kept.store.append(odd)
    assert kept.raw.hget(key("lobby"), GAME) == bytes(range(256))


def test_indexes_follow_the_status(kept: Kept) -> None:
    statuses = list(Status)
    for version, status in enumerate(statuses, 1):
        kept.store.append(append(version, status=status))
        found = {s: kept.raw.zrange(key(f"index:{s}"), 0, -1, withscores=True) for s in statuses}
        assert {s: [list(p) for p in places] for s, places in found.items()} == {
            s: [[GAME.encode(), float(START)]] if s is status else [] for s in statuses
        }


def test_a_game_closed_before_its_start_leaves_the_open_ones(kept: Kept) -> None:
    kept.store.append(append(1))
    kept.store.append(append(2, status=Status.FINISHED))
    assert not kept.raw.exists(key("index:open"))
    assert kept.raw.zcard(key("index:finished")) == 1


def test_work_that_follows_stands_in_the_outbox(kept: Kept) -> None:
    kept.store.append(append(1))
    assert not kept.raw.exists(key("outbox"))
    kept.store.append(append(2, work="audit"))
    [(_, row)] = kept.raw.xrange(key("outbox"))
    assert row == {b"game": GAME.encode(), b"version": b"2", b"kind": b"audit"}


def test_the_deadline_is_the_newest_events(kept: Kept) -> None:
    kept.store.append(append(1, due=Millis(5_000)))
    assert kept.raw.zscore(key("deadlines"), GAME) == 5_000
    kept.store.append(append(2, due=Millis(START)))
    assert kept.raw.zscore(key("deadlines"), GAME) == START
    kept.store.append(append(3))
    assert kept.raw.zscore(key("deadlines"), GAME) is None


def test_everything_of_a_game_lies_in_its_bucket(kept: Kept) -> None:
    kept.store.append(append(1, due=Millis(1), work="audit"))
    tags = {name.decode().split(":")[1] for name in kept.raw.keys("*")}
    assert tags == {f"{{b{bucket(GAME):02}}}"}
    assert 0 <= bucket(GAME) < BUCKETS


@pytest.mark.parametrize("seed", range(4))
def test_indexes_row_deadline_and_outbox_agree_with_the_log_after_every_step(
    kept: Kept, seed: int
) -> None:
    random = Random(seed)
    clock = Clock()
    table = Table(
        Play(kept.store, house(clock)), opening(listed=seed % 2 == 0, **any_options(random))
    )
    while not table.game.over:
        agree(kept, Play(kept.store, house()).look(table.id))
        clock.at += random.choice([0, 1, 40, 9_000])
        if random.random() < 0.05 and table.game.due:
            clock.at = max(clock.at, table.game.due)
            table.play.tick(table.id)
        else:
            any_step(table, random)
    agree(kept, Play(kept.store, house()).look(table.id))
    assert [v for v, _ in kept.store.read(table.id)] == list(range(1, table.game.version + 1))


def test_an_unlisted_table_has_no_row(kept: Kept) -> None:
    kept.store.append(append(1, row=None))
    assert kept.raw.zcard(key("index:open")) == 1
    assert not kept.raw.exists(key("lobby"))


def test_what_is_due_comes_soonest_first(kept: Kept) -> None:
    games = [type(GAME)(f"{n:016}") for n in range(60)]
    for n, game in enumerate(games):
        kept.store.append(append(1, game=game, due=Millis(START + (59 - n) * 10)))
    by_now = START + 300
    for number in range(BUCKETS):
        there = [game for game in reversed(games) if bucket(game) == number]
        expected = [game for game in there if (59 - games.index(game)) * 10 <= 300]
        assert kept.store.due(number, Millis(by_now)) == expected
        assert kept.store.due(number, Millis(by_now), count=2) == expected[:2]
        assert kept.store.due(number, Millis(START - 1)) == []


def test_a_durable_server_says_so(kept: Kept) -> None:
    told = kept.store.ready()
    assert set(told) == {"maxmemory", "maxmemory-policy", "appendonly", "appendfsync"}
    if not kept.url.startswith("memory"):
        assert told == {
            "maxmemory": "0",
            "maxmemory-policy": "noeviction",
            "appendonly": "yes",
            "appendfsync": "always",
        }


@pytest.mark.parametrize("scheme", ["redis", "cluster"])
def test_a_store_that_is_not_there_is_unavailable(scheme: str) -> None:
    with pytest.raises(Unavailable):
        connect(f"{scheme}://127.0.0.1:1", timeout=0.2).ready()


def test_a_store_out_of_memory_takes_nothing_and_gives_everything(server: Server) -> None:
    kept = on(server)
    kept.store.append(append(1))
    before = everything(kept)
    kept.raw.config_set("maxmemory", "1")
    try:
        with pytest.raises(Unavailable):
            kept.store.append(append(2))
        assert kept.store.read(GAME) == [(1, entry(1))]
    finally:
        kept.raw.config_set("maxmemory", "0")
    assert everything(kept) == before
    assert kept.store.append(append(2)) is None


def test_a_replicated_event_is_on_the_replica(pair: Pair) -> None:
    pair.primary.client().flushall()
    store = connect(pair.primary.url, replicas=1)
    store.append(append(1))
    store.replicated(GAME, Version(1), entry(1).hash)
    assert pair.replica.client().xlen(stream_key(GAME)) == 1


def test_an_event_that_no_replica_holds_is_not_vouched_for(own_pair: Pair) -> None:
    store = connect(own_pair.primary.url, replicas=1)
    store.append(append(1))
    store.replicated(GAME, Version(1), entry(1).hash)
    own_pair.replica.freeze()
    store.append(append(2))
    with pytest.raises(Unavailable):
        connect(own_pair.primary.url, replicas=1).replicated(GAME, Version(2), entry(2).hash)
    own_pair.replica.thaw()
    store.replicated(GAME, Version(1), entry(1).hash)


def test_without_replicas_nobody_waits(kept: Kept) -> None:
    connect(kept.url).replicated(GAME, Version(1), "any")


def test_a_table_nobody_starts_is_due_a_day_later(kept: Kept) -> None:
    table = Table(Play(kept.store, house(Clock())))
    assert kept.store.due(bucket(table.id), Millis(START + DAY - 1)) == []
    assert kept.store.due(bucket(table.id), Millis(START + DAY)) == [table.id]
