"""Examples that the service itself gave: one small game, with a made-up clock and chance."""

from collections.abc import Callable
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any
from uuid import uuid4

from flask.testing import FlaskClient
from joserfc.jwk import OKPKey

from events.house import House
from events.play import Play
from events.receipts import Keys
from events.settings import Settings
from events.store import connect
from events.times import Millis
from service.app import create_app

Examples = dict[str, Any]

SEED = "00112233445566778899aabbccddeeff"
NOON = Millis(1_796_040_000_000)

_KEY: dict[str, str | list[str]] = {
    "kty": "OKP",
    "crv": "Ed25519",
    "d": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
    "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
}
"""The key of RFC 8037, appendix A."""


def examples() -> Examples:
    """Answers by name, the same every time."""
    return _Table(_client()).played()


def _client() -> FlaskClient:
    url = f"memory://{uuid4()}"
    store = connect(url)
    settings = Settings(
        events_url=url,
        queue_url="",
        data_folder=Path(),
        host="127.0.0.1",
        port=8080,
        base_url="https://singsing.example",
        secret=bytes(32),
        keys=Keys(OKPKey.import_key(_KEY)),
    )
    clock, chance = count(NOON, 1000), _chance()
    house = House(
        clock=lambda: Millis(next(clock)),
        chance=chance,
        rest=lambda _: None,
        secret=settings.secret,
    )
    return create_app(settings, store, Play(store, house)).test_client()


def _chance() -> Callable[[int], bytes]:
    drawn = count()
    return lambda size: sha256(str(next(drawn)).encode()).digest()[:size]


class _Table:
    """A table of three, one of whom leaves before the start, and what it was told."""

    def __init__(self, client: FlaskClient) -> None:
        self._client = client
        self._tokens: dict[int, str] = {}
        self._game = "/v1/games"

    def played(self) -> Examples:
        told = {"opened": self._sit("", "Ana", {"options": {"advanced": True}, "seed": SEED})}
        self._game += f"/{told['opened']['game']['id']}"
        told["joined"] = self._sit("/players", "Ben")
        self._sit("/players", "Cleo")
        told["left"] = self._send("DELETE", 3, "/players/3")
        told["started"] = self._send("POST", 1, "/start")
        told |= self._turn(told["started"]["game"])
        told |= {
            "game": self._read(""),
            "events": {"items": self._read("/events")["items"][-2:], "next": None},
            "event": self._read("/events/6"),
            "receipt": self._read("/receipts/6"),
            "lobby": self._client.get("/v1/games?status=running").json,
            "rules": self._client.get("/v1/rules").json,
            "keys": self._client.get("/.well-known/jwks.json").json,
            "stream": self._streamed(),
        }
        return told

    def _turn(self, game: Any) -> Examples:
        """One turn: a stick is removed, named wrongly, and not named again."""
        lime, mask = game["lime"], game["mask"]
        told = {"masked": self._send("POST", mask, "/mask")}
        place = {"window": 3, "slot": "left"}
        told["removed"] = self._send("POST", lime, "/removals", {"sticks": [place]})
        wrong = {"window": 4, "length": "long", "colour": "red"}
        told["answered"] = self._send("POST", mask, "/answers", {"sticks": [wrong]})
        told["declined"] = self._send("POST", mask, "/declines")
        return told

    def _sit(self, path: str, name: str, more: Any = None) -> Any:
        told: Any = self._client.post(self._game + path, json={"name": name, **(more or {})}).json
        self._tokens[told["seat"]] = told["token"]
        return told

    def _send(self, method: str, seat: int, path: str, body: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {self._tokens[seat]}"}
        return self._client.open(
            self._game + path, method=method, json=body or {}, headers=headers
        ).json

    def _read(self, path: str) -> Any:
        return self._client.get(self._game + path).json

    def _streamed(self) -> str:
        with self._client.get(self._game + "/stream?after=5") as answer:
            frames: Any = iter(answer.response)
            next(frames)
            return f"retry: 3217\n\n{next(frames).decode()}"
