"""The stored games: one JSON line each, compressed; and the digest of what a viewer saw."""

import json
import lzma
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from events import chain, sight
from events.board import SeatNo
from events.chain import Entry
from events.game import Game

STORED = Path(__file__).with_name("games.jsonl.xz")

SEEN = [
    *("id", "version", "status", "seed_from", "options", "phase", "deadline", "turn", "lime"),
    *("mask", "players", "board", "removed", "answers", "last_turn", "winner", "won_by"),
]
WORDS = ["start", "remove_player", "mask", "remove", "remove_two", "answer", "decline", "leave"]


class Golden(msgspec.Struct, frozen=True, kw_only=True):
    """A game's entries (event, hash, private) and, for each version, what its viewers saw."""

    game: str
    entries: list[tuple[str, str, str]]
    views: list[str]


def read() -> Iterator[Golden]:
    with lzma.open(STORED, "rb") as lines:
        for line in lines:
            yield msgspec.json.decode(line, type=Golden)


def write(games: list[Golden]) -> None:
    """Raises FileExistsError rather than replace what is there."""
    with STORED.open("xb") as file, lzma.open(file, "wb", preset=9) as lines:
        lines.write(b"".join(msgspec.json.encode(game) + b"\n" for game in games))


def entry(stored: tuple[str, str, str]) -> Entry:
    event, hash, private = stored
    return Entry(event=event.encode(), hash=hash, private=private.encode())


def seen(game: Game) -> str:
    """What the public and then each seat, in order, sees: 16 hex digits of a digest each.

    Of the fields and words that there were when the games were stored; later ones are not looked
    at, nor is the standing, which does not come from the log.
    """
    viewers = [None, *(player.seat for player in game.players)]
    return " ".join(_digest(game, viewer) for viewer in viewers)


def _digest(game: Game, viewer: SeatNo | None) -> str:
    return digest(json.loads(msgspec.json.encode(sight.view(game, viewer))))


def digest(view: dict[str, Any]) -> str:
    """Of the fields and words of a view that were known when the games were stored."""
    known = {name: view[name] for name in SEEN}
    may = view["you"]["may"] if view["you"] else []
    known["you"] = [view["you"]["seat"], *(w for w in may if w in WORDS)] if view["you"] else None
    return sha256(chain.canonical(known)).hexdigest()[:16]
