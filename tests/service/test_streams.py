"""The live stream: gap-free, without doubles, within its caps, and never longer than the game."""

import time
from collections.abc import Iterator
from queue import Queue
from threading import Thread
from typing import Any

import msgspec
import pytest
from werkzeug.test import TestResponse

from events.settings import Limits
from service import streams
from tests.service.test_statuses import ELSEWHERE
from tests.service.world import PLACE, WRONG, Table, World, problem


class Follower:
    """Reads a stream in a thread of its own."""

    def __init__(self, answer: TestResponse) -> None:
        self.answer = answer
        self.chunks: Queue[bytes | None] = Queue()
        self.gone = False
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        chunks: Any = self.answer.response
        for chunk in chunks:
            self.chunks.put(chunk)
            if self.gone:
                break
        self.answer.close()
        self.chunks.put(None)

    def next(self) -> dict[str, str] | None:
        """The fields of the next event, None at the end."""
        chunk = self.chunks.get(timeout=10)
        if chunk is None:
            return None
        lines = chunk.decode().rstrip("\n").split("\n")
        return dict(line.split(": ", 1) for line in lines if not line.startswith(":"))


def follow(table: Table, query: str = "", **headers: str) -> Follower:
    answer = table.send("GET", None, f"/stream{query}", headers=headers)
    assert answer.status_code == 200
    return Follower(answer)


def versions(follower: Follower) -> Iterator[int]:
    while (event := follower.next()) is not None:
        if "id" in event:
            yield int(event["id"])


@pytest.fixture(autouse=True)
def drained(running: Table) -> Iterator[None]:
    yield
    running.world.app.desk.streams.drain()


def test_a_stream_tells_what_was_and_then_what_comes(running: Table) -> None:
    follower = follow(running)
    first = follower.next()
    assert first is not None
    assert 2000 <= int(first["retry"]) <= 6000
    shown = [follower.next() for _ in range(4)]
    assert [event["event"] for event in shown if event] == [
        "game-opened",
        "player-joined",
        "player-joined",
        "game-started",
    ]
    running.ok(2, "/mask")
    live = follower.next()
    assert live is not None
    assert (live["id"], live["event"]) == ("5", "mask-put-on")
    event = running.send("GET", None, "/events/5").get_json()
    assert msgspec.json.decode(live["data"]) == event


def test_a_stream_ends_after_the_last_event_which_is_open(running: Table) -> None:
    follower = follow(running, "?after=4")
    for seat in (3, 2):
        running.send("DELETE", seat, f"/players/{seat}")
    events = list(iter(follower.next, None))
    assert [event.get("id") for event in events] == [None, "5", "6"]
    assert running.world.app.desk.streams.open == 0


def test_a_finished_game_is_told_openly_and_then_204(running: Table) -> None:
    running.remove()
    for seat in (3, 2):
        running.send("DELETE", seat, f"/players/{seat}")
    events = list(iter(follow(running).next, None))
    assert [event.get("id") for event in events] == [None, *map(str, range(1, 9))]
    assert "salt" in msgspec.json.decode(events[6]["data"])
    assert running.send("GET", None, "/stream?after=8").status_code == 204


def test_last_event_id_wins_over_after(running: Table) -> None:
    follower = follow(running, "?after=0", **{"Last-Event-ID": "3"})
    follower.next()
    event = follower.next()
    assert event is not None
    assert event["id"] == "4"


@pytest.mark.parametrize("sent", ["5", "-1", "x", "", "1.0", "1e0", "9" * 30])
def test_what_was_not_told_yet_is_422(running: Table, sent: str) -> None:
    answer = running.send("GET", None, "/stream", headers={"Last-Event-ID": sent})
    assert problem(answer).body["errors"][0]["header"] == "Last-Event-ID"
    assert problem(running.send("GET", None, "/stream?after=5")).slug == "malformed"


def test_no_gap_and_no_double_however_the_readers_come_and_go(running: Table) -> None:
    readers = [follow(running) for _ in range(4)]
    _eight_turns(running)
    last = running.game()["version"]
    for number, reader in enumerate(readers):
        before = list(_until(reader, 5 + number * 5))
        reader.gone = True
        again = follow(running, **{"Last-Event-ID": str(before[-1])})
        assert before + list(_until(again, last)) == list(range(1, last + 1))


def _eight_turns(table: Table) -> None:
    for _ in range(8):
        table.remove(_somewhere(table))
        mask = table.game()["mask"]
        table.ok(mask, "/answers", {"sticks": [{**WRONG, "length": "short"}]})
        if table.game()["phase"] == "second_answer":
            table.ok(mask, "/declines")


def _until(follower: Follower, last: int) -> Iterator[int]:
    for version in versions(follower):
        yield version
        if version == last:
            return


def _somewhere(table: Table) -> dict[str, Any]:
    game = table.game(1)
    if game["phase"] == "mask":
        table.ok(game["mask"], "/mask")
        game = table.game(1)
    board = table.game(game["lime"])["board"]
    window = next(w for w in reversed(board) if w["sticks"]["long"])
    return {"window": window["window"], "slot": "long"}


def test_lost_news_is_found_at_the_heartbeat(
    running: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT", 0.2)
    monkeypatch.setattr(running.world.store, "news", _no_news)
    follower = follow(running, "?after=4")
    follower.next()
    running.ok(2, "/mask")
    event = follower.next()
    while event == {}:
        event = follower.next()
    assert event is not None
    assert event["id"] == "5"


def _no_news(wait: float) -> Iterator[None]:
    while True:
        time.sleep(wait)
        yield None


def test_a_quiet_stream_is_kept_open_by_comments(
    running: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT", 0.05)
    follower = follow(running, "?after=4")
    assert follower.chunks.get(timeout=10) is not None
    assert follower.chunks.get(timeout=10) == b":\n\n"


def test_a_server_that_drains_ends_its_streams(running: Table) -> None:
    follower = follow(running, "?after=4")
    follower.next()
    running.world.app.desk.streams.drain()
    assert follower.next() is None


def test_a_store_that_fails_for_a_while_loses_nothing(
    running: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "SOON", 0.05)
    monkeypatch.setattr(streams, "HEARTBEAT", 0.1)
    follower = follow(running, "?after=4")
    follower.next()
    running.world.store.down = True
    time.sleep(0.3)
    running.world.store.down = False
    running.ok(2, "/mask")
    running.ok(1, "/removals", {"sticks": [PLACE]})
    assert list(_until(follower, 6)) == [5, 6]


def test_streams_are_capped_by_address_and_by_process() -> None:
    world = World(limits=Limits(streams_per_address=2, streams_per_process=3))
    table = world.table(start=True)
    other = {"REMOTE_ADDR": "198.51.100.9"}

    def opened(place: dict[str, str]) -> TestResponse:
        return world.client.get(f"{table.path}/stream", environ_base=place)

    held = [opened(ELSEWHERE), opened(ELSEWHERE)]
    refused = opened(ELSEWHERE)
    assert problem(refused).slug == "too-many-requests"
    assert refused.headers["Retry-After"] == "10"
    held.append(opened(other))
    assert problem(opened({"REMOTE_ADDR": "127.0.0.1"})).slug == "too-many-requests"
    for answer in held:
        answer.close()
    assert world.app.desk.streams.open == 0
    opened(ELSEWHERE).close()


def test_open_streams_are_counted_in_the_metrics(running: Table) -> None:
    answer = running.send("GET", None, "/stream")
    assert "singsing_streams 1.0" in running.world.client.get("/metrics").get_data(as_text=True)
    answer.close()
    assert "singsing_streams 0.0" in running.world.client.get("/metrics").get_data(as_text=True)


def test_head_holds_no_stream_open(running: Table) -> None:
    answer = running.send("HEAD", None, "/stream")
    answer.close()
    assert answer.status_code == 200
    assert running.world.app.desk.streams.open == 0
