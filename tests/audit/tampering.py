"""Random tampering with a log that keeps to the forms of events, all chained anew."""

from collections.abc import Callable
from random import Random

from events.times import Millis, read, written
from tests.audit.copied import Copied, Line
from tests.audit.plausible import absent, others

Change = Callable[[Random, Line], None]


def tampered(rng: Random, copy: Copied) -> Copied:
    """One to three changes, anywhere."""
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        rng.choice(CHANGES)(rng, rng.choice(copy.lines))
    return copy.forged()


def _outcome(rng: Random, line: Line) -> None:
    outcome = line.event["outcome"]
    names = [name for name in outcome if name != "removed_by"]
    if names:
        name = rng.choice(names)
        outcome[name] = rng.choice(list(others(name, outcome[name])))


def _more(rng: Random, line: Line) -> None:
    if choices := list(absent(line.event)):
        name, value = rng.choice(choices)
        line.event["outcome"][name] = value


def _less(rng: Random, line: Line) -> None:
    if line.event["outcome"]:
        del line.event["outcome"][rng.choice(list(line.event["outcome"]))]


def _seat(rng: Random, line: Line) -> None:
    line.event["seat"] = rng.choice([None, 1, 2, 3, 4, 5])


def _time(rng: Random, line: Line) -> None:
    shift = rng.choice([-86_400_000, -1000, -1, 1, 1000, 60_000, 86_400_000, 31 * 86_400_000])
    line.event["at"] = written(Millis(read(line.event["at"]) + shift))


def _sticks(rng: Random, line: Line) -> None:
    sticks = (line.private["hidden"] or {}).get("sticks")
    if sticks:
        stick = rng.choice(sticks)
        name = rng.choice(list(stick))
        stick[name] = {
            "window": rng.randint(1, 12),
            "slot": rng.choice(["left", "right", "long"]),
            "length": rng.choice(["short", "long"]),
            "colour": rng.choice(["red", "yellow", "green", "blue", "white"]),
        }[name]


def _deal(rng: Random, line: Line) -> None:
    if deal := (line.private["hidden"] or {}).get("deal"):
        one, other = rng.choice(deal), rng.choice(deal)
        one["prisoners"], other["prisoners"] = other["prisoners"], one["prisoners"]


CHANGES: tuple[Change, ...] = (_outcome, _outcome, _more, _less, _seat, _time, _sticks, _deal)
