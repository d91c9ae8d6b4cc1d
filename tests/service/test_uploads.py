"""What anybody sends in to be audited: kept, judged by itself, never signed."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

from events.settings import Limits
from tests.service.test_audits import ended
from tests.service.world import Json, Queue, Table, World, problem, told

RECORD, YAML, JSON = "application/x-ndjson", "application/yaml", "application/json"
TRANSCRIPT = b"players: [Ana, Ben]\nlime: Ana\nturns:\n  - removed: 5 long\n"


def post(
    world: World, content: bytes, kind: str | None, key: str | None = None, **headers: str
) -> TestResponse:
    sent: dict[str, str] = {**headers, **({"Idempotency-Key": key} if key else {})}
    return world.client.post("/v1/audits", data=content, content_type=kind, headers=sent)


def judged(world: World, content: bytes, kind: str) -> Json:
    """The report, after somebody has made it."""
    sent = post(world, content, kind)
    assert sent.status_code == 202
    path = sent.headers["Location"].removeprefix(world.settings.base_url)
    assert told(world.client.get(path)) == told(sent)
    world.work()
    audit: Json = told(world.client.get(path))
    assert (audit["source"], audit["standing"], audit["certificate"]) == ("upload", None, None)
    return audit


@pytest.fixture
def over(world: World) -> Table:
    return ended(world)


def test_a_record_is_judged_by_itself(over: Table) -> None:
    content = over.send("GET", None, "/record").get_data()
    audit = judged(World(), content, RECORD)
    assert (audit["status"], audit["progress"], audit["found"]) == ("done", 100, 0)
    assert audit["game"] == over.id
    assert audit["sound_to"] == audit["events"] == over.game()["version"]
    assert audit["unchecked"]
    assert audit["differs"] == []


def test_a_damaged_record_is_found_out_and_where_it_is_not_our_log(over: Table) -> None:
    content = over.send("GET", None, "/record").get_data()
    audit = judged(over.world, content.replace(b'"name":"Ben"', b'"name":"Bob"'), RECORD)
    assert audit["status"] == "done"
    assert audit["sound_to"] == 1
    assert {finding["version"] for finding in audit["findings"]} == {2}
    assert [finding["version"] for finding in audit["differs"]] == [2]
    assert over.game()["standing"] == "cleared"


@pytest.mark.parametrize(
    ("kind", "content"),
    [(YAML, TRANSCRIPT), (JSON, b'{"players": ["Ana", "Ben"], "turns": [{"removed": "5 long"}]}')],
)
def test_a_transcript_is_judged_as_far_as_it_is_known(
    world: World, kind: str, content: bytes
) -> None:
    audit = judged(world, content, kind)
    assert (audit["status"], audit["game"], audit["head"]) == ("done", None, None)
    assert audit["events"] == 1
    assert audit["undecided"]


@pytest.mark.parametrize(
    ("kind", "content"), [(RECORD, b"nothing\n"), (YAML, b"- &a [*a]\n"), (JSON, b"{}")]
)
def test_what_cannot_be_read_fails_with_a_sentence(world: World, kind: str, content: bytes) -> None:
    audit = judged(world, content, kind)
    assert (audit["status"], audit["events"], audit["findings"]) == ("failed", None, [])
    assert audit["failure"].endswith(".")


def test_a_key_finds_its_upload_and_another_body_is_refused(world: World) -> None:
    first, again = (post(world, TRANSCRIPT, YAML, "k") for _ in range(2))
    assert (again.status_code, told(again)) == (202, told(first))
    assert again.headers["Location"] == first.headers["Location"]
    assert again.headers["Idempotency-Replayed"] == "true"
    for content, kind in ((TRANSCRIPT + b"\n", YAML), (TRANSCRIPT, RECORD)):
        assert problem(post(world, content, kind, "k")).slug == "idempotency-key-reused"
    restarted = post(world.restarted(), TRANSCRIPT, YAML, "k")
    assert restarted.headers["Location"] == first.headers["Location"]
    world.work()
    done = post(world, TRANSCRIPT, YAML, "k")
    assert (done.status_code, told(done)["status"]) == (202, "done")


def test_without_a_key_every_upload_has_an_id_of_its_own_that_nobody_guesses(
    world: World,
) -> None:
    ids = {told(post(world, TRANSCRIPT, YAML))["id"] for _ in range(3)}
    assert {len(id) for id in ids} == {32}
    assert len(ids) == 3


@pytest.mark.parametrize(
    ("kind", "limit"),
    [(RECORD, 1024 * 1024), (YAML, 64 * 1024), (JSON, 64 * 1024), ("text/plain", 16 * 1024)],
)
def test_each_type_has_its_own_size(world: World, kind: str, limit: int) -> None:
    assert problem(post(world, b" " * (limit + 1), kind)).slug == "too-large"
    fits = post(world, b"{" + b" " * (limit - 2) + b"}", kind)
    assert fits.status_code == (415 if kind == "text/plain" else 202)


@pytest.mark.parametrize(
    ("content", "kind", "headers", "slug"),
    [
        (b"{}", "text/yaml", {}, "unsupported-type"),
        (b"{}", "application/json; charset=latin-1", {}, "unsupported-type"),
        (b"{}", None, {}, "unsupported-type"),
        (b"{}", JSON, {"Content-Encoding": "gzip"}, "unsupported-type"),
        (b"", YAML, {}, "not-json"),
        (b"", None, {}, "not-json"),
        (b'{"a": 1, "a": 2}', JSON, {}, "not-json"),
        (b"[" * 20 + b"]" * 20, JSON, {}, "not-json"),
        (b"[]", JSON, {}, "malformed"),
    ],
)
def test_what_is_no_upload_at_all_is_refused(
    world: World, content: bytes, kind: str | None, headers: dict[str, str], slug: str
) -> None:
    assert problem(post(world, content, kind, **headers)).slug == slug


def test_no_more_are_taken_than_can_wait(monkeypatch: pytest.MonkeyPatch, world: World) -> None:
    monkeypatch.setattr("events.uploads.MOST_WAITING", 2)
    first = post(world, TRANSCRIPT, YAML, "k")
    post(world, TRANSCRIPT, YAML)
    refused = post(world, TRANSCRIPT, YAML)
    assert problem(refused).slug == "too-many-requests"
    assert int(refused.headers["Retry-After"]) > 0
    assert told(post(world, TRANSCRIPT, YAML, "k")) == told(first)
    world.work()
    assert post(world, TRANSCRIPT, YAML).status_code == 202


def test_uploads_of_one_address_are_counted_when_they_are_taken() -> None:
    world = World(limits=Limits(uploads_per_hour=2))
    peer: Any = {"environ_base": {"REMOTE_ADDR": "203.0.113.7"}}
    sent: Any = {"data": TRANSCRIPT, "content_type": YAML, **peer}
    assert world.client.post("/v1/audits", json=[], **peer).status_code == 422
    for key in ("k", "k", "other"):
        headers = {"Idempotency-Key": key}
        assert world.client.post("/v1/audits", headers=headers, **sent).status_code == 202
    assert problem(world.client.post("/v1/audits", **sent)).slug == "too-many-requests"


def test_how_far_it_is_comes_from_the_queue() -> None:
    world = World(jobs=Queue("started", progress=30))
    audit = told(post(world, TRANSCRIPT, YAML))
    assert (audit["status"], audit["progress"]) == ("running", 30)
    world.work()
    assert told(world.client.get(f"/v1/audits/{audit['id']}"))["status"] == "done"


def test_a_report_is_kept_for_a_week(world: World) -> None:
    post(world, TRANSCRIPT, YAML)
    world.work()
    (key,) = world.store._reads.keys("*upload:*")
    assert 0 < world.store._reads.ttl(key) <= 7 * 86_400
    assert b"content" not in world.store._reads.hgetall(key)
