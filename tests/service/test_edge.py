"""What all answers have in common: CORS, guarding headers, problem pages, a line in the log."""

import io
import json
import re
from collections.abc import Iterator

import pytest
import structlog

from service.problems import TYPES, Slug
from service.resources.contract import FILES
from tests.service.test_statuses import ELSEWHERE
from tests.service.world import Table, World, problem


def test_a_browser_of_any_origin_may_ask_and_read(running: Table) -> None:
    asked = {
        "Origin": "https://elsewhere.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization, if-match",
    }
    answer = running.send("OPTIONS", None, "/mask", headers=asked)
    assert answer.status_code == 204
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Access-Control-Allow-Methods"] == answer.headers["Allow"]
    assert answer.headers["Allow"] == "OPTIONS, POST"
    allowed = answer.headers["Access-Control-Allow-Headers"].split(", ")
    assert {"Authorization", "Content-Type", "Idempotency-Key", "If-Match"} < set(allowed)
    assert {"If-None-Match", "Last-Event-ID"} < set(allowed)
    assert "Access-Control-Allow-Credentials" not in answer.headers
    for read in (running.send("GET", 1, ""), running.post(1, "/mask"), running.post(None, "/mask")):
        exposed = read.headers["Access-Control-Expose-Headers"].split(", ")
        assert {"ETag", "Location", "Link", "Retry-After", "RateLimit"} < set(exposed)
        assert {"RateLimit-Policy", "Idempotency-Replayed"} < set(exposed)
        assert read.headers["Access-Control-Allow-Origin"] == "*"


def test_metrics_are_for_no_other_origin(world: World) -> None:
    assert "Access-Control-Allow-Origin" not in world.client.get("/metrics").headers


@pytest.mark.parametrize("path", ["/docs", "/problems/stale", "/nothing", "/v1/games", "/metrics"])
def test_every_answer_is_guarded(world: World, path: str) -> None:
    headers = world.client.get(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("slug", list(Slug))
def test_every_problem_has_a_page(world: World, slug: Slug) -> None:
    answer = world.client.get(f"/problems/{slug}")
    assert answer.content_type == "text/html; charset=utf-8"
    assert TYPES[slug].title in answer.get_data(as_text=True)
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


def test_the_docs_page_needs_nothing_from_elsewhere(world: World) -> None:
    page = world.client.get("/docs").get_data(as_text=True)
    assert "://" not in page
    assert "<script>" not in page
    for name in ("swagger-ui-bundle.js", "swagger-ui.css", "docs.js", "page.css"):
        part = world.client.get(f"/docs/{name}")
        assert part.status_code == 200
        assert part.content_type.startswith(("text/javascript", "text/css"))
        assert name == "page.css" or name in page


def test_every_text_is_named_by_the_docs_page_and_its_links_lead_somewhere(world: World) -> None:
    page = world.client.get("/docs").get_data(as_text=True)
    texts = [name for name in FILES if name.endswith(".md")]
    for name in texts:
        assert f'href="docs/{name}"' in page
        answer = world.client.get(f"/docs/{name}")
        assert answer.content_type == "text/markdown; charset=utf-8"
        links = re.findall(r"\]\(([^)#]+)[^)]*\)", answer.get_data(as_text=True))
        for link in links:
            if "://" not in link:
                assert world.client.get(f"/docs/{link}").status_code == 200, (name, link)


def test_a_problem_names_its_page_and_its_place(running: Table) -> None:
    body = problem(running.post(1, "/mask")).body
    assert body["type"] == "/problems/rule-broken"
    assert body["instance"] == f"{running.path}/mask"
    assert body["clauses"] == ["T1"]
    assert running.world.client.get(body["type"]).status_code == 200


def test_what_goes_wrong_inside_is_a_bare_500(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world.store, "listed", lambda *_, **__: 1 / 0)
    world.app.test_client_class = None
    answer = world.app.test_client().get("/v1/games")
    assert answer.status_code == 500
    assert answer.content_type == "application/problem+json"
    assert answer.get_json()["type"] == "about:blank"
    assert "Zero" not in answer.get_data(as_text=True)


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    written, before = io.StringIO(), structlog.get_config()
    structlog.configure(
        processors=[structlog.processors.JSONRenderer()],
        wrapper_class=structlog.BoundLogger,
        logger_factory=structlog.WriteLoggerFactory(written),
    )
    yield written
    structlog.configure(**before)


def test_a_request_is_one_line_without_secrets(running: Table, logged: io.StringIO) -> None:
    running.post(2, "/mask?token=secret", **{"Idempotency-Key": "secret-key"})
    running.world.client.get("/nothing/secret?secret")
    lines = [json.loads(line) for line in logged.getvalue().splitlines()]
    assert [line["status"] for line in lines] == [422, 404]
    assert lines[0]["path"] == f"{running.path}/mask"
    assert "secret" not in logged.getvalue()
    assert running.tokens[2] not in logged.getvalue()


def test_metrics_count_operations_and_statuses_and_nothing_of_games(running: Table) -> None:
    text = running.world.client.get("/metrics").get_data(as_text=True)
    assert 'singsing_request_seconds_count{operation="joinGame",status="201"} 2.0' in text
    assert running.id not in text
    assert "python_info" not in text


def test_metrics_are_for_the_machine_itself_unless_opened() -> None:
    proxied = {"X-Forwarded-For": "203.0.113.7"}
    assert problem(World().client.get("/metrics", environ_base=ELSEWHERE)).status == 403
    assert problem(World().client.get("/metrics", headers=proxied)).status == 403
    opened = World(metrics_open=True)
    assert opened.client.get("/metrics", environ_base=ELSEWHERE).status_code == 200
