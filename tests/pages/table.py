"""A table that is played over HTTP, as any client could, while browsers look on."""

from random import Random
from typing import Any

import httpx

from tests.oracle.bots import Temper, choose, guess, request_of

Json = dict[str, Any]

Seats = dict[str, dict[int, str]]
"""Which seats a browser holds: game, seat, token."""

SEED = "0123456789abcdef0123456789abcdef"

KEEN = Temper(leaves=0.0, doubles=0.3, remembers=0.6, insists=0.6)


class Table:
    """One game, everybody's tokens, and a chance of its own: made alike, two go alike."""

    def __init__(self, api: httpx.Client, *names: str, listed: bool = True, **options: Any) -> None:
        self._api, self._rng = api, Random(len(names))
        self.tokens: dict[int, str] = {}
        chosen = {"first_player": 1, **options}
        opening = {"options": chosen, "seed": SEED, "listed": listed}
        host, *others = names or ("Ana", "Ben", "Cleo")
        self.id = self._seated("/v1/games", {"name": host, **opening})
        for name in others:
            self.join(name)

    @property
    def path(self) -> str:
        return f"/v1/games/{self.id}"

    @property
    def seats(self) -> Seats:
        """What a browser holds that has every seat."""
        return self.seat(*self.tokens)

    def seat(self, *numbers: int) -> Seats:
        """What a browser holds that has these seats."""
        return {self.id: {number: self.tokens[number] for number in numbers}}

    def join(self, name: str) -> None:
        self._seated(f"{self.path}/players", {"name": name})

    def bot(self, kind: str) -> None:
        """The host seats a bot."""
        self.act(1, "/players", {"bot": kind})

    def start(self) -> None:
        self.act(1, "/start")

    def game(self, seat: int | None = None) -> Json:
        return self._ask("GET", "", seat)

    def look(self, path: str) -> Json:
        """What anybody sees there."""
        return self._ask("GET", path, None)

    def log(self) -> list[Json]:
        """The first hundred events."""
        events: list[Json] = self.look("/events?limit=100")["items"]
        return events

    def act(self, seat: int, path: str, body: Any = None, method: str = "POST") -> Json:
        return self._ask(method, path, seat, {} if body is None else body)

    def mask(self) -> Json:
        return self.act(self.game()["mask"], "/mask")["game"]  # type: ignore[no-any-return]

    def remove(self, *sticks: Json) -> Json:
        """Puts the mask on where it is not, then takes sticks: by default those near an escape."""
        game = self.game()
        if game["phase"] == "mask":
            game = self.mask()
        taken = sticks or (nearest(self.game(game["lime"])["board"]),)
        return self.act(game["lime"], "/removals", {"sticks": list(taken)})

    def answer(self, *, right: bool) -> Json:
        game = self.game()
        gone = self.game(game["lime"])["removed"]["sticks"]
        named = [{name: stick[name] for name in ("window", "length", "colour")} for stick in gone]
        return self.act(
            game["mask"], "/answers", {"sticks": named if right else self._wrong(named)}
        )

    def turn(self, *, right: bool = False) -> Json:
        """One whole turn, with one stick."""
        self.remove()
        return self.answer(right=right)

    def play(self, turns: int = 10_000) -> Json:
        """Goes on as people of middling memory would, until so many turns have gone or the end."""
        last = (self.game()["turn"] or 0) + turns
        while (game := self.game())["status"] == "running" and game["turn"] < last:
            self._move(game)
        return game

    def finish(self) -> Json:
        """The shortest end that prisoners win: nobody remembers anything."""
        while (game := self.game())["status"] == "running":
            self.turn()
        return game

    def _move(self, game: Json) -> None:
        waiting = {"mask": "mask", "removal": "lime", "answer": "mask", "second_answer": "mask"}
        seat = game[waiting[game["phase"]]]
        gone = (self.game(game["lime"])["removed"] or {}).get("sticks")
        command = choose(self._rng, self.game(seat), KEEN, gone)
        if command is None:
            raise RuntimeError(f"seat {seat} has nothing to do in {game['phase']}")
        request = request_of(command)
        self.act(seat, request.suffix, request.body, request.method)

    def _wrong(self, gone: list[Json]) -> list[Json]:
        named: list[Json] = []
        while len(named) < len(gone):
            stick = guess(self._rng)
            named += [stick] if stick not in gone else []
        return named

    def _seated(self, path: str, body: Json) -> str:
        told = _accepted(self._api.post(path, json=body))
        self.tokens[told["seat"]] = told["token"]
        return str(told["game"]["id"])

    def _ask(self, method: str, path: str, seat: int | None, body: Any = None) -> Json:
        headers = {"Authorization": f"Bearer {self.tokens[seat]}"} if seat else {}
        answer = self._api.request(method, self.path + path, headers=headers, json=body)
        return _accepted(answer)


def nearest(board: list[Json]) -> Json:
    """A stick from the window that has fewest, so that prisoners escape soon."""
    behind = [window for window in board if any(window["prisoners"].values())]
    window = min(
        (window for window in behind or board if any(window["sticks"].values())),
        key=lambda window: sum(map(bool, window["sticks"].values())),
    )
    slot = next(slot for slot, colour in window["sticks"].items() if colour)
    return {"window": window["window"], "slot": slot}


def _accepted(answer: httpx.Response) -> Json:
    if answer.is_error:
        raise RuntimeError(f"{answer.status_code}: {answer.text}")
    told: Json = answer.json()
    return told
