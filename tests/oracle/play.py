"""Whole random games of the second opinion, without any service."""

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.oracle.bots import Temper, choose
from tests.oracle.dealing import SLOTS
from tests.oracle.model import Json, Model
from tests.oracle.options import DEFAULTS, seats_for
from tests.oracle.view import view

START = 1_764_417_600_000
BOTS = ["goldfish", "magpie", "elephant"]


def opening(rng: Random, options: Json, name: str = "Ana") -> Json:
    seed = f"{rng.getrandbits(128):032x}"
    facts = {"listed": rng.random() < 0.5, "seed_from": rng.choice(["host", "server"])}
    return {"do": "open", "by": None, "name": name, "options": options, "seed": seed, **facts}


def seated(seats: int, seed: str = "00" * 16, **options: Any) -> Model:
    """A started game of that many; options as at most tables where they are not given."""
    model = Model()
    chosen = DEFAULTS | {"first_player": 1} | options
    command = {"do": "open", "by": None, "name": "P1", "options": chosen, "seed": seed}
    model.tell(command | {"listed": True, "seed_from": "server"}, START)
    for seat in range(2, seats + 1):
        model.tell({"do": "join", "by": None, "name": f"P{seat}"}, START)
    model.tell({"do": "start", "by": 1}, START)
    return model


def random_game(
    rng: Random,
    options: Json,
    temper: Temper | None = None,
    late: float | None = None,
    bots: float = 0.0,
) -> Iterator[tuple[Json, Json, Model]]:
    """Each command with the event that it must become and the model after it.

    `late` is how probably a chance to act is let pass until the clock acts, `bots` how probably
    a seat is a bot's. Bots play at random here: to the rules they are players like others.
    """
    model, now, temper = Model(), START, temper or Temper.random(rng)
    seats, late = seats_for(rng, options), rng.choice([0.0, 0.01, 0.1]) if late is None else late
    pending = [opening(rng, options)]
    while model.status != "finished":
        now += rng.randint(0, 3_000)
        if not pending:
            pending = [next_command(rng, model, temper, seats, bots)]
        if model.version and rng.random() < late:
            now = max(now, _late(model))
        command = model.due(now) if model.version else None
        if command is None:
            command = pending.pop()
        elif command["do"] == "time_out" and model.phase == "removal":
            command["stick"] = rng.choice(on_board(model))
        if not model.accepts(command):
            continue
        yield command, model.tell(command, now), model


def _late(model: Model) -> int:
    if model.deadline is not None:
        return model.deadline
    return model.newest + 30 * 86_400_000


def on_board(model: Model) -> list[Json]:
    windows = model.board or []
    return [
        {"window": w["window"], "slot": slot}
        for w in windows
        for slot in SLOTS
        if w["sticks"][slot]
    ]


def next_command(rng: Random, model: Model, temper: Temper, seats: int, bots: float = 0.0) -> Json:
    """What happens next at a table that wants to play with so many; mostly accepted."""
    if model.status == "open":
        return _gather(rng, model, seats, bots)
    everybody = [seat for seat, player in model.players.items() if player["in_play"]]
    rng.shuffle(everybody)
    for seat in everybody:
        command = choose(rng, view(model, seat, "g"), temper, model.removed)
        if command:
            return command
    raise AssertionError("somebody always has something to do")


def _gather(rng: Random, model: Model, seats: int, bots: float) -> Json:
    if len(model.players) < seats:
        if bots and rng.random() < bots:
            bot, seed = rng.choice(BOTS), f"{rng.getrandbits(128):032x}"
            return {"do": "join", "by": 1, "bot": bot, "seed": seed}
        return {"do": "join", "by": None, "name": f"P{len(model.players) + 1}"}
    if rng.random() < 0.1:
        leaver = rng.choice(list(model.players))
        return {"do": "leave", "by": rng.choice([1, leaver]), "seat": leaver}
    return {"do": "start", "by": 1}
