"""Checks the log that a service shows: hashes, links, receipts."""

from typing import Any

from events import receipts
from events.chain import canonical, digest
from service.demo.client import Client, DemoFailed

Json = dict[str, Any]

_UNHASHED = {"hash", "hidden", "salt"}


def check(client: Client, game: str) -> int:
    """How many events of a finished game were checked; raises DemoFailed where one is not sound."""
    keys = client.get("/.well-known/jwks.json")
    events: list[Json] = []
    while page := client.get(f"/v1/games/{game}/events?after={len(events)}&limit=100")["items"]:
        events += page
    previous = None
    for event in events:
        _check(event, previous)
        receipt = client.get(f"/v1/games/{game}/receipts/{event['version']}")["receipt"]
        claims = receipts.check(receipt, keys)
        if isinstance(claims, receipts.Fault) or claims.hash != event["hash"]:
            raise DemoFailed(f"The receipt of event {event['version']} proves nothing.")
        previous = event["hash"]
    return len(events)


def _check(event: Json, previous: str | None) -> None:
    opened = {"salt": event.get("salt"), "value": event.get("hidden")}
    hashed = {name: value for name, value in event.items() if name not in _UNHASHED}
    sound = (
        event["previous"] == previous
        and digest(canonical(hashed)) == event["hash"]
        and (event["veil"] is None or digest(canonical(opened)) == event["veil"])
    )
    if not sound:
        raise DemoFailed(f"Event {event['version']} is not what was said.")
