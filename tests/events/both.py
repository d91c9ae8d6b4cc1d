"""The referee and the second opinion, told the same things."""

import json
from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec

from events import sight
from events.board import Board, SeatNo, places
from events.catalogue import Bot
from events.commands import (
    AddBot,
    Answer,
    Command,
    Decline,
    Join,
    Leave,
    OpenTable,
    PutMaskOn,
    RemoveSticks,
    Start,
)
from events.rulebook import Options
from tests.events.given import GAME, Given, named
from tests.events.given import places as spots
from tests.oracle import Json, Model, differences, random_game, view
from tests.oracle.times import instant


def plain(value: Any) -> Any:
    """What a client would read."""
    return json.loads(msgspec.json.encode(value))


def ordered(command: Json) -> Command:
    """A command of the second opinion as the referee takes it."""
    seat = SeatNo(command.get("by") or 0)
    sticks = command.get("sticks", [])
    match command["do"]:
        case "join":
            if "bot" in command:
                return AddBot(seat=seat, bot=Bot(command["bot"]), seed=command["seed"])
            return Join(name=command["name"])
        case "leave":
            return Leave(seat=seat, leaver=SeatNo(command["seat"]))
        case "start":
            return Start(seat=seat)
        case "mask":
            return PutMaskOn(seat=seat)
        case "remove":
            return RemoveSticks(
                seat=seat, places=spots(*((s["window"], s["slot"]) for s in sticks))
            )
        case "answer":
            named_sticks = [named(s["window"], s["length"], s["colour"]) for s in sticks]
            return Answer(seat=seat, sticks=tuple(named_sticks))
        case "decline":
            return Decline(seat=seat)
    raise KeyError(command["do"])


def opened(command: Json, at: int) -> Given:
    options = msgspec.convert(command["options"], Options)
    by_host = command["seed_from"] == "host"
    order = OpenTable(
        name=command["name"],
        options=options,
        listed=command["listed"],
        seed=command["seed"] if by_host else None,
    )
    return Given(order, drawn=command["seed"], at=at)


def follow(given: Given | None, command: Json, event: Json) -> Given:
    """Tells the referee what the second opinion was told."""
    at = instant(event["at"])
    if given is None:
        return opened(command, at)
    given.now = at
    if command["do"] in ("time_out", "close"):
        assert given.record_due(draw(given.game.board, command))
        return given
    return given.tell(ordered(command))


def draw(board: Board | None, command: Json) -> int:
    """Which of the sticks on the board the house has to draw, from 0."""
    if not command.get("stick"):
        return 0
    stick = command["stick"]
    return places(board or ()).index(spots((stick["window"], stick["slot"]))[0])


def disagreements(given: Given, event: Json, model: Model) -> list[str]:
    """Where the newest event or anybody's view differs between the two."""
    told = {
        "type": given.body.type,
        "seat": given.seat,
        "action": given.action,
        "outcome": given.outcome,
        "hidden": given.hidden,
    }
    expected = {field: event[field] for field in told}
    faults = differences(expected, plain(told), exact=True)
    for viewer in (None, *model.players):
        seen = plain(sight.view(given.game, SeatNo(viewer) if viewer else None))
        faults += differences(view(model, viewer, GAME), seen, f"as {viewer}: ")
    return faults


def played(rng: Random, options: Json) -> tuple[Given, Model]:
    """A random game by both; asserts at every event that they agree."""
    return followed(random_game(rng, options, bots=rng.choice([0.0, 0.3])))


def followed(told: Iterable[tuple[Json, Json, Model]]) -> tuple[Given, Model]:
    given: Given | None = None
    for command, event, model in told:
        given = follow(given, command, event)
        assert disagreements(given, event, model) == [], (event, model.options)
    assert given is not None
    return given, model
