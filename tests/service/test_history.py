"""A game that is over, at every moment and through everybody's eyes."""

import gzip

import msgspec
import pytest
from werkzeug.test import TestResponse

from events import record
from events.verification import verify
from tests.service.played import KEPT_BACK, Played
from tests.service.world import Json, Table, World, problem, told

GAMES = range(3)


@pytest.fixture(scope="module", params=GAMES)
def played(request: pytest.FixtureRequest) -> Played:
    return Played(World(), request.param)


def frames(answer: TestResponse) -> list[Json]:
    assert answer.content_type == "application/x-ndjson"
    return [msgspec.json.decode(line) for line in answer.get_data().splitlines()]


def chairs(played: Played) -> list[int]:
    """Every seat that anybody ever took."""
    return sorted({seat for _, seat in played.seen if seat})


def seen(played: Played, version: int, seat: int | None) -> Json:
    """What was served then; to a seat that nobody held, as to the public."""
    there = played.seen.get((version, seat)) or played.seen[version, None]
    return {**there, **KEPT_BACK}


def test_a_state_is_what_was_served_when_it_was_new(played: Played) -> None:
    for version in range(1, len(played.logged) + 1):
        for seat in (None, *chairs(played)):
            state = played.table.send("GET", None, f"/states/{version}?as={seat or 'public'}")
            assert told(state) == seen(played, version, seat), (version, seat)


def test_the_table_sees_everything(played: Played) -> None:
    removed = 0
    for version in range(1, len(played.logged) + 1):
        shown = told(played.table.send("GET", None, f"/states/{version}"))
        assert shown == told(played.table.send("GET", None, f"/states/{version}?as=table"))
        if shown["status"] == "running":
            assert shown["board"] is not None
        if shown["removed"]:
            removed += len(shown["removed"]["sticks"])
    assert removed


def test_a_replay_has_a_frame_for_every_event_as_that_chair_saw_it(played: Played) -> None:
    for seat in (None, *chairs(played)):
        told_then = frames(played.table.send("GET", None, f"/replay?as={seat or 'public'}"))
        assert [frame["event"] for frame in told_then] == played.logged
        states = [frame["game"] for frame in told_then]
        assert states == [seen(played, at, seat) for at in range(1, len(states) + 1)]
        assert all(frame["sentence"] for frame in told_then)


def test_the_table_s_replay_shows_whole_events(played: Played) -> None:
    events = told(played.table.send("GET", None, "/events?limit=100"))["items"]
    shown = frames(played.table.send("GET", None, "/replay"))
    assert [frame["event"] for frame in shown][: len(events)] == events
    assert any("hidden" in frame["event"] for frame in shown[:-1])


def test_a_sentence_names_the_stick_to_those_alone_who_saw_it() -> None:
    table = World().table("Ana", "Ben", "Cleo", start=True)
    table.remove()
    for seat in (3, 2):
        table.send("DELETE", seat, f"/players/{seat}")
    sentences = {
        chair: frames(table.send("GET", None, f"/replay?as={chair}"))[5]["sentence"]
        for chair in ("table", "1", "2", "3", "public")
    }
    knowing = {chair for chair, sentence in sentences.items() if "from window 3" in sentence}
    assert knowing == {"table", "1", "3"}
    assert sentences["2"] == sentences["public"] == "Ana (seat 1) removes a stick."


def test_a_replay_is_compressed_where_that_is_accepted(played: Played) -> None:
    plain = played.table.send("GET", None, "/replay")
    assert "Content-Encoding" not in plain.headers
    for accepted in ("gzip", "br, gzip;q=0.5", "*"):
        packed = played.table.send("GET", None, "/replay", headers={"Accept-Encoding": accepted})
        assert packed.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.get_data()) == plain.get_data()
    for refused in ("gzip;q=0", "br", "identity"):
        again = played.table.send("GET", None, "/replay", headers={"Accept-Encoding": refused})
        assert "Content-Encoding" not in again.headers
    for answer in (plain, packed, again):
        assert answer.headers["Vary"] == "Accept-Encoding, Accept-Language"


def test_nobody_s_seat_and_no_version_are_404_and_no_chair_is_422(played: Played) -> None:
    empty = next((seat for seat in range(1, 6) if seat not in chairs(played)), None)
    last = len(played.logged)
    paths = [
        f"/states/{last + 1}",
        *([f"/states/1?as={empty}", f"/replay?as={empty}"] * bool(empty)),
    ]
    for path in paths:
        assert problem(played.table.send("GET", None, path)).slug == "not-found"
    for chair in ("6", "0", "ana", "", "Table"):
        answer = problem(played.table.send("GET", None, f"/states/1?as={chair}"))
        assert [fault["parameter"] for fault in answer.body["errors"]] == ["as"]


def test_a_record_verifies_and_holds_the_newest_certificate(played: Played) -> None:
    world = played.table.world
    early = record.read(played.table.send("GET", None, "/record").get_data())
    assert verify(early).ok
    assert early.closing.certificate is None
    world.work()
    later = record.read(played.table.send("GET", None, "/record").get_data())
    verified = verify(later, world.settings.keys.public())
    assert verified.ok, verified.findings
    assert verified.certificate
    assert verified.certificate.standing == "cleared"


@pytest.fixture
def closed(world: World) -> Table:
    """A table that was closed before it started."""
    table = world.table("Ana", "Ben")
    table.send("DELETE", 1, "/players/1")
    return table


def test_a_table_that_never_started_has_a_history_too(closed: Table) -> None:
    assert told(closed.send("GET", None, "/states/2"))["status"] == "open"
    assert [frame["event"]["type"] for frame in frames(closed.send("GET", None, "/replay"))] == [
        "game-opened",
        "player-joined",
        "game-closed",
    ]
    lines = closed.send("GET", None, "/record").get_data().splitlines()
    assert msgspec.json.decode(lines[-1])["certificate"] is None
