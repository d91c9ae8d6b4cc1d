"""A transcript of which somebody has forgotten, or left out, pieces at random."""

from copy import deepcopy
from random import Random
from typing import Any

Plain = dict[str, Any]


def blurred(rng: Random, top: Plain) -> Plain:
    """The same game, less well remembered; how much so is itself drawn."""
    share = rng.choice([0.02, 0.1, 0.3, 0.7])
    top = deepcopy(top)
    _forget(rng, share, top, "lime", "mask", "winner", "won_by", "board")
    if isinstance(top.get("board"), dict):
        _forget(rng, share / 2, top["board"], *top["board"])
        top["board"] = {w: _words(rng, share / 4, text) for w, text in top["board"].items()}
    top["turns"] = [_turn(rng, share, turn) for turn in top["turns"]]
    return top


def _turn(rng: Random, share: float, turn: Plain) -> Any:
    if "removed" not in turn:
        _forget(rng, share, turn, "lime", "mask")
        return turn
    if rng.random() < share / 3 and "left" not in turn:
        return rng.choice(["unknown", {}])
    for field in ("removed", "answer", "second_answer"):
        if isinstance(turn.get(field), list):
            turn[field] = [_stick(rng, share, text) for text in turn[field]]
    if isinstance(turn.get("escaped"), list) and rng.random() < share:
        turn["escaped"] = [text.rpartition(" ")[0] for text in turn["escaped"]]
    if "tokens" in turn:
        _forget(rng, share, turn["tokens"], *turn["tokens"])
    _forget(rng, share, turn, *(turn.keys() - {"left"}))
    if "left" in turn and turn.keys() <= {"left", "lime", "mask"}:
        turn["removed"] = "unknown"
    return turn


def _forget(rng: Random, share: float, part: Plain, *names: str) -> None:
    for name in sorted(names):
        if name in part and rng.random() < share:
            part[name] = "unknown"
            if rng.random() < 0.5:
                del part[name]


def _stick(rng: Random, share: float, text: str) -> str:
    said = [word for word in text.split() if rng.random() > share / 2]
    if rng.random() < share:
        said = ["short" if word in ("left", "right") else word for word in said]
    rng.shuffle(said)
    return " ".join(said) or "unknown"


def _words(rng: Random, share: float, text: str) -> str:
    return " ".join(
        "unknown" if word != "/" and rng.random() < share else word for word in text.split()
    )
