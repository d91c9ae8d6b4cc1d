"""Random table options, each reading of everything as likely as any other."""

from random import Random
from typing import Any

READINGS: dict[str, list[Any]] = {
    "advanced": [False, True],
    "kinds": [3, 4, 6, 8],
    "first_player": ["random", 1, 2, 3, 4, 5],
    "after_escape": ["as_usual", "taker_leads", "stay"],
    "double_answer": ["both", "either"],
    "token_payment": ["box", "opponent"],
    "turn_seconds": [86_400, 10, 60, 3_600, None],
}
DEFAULTS = {name: values[0] for name, values in READINGS.items()}


def random_options(rng: Random, **fixed: Any) -> dict[str, Any]:
    return {name: rng.choice(values) for name, values in READINGS.items()} | fixed


def seats_for(rng: Random, options: dict[str, Any]) -> int:
    """How many sit down: two to five, and at least as many as the first player's seat."""
    first = options["first_player"]
    return rng.randint(2 if first == "random" else max(2, first), 5)
