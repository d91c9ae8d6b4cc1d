"""Random honest games, written as the service writes them, for audits to find nothing wrong."""

from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec

from events import chain, referee
from events.chain import Digests, Event, GameId
from events.commands import OpenTable
from events.house import text
from events.reducer import apply
from events.rulebook import Options
from events.times import Millis
from tests.audit.copied import Copied
from tests.events.both import draw, ordered
from tests.oracle import Json, Model, random_game, random_options, truce_game
from tests.oracle.times import instant


def honest(seed: int, **options: Any) -> Copied:
    """A whole game; every fiftieth ends on an empty board."""
    rng = Random(f"honest {seed}")
    truce = seed % 50 == 49 and not options
    told = truce_game(rng) if truce else random_game(rng, random_options(rng, **options))
    return stored(rng, told)


def stored(rng: Random, told: Iterable[tuple[Json, Json, Model]]) -> Copied:
    """What the second opinion was told, as the service would store it."""
    name = "".join(rng.choice("abcdefghijklmnopqrstuvwxyz234567") for _ in range(16))
    game, entries = None, []
    for command, event, _ in told:
        at = Millis(instant(event["at"]))
        sealed = _sealed(rng, GameId(name), game, at, command)
        game = apply(game, sealed)
        entries.append(sealed.entry)
    return Copied(name, entries)


def _sealed(rng: Random, name: GameId, game: Any, at: Millis, command: Json) -> Event:
    seat, body = _decided(game, at, command)
    key = text(rng.randbytes(32)) if rng.random() < 0.5 else None
    digests = Digests(key=key, request=text(rng.randbytes(32)))
    after = game.head if game else None
    event = chain.seal(name, after, at, seat, body, rng.randbytes(16).hex(), digests)
    seated = command["do"] in ("open", "join")
    return chain.with_token(event, text(rng.randbytes(32))) if seated else event


def _decided(game: Any, at: Millis, command: Json) -> Any:
    if game is None:
        return referee.opening(_order(command), command["seed"])
    if command["do"] in ("time_out", "close"):
        drawn = draw(game.board, command)
        return referee.due(game, at, lambda _: drawn)
    return referee.decide(game, ordered(command))


def _order(command: Json) -> OpenTable:
    return OpenTable(
        name=command["name"],
        options=msgspec.convert(command["options"], Options),
        listed=command["listed"],
        seed=command["seed"] if command["seed_from"] == "host" else None,
    )
