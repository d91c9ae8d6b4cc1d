"""The deal, from its seed (log.md, The deal), and the names of things."""

import hashlib
from collections.abc import Iterator
from typing import Any

KINDS = ["forger", "smuggler", "burglar", "swindler", "poacher", "pirate", "gambler", "spy"]
COLOURS = ["red", "yellow", "green", "blue", "white"]
SLOTS = ["left", "right", "long"]


def deal(seed: str, options: dict[str, Any], seats: list[int]) -> tuple[list[dict[str, Any]], int]:
    """The twelve windows and the first player's seat; `seats` are those taken, in any order."""
    numbers = _numbers(bytes.fromhex(seed))
    kinds = options["kinds"]
    prisoners = [kind for kind in KINDS[:kinds] for _ in range(24 // kinds)]
    shorts = [colour for colour in COLOURS for _ in range(7)]
    longs = [colour for colour in COLOURS for _ in range(4)]
    for pile in (prisoners, shorts, longs):
        for i in range(len(pile) - 1, 0, -1):
            j = _below(numbers, i + 1)
            pile[i], pile[j] = pile[j], pile[i]
    first = options["first_player"]
    if first == "random":
        first = sorted(seats)[_below(numbers, len(seats))]
    windows = [
        {
            "window": w + 1,
            "prisoners": {"left": prisoners[2 * w], "right": prisoners[2 * w + 1]},
            "sticks": {"left": shorts[2 * w], "right": shorts[2 * w + 1], "long": longs[w]},
        }
        for w in range(12)
    ]
    return windows, first


def _numbers(seed: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hashlib.sha256(seed + counter.to_bytes(4, "big")).digest()
        yield from (int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4))
        counter += 1


def _below(numbers: Iterator[int], n: int) -> int:
    return next(x for x in numbers if x < 2**32 - 2**32 % n) % n
