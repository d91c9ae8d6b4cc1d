"""Plays the demo's game from the open table to the winner, and tells it."""

import time
from collections.abc import Callable
from contextlib import nullcontext
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, TextIO

from rich.console import Console
from rich.live import Live
from rich.text import Text

from service.demo import drawing, keepsake, players, proof
from service.demo.client import Client, DemoFailed
from service.demo.hosting import hosted
from service.demo.players import CAST

__all__ = ["DemoFailed", "play"]

Json = dict[str, Any]

PAUSE = 0.2
"""Seconds after a sentence: a game of some forty sentences takes about ten."""


def play(url: str | None, seed: int, fast: bool, keep: Path | None = None) -> None:
    """`keep` names a file for the game's id and its seats' tokens. Raises DemoFailed."""
    console = Console(highlight=False)
    with (
        keepsake.opened(keep) if keep else nullcontext() as kept,
        nullcontext(url) if url else hosted() as address,
    ):
        show = Show(Client(address), seed, console, 0 if fast else PAUSE)
        show.run(kept)


class Show:
    """One game, with every seat in this one's hands."""

    def __init__(self, public: Client, seed: int, console: Console, pause: float) -> None:
        self._public = public
        self._chance = Random(seed)  # noqa: S311 — a script, not a secret
        self._seed = sha256(str(seed).encode()).hexdigest()[:32]
        self._console = console
        self._pause = pause
        self._seats: dict[int, Client] = {}
        self._tokens: dict[int, str] = {}
        self._path = ""
        self._live = Live(console=console, auto_refresh=False)

    def run(self, kept: TextIO | None) -> None:
        with self._live:
            seated = self._seated()
            if kept:
                keepsake.write(kept, seated["id"], self._tokens)
            game = self._play(seated)
        if not self._console.is_terminal:
            self._console.print()
        self._end(game)

    def _play(self, game: Json) -> Json:
        """To the end of the game, with the board below what is told."""
        self._tell("Two prisoners in each window, a short stick on each, a long one across both.")
        step: dict[str, Callable[[Json], Json]] = {
            "mask": self._mask,
            "removal": self._removal,
            "answer": self._answer,
        }
        while game["status"] == "running":
            self._draw(game)
            game = step[game["phase"]](game)
        self._draw(game)
        return game

    def _draw(self, game: Json) -> None:
        """Nothing new where the game was last seen from under the mask."""
        if game["board"]:
            self._live.update(drawing.table(game), refresh=True)

    def _seated(self) -> Json:
        (host, _), *others = CAST
        opened = self._public.post("/v1/games", {"name": host, "seed": self._seed, "listed": False})
        self._path = f"/v1/games/{opened['game']['id']}"
        self._sit(opened)
        self._tell(f"{host} opens a table.")
        for name, _ in others:
            joined = self._public.post(f"{self._path}/players", {"name": name})
            self._sit(joined)
            self._tell(f"{name} sits down.")
        game = self._act(1, "start")
        self._tell(
            f"{_name(game, game['lime'])} holds the Lime, {_name(game, game['mask'])} the mask."
        )
        return game

    def _sit(self, taken: Json) -> None:
        seat, token = taken["seat"], taken["token"]
        self._tokens[seat] = token
        self._seats[seat] = self._public.as_seat(token)

    def _mask(self, game: Json) -> Json:
        self._before = game["board"]
        self._tell(f"[dim]Turn {game['turn']}.[/dim] {_name(game, game['mask'])} puts the mask on.")
        return self._act(game["mask"], "mask")

    def _removal(self, game: Json) -> Json:
        lime = game["lime"]
        seen = self._seats[lime].get(self._path)
        place = players.choose(seen["board"], self._chance)
        after = self._act(lime, "removals", {"sticks": [place]})
        [gone] = after["removed"]["sticks"]
        self._tell(
            f"{_name(game, lime)} takes the ",
            drawing.stick(gone["colour"], gone["length"]),
            f" from window {gone['window']}. Only {_name(game, game['mask'])} did not see it.",
        )
        return after

    def _answer(self, game: Json) -> Json:
        wearer = game["mask"]
        seen = self._seats[wearer].get(self._path)
        memory = CAST[wearer - 1][1]
        said = players.answer(self._before, seen["board"], memory, self._chance)
        after = self._act(wearer, "answers", {"sticks": [said]})
        turn = after["last_turn"]
        self._tell(
            f"{_name(game, wearer)} looks, and says: the ",
            drawing.stick(said["colour"], said["length"]),
            f" from window {said['window']}. ",
            Text.from_markup(
                "[green]Right![/green]" if turn["verdict"] == "right" else "[red]Wrong.[/red]"
            ),
        )
        for freed in turn["escaped"]:
            taker = _name(game, turn["taken_by"])
            self._tell(f"  A [bold]{freed['kind']}[/bold] escapes, and {taker} takes the prisoner.")
        return after

    def _end(self, game: Json) -> None:
        winner = _name(game, game["winner"])
        why = "of one kind" if game["won_by"] == "three_alike" else "of three kinds"
        self._tell(f"[bold]{winner} wins with three prisoners {why}.[/bold]")
        checked = proof.check(self._public, game["id"])
        self._tell(
            f"{checked} events make up this game. Each is chained to the one before, and signed: "
            "every hash, veil and receipt was just checked."
        )

    def _act(self, seat: int, what: str, body: Json | None = None) -> Json:
        answer: Json = self._seats[seat].post(f"{self._path}/{what}", body)
        game: Json = answer["game"]
        return game

    def _tell(self, *words: str | Text) -> None:
        parts = [Text.from_markup(word) if isinstance(word, str) else word for word in words]
        self._console.print(Text.assemble(*parts))
        time.sleep(self._pause)


def _name(game: Json, seat: int) -> str:
    return f"[bold]{next(p['name'] for p in game['players'] if p['seat'] == seat)}[/bold]"
