"""Requests that must be refused, with the refusal that api.md asks for."""

from random import Random
from typing import Any

import msgspec

from tests.oracle.bots import random_commands, request_of
from tests.oracle.model import Json, Model, Refused

STICK = {"window": 3, "slot": "left"}
NAMED = {"window": 3, "length": "short", "colour": "red"}

WINDOWS: list[object] = [0, 13, "3", True, 2.5, None, 10**20]
NO_STICKS: list[object] = [[], None, {}, "left", [STICK, STICK], [1]]
BAD_BODIES: dict[str, list[Any]] = {
    "/removals": [
        *({"sticks": [STICK | {"window": bad}]} for bad in WINDOWS),
        *({"sticks": [STICK | {"slot": slot}]} for slot in ("middle", "Left", 1, None)),
        *({"sticks": sticks} for sticks in NO_STICKS),
        {"sticks": [STICK, STICK | {"window": 4}, STICK | {"window": 5}]},
        *({}, [], 7, {"stick": [STICK]}, {"sticks": [STICK], "pay": 1}),
        {"sticks": [STICK | {"colour": "red"}]},
    ],
    "/answers": [
        *({"sticks": [NAMED | {"window": bad}]} for bad in (-1, 13, "3", False)),
        *({"sticks": [NAMED | {"colour": bad}]} for bad in ("purple", "", None)),
        *({"sticks": [NAMED | {"length": bad}]} for bad in ("middle", 2)),
        *({"sticks": bad} for bad in ([], [NAMED] * 3, [{"window": 3, "length": "long"}])),
        {"sticks": [NAMED | {"slot": "left"}]},
    ],
    "/mask": [{"on": True}, [], 1],
    "/declines": [{"sticks": []}, "no"],
    "/start": [{"first_player": 1}],
    "/players": [
        *({}, {"name": ""}, {"name": 3}, {"name": "Ana", "seat": 2}, {"name": "x" * 161}),
        *({"bot": bad} for bad in ("shark", "Magpie", "", None, 1, ["magpie"])),
        {"name": "Ana", "bot": "magpie"},
    ],
}
BAD_BYTES: list[tuple[bytes, int, str]] = [
    *((raw, 400, "not-json") for raw in (b"{", b"sticks", b'{"sticks":[]}}', b"\xff\xfe")),
    (b'{"sticks":[],"sticks":[]}', 400, "not-json"),
    (b'{"sticks":NaN}', 400, "not-json"),
    (rb'{"sticks":"\ud800"}', 400, "not-json"),
    (b'{"sticks":' + b"[" * 40 + b"]" * 40 + b"}", 400, "not-json"),
    (b'{"sticks":"' + b"x" * 20_000 + b'"}', 413, "too-large"),
]


class Wrong(msgspec.Struct, frozen=True, kw_only=True):
    """`by` is the seat whose token goes with it, 0 for a made-up token, None for no token."""

    method: str
    suffix: str
    by: int | None
    status: int
    slug: str
    clauses: list[str] = []
    body: Any = None
    raw: bytes | None = None
    headers: dict[str, str] = {}


def wrong_request(rng: Random, model: Model) -> Wrong:
    pick = rng.choice([_against_the_rules, _against_the_rules, _bad_body, _bad_bytes, _odd])
    return pick(rng, model)


def _against_the_rules(rng: Random, model: Model) -> Wrong:
    """There always is one: no table lets everybody do everything."""
    commands = random_commands(rng, model)
    rng.shuffle(commands)
    for command in commands:
        try:
            model.judge(command)
        except Refused as refusal:
            return _wrong(command, refusal)
    raise AssertionError


def _wrong(command: Json, refusal: Refused) -> Wrong:
    request = request_of(command)
    return Wrong(
        method=request.method,
        suffix=request.suffix,
        body=request.body,
        by=command.get("by"),
        status=refusal.status,
        slug=refusal.slug,
        clauses=refusal.clauses,
    )


def _bad_body(rng: Random, model: Model) -> Wrong:
    suffix = rng.choice(list(BAD_BODIES))
    by, body = _someone(rng, model), rng.choice(BAD_BODIES[suffix])
    return Wrong(method="POST", suffix=suffix, by=by, body=body, status=422, slug="malformed")


def _bad_bytes(rng: Random, model: Model) -> Wrong:
    raw, status, slug = rng.choice(BAD_BYTES)
    suffix, by = rng.choice(["/removals", "/answers"]), _someone(rng, model)
    return Wrong(method="POST", suffix=suffix, by=by, raw=raw, status=status, slug=slug)


def _odd(rng: Random, model: Model) -> Wrong:
    someone = _someone(rng, model)
    playing = [seat for seat, player in model.players.items() if player["in_play"]] or [someone]
    ahead = {"If-Match": f'"{model.version + 1}.1.-"'}
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    odd: list[tuple[str, str, int | None, int, str, Json]] = [
        ("GET", "/nonsense", someone, 404, "not-found", {}),
        ("GET", "/events/9999", None, 404, "not-found", {}),
        ("GET", "", 0, 401, "unauthorised", {}),
        ("POST", "/mask", 0, 401, "unauthorised", {}),
        ("POST", "/mask", None, 401, "unauthorised", {}),
        ("PUT", "/mask", someone, 405, "method-not-allowed", {}),
        ("GET", "/start", None, 405, "method-not-allowed", {}),
        ("GET", "?as=table", None, 422, "malformed", {}),
        ("GET", "/events?limit=0", None, 422, "malformed", {}),
        ("POST", "/mask?fast=1", someone, 422, "malformed", {}),
        ("POST", "/mask", rng.choice(playing), 412, "stale", {"headers": ahead}),
        ("POST", "/answers", someone, 415, "unsupported-type", {"raw": b"s=3", "headers": form}),
    ]
    method, suffix, by, status, slug, more = rng.choice(odd)
    return Wrong(method=method, suffix=suffix, by=by, status=status, slug=slug, **more)


def _someone(rng: Random, model: Model) -> int:
    return rng.choice(list(model.players))
