"""Each status that the contract documents is reached; every test sees that no other one appears."""

from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any

import pytest
from werkzeug.test import TestResponse

from events.settings import Limits
from service.endpoint import Credential, Endpoint
from service.problems import Slug
from service.resources import ENDPOINTS
from service.routes import UPLOADS
from tests.service.contract import CONTRACT
from tests.service.world import WRONG, Table, World, problem, told

ELSEWHERE = {"REMOTE_ADDR": "203.0.113.7"}
JSON = {"Content-Type": "application/json"}
WRITERS = [endpoint for endpoint in ENDPOINTS if endpoint.writes]
OF_GAMES = [endpoint for endpoint in ENDPOINTS if endpoint.of_game]

DISPUTE = {"version": 1, "claim": "deal"}

ELSEWHERE_BROKEN = {"leaveGame", "requestAudit", "raiseDispute"}
"""What breaks a rule at other tables than a running one."""

Reach = Callable[[], None]
REACHES: list[Reach] = []


def reaches(reach: Reach) -> Reach:
    REACHES.append(reach)
    return reach


class Stalled(BytesIO):
    """A body of which nothing arrives."""

    def read(self, *_: object) -> bytes:
        raise TimeoutError


def running(limits: Limits | None = None) -> Table:
    return World(limits=limits).table("Ana", "Ben", "Cleo", start=True, advanced=True)


def send(
    table: Table,
    endpoint: Endpoint,
    seat: int | None = None,
    headers: dict[str, str] | None = None,
    game: str | None = None,
    **more: Any,
) -> TestResponse:
    """A request of the right form, with what a test changes about it."""
    path = endpoint.path.format(
        game=game or table.id,
        seat=1,
        version=1,
        audit="a" * 32 if endpoint.path == UPLOADS else 1,
        dispute=1,
        file="docs.js",
        build="0" * 16,
        asset="house.css",
        slug="stale",
    )
    sent = dict(headers or {})
    if seat is not None:
        sent["Authorization"] = f"Bearer {table.tokens[seat]}"
    if endpoint.writes and "data" not in more:
        more["json"] = endpoint.example or {}
    return table.world.client.open(path, method=endpoint.method, headers=sent, **more)


def host(endpoint: Endpoint) -> int | None:
    """The host's seat where a token is needed."""
    return 1 if endpoint.credential is Credential.NEEDED else None


@reaches
def a_token_that_is_not_valid_here_is_401() -> None:
    table = running()
    for endpoint in OF_GAMES:
        for sent in ("Bearer " + "x" * 43, "Basic YTpi", "Bearer", ""):
            if endpoint.credential is not Credential.NONE:
                answer = send(table, endpoint, headers={"Authorization": sent})
                assert problem(answer).slug == "unauthorised", endpoint.id
                assert answer.headers["WWW-Authenticate"] == "Bearer"


@reaches
def no_token_where_one_is_needed_is_401_even_for_no_game() -> None:
    table = running()
    for endpoint in ENDPOINTS:
        if endpoint.credential is Credential.NEEDED:
            assert problem(send(table, endpoint)).status == 401
            assert problem(send(table, endpoint, game="a" * 16)).status == 401


@reaches
def a_game_that_is_not_there_is_404() -> None:
    table = running()
    for endpoint in OF_GAMES:
        assert problem(send(table, endpoint, game="NOT-AN-ID")).slug == "not-found"
        if endpoint.credential is not Credential.NEEDED:
            assert problem(send(table, endpoint, game="a" * 16)).slug == "not-found"


@reaches
def a_page_that_is_not_there_is_404() -> None:
    client = World().client
    assert problem(client.get(f"/assets/{'0' * 16}/nothing.js")).slug == "not-found"
    for path in ("/docs/nothing.js", "/docs/index.css", "/problems/nothing", "/problems/-"):
        assert problem(client.get(path)).slug == "not-found"


@reaches
def a_body_that_does_not_come_is_408() -> None:
    table = running()
    stalled = {"wsgi.input": Stalled(), "CONTENT_LENGTH": "9"}
    for endpoint in WRITERS:
        answer = send(table, endpoint, host(endpoint), data=b"", environ_overrides=stalled)
        assert problem(answer).slug == "too-slow", endpoint.id


@reaches
def a_body_that_is_too_large_is_413() -> None:
    table = running()
    for endpoint in WRITERS:
        answer = send(table, endpoint, host(endpoint), data=b" " * (16 * 1024 + 1))
        assert problem(answer).slug == "too-large", endpoint.id


@reaches
def a_body_of_another_type_is_415() -> None:
    table = running()
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    latin = {"Content-Type": "application/json; charset=iso-8859-1"}
    for endpoint in WRITERS:
        for headers in (form, latin, {**JSON, "Content-Encoding": "gzip"}):
            answer = send(table, endpoint, host(endpoint), data=b"{}", headers=headers)
            assert problem(answer).slug == "unsupported-type", endpoint.id


@reaches
def a_body_that_is_not_json_is_400() -> None:
    table = running()
    for endpoint in WRITERS:
        answer = send(table, endpoint, host(endpoint), data=b"{", headers=JSON)
        assert problem(answer).slug == "not-json", endpoint.id


@reaches
def an_unknown_query_parameter_is_422() -> None:
    table = running()
    for endpoint in ENDPOINTS:
        answer = send(table, endpoint, host(endpoint), query_string="colour=red")
        errors = problem(answer).body["errors"]
        assert errors == [{"parameter": "colour", "detail": "Not known here."}], endpoint.id


@reaches
def another_version_is_412() -> None:
    table = World().table()
    for endpoint in ENDPOINTS:
        if endpoint.conditional:
            answer = send(table, endpoint, host(endpoint), headers={"If-Match": '"9.0.-"'})
            assert problem(answer).slug == "stale", endpoint.id


@reaches
def a_store_that_does_not_answer_is_503() -> None:
    table = running()
    table.world.store.down = True
    for endpoint in ENDPOINTS:
        if endpoint.stored:
            answer = send(table, endpoint, host(endpoint))
            assert problem(answer).slug == "store-unavailable", endpoint.id
            assert answer.headers["Retry-After"] == "1"


@reaches
def a_limit_that_is_used_up_is_429() -> None:
    limits = Limits(
        tables_per_hour=1,
        joins_per_hour=1,
        uploads_per_hour=1,
        actions_per_minute=1,
        streams_per_address=1,
    )
    for endpoint in ENDPOINTS:
        if Slug.TOO_MANY_REQUESTS in endpoint.problems:
            table = World(limits=limits).table()
            first = send(table, endpoint, host(endpoint), environ_base=ELSEWHERE)
            answer = send(table, endpoint, host(endpoint), environ_base=ELSEWHERE)
            assert problem(answer).slug == "too-many-requests", endpoint.id
            assert int(answer.headers["Retry-After"]) > 0
            first.close()


@reaches
def whoever_left_or_is_not_the_host_gets_403() -> None:
    table = running()
    assert table.send("DELETE", 3, "/players/3").status_code == 200
    for endpoint in OF_GAMES:
        if Slug.FORBIDDEN in endpoint.problems and endpoint.id not in {"raiseDispute", "joinGame"}:
            assert problem(send(table, endpoint, 3)).slug == "forbidden", endpoint.id
    assert problem(table.post(2, "/players", {"bot": "magpie"})).slug == "forbidden"
    assert problem(table.world.client.get("/metrics", environ_base=ELSEWHERE)).status == 403


@reaches
def what_the_rules_do_not_allow_now_is_409() -> None:
    table = running()
    for endpoint in OF_GAMES:
        if Slug.RULE_BROKEN in endpoint.problems and endpoint.id not in ELSEWHERE_BROKEN:
            assert problem(send(table, endpoint, 1)).slug == "rule-broken", endpoint.id
    for seat in (3, 2):
        table.send("DELETE", seat, f"/players/{seat}")
    over = problem(table.send("DELETE", 1, "/players/1"))
    assert (over.slug, over.body["clauses"]) == ("rule-broken", ["W1"])


@reaches
def what_opens_with_the_end_is_409_before_it() -> None:
    for table in (running(), World().table()):
        for endpoint in OF_GAMES:
            if Slug.GAME_RUNNING in endpoint.problems:
                assert problem(send(table, endpoint)).slug == "game-running", endpoint.id


@reaches
def what_never_started_is_neither_audited_nor_disputed() -> None:
    table = World().table("Ana", "Ben", "Cleo")
    early = problem(table.post(2, "/disputes", DISPUTE))
    assert (early.slug, early.body["clauses"]) == ("rule-broken", ["S4"])
    table.send("DELETE", 3, "/players/3")
    assert problem(table.post(3, "/disputes", DISPUTE)).slug == "forbidden"
    table.send("DELETE", 1, "/players/1")
    assert problem(table.post(None, "/audits")).body["clauses"] == ["S4"]
    assert table.send("GET", None, "/record").status_code == 200


@reaches
def an_audit_or_dispute_that_is_not_there_is_404() -> None:
    table = running()
    for path in ("/audits/1", "/disputes/1", "/disputes/999999999999999"):
        assert problem(table.send("GET", None, path)).slug == "not-found"
    assert problem(table.post(2, "/disputes", {**DISPUTE, "version": 99})).slug == "not-found"
    for id in ("a" * 32, "1", "nothing"):
        assert problem(table.world.client.get(f"/v1/audits/{id}")).slug == "not-found"


@reaches
def a_token_that_was_given_long_ago_is_409() -> None:
    table = World().table()
    key = {"Idempotency-Key": "k" * 22}
    for endpoint in ENDPOINTS:
        if Slug.TOKEN_GIVEN in endpoint.problems:
            assert send(table, endpoint, headers=key).status_code == 201
            table.world.later(601)
            assert problem(send(table, endpoint, headers=key)).slug == "token-given"


@reaches
def a_key_of_another_request_is_422() -> None:
    table = World().table()
    headers = {"Idempotency-Key": "k" * 22}
    assert table.post(None, "/players", {"name": "Cleo"}, **headers).status_code == 201
    answer = table.post(None, "/players", {"name": "Dora"}, **headers)
    assert problem(answer).slug == "idempotency-key-reused"


@reaches
def what_is_asked_for_is_given() -> None:
    for answer in _successes(World()):
        assert answer.status_code < 400, answer.text


def _successes(world: World) -> Iterator[TestResponse]:
    table = world.table("Ana", "Ben", "Cleo", start=True, advanced=True)
    table.remove()
    table.ok(2, "/answers", {"sticks": [WRONG]})
    table.ok(2, "/declines")
    etag = table.send("GET", 2, "").headers["ETag"]
    yield table.send("GET", 2, "", headers={"If-None-Match": etag})
    stream = table.send("GET", None, "/stream?after=2")
    stream.close()
    yield stream
    for seat in (3, 2):
        yield table.send("DELETE", seat, f"/players/{seat}")
    last = table.game()["version"]
    yield table.send("GET", None, "/stream", headers={"Last-Event-ID": str(last)})
    yield table.send("GET", None, "/events", headers={"Accept": "application/x-ndjson"})
    for path in ("/events", "/events/1", "/receipts/1", "/story"):
        yield table.send("GET", None, path)
    yield from _heard(table)
    for path in (
        "v1/games",
        "v1/rules",
        ".well-known/jwks.json",
        "docs",
        "docs/docs.js",
        "",
        "rules",
    ):
        yield world.client.get(f"/{path}")
    yield world.client.get(f"/assets/{'0' * 16}/house.css")
    for path in ("openapi.json", "openapi.yaml", "problems/stale", "healthz", "readyz", "metrics"):
        yield world.client.get(f"/{path}")


def _heard(table: Table) -> Iterator[TestResponse]:
    """All about the end of a game."""
    for _ in range(2):
        yield table.post(2, "/disputes", DISPUTE)
        yield table.post(None, "/audits")
    for path in ("/states/1", "/replay", "/record", "/docket"):
        yield table.send("GET", None, path)
    for path in ("/disputes", "/disputes/1", "/audits", "/audits/2"):
        yield table.send("GET", None, path)
    for page in ("", "/replay", "/guess", "/audit", "/disputes/1"):
        yield table.world.client.get(f"/games/{table.id}{page}")
    sent = table.world.client.post("/v1/audits", json={})
    yield sent
    yield table.world.client.get(f"/v1/audits/{told(sent)['id']}")


@pytest.mark.parametrize("reach", REACHES, ids=lambda reach: reach.__name__)
def test_that(reach: Reach) -> None:
    reach()


def test_every_documented_status_is_reached() -> None:
    for reach in REACHES:
        reach()
    assert CONTRACT.documented() - CONTRACT.met == set()
