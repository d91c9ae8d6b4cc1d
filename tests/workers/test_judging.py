"""What was sent in is judged by itself, beside our own log of it, and always with a sentence."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from rq.timeouts import JobTimeoutException

from events import record, verification
from events.chain import canonical
from events.comparison import OPENED, OTHER
from events.refusal import BrokenLog
from events.uploads import Judged, Media, Upload
from tests.store.tables import Table
from tests.workers.desk import ISS, KEYS, Desk, raising
from workers import jobs, judging

TRANSCRIPT = b"""
players: [Ana, Ben]
turns:
  - removed: 3 long red
    answer: unknown
"""


def written(desk: Desk, table: Table) -> list[bytes]:
    events = desk.play.events(table.game, 0)
    return list(record.written(table.id, ISS, KEYS.public(), events, None))


def judged(desk: Desk, media: Media, content: bytes) -> Judged:
    """As a job does it."""
    kept = desk.intake.keep(None, media, content)
    jobs.upload(kept.id)
    found = desk.intake.find(kept.id)
    assert found
    assert found.content == b""
    assert found.judged
    assert desk.store.uploads_waiting() == 0
    return found.judged


def test_a_record_of_ours_differs_nowhere(desk: Desk) -> None:
    table = desk.finished()
    told = judged(desk, Media.RECORD, b"".join(written(desk, table)))
    assert told.failure is None
    assert told.report
    assert (told.report.found, told.report.events) == (0, table.game.version)
    assert (told.game, told.differs) == (table.id, ())
    assert any("could have written all of it" in note for note in told.unchecked)


def test_another_game_under_the_id_of_ours_differs_where_it_does(desk: Desk) -> None:
    ours, other = desk.finished(1), desk.finished(2)
    lines = [line.replace(other.id.encode(), ours.id.encode()) for line in written(desk, other)]
    told = judged(desk, Media.RECORD, b"".join(lines))
    assert told.report
    assert told.report.found
    assert {finding.version for finding in told.differs} >= {1, 2}
    assert "holds another event 1." in told.differs[0].sentence


@pytest.mark.parametrize(
    ("holding", "change", "fields", "sentence"),
    [
        ('"name"', lambda e: e["action"].update(name="Bob"), ["action.name"], OTHER),
        ('"lime"', lambda e: e["outcome"].update(lime=True), ["outcome.lime"], OTHER),
        ('"lime"', lambda e: e["outcome"].pop("lime"), ["outcome.lime"], OTHER),
        ('"lime"', lambda e: e.update(outcome=[]), ["outcome"], OTHER),
        ('"seat"', lambda e: e.update(seat=2), ["seat"], OTHER),
        ('"seat"', lambda e: e.update(more=1), ["more"], OTHER),
        ('"hash"', lambda e: e.update(hash="sha256:no"), ["hash"], OTHER),
        ('"hash"', lambda e: e.pop("hash"), ["hash"], OTHER),
        ('"seed":', lambda e: e["hidden"].update(seed="0" * 32), ["hidden.seed"], OPENED),
        ('"hidden":{"sticks"', lambda e: e["hidden"]["sticks"].pop(), ["hidden.sticks"], OPENED),
        ('"salt"', lambda e: e.update(salt="0" * 32), ["salt"], OPENED),
        ('"salt"', lambda e: e.update(salt="X"), ["salt"], OPENED),
        ('"salt"', lambda e: e.pop("hidden"), ["hidden"], OPENED),
        ('"veil":null', lambda e: e.update(hidden=None), ["hidden", "salt"], OPENED),
    ],
)
def test_what_is_not_as_in_our_log_is_named(
    desk: Desk, holding: str, change: Callable[[Any], Any], fields: list[str], sentence: str
) -> None:
    lines = written(desk, desk.finished())
    at = next(at for at, line in enumerate(lines[1:], 1) if holding.encode() in line)
    event = json.loads(lines[at])
    change(event)
    lines[at] = canonical(event) + b"\n"
    told = judged(desk, Media.RECORD, b"".join(lines)).differs
    assert [(found.version, found.field) for found in told] == [(at, name) for name in fields]
    assert {found.sentence for found in told} == {sentence.format(version=at)}


def test_both_sides_are_shown_where_a_name_is_not_as_in_our_log(desk: Desk) -> None:
    content = b"".join(written(desk, desk.finished())).replace(b'"name":"Ben"', b'"name":"Bob"')
    [found] = judged(desk, Media.RECORD, content).differs
    assert (found.version, found.recorded, found.expected) == (2, "Bob", "Ben")


def test_a_record_that_stops_early_is_told_where_ours_goes_on(desk: Desk) -> None:
    table = desk.finished()
    lines = written(desk, table)
    told = judged(desk, Media.RECORD, b"".join([*lines[:-2], lines[-1]]))
    last = table.game.version
    assert [(f.version, f.recorded is None) for f in told.differs] == [(last, True)]
    assert told.differs[0].sentence.endswith(f"goes on with event {last}.")


def test_a_record_that_goes_on_is_told_where_ours_ends(desk: Desk) -> None:
    table = desk.finished()
    lines = written(desk, table)
    told = judged(desk, Media.RECORD, b"".join([*lines[:-1], lines[-2], lines[-1]]))
    assert told.differs[-1].sentence.endswith(f"ends before event {table.game.version + 1}.")


def test_a_running_game_of_ours_is_not_compared(desk: Desk) -> None:
    running, other = desk.running(), desk.finished()
    lines = [line.replace(other.id.encode(), running.id.encode()) for line in written(desk, other)]
    assert judged(desk, Media.RECORD, b"".join(lines)).differs == ()


@pytest.mark.parametrize("id", ["nobody knows", "a" * 16, "x:log", "é" * 16])
def test_a_game_that_is_not_ours_is_judged_alone(desk: Desk, id: str) -> None:
    other = desk.finished()
    lines = [line.replace(other.id.encode(), id.encode()) for line in written(desk, other)]
    told = judged(desk, Media.RECORD, b"".join(lines))
    assert (told.failure, told.game, told.differs) == (None, id, ())


def test_where_our_own_log_is_broken_nothing_is_compared(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = desk.finished()
    content = b"".join(written(desk, table))
    broken = BrokenLog(table.id, 3, "hash", "The hash is not that of the event.")
    monkeypatch.setattr(desk.play, "look", raising(broken))
    assert judging.NOT_COMPARED in judged(desk, Media.RECORD, content).unchecked


def test_a_transcript_is_judged(desk: Desk) -> None:
    told = judged(desk, Media.YAML, TRANSCRIPT)
    assert (told.failure, told.game) == (None, None)
    assert told.report
    assert told.report.undecided


@pytest.mark.parametrize(
    ("media", "content", "sentence"),
    [
        (Media.RECORD, b"\x00\xff\n\n", "Line 1"),
        (Media.RECORD, b"", "Line 1: The record is cut short"),
        (Media.YAML, b"a: &a [*a]", "line 1"),
        (Media.JSON, b"[" * 60_000, "deeper"),
        (Media.JSON, b'{"players": ["\xff"]}', "UTF-8"),
    ],
)
def test_what_cannot_be_read_ends_in_a_clear_sentence(
    desk: Desk, media: Media, content: bytes, sentence: str
) -> None:
    told = judged(desk, media, content)
    assert told.report is None
    assert told.failure
    assert sentence in told.failure


@pytest.mark.parametrize(
    ("error", "sentence"),
    [(JobTimeoutException("10 seconds"), judging.TOO_LONG), (MemoryError(), judging.TOO_LARGE)],
)
def test_what_takes_too_much_is_given_up(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, error: Exception, sentence: str
) -> None:
    monkeypatch.setattr(verification, "verify", raising(error))
    content = b"".join(written(desk, desk.finished()))
    assert judged(desk, Media.RECORD, content).failure == sentence


def test_what_ends_every_work_horse_is_given_up(desk: Desk) -> None:
    kept = desk.intake.keep(None, Media.YAML, TRANSCRIPT)
    for _ in range(judging.TRIES):
        desk.intake.attempt(kept)
    jobs.upload(kept.id)
    found = desk.intake.find(kept.id)
    assert found
    assert found.judged
    assert found.judged.failure == judging.TOO_OFTEN


def test_an_error_of_our_own_is_tried_again_and_says_nothing_of_what_was_sent(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = desk.intake.keep(None, Media.YAML, TRANSCRIPT)
    monkeypatch.setattr(judging, "judged", raising(KeyError("3 long red")))
    with pytest.raises(jobs.Failed, match=r"^KeyError in tests\.workers\.desk, line \d+$"):
        jobs.upload(kept.id)
    assert desk.store.uploads_waiting() == 1


def test_an_upload_that_was_judged_is_not_judged_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = desk.intake.keep(None, Media.YAML, TRANSCRIPT)
    jobs.upload(kept.id)
    first = desk.intake.find(kept.id)
    monkeypatch.setattr(judging, "judged", raising(AssertionError()))
    jobs.upload(kept.id)
    assert desk.intake.find(kept.id) == first


def test_the_time_of_a_report_is_the_house_s(desk: Desk) -> None:
    upload = Upload(id="u", media=Media.JSON, asked_at=desk.clock(), content=b"{}")
    assert judging.judged(desk.clerk, upload, 1).done_at == desk.clock()
