"""Outboxes, leases and debts, on every kind of store."""

import pytest

from events.chain import GameId
from events.game import Status
from events.store import BUCKETS, Row
from events.times import Millis
from tests.store.appends import append
from tests.store.conftest import Kept

NOW = Millis(1_000_000)

GAME, OTHER = GameId("a" * 16), GameId("b" * 16)


def rows(taken: dict[int, list[Row]]) -> list[tuple[str, str]]:
    return sorted((row.game, row.kind) for some in taken.values() for row in some)


@pytest.fixture
def busy(kept: Kept) -> Kept:
    """A store with a row in two outboxes, and two debts."""
    kept.store.prepare()
    kept.store.append(append(1, GAME, work="end", owed=NOW))
    kept.store.append(append(1, OTHER, work="end", owed=Millis(NOW + 1)))
    return kept


def test_a_row_is_given_out_once_and_then_left_to_whoever_took_it(busy: Kept) -> None:
    assert rows(busy.store.work("one")) == [(GAME, "end"), (OTHER, "end")]
    assert busy.store.work("one") == busy.store.work("two") == {}
    assert busy.store.abandoned("two") == {}


def test_what_a_relay_left_goes_to_the_next_when_its_lease_is_over(
    busy: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = busy.store.work("one")
    monkeypatch.setattr("events.store.work.LEASE_MILLIS", 0)
    assert busy.store.abandoned("two") == taken


def test_a_row_that_is_done_with_is_gone(busy: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, taken in busy.store.work("one").items():
        busy.store.worked(number, [row.id for row in taken])
    monkeypatch.setattr("events.store.work.LEASE_MILLIS", 0)
    assert busy.store.abandoned("two") == busy.store.work("two") == {}


def test_preparing_again_changes_nothing(busy: Kept) -> None:
    busy.store.prepare()
    assert len(busy.store.work("one")) == 2


def test_debts_are_told_from_their_time_on(busy: Kept) -> None:
    assert busy.store.owed(Millis(NOW - 1)) == []
    assert busy.store.owed(NOW) == [GAME]
    assert set(busy.store.owed(Millis(NOW + 1))) == {GAME, OTHER}


def test_a_debt_is_put_off_and_one_that_is_not_there_stays_away(busy: Kept) -> None:
    busy.store.put_off(GAME, Millis(NOW + 5))
    busy.store.put_off(GameId("c" * 16), NOW)
    assert busy.store.owed(Millis(NOW + 4)) == [OTHER]
    assert set(busy.store.owed(Millis(NOW + 5))) == {GAME, OTHER}


def test_an_upload_asks_for_its_audit_until_it_is_judged(kept: Kept) -> None:
    kept.store.prepare()
    fields = {"id": b"u", "content": b"{}"}
    assert kept.store.keep_upload("u", fields, NOW)
    assert not kept.store.keep_upload("u", {"id": b"u", "content": b"other"}, NOW)
    assert kept.store.upload("u") == fields
    assert set(rows(kept.store.work("one"))) == {("u", "upload")}
    assert (kept.store.uploads_waiting(), kept.store.owed_uploads(NOW)) == (1, ["u"])
    assert [kept.store.try_upload("u") for _ in range(2)] == [1, 2]
    kept.store.note_upload("u", {"judged": b"well"}, drop="content")
    assert kept.store.upload("u") == {"id": b"u", "judged": b"well", "tries": b"2"}
    assert (kept.store.uploads_waiting(), kept.store.owed_uploads(NOW)) == (0, [])


def test_an_upload_whose_week_is_over_is_owed_nothing_once_that_is_seen(kept: Kept) -> None:
    kept.store.keep_upload("u", {"id": b"u"}, NOW)
    [name] = [key for key in kept.raw.keys() if b"upload:u" in key]  # noqa: SIM118 - no mapping
    assert 0 < kept.raw.ttl(name) <= 7 * 86_400
    kept.raw.delete(name)
    kept.store.note_upload("u", {"judged": b"late"}, drop="content")
    assert kept.store.upload("u") == {}
    kept.store.forget_upload("u")
    assert kept.store.uploads_waiting() == 0


def test_games_are_counted_by_status(busy: Kept) -> None:
    assert busy.store.counted(Status.FINISHED) == 0
    assert busy.store.counted(Status.OPEN) == 2


def test_due_games_are_told_page_by_page(kept: Kept) -> None:
    games = [GameId(f"{letter * 16}") for letter in "abcdefghij"]
    for number, game in enumerate(games):
        kept.store.append(append(1, game, due=Millis(NOW + number)))
    for number in range(BUCKETS):
        due = kept.store.due(number, Millis(NOW + 10))
        pages = [kept.store.due(number, Millis(NOW + 10), start, 1) for start in range(len(due))]
        assert pages == [[game] for game in due]
        assert kept.store.due(number, Millis(NOW + 10), len(due)) == []
