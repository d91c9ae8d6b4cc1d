"""Checks a game's served events against the rules and log.md; knows nothing of the product."""

import hashlib
import re
from typing import Any

import rfc8785

from tests.oracle.model import Json, Model, Refused
from tests.oracle.times import instant
from tests.oracle.view import differences

OUTSIDE = ["game", "version", "type", "at", "seat", "veil", "previous", "hash"]
ENVELOPE = [*OUTSIDE, "action", "outcome"]
ACTS = {
    "game-opened": "open",
    "player-joined": "join",
    "player-left": "leave",
    "game-started": "start",
    "mask-put-on": "mask",
    "sticks-removed": "remove",
    "answer-given": "answer",
    "second-answer-declined": "decline",
    "turn-timed-out": "time_out",
    "game-closed": "close",
}


def digest(value: Any) -> str:
    return "sha256:" + hashlib.sha256(rfc8785.dumps(value)).hexdigest()


def check_log(events: list[Json], over: bool | None = None) -> list[str]:
    """What is wrong with the log, one line a fault; nothing for a sound one.

    A running game's log has no hidden parts, so its moves can only be replayed once it is `over`
    (taken from the last event where it is not given).
    """
    if not events:
        return ["no events"]
    last = events[-1]["outcome"]
    over = ("phase" in last and last["phase"] is None) if over is None else over
    faults = _envelopes(events, over)
    if over and not faults:
        faults += _replay(events)
    return faults


def _envelopes(events: list[Json], over: bool) -> list[str]:
    faults = []
    for place, event in enumerate(events, 1):
        before = events[place - 2] if place > 1 else None
        faults += [f"v{place}: {fault}" for fault in _envelope(event, place, before, over)]
    return faults


def _envelope(event: Json, place: int, before: Json | None, over: bool) -> list[str]:
    faults = [f"{field} is missing" for field in ENVELOPE if field not in event]
    extra = set(event) - set(ENVELOPE) - ({"hidden", "salt"} if over else set())
    faults += [f"{field} should not be there" for field in sorted(extra)]
    if faults:
        return faults
    bare = {k: v for k, v in event.items() if k not in ("hash", "hidden", "salt")}
    if digest(bare) != event["hash"]:
        faults.append("hash does not match")
    if event["version"] != place:
        faults.append(f"version is {event['version']}")
    if event["previous"] != (before["hash"] if before else None):
        faults.append("previous is not the hash before")
    if before and (event["game"] != before["game"] or instant(event["at"]) < instant(before["at"])):
        faults.append("another game or an earlier time than before")
    return faults + (_veil(event) if over else [])


def _veil(event: Json) -> list[str]:
    if event["veil"] is None:
        return ["something is hidden under no veil"] if event.get("hidden") is not None else []
    if "hidden" not in event or "salt" not in event:
        return ["the veil does not open"]
    if not re.fullmatch("[0-9a-f]{32}", event["salt"]):
        return ["salt is not 32 hex digits"]
    value = {"salt": event["salt"], "value": event["hidden"]}
    return [] if digest(value) == event["veil"] else ["veil does not match"]


def _replay(events: list[Json]) -> list[str]:
    model, faults = Model(), []
    for event in events:
        faults += [f"v{event['version']} {event['type']}: {fault}" for fault in _step(model, event)]
        if faults:
            break
    if not faults and model.status != "finished":
        faults.append("the game is not over")
    return faults


def _step(model: Model, event: Json) -> list[str]:
    at = instant(event["at"])
    try:
        command = command_of(event)
    except (KeyError, TypeError, IndexError) as fault:
        return [f"cannot be read: {fault!r}"]
    due = model.due(at) if model.version else None
    if _kind(due) != _kind(command if command["do"] in ("time_out", "close") else None):
        return [f"due was {due}"]
    try:
        told = model.tell(command, at)
    except Refused as refusal:
        return [f"should have been refused: {refusal.args}"]
    got = {field: event[field] for field in told if field != "hidden"}
    got["hidden"] = event.get("hidden")
    return differences(told, got, exact=True)


def _kind(command: Json | None) -> tuple[Any, Any] | None:
    return (command["do"], command.get("reason")) if command else None


def command_of(event: Json) -> Json:
    """The command that a whole event records. Raises KeyError, TypeError or IndexError."""
    seat, hidden = event["seat"], event.get("hidden") or {}
    command = {"do": ACTS[event["type"]], "by": seat, **event["action"]}
    match event["type"]:
        case "game-opened":
            command["seed"] = hidden["seed"]
        case "player-joined" if "bot" in command:
            command |= {"by": 1, "seed": hidden["seed"]}
        case "player-left":
            command["by"] = event["outcome"].get("removed_by") or seat
            command["seat"] = seat
        case "sticks-removed" | "answer-given":
            command["sticks"] = hidden["sticks"]
        case "turn-timed-out":
            command["stick"] = hidden.get("sticks", [None])[0]
        case "game-closed" if event["outcome"]["reason"] == "host_left":
            command |= {"do": "leave", "by": 1, "seat": 1}
        case "game-closed":
            command["reason"] = event["outcome"]["reason"]
    return command
