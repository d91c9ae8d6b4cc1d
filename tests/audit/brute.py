"""Whether another reading would have changed an event, tried out with the second opinion."""

import copy as copies
from collections.abc import Iterator
from typing import Any

from tests.audit.copied import Copied, Json
from tests.oracle import Model, Refused, command_of, differences
from tests.oracle.times import instant

Outcome = Json | None
"""What an event comes to; None where it would have been refused."""


def steps(log: Copied) -> Iterator[tuple[Model, Json, int, Json]]:
    """Of every event: the game before it, what was done, when, and what came of it."""
    model = Model()
    for line in log.lines:
        event = {**line.event, "hidden": line.private["hidden"]}
        command, at = command_of(event), instant(event["at"])
        before = copies.deepcopy(model)
        yield before, command, at, model.tell(command, at)["outcome"]


def outcome(before: Model, command: Json, at: int, **readings: Any) -> Outcome:
    """What comes of it at a table with other readings, the game up to it being as it was."""
    model = copies.deepcopy(before)
    model.options = model.options | readings
    try:
        told: Json = model.tell(command, at)["outcome"]
    except Refused:
        return None
    return {name: value for name, value in told.items() if name != "clauses"}


def first_changed(log: Copied, ruling: str, reading: Any) -> int | None:
    """The first event that would have come out otherwise; which clauses it cites is no matter."""
    for version, (before, command, at, told) in enumerate(steps(log), 1):
        if version > 1 and outcome(before, command, at, **{ruling: reading}) != {
            name: value for name, value in told.items() if name != "clauses"
        }:
            return version
    return None


def first_wrong(log: Copied) -> int | None:
    """The first event that the second opinion would not have ruled like this, None where none."""
    model = Model()
    for version, told in enumerate(log.told(), 1):
        try:
            if (told["type"] == "game-opened") != (version == 1) or not _follows(model, told):
                return version
        except (Refused, LookupError, TypeError, ValueError, AssertionError):
            return version
    return None


def _follows(model: Model, told: Json) -> bool:
    at = instant(told["at"])
    due = model.due(at) if model.version else None
    command = command_of(told)
    by_the_clock = command["do"] in ("time_out", "close")
    if at < model.newest or _clocked(due) != (_clocked(command) if by_the_clock else None):
        return False
    if due and command["do"] == "close" and command["by"] != due["by"]:
        return False
    ruled = model.tell(command, at)
    got = {name: told.get(name) for name in ruled}
    return ruled["hidden"] == got["hidden"] and not differences(ruled, got, exact=True)


def _clocked(command: Json | None) -> tuple[Any, Any] | None:
    return (command["do"], command.get("reason")) if command else None
