"""A whole service in one process: memory for a store, a clock that the test moves."""

import itertools
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

import msgspec
from flask.testing import FlaskClient
from jinja2 import FileSystemBytecodeCache
from werkzeug.test import TestResponse

from events.board import Value
from events.house import House
from events.play import Play
from events.receipts import Keys
from events.settings import Limits, Settings
from events.store import Append, Conflict, Store, Unavailable, connect
from events.times import Millis
from service.app import create_app
from tests.service.contract import CONTRACT
from workers.at_once import AtOnce
from workers.jobs import Desk as WorkDesk
from workers.queue import Jobs, State
from workers.relay import Relay

NOON = Millis(1_796_040_000_000)
KEYS = Keys.fresh()

Json = dict[str, Any]


class Moody(Store):
    """A store that can be told not to answer."""

    down = False

    def append(self, wanted: Append) -> Conflict | None:
        self._check()
        return super().append(wanted)

    def read(self, *arguments: Any, **named: Any) -> Any:
        self._check()
        return super().read(*arguments, **named)

    def listed(self, *arguments: Any, **named: Any) -> Any:
        self._check()
        return super().listed(*arguments, **named)

    def upload(self, *arguments: Any, **named: Any) -> Any:
        self._check()
        return super().upload(*arguments, **named)

    def uploads_waiting(self) -> int:
        self._check()
        return super().uploads_waiting()

    def ready(self) -> Json:
        self._check()
        return super().ready()

    def _check(self) -> None:
        if self.down:
            raise Unavailable("told not to answer")


class Checked(FlaskClient):
    """A client that holds every answer against the contract."""

    def open(self, *arguments: Any, **named: Any) -> TestResponse:
        answer = super().open(*arguments, **named)
        CONTRACT.check(answer)
        return answer


_compiled = TemporaryDirectory(prefix="singsing-templates-")
TEMPLATES = FileSystemBytecodeCache(_compiled.name)
"""Compiled once for all worlds of a process."""


def settings(**changes: Any) -> Settings:
    chosen = Settings(
        events_url=f"memory://{uuid4()}",
        queue_url="",
        data_folder=Path(),
        host="127.0.0.1",
        port=8080,
        base_url="https://singsing.example",
        secret=sha256(b"test").digest(),
        keys=KEYS,
    )
    return msgspec.structs.replace(chosen, **changes)


class World:
    """One service and its clock. Made alike, two draw alike; a twisted one picks otherwise."""

    twist = False

    def __init__(
        self,
        chance: str = "",
        limits: Limits | None = None,
        jobs: Jobs | None = None,
        **changes: Any,
    ) -> None:
        self.settings = settings(limits=limits or Limits(), **changes)
        self.now = NOON
        plain = connect(self.settings.events_url)
        self.store = Moody(plain._reads, plain._appends)
        self._drawn = _draws(chance or uuid4().hex)
        self.play = self.fresh_play()
        self.app = create_app(self.settings, self.store, self.play, jobs)
        self.app.jinja_env.bytecode_cache = TEMPLATES
        self.app.test_client_class = Checked
        self.client = self.app.test_client()

    def fresh_play(self) -> Play:
        """What another process would know: nothing yet."""
        house = House(
            clock=lambda: self.now,
            chance=self._chance,
            rest=lambda _: None,
            secret=self.settings.secret,
        )
        return Play(self.store, house)

    def restarted(self) -> "World":
        """The same games in another process."""
        again = World(events_url=self.settings.events_url, limits=self.settings.limits)
        again.now = self.now
        return again

    def work(self) -> None:
        """Whatever the outboxes ask for, done at once: audits, rulings, reports on uploads."""
        desk = self.app.desk
        jobs = AtOnce(WorkDesk(clerk=desk.clerk, intake=desk.intake))
        Relay(self.store, jobs, "test").step(self.now)

    def later(self, seconds: float) -> None:
        self.now = Millis(self.now + int(seconds * 1000))

    def table(self, *names: str, start: bool = False, **options: Any) -> "Table":
        """A table with these players, the first of them its host."""
        return Table(self, names or ("Ana", "Ben"), start, options)

    def _chance(self, size: int) -> bytes:
        drawn = next(self._drawn)
        return (drawn[::-1] if self.twist and size == 4 else drawn)[:size]


def _draws(start: str) -> Iterator[bytes]:
    for number in itertools.count():
        yield sha256(f"{start} {number}".encode()).digest()


class Table:
    """One game, and everybody's tokens."""

    def __init__(self, world: World, names: tuple[str, ...], start: bool, options: Json) -> None:
        self.world = world
        chosen = {"first_player": 1, **options}
        opened = world.client.post("/v1/games", json={"name": names[0], "options": chosen})
        assert opened.status_code == 201, opened.text
        self.tokens = {1: told(opened)["token"]}
        self.id = told(opened)["game"]["id"]
        self.path = f"/v1/games/{self.id}"
        for name in names[1:]:
            self.join(name)
        if start:
            self.ok(1, "/start")

    def join(self, name: str = "Cleo", **headers: str) -> TestResponse:
        joined = self.send("POST", None, "/players", {"name": name}, headers)
        assert joined.status_code == 201, joined.text
        self.tokens[told(joined)["seat"]] = told(joined)["token"]
        return joined

    def send(
        self, method: str, seat: int | None, path: str, body: Any = None, headers: Any = None
    ) -> TestResponse:
        """`seat` whose token goes along, None for none."""
        sent = dict(headers or {})
        if seat is not None:
            sent["Authorization"] = f"Bearer {self.tokens[seat]}"
        return self.world.client.open(self.path + path, method=method, json=body, headers=sent)

    def post(self, seat: int | None, path: str, body: Any = None, **headers: str) -> TestResponse:
        return self.send("POST", seat, path, {} if body is None else body, headers)

    def ok(self, seat: int, path: str, body: Any = None) -> Any:
        answer = self.post(seat, path, body)
        assert answer.status_code == 201, answer.text
        return told(answer)

    def game(self, seat: int | None = None) -> Json:
        answer = self.send("GET", seat, "")
        assert answer.status_code == 200, answer.text
        shown: Json = told(answer)
        return shown

    def remove(self, *places: Json) -> Json:
        """Mask on where it is not, then the Lime holder removes (one harmless stick by default)."""
        game = self.game(1)
        if game["phase"] == "mask":
            game = self.ok(game["mask"], "/mask")["game"]
        removed: Json = self.ok(game["lime"], "/removals", {"sticks": places or [PLACE]})
        return removed

    def truth(self) -> list[Json]:
        """What was removed in this turn, as the one who removed it sees it."""
        game = self.game()
        sticks = self.game(game["lime"])["removed"]["sticks"]
        return [{name: s[name] for name in ("window", "length", "colour")} for s in sticks]


class Queue(Jobs):
    """A queue that has one word for however far a job is, and is asked about jobs of some ids."""

    def __init__(self, status: str, progress: int = 0) -> None:
        self.asked: list[str] = []
        self._state = State(status=status, progress=progress)

    def answers(self) -> bool:
        return True

    def state(self, *ids: str) -> State | None:
        self.asked += ids
        return self._state


def told(answer: TestResponse) -> Any:
    """The JSON of an answer."""
    return answer.get_json()


PLACE = {"window": 3, "slot": "left"}
WRONG = {"window": 12, "length": "long", "colour": "red"}


class Faced(Value, frozen=True, kw_only=True):
    """A problem as a client meets it."""

    status: int
    slug: str
    body: Json


def problem(answer: TestResponse) -> Faced:
    body: Json = told(answer)
    assert answer.content_type == "application/problem+json"
    return Faced(status=answer.status_code, slug=body["type"].rpartition("/")[2], body=body)
