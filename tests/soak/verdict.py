"""What must be true of a game that is over, asked of the service from outside."""

import json
from random import Random

import rfc8785
from joserfc import jws
from joserfc.jwk import KeySet

from tests.oracle import Json, check_log
from tests.soak.asking import Asking
from tests.soak.line import Question
from tests.soak.table import Table


def faults(table: Table, asking: Asking, keys: KeySet, rng: Random) -> list[str]:
    """The log verifies, holds every accepted event once, and receipts and views bear it out."""
    log = _paged(table, asking, rng)
    found = check_log(log)
    if events(table, asking) != log:
        found.append("NDJSON is not the list")
    held = {event["version"]: event["hash"] for event in log}
    missing = [v for v, hash in table.accepted.items() if held.get(v) != hash]
    found += [f"accepted event {version} is not in the log" for version in missing]
    if len(set(held.values())) != len(log) or len(log) != table.model.version:
        found.append(f"{len(log)} events at version {table.model.version}")
    found += _receipts(table, asking, log, keys, rng)
    for viewer in (None, *table.tokens):
        table.look(viewer)
    return found


def events(table: Table, asking: Asking) -> list[Json]:
    """The whole log, as NDJSON gives it."""
    headers = {"Accept": "application/x-ndjson"}
    reply = asking.ask(Question(method="GET", path=f"{table.path}/events", headers=headers))
    return [json.loads(line) for line in reply.raw.splitlines()]


def _paged(table: Table, asking: Asking, rng: Random) -> list[Json]:
    query = f"limit={rng.choice([7, 50, 100])}"
    log: list[Json] = []
    while True:
        question = Question(method="GET", path=f"{table.path}/events?{query}")
        page = asking.ask(question).body
        log += page["items"]
        if not page["next"]:
            return log
        query = f"limit={rng.choice([7, 50, 100])}&cursor={page['next']}"


def _receipts(
    table: Table, asking: Asking, log: list[Json], keys: KeySet, rng: Random
) -> list[str]:
    found = []
    for event in rng.sample(log, min(3, len(log))):
        version = event["version"]
        path = f"{table.path}/receipts/{version}"
        receipt = asking.ask(Question(method="GET", path=path)).body["receipt"]
        if receipt != table.receipts.get(version, receipt):
            found.append(f"another receipt for {version} than with the action")
        signed = jws.deserialize_compact(receipt, keys, algorithms=["Ed25519"])
        claims = json.loads(signed.payload)
        said = {name: event[name] for name in ("game", "version", "hash", "at")}
        if claims != said | {"iss": claims["iss"]} or signed.payload != rfc8785.dumps(claims):
            found.append(f"receipt for {version} says {claims}")
    return found
