"""Examples that the service itself gave: one small game, with a made-up clock and chance."""

from collections.abc import Callable
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any
from uuid import uuid4

from joserfc.jwk import OKPKey

from events import record
from events.chain import GameId
from events.findings import Report
from events.house import House
from events.play import Play
from events.receipts import Keys
from events.settings import Settings
from events.store import connect
from events.times import Millis
from events.uploads import Judged
from events.verification import verify
from service.app import Edge, create_app

Examples = dict[str, Any]

SEED = "00112233445566778899aabbccddeeff"
NOON = Millis(1_796_040_000_000)

DISPUTE = {"version": 8, "claim": "verdict", "statement": "I said the left one."}

_KEY: dict[str, str | list[str]] = {
    "kty": "OKP",
    "crv": "Ed25519",
    "d": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
    "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
}
"""The key of RFC 8037, appendix A."""


def examples() -> Examples:
    """Answers by name, the same every time."""
    return _Table(_app()).played()


def _app() -> Edge:
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
    return create_app(settings, store, Play(store, house))


def _chance() -> Callable[[int], bytes]:
    drawn = count()
    return lambda size: sha256(str(next(drawn)).encode()).digest()[:size]


class _Table:
    """A table of three, one of whom leaves before the start, and what it was told."""

    def __init__(self, app: Edge) -> None:
        self._desk = app.desk
        self._client = app.test_client()
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
            "story": {"items": self._read("/story")["items"][-2:], "next": None},
            "lobby": self._client.get("/v1/games?status=running").json,
            "rules": self._client.get("/v1/rules").json,
            "keys": self._client.get("/.well-known/jwks.json").json,
            "stream": self._streamed(),
        }
        told["disputed"] = self._send("POST", 2, "/disputes", DISPUTE)
        self._send("DELETE", 2, "/players/2")
        return told | self._judged()

    def _judged(self) -> Examples:
        """What follows when the game is over; here the jobs are done at once."""
        told = {"audit_requested": self._send("POST", 1, "/audits")}
        self._settle()
        audit, dispute = told["audit_requested"]["id"], 1
        told |= {
            "audited": self._read(f"/audits/{audit}"),
            "audits": self._read("/audits"),
            "ruled": self._read(f"/disputes/{dispute}"),
            "disputes": self._read("/disputes"),
            "docket": self._read("/docket"),
            "state": self._read("/states/8?as=2"),
            "replay": self._lines("/replay?as=2")[0],
            "record": "".join(self._lines("/record")),
        }
        return told | self._sent_in(told["record"])

    def _settle(self) -> None:
        clerk, id = self._desk.clerk, GameId(self._game.rpartition("/")[2])
        for dispute in clerk.audit(id).disputes:
            clerk.rule(id, dispute.id)

    def _sent_in(self, content: str) -> Examples:
        sent: Any = self._client.post(
            "/v1/audits", data=content, content_type="application/x-ndjson"
        ).json
        found = verify(record.read(content.encode()))
        report = Report(
            events=found.events,
            head=found.head,
            sound_to=found.sound_to,
            findings=found.findings,
            found=found.found,
            materiality=found.materiality,
        )
        judged = Judged(
            done_at=self._desk.play.house.clock(),
            game=found.game,
            report=report,
            unchecked=found.unchecked,
        )
        self._desk.intake.judge(sent["id"], judged)
        read = self._client.get(f"/v1/audits/{sent['id']}").json
        return {"upload_sent": sent, "upload_audited": read}

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

    def _lines(self, path: str) -> list[str]:
        return self._client.get(self._game + path).text.splitlines(keepends=True)

    def _streamed(self) -> str:
        with self._client.get(self._game + "/stream?after=5") as answer:
            frames: Any = iter(answer.response)
            next(frames)
            return f"retry: 3217\n\n{next(frames).decode()}"
