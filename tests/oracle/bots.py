"""Random players: given a Game as they see it, the next command; and how a command is sent."""

from random import Random
from typing import Any

import msgspec

from tests.oracle.dealing import COLOURS, SLOTS
from tests.oracle.model import Json, Model


class Temper(msgspec.Struct, frozen=True, kw_only=True):
    """How a table plays; each a probability per chance."""

    leaves: float
    doubles: float
    remembers: float
    insists: float

    @classmethod
    def random(cls, rng: Random) -> "Temper":
        leaves = rng.choice([0.0, 0.0, 0.003, 0.02, 0.1])
        doubles, insists = rng.choice([0.2, 0.6]), rng.choice([0.3, 0.9])
        remembers = rng.choice([0.0, 0.2, 0.5, 0.9])
        return cls(leaves=leaves, doubles=doubles, remembers=remembers, insists=insists)


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """`suffix` is what follows ``/v1/games/{game}``."""

    method: str
    suffix: str
    body: Any = None


def request_of(command: Json) -> Request:
    match command["do"]:
        case "join":
            told = "bot" if command.get("bot") else "name"
            return Request(method="POST", suffix="/players", body={told: command[told]})
        case "leave":
            return Request(method="DELETE", suffix=f"/players/{command['seat']}")
        case "remove":
            return Request(method="POST", suffix="/removals", body={"sticks": command["sticks"]})
        case "answer":
            return Request(method="POST", suffix="/answers", body={"sticks": command["sticks"]})
        case act:
            suffix = {"start": "/start", "mask": "/mask", "decline": "/declines"}[act]
            return Request(method="POST", suffix=suffix)


def choose(rng: Random, game: Json, temper: Temper, truth: list[Json] | None = None) -> Json | None:
    """The command that this viewer sends next, or None where it waits.

    `truth` is what was removed, for whoever is to remember it.
    """
    seat, may = game["you"]["seat"], game["you"]["may"]
    if "leave" in may and rng.random() < temper.leaves:
        return {"do": "leave", "by": seat, "seat": seat}
    if "remove" in may:
        two = "remove_two" in may and rng.random() < temper.doubles
        return {"do": "remove", "by": seat, "sticks": some_sticks(rng, game["board"], 1 + two)}
    if "decline" in may and rng.random() > temper.insists:
        return {"do": "decline", "by": seat}
    if "answer" in may:
        return {"do": "answer", "by": seat, "sticks": _answer(rng, game, temper, truth)}
    acts = [act for act in ("mask", "start") if act in may]
    return {"do": acts[0], "by": seat} if acts else None


def some_sticks(rng: Random, board: list[Json], count: int) -> list[Json]:
    """Half the time from where an escape is near, so that games end."""
    there = [(w["window"], slot) for w in board for slot in SLOTS if w["sticks"][slot]]
    gone = {w["window"]: sum(w["sticks"][slot] is None for slot in SLOTS) for w in board}
    near = sorted(there, key=lambda stick: -gone[stick[0]])[: count + 3]
    picked = rng.sample(near if rng.random() < 0.5 else there, count)
    return [{"window": window, "slot": slot} for window, slot in picked]


def _answer(rng: Random, game: Json, temper: Temper, truth: list[Json] | None) -> list[Json]:
    count = game["removed"]["count"]
    if truth and rng.random() < temper.remembers:
        sticks = [{k: s[k] for k in ("window", "length", "colour")} for s in truth]
        rng.shuffle(sticks)
        return _fewer(rng, game, sticks)
    sticks = [guess(rng) for _ in range(count)]
    if truth and count == 2 and rng.random() < 0.4:
        half = rng.choice(truth)
        sticks[0] = {k: half[k] for k in ("window", "length", "colour")}
        sticks[1] = rng.choice(sticks)
    return _fewer(rng, game, sticks)


def _fewer(rng: Random, game: Json, sticks: list[Json]) -> list[Json]:
    either = game["options"]["double_answer"] == "either"
    return sticks[:1] if either and rng.random() < 0.5 else sticks


def guess(rng: Random) -> Json:
    length = rng.choice(["short", "long"])
    return {"window": rng.randint(1, 12), "length": length, "colour": rng.choice(COLOURS)}


def random_commands(rng: Random, model: Model, each: int = 2) -> list[Json]:
    """Well-formed commands of every sort by every seat, most of them against the rules now."""
    commands: list[Json] = [{"do": "join", "name": f"Late {rng.randint(1, 99)}"}]
    for seat in model.players:
        commands.append({"do": "join", "by": seat, "bot": "elephant", "seed": "00" * 16})
        commands += [{"do": act, "by": seat} for act in ("start", "mask", "decline")]
        commands += [{"do": "leave", "by": seat, "seat": other} for other in range(1, 6)]
        for _ in range(each):
            pairs = [(rng.randint(1, 12), rng.choice(SLOTS)) for _ in range(2)]
            sticks = [{"window": window, "slot": slot} for window, slot in pairs]
            commands.append({"do": "remove", "by": seat, "sticks": sticks[:1]})
            if sticks[0] != sticks[1]:
                commands.append({"do": "remove", "by": seat, "sticks": sticks})
            guesses = [guess(rng), guess(rng)]
            commands += [{"do": "answer", "by": seat, "sticks": guesses[:n]} for n in (1, 2)]
    return commands
