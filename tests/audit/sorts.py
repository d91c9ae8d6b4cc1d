"""One event of every sort that the golden games hold, and where it stands."""

from functools import cache
from typing import Any

import msgspec

from events.chain import canonical
from tests.audit.copied import Copied, Json, copied
from tests.golden.games import Golden, read


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """An event of a golden game."""

    golden: Golden
    version: int

    def copy(self) -> Copied:
        return copied(self.golden)


@cache
def golden() -> tuple[Golden, ...]:
    return tuple(read())


@cache
def sorts() -> tuple[Found, ...]:
    """Shorter games first, so that a fault is looked for in little."""
    found: dict[bytes, Found] = {}
    for game in sorted(golden(), key=lambda game: len(game.entries)):
        log = copied(game)
        for version, line in enumerate(log.lines, 1):
            sort = canonical(_sort(log[1].event["action"]["options"], line.event))
            found.setdefault(sort, Found(golden=game, version=version))
    return tuple(found.values())


_TELLING = ("attempt", "verdict", "resolved", "instead_of", "reason")
_DECIDING = ("T6", "W1", "H3", "E2", "ruling:double_answer")


def _sort(options: Json, event: Json) -> list[Any]:
    outcome = event["outcome"]
    cited = outcome.get("clauses", [])
    told = [outcome.get(name) for name in _TELLING]
    decided = [clause in cited for clause in _DECIDING if event["type"] != "turn-timed-out"]
    reading = options["after_escape"] if "ruling:after_escape" in cited else None
    absent = [outcome.get(name, 0) is None for name in ("taken_by", "phase", "removed_by")]
    escaped = bool(outcome.get("escaped"))
    return [event["type"], event["action"].get("count"), told, decided, reading, absent, escaped]
