"""Disputes: taken at once, shown and ruled on when the game is over."""

from itertools import product

import msgspec
import pytest

from events.docket import Claim
from events.receipts import Keys
from tests.service.world import Json, Queue, Table, World, problem, told

WORDS = {"statement": "I said the left one.", "receipt": "no receipt"}
DISPUTE = {"version": 4, "claim": "deal", **WORDS}


def leave_all(table: Table) -> None:
    """Ends the game: nobody but the host stays."""
    for seat in sorted(table.tokens, reverse=True)[:-1]:
        table.send("DELETE", seat, f"/players/{seat}")


def test_a_running_game_s_dispute_waits_and_shows_nothing_of_its_words(running: Table) -> None:
    raised = running.post(2, "/disputes", DISPUTE)
    assert raised.status_code == 202
    dispute = told(raised)
    path = f"/v1/games/{running.id}/disputes/{dispute['id']}"
    assert raised.headers["Location"] == running.world.settings.base_url + path
    assert {name: value for name, value in dispute.items() if value is not None} == {
        "id": 1,
        "game": running.id,
        "seat": 2,
        "version": 4,
        "claim": "deal",
        "status": "waiting",
        "raised_at": dispute["raised_at"],
    }
    running.world.work()
    for seat in (None, 1, 2):
        assert told(running.send("GET", seat, "/disputes/1")) == dispute
        assert told(running.send("GET", seat, "/disputes"))["items"] == [dispute]
        shown = running.send("GET", seat, "/docket")
        assert b"left one" not in shown.get_data()
        (event,) = told(shown)["items"]
        assert (event["type"], event["veil"] is None, "hidden" in event) == (
            "dispute-raised",
            False,
            False,
        )


def test_it_is_ruled_and_opens_when_the_game_is_over(running: Table) -> None:
    running.post(2, "/disputes", DISPUTE)
    leave_all(running)
    waiting = told(running.send("GET", None, "/disputes/1"))
    assert {name: waiting[name] for name in WORDS} == WORDS
    assert (waiting["status"], waiting["ruling"]) == ("queued", None)
    assert running.game()["standing"] == "disputed"
    running.world.work()
    ruled = told(running.send("GET", None, "/disputes/1"))
    assert ruled["status"] == "ruled"
    assert ruled["ruled_at"] >= ruled["raised_at"]
    assert ruled["ruling"]["verdict"] == "dismissed"
    assert ruled["ruling"]["recorded"] == ruled["ruling"]["expected"]
    assert "no evidence" in ruled["ruling"]["sentence"]
    docket = told(running.send("GET", None, "/docket"))["items"]
    assert [event["type"] for event in docket] == [
        "dispute-raised",
        "audit-requested",
        "audit-reported",
        "dispute-ruled",
    ]
    assert docket[0]["hidden"] == WORDS
    assert [event["previous"] for event in docket] == [None, *(e["hash"] for e in docket[:-1])]


def test_nothing_in_the_game_s_log_changes(running: Table) -> None:
    before = running.game(2), told(running.send("GET", None, "/events"))
    running.post(2, "/disputes", DISPUTE)
    assert (running.game(2), told(running.send("GET", None, "/events"))) == before


def test_one_for_each_seat_version_and_claim(running: Table) -> None:
    first = told(running.post(2, "/disputes", DISPUTE))
    again = running.post(2, "/disputes", {**DISPUTE, "statement": "Other words."})
    assert (again.status_code, told(again)) == (200, first)
    assert again.headers["Location"].endswith(f"/disputes/{first['id']}")
    for seat, change in ((1, {}), (2, {"claim": "record"}), (2, {"version": 3})):
        assert running.post(seat, "/disputes", {**DISPUTE, **change}).status_code == 202


def test_twenty_for_a_seat_at_most(running: Table) -> None:
    wanted = [{"version": v, "claim": c} for v, c in product((1, 2, 3), Claim)][:21]
    for body in wanted[:20]:
        assert running.post(2, "/disputes", body).status_code == 202
    assert problem(running.post(2, "/disputes", wanted[20])).slug == "rule-broken"
    assert running.post(2, "/disputes", wanted[0]).status_code == 200
    assert running.post(1, "/disputes", wanted[20]).status_code == 202


def test_whoever_left_a_running_game_may_still_dispute(running: Table) -> None:
    running.send("DELETE", 3, "/players/3")
    assert running.game(3)["you"] == {"seat": 3, "may": ["dispute"]}
    assert running.post(3, "/disputes", DISPUTE).status_code == 202


def test_the_same_key_raises_one_dispute(running: Table) -> None:
    key = {"Idempotency-Key": "k"}
    first, again = (running.post(2, "/disputes", DISPUTE, **key) for _ in range(2))
    assert (again.status_code, told(again)) == (202, told(first))
    assert again.headers["Idempotency-Replayed"] == "true"
    other = running.post(2, "/disputes", {**DISPUTE, "claim": "end"}, **key)
    assert problem(other).slug == "idempotency-key-reused"
    assert running.post(1, "/disputes", DISPUTE, **key).status_code == 202


def test_a_key_that_brought_an_action_brings_nothing_else(running: Table) -> None:
    key = {"Idempotency-Key": "k"}
    assert running.post(2, "/mask", **key).status_code == 201
    assert problem(running.post(2, "/disputes", DISPUTE, **key)).slug == "idempotency-key-reused"
    assert problem(running.post(2, "/audits", **key)).slug == "idempotency-key-reused"


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"version": 0}, "/version"),
        ({"version": "4"}, "/version"),
        ({"claim": "everything"}, "/claim"),
        ({"statement": "x" * 1001}, "/statement"),
        ({"statement": 7}, "/statement"),
        ({"receipt": "x" * 4097}, "/receipt"),
        ({"words": "x"}, "/words"),
    ],
)
def test_what_has_not_the_form_of_a_dispute_is_422(
    running: Table, change: Json, pointer: str
) -> None:
    refused = problem(running.post(2, "/disputes", {**DISPUTE, **change}))
    assert [fault["pointer"] for fault in refused.body["errors"]] == [pointer]
    assert told(running.send("GET", None, "/docket"))["items"] == []


def test_a_statement_of_full_length_and_none_at_all_are_taken(running: Table) -> None:
    for claim, words in (("end", {"statement": "é" * 1000}), ("deal", {"statement": None})):
        body = {"version": 1, "claim": claim, **words}
        assert running.post(2, "/disputes", body).status_code == 202


def test_a_receipt_of_ours_that_the_log_contradicts_overturns_it(running: Table) -> None:
    desk = running.world.app.desk
    event = desk.play.event(desk.play.look(running.id), 4)
    other = msgspec.structs.replace(event, hash="sha256:" + "0" * 64)
    running.post(2, "/disputes", {**DISPUTE, "claim": "record", "receipt": desk.receipt(other)})
    leave_all(running)
    running.world.work()
    ruling = told(running.send("GET", None, "/disputes/1"))["ruling"]
    assert ruling["verdict"] == "upheld"
    assert running.game()["standing"] == "overturned"
    (audit,) = told(running.send("GET", None, "/audits"))["items"]
    assert (audit["standing"], audit["found"]) == ("overturned", 0)


def test_a_receipt_by_other_keys_is_no_evidence(running: Table) -> None:
    world = World(events_url=running.world.settings.events_url, keys=Keys.fresh())
    event = world.play.event(world.play.look(running.id), 4)
    foreign = world.app.desk.receipt(msgspec.structs.replace(event, hash="sha256:" + "0" * 64))
    running.post(2, "/disputes", {**DISPUTE, "receipt": foreign})
    leave_all(running)
    running.world.work()
    assert running.game()["standing"] == "cleared"


def test_how_far_a_ruling_is_comes_from_the_queue() -> None:
    table = World(jobs=Queue("failed")).table("Ana", "Ben", start=True)
    table.post(2, "/disputes", {"version": 3, "claim": "deal"})
    assert told(table.send("GET", 2, "/disputes/1"))["status"] == "waiting"
    leave_all(table)
    assert told(table.send("GET", 2, "/disputes/1"))["status"] == "failed"
