"""Audits of finished games: asked for by anybody, made once, certified."""

import pytest

from events import certificates, clerk
from events.certificates import Certificate
from tests.service.world import Json, Queue, Table, World, problem, told


def ended(world: World, *names: str) -> Table:
    """A game that is over because all but the host have left."""
    table = world.table(*(names or ("Ana", "Ben")), start=True)
    for seat in sorted(table.tokens, reverse=True)[:-1]:
        table.send("DELETE", seat, f"/players/{seat}")
    return table


@pytest.fixture
def over(world: World) -> Table:
    return ended(world)


def audits(table: Table) -> list[Json]:
    items: list[Json] = told(table.send("GET", None, "/audits"))["items"]
    return items


def certificate(table: Table, audit: Json) -> Certificate:
    keys = table.world.settings.keys.public()
    found = certificates.check(audit["certificate"], keys)
    assert isinstance(found, Certificate)
    return found


def test_every_game_is_audited_by_itself(over: Table) -> None:
    assert audits(over) == []
    assert over.game()["standing"] == "unaudited"
    over.world.work()
    (audit,) = audits(over)
    assert (audit["status"], audit["progress"], audit["found"]) == ("done", 100, 0)
    assert (audit["game"], audit["source"]) == (over.id, "log")
    assert audit["sound_to"] == audit["events"] == over.game()["version"]
    assert audit["standing"] == over.game()["standing"] == "cleared"
    assert told(over.post(None, "/audits"))["id"] == audit["id"]


def test_an_audit_that_is_asked_for_is_one_whoever_asks(over: Table) -> None:
    first = over.post(2, "/audits")
    assert first.status_code == 202
    audit = told(first)
    assert (audit["status"], audit["done_at"], audit["findings"]) == ("queued", None, [])
    path = f"/v1/games/{over.id}/audits/{audit['id']}"
    assert first.headers["Location"] == over.world.settings.base_url + path
    for seat in (None, 1, 2):
        again = over.post(seat, "/audits")
        assert (again.status_code, told(again)) == (200, audit)
        assert again.headers["Location"] == first.headers["Location"]
    over.world.work()
    assert [one["id"] for one in audits(over)] == [audit["id"]]
    assert told(over.post(None, "/audits"))["status"] == "done"


def test_the_same_key_finds_the_same_audit_and_another_request_is_refused(over: Table) -> None:
    key = {"Idempotency-Key": "k"}
    first, again = over.post(1, "/audits", **key), over.post(1, "/audits", **key)
    assert (again.status_code, told(again)) == (202, told(first))
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    other = over.post(1, "/disputes", {"version": 1, "claim": "deal"}, **key)
    assert problem(other).slug == "idempotency-key-reused"


def test_a_certificate_says_what_the_newest_audit_came_to(over: Table) -> None:
    over.world.work()
    (audit,) = audits(over)
    docket = told(over.send("GET", None, "/docket"))["items"]
    said = certificate(over, audit)
    assert (said.game, said.events, said.head) == (over.id, audit["events"], audit["head"])
    assert (said.standing, said.findings, said.docket_head) == ("cleared", 0, docket[-1]["hash"])


def test_only_the_newest_audit_has_a_certificate(
    over: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    over.world.work()
    monkeypatch.setattr(clerk, "RELEASE", "singsing/2")
    assert over.post(None, "/audits").status_code == 202
    assert [bool(audit["certificate"]) for audit in audits(over)] == [True, False]
    over.world.work()
    assert [bool(audit["certificate"]) for audit in audits(over)] == [False, True]
    assert certificate(over, audits(over)[1]).release == "singsing/2"


@pytest.mark.parametrize(
    ("word", "status"),
    [("queued", "queued"), ("scheduled", "queued"), ("started", "running"), ("failed", "failed")],
)
def test_how_far_an_audit_is_comes_from_the_queue(word: str, status: str) -> None:
    queue = Queue(word, progress=40)
    over = ended(World(jobs=queue))
    audit = told(over.post(None, "/audits"))
    assert (audit["status"], audit["progress"]) == (status, 40 if status == "running" else 0)
    over.world.work()
    queue.asked.clear()
    assert audits(over)[0]["status"] == "done"
    assert queue.asked == []


def test_the_lobby_and_the_tag_follow_the_standing(over: Table) -> None:
    def standing() -> tuple[str, str]:
        rows = told(over.world.client.get("/v1/games?status=finished"))["items"]
        tag = over.send("GET", None, "").headers["ETag"].strip('"').rpartition(".")[2]
        return rows[0]["standing"], tag

    assert standing() == ("unaudited", "unaudited")
    over.world.work()
    assert standing() == ("cleared", "cleared")
    over.post(2, "/disputes", {"version": 3, "claim": "deal"})
    assert standing() == ("disputed", "disputed")
    over.world.work()
    assert standing() == ("cleared", "cleared")


def test_a_list_goes_on_where_its_cursor_says(over: Table) -> None:
    over.world.work()
    for claim in ("deal", "record", "end"):
        over.post(2, "/disputes", {"version": 3, "claim": claim})
    for path in ("/audits", "/disputes", "/docket"):
        whole = told(over.send("GET", None, path))
        assert whole["next"] is None
        read: list[Json] = []
        cursor: str | None = ""
        while cursor is not None:
            asked = over.send("GET", None, f"{path}?limit=1{cursor and '&cursor=' + cursor}")
            assert ("Link" in asked.headers) == bool(told(asked)["next"])
            read += told(asked)["items"]
            cursor = told(asked)["next"]
        assert read == whole["items"]
    assert problem(over.send("GET", None, "/docket?cursor=nothing")).status == 422
