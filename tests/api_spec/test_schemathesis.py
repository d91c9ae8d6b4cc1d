"""Everything that the contract allows and forbids, at random, with every check that there is."""

import re
from itertools import count
from typing import Any
from uuid import uuid4

import msgspec
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig

from tests.service.world import World

EXAMPLES = 30
OPENING = {"/v1/games", "/v1/games/{game}/players"}
"""Where a key is all that shows who asks, and so a long one."""

REFUSED = ["400", "401", "403", "404", "405", "409", "412", "413", "415", "422"]

CONFIG = {
    "checks": {
        "positive_data_acceptance": {
            "expected-statuses": ["2xx", "304", "401", "403", "404", "409", "412"],
        },
        "negative_data_rejection": {"expected-statuses": REFUSED},
    },
}

WORLD = World()
TABLES = [
    WORLD.table("Ana", "Ben", "Cleo", start=True, advanced=True),
    WORLD.table("Ana", "Ben", "Cleo"),
]
TABLES[0].remove()
FINISHED = WORLD.table("Ana", "Ben", "Cleo", start=True)
for seat in (3, 2):
    FINISHED.send("DELETE", seat, f"/players/{seat}")
FINISHED.post(1, "/disputes", {"version": 4, "claim": "deal"})
WORLD.work()
TABLES.append(FINISHED)
UPLOAD = WORLD.client.post("/v1/audits", json={}).get_json()["id"]

schema = schemathesis.openapi.from_wsgi(
    "/openapi.json", WORLD.app, config=SchemathesisConfig.from_dict(CONFIG)
)
numbers = count()


@schemathesis.serializer("application/x-ndjson")
def lines(_: Any, value: Any) -> bytes:
    return value.encode() if isinstance(value, str) else msgspec.json.encode(value)


@schemathesis.hook
def before_call(_: Any, case: Any, __: Any) -> None:
    """What no schema can say: real ids and tokens, names that are names, keys never used twice."""
    path, headers, query = case.path_parameters or {}, case.headers or {}, case.query or {}
    number = next(numbers)
    if _like("[a-z2-7]{16}", path.get("game")) and number % 4:
        ends = case.path.endswith("/stream")  # that of a running game would not
        table = FINISHED if ends else TABLES[number % 3]
        path["game"] = table.id
        if "Authorization" in headers and number % 8 > 1:
            headers["Authorization"] = f"Bearer {table.tokens[1 + number // 3 % 3]}"
    if _like("[a-z2-7]{32}", path.get("audit")) and number % 4:
        path["audit"] = UPLOAD
    for name in ("version", "audit", "dispute"):
        if _like("[1-9][0-9]*", path.get(name)) and number % 4:
            path[name] = 1 + number % 3
    shortest = 22 if case.path in OPENING else 1
    if _like(f"[!-~]{{{shortest},255}}", headers.get("Idempotency-Key")):
        headers["Idempotency-Key"] = uuid4().hex
    if headers.get("If-Match") == "0":
        headers["If-Match"] = '"0.0.-"'
    for place, name in ((headers, "Last-Event-ID"), (query, "after")):
        if _like("[0-9]+", place.get(name)):
            place[name] = "0"
    if _like("[A-Za-z0-9_-]+", query.get("cursor")):
        del query["cursor"]
    if isinstance(case.body, dict) and _like("(?s).{1,160}", case.body.get("name")):
        case.body["name"] = "Ana"


def _like(form: str, value: Any) -> bool:
    return isinstance(value, str | int) and bool(re.fullmatch(form, str(value)))


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
def test_every_operation_keeps_its_contract(case: Any) -> None:
    case.call_and_validate()
