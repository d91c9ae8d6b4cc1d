"""Three scripted players: each sees what its seat may see, and some look harder than others."""

from random import Random
from typing import Any, NewType

Json = dict[str, Any]

Memory = NewType("Memory", float)
"""How likely a player notices what has gone, from 0 to 1."""

CAST: tuple[tuple[str, Memory], ...] = (
    ("Ana", Memory(0.75)),
    ("Ben", Memory(0.5)),
    ("Cleo", Memory(0.3)),
)


def choose(board: list[Json], chance: Random) -> Json:
    """A stick to remove: rather one whose going brings a prisoner nearer to the door."""
    sticks = [
        {"window": window["window"], "slot": slot}
        for window in board
        for slot, colour in window["sticks"].items()
        if colour
    ]
    weights = [_pull(board[place["window"] - 1], place["slot"]) for place in sticks]
    return chance.choices(sticks, weights)[0]


def answer(before: list[Json], after: list[Json], memory: float, chance: Random) -> Json:
    """What the wearer names: what has gone, if they noticed, else a stick that was there."""
    gone = _named(before, after)
    if chance.random() < memory:
        return gone[0]
    return chance.choice([stick for stick in _named(before, None) if stick not in gone])


def _pull(window: Json, slot: str) -> float:
    sticks, prisoners = window["sticks"], window["prisoners"]
    frees = [
        side
        for side in ("left", "right")
        if prisoners[side] and not [s for s in (side, "long") if sticks[s] and s != slot]
    ]
    gone = sum(1 for colour in sticks.values() if colour is None)
    return 40.0 * len(frees) + 8.0 * gone + 1.0


def _named(before: list[Json], after: list[Json] | None) -> list[Json]:
    """Sticks of a board, or those of it that another board lacks, as an answer names them."""
    return [
        {
            "window": window["window"],
            "length": "long" if slot == "long" else "short",
            "colour": colour,
        }
        for index, window in enumerate(before)
        for slot, colour in window["sticks"].items()
        if colour and (after is None or not after[index]["sticks"][slot])
    ]
