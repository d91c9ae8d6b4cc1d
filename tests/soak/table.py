"""One game over HTTP, played by random players and followed by the second opinion."""

import time
from random import Random
from typing import Any

import msgspec

from tests.oracle import (
    DEFAULTS,
    Json,
    Model,
    Refused,
    Request,
    Temper,
    Wrong,
    differences,
    next_command,
    opening,
    random_options,
    request_of,
    seats_for,
    view,
    wrong_request,
)
from tests.oracle.times import instant
from tests.soak.asking import Asking
from tests.soak.line import Question, Reply
from tests.soak.score import Score

A_TENTH = 0.1
BY_THE_CLOCK = ("turn-timed-out", "game-closed")


class Sent(msgspec.Struct, frozen=True, kw_only=True):
    """A request that was accepted, and the event that it became."""

    question: Question
    version: int
    status: int


class Unexpected(Exception):
    """The service and the second opinion part here; the game is not played on."""


class Table:
    """`accepted` holds the hash of every event that a client was told of, by version."""

    def __init__(self, asking: Asking, score: Score, rng: Random, name: str) -> None:
        self.asking, self.score, self.rng, self.name = asking, score, rng, name
        self.model, self.temper = Model(), Temper.random(rng)
        self.options = _options(rng)
        self.seats = seats_for(rng, self.options)
        self.tokens: dict[int, str] = {}
        self.gone: list[str] = []
        self.accepted: dict[int, str] = {}
        self.receipts: dict[int, str] = {}
        self.sent: list[Sent] = []
        self.naps = rng.choice([0, 1, 2]) if self.options["turn_seconds"] == 10 else 0
        self.asleep_until = 0.0
        self.path = ""
        self.trail: list[str] = []

    @property
    def over(self) -> bool:
        return self.model.status == "finished"

    def step(self) -> None:
        """One request, now and then a wrong one; raises Unexpected."""
        if not self.model.version:
            return self._open()
        if self.naps and self.model.status == "running" and self.rng.random() < 0.05:
            self.naps -= 1
            self.asleep_until = time.monotonic() + 10.5
            return None
        if self.rng.random() < A_TENTH:
            self._wrong()
        if self.rng.random() < A_TENTH / 4:
            self._old_request_again()
        if self.rng.random() < A_TENTH * 3:
            self.look(self.rng.choice([None, *self.tokens]))
        return None if self.over else self._act()

    def _ask(self, question: Question) -> Reply:
        reply = self.asking.ask(question)
        self._note(question, reply)
        return reply

    def _note(self, question: Question, reply: Reply) -> None:
        """The last few requests, for whoever reads of a fault."""
        seat = next((s for s, token in self.tokens.items() if token == question.token), None)
        said = question.method, question.path, seat, question.body, dict(question.headers)
        self.trail = [*self.trail[-7:], f"{said} -> {reply.status} {reply.raw[:120]!r}"]

    # Opening, sitting down, playing

    def _open(self) -> None:
        command = opening(self.rng, self.options, self.name)
        body: Json = {"name": command["name"], "listed": command["listed"]}
        body["options"] = {k: v for k, v in self.options.items() if self._said(k, v)}
        if command["seed_from"] == "host":
            body["seed"] = command["seed"]
        question = Question(method="POST", path="/v1/games", body=body, headers=self._key())
        reply = self._send(question, 201)
        self.path = f"/v1/games/{reply.body['game']['id']}"
        self._tell(command, reply)
        self.tokens[1] = reply.body["token"]
        if not reply.headers["location"].endswith(self.path):
            raise Unexpected(f"location is {reply.headers['location']}")

    def _said(self, name: str, value: Any) -> bool:
        return value != DEFAULTS[name] or self.rng.random() < 0.5

    def _key(self) -> dict[str, str]:
        return {"Idempotency-Key": f"{self.rng.getrandbits(128):032x}"}

    def _act(self) -> None:
        command = next_command(self.rng, self.model, self.temper, self.seats)
        if not self.model.accepts(command):
            return None
        question = self.question(request_of(command), command.get("by"), self._key())
        expected = 200 if command["do"] == "leave" else 201
        reply = self._send(question, expected)
        if reply.status != expected:
            return self._overtaken(reply)
        if reply.body["event"]["version"] > self.model.version + 1:
            self.catch_up(reply.body["event"]["version"] - 1)
        if command["do"] == "start":
            dealt = reply.body["game"]["board"], reply.body["event"]["outcome"]["lime"]
            command = {**command, "dealt": dealt}
        self._tell(command, reply)
        if command["do"] == "join":
            self.tokens[reply.body["seat"]] = reply.body["token"]
        if command["do"] == "leave" and self.model.turn is None and not self.over:
            self.gone.append(self.tokens.pop(command["seat"]))
        return None

    def question(self, request: Request, by: int | None, headers: dict[str, str]) -> Question:
        return Question(
            method=request.method,
            path=self.path + request.suffix,
            token=self.tokens[by] if by else None,
            body=request.body if request.body is not None else self.rng.choice([None, {}]),
            headers=headers,
        )

    def _send(self, question: Question, expected: int) -> Reply:
        """The answer; a tenth of the requests is sent twice, one after the other or at once."""
        twice = self.rng.random() < A_TENTH
        again: Reply | None = None
        if twice and self.rng.random() < 0.5:
            reply, again = self.asking.ask_twice_at_once(question)
            self._note(question, reply)
            self._note(question, again)
            if "idempotency-replayed" in reply.headers:
                reply, again = again, reply
        else:
            reply = self._ask(question)
            again = self._ask(question) if twice else None
        if again is not None:
            self.score.count("sent twice")
            self._same(reply, again, expected)
        if reply.status == expected:
            version = reply.body["event"]["version"]
            self.sent.append(Sent(question=question, version=version, status=expected))
        return reply

    def _same(self, first: Reply, again: Reply, expected: int) -> None:
        if first.status != expected:
            return
        names = ("event", "seat", "token", "receipt")
        alike = all(first.body.get(name) == again.body.get(name) for name in names)
        if (first.status, first.headers["location"]) != (again.status, again.headers["location"]):
            raise Unexpected(f"{again.status} {again.raw[:300]!r} to the same request again")
        if not alike:
            raise Unexpected(f"another answer to the same request: {again.raw[:300]!r}")
        said = [reply.headers.get("idempotency-replayed") for reply in (first, again)]
        if said != [None, "true"] and not self.score.troubled():
            raise Unexpected(f"one of two equal requests was the first, but they say {said}")

    def _tell(self, command: Json, reply: Reply) -> None:
        """The event of an accepted request must be what the second opinion says, and the view."""
        event, game = reply.body["event"], reply.body["game"]
        self._record(command, event)
        self.score.count("accepted")
        self.accepted[event["version"]] = event["hash"]
        self.receipts[event["version"]] = reply.body["receipt"]
        if (event["veil"] and "salt" in event) != (event["veil"] and game["status"] == "finished"):
            raise Unexpected(f"hidden part of {event}")
        if game["version"] > self.model.version:
            self.catch_up(game["version"])
        self.compare(reply, command["by"] or event["seat"], game)

    def _record(self, command: Json, event: Json) -> None:
        try:
            told = self.model.tell(command, instant(event["at"]))
        except Refused as refusal:
            raise Unexpected(f"{command} was accepted, not refused: {refusal.args}") from refusal
        hidden = told.pop("hidden")
        if (hidden is not None) != (event["veil"] is not None):
            raise Unexpected(f"veil of {event}")
        got = {name: event[name] for name in told}
        if faults := differences(told, got, exact=True):
            raise Unexpected(f"event {event['version']}: {faults}")

    # Looking

    def look(self, viewer: int | None) -> Reply:
        """GET as a seat or as the public; must be what the second opinion says they see."""
        question = Question(method="GET", path=self.path, token=self.tokens.get(viewer or 0))
        reply = self._ask(question)
        if reply.status == 200 and reply.body["version"] > self.model.version:
            self.catch_up(reply.body["version"])
        self.compare(reply, viewer, reply.body)
        if self.rng.random() < A_TENTH:
            self._unchanged(question, reply.headers["etag"])
        return reply

    def compare(self, reply: Reply, viewer: int | None, game: Json) -> None:
        seen = view(self.model, viewer, self.path.rpartition("/")[2])
        if (seen["standing"], game["standing"]) == ("unaudited", "cleared"):
            seen["standing"] = "cleared"
        seat = seen["you"]["seat"] if seen["you"] else 0
        etag = f'"{seen["version"]}.{seat}.{seen["standing"] or "-"}"'
        faults = differences(seen, game)
        if faults or reply.headers["etag"] != etag:
            raise Unexpected(f"as {viewer}: {faults} {reply.headers['etag']} for {etag}")
        self.score.count("views compared")

    def _unchanged(self, question: Question, etag: str) -> None:
        condition = msgspec.structs.replace(question, headers={"If-None-Match": etag})
        again = self._ask(condition)
        audited = etag.endswith('.unaudited"') and again.headers["etag"].endswith('.cleared"')
        if again.status != 304 and not audited and not self.catch_up():
            raise Unexpected(f"{again.status} where nothing changed")

    # What the clock did

    def catch_up(self, until: int | None = None) -> bool:
        """Tells the model what the clock recorded meanwhile, and whether that was anything."""
        question = Question(method="GET", path=f"{self.path}/events?after={self.model.version}")
        events = self._ask(question).body["items"]
        news = [event for event in events if until is None or event["version"] <= until]
        for event in news:
            if event["type"] not in BY_THE_CLOCK:
                raise Unexpected(f"nobody sent what became {event}")
            self.score.count(event["type"])
            self._record(self._by_the_clock(event), event)
        return bool(news)

    def _by_the_clock(self, event: Json) -> Json:
        if event["type"] == "game-closed":
            return {"do": "close", "by": None, "reason": event["outcome"]["reason"]}
        drawn = event["outcome"]["instead_of"] == "removal"
        return {"do": "time_out", "stick": self._drawn(event) if drawn else None}

    def _drawn(self, event: Json) -> Json:
        """What the house removed, as somebody who wears no mask sees it, or as it opened."""
        if "hidden" in event:
            opened: Json = event["hidden"]["sticks"][0]
            return opened
        seats = [seat for seat, player in self.model.players.items() if player["in_play"]]
        seat = next(seat for seat in seats if seat != self.model.mask)
        question = Question(method="GET", path=self.path, token=self.tokens[seat])
        game = self._ask(question).body
        sticks = game["removed"]["sticks"] if game["removed"] else game["last_turn"]["removed"]
        stick: Json = sticks[0]
        return stick

    def _overtaken(self, reply: Reply) -> None:
        """A move may be refused where the clock was faster, and only then."""
        if not self.catch_up():
            raise Unexpected(f"refused: {reply.status} {reply.raw[:300]!r}")

    # What must be refused, and what must be remembered

    def _wrong(self) -> None:
        wrong = wrong_request(self.rng, self.model)
        if self.gone and self.rng.random() < A_TENTH:
            wrong = Wrong(method="POST", suffix="/mask", by=None, status=403, slug="forbidden")
            token: str | None = self.rng.choice(self.gone)
        elif self.sent and self.rng.random() < A_TENTH:
            return self._reused_key()
        else:
            token = self.tokens.get(wrong.by or -1) if wrong.by != 0 else "x" * 43
        self.score.count("wrong")
        question = Question(
            method=wrong.method,
            path=self.path + wrong.suffix,
            token=token,
            body=wrong.body,
            raw=wrong.raw,
            headers=wrong.headers | (self._key() if self.rng.random() < 0.5 else {}),
        )
        reply = self._ask(question)
        faults = _refusal_faults(reply, wrong.status, wrong.slug, wrong.clauses)
        if faults and not self.catch_up():
            raise Unexpected(f"{wrong}: {faults} {reply.raw[:300]!r}")
        return None

    def _reused_key(self) -> None:
        """A key that was used for another request of the same scope is refused."""
        sent = self.rng.choice(self.sent)
        if sent.question.path == "/v1/games":
            body = {**sent.question.body, "name": "Somebody else"}
        elif sent.question.path.endswith("/players"):
            body = {"name": "Somebody else"}
        else:
            return
        self.score.count("wrong")
        reply = self._ask(msgspec.structs.replace(sent.question, body=body))
        if faults := _refusal_faults(reply, 422, "idempotency-key-reused", []):
            raise Unexpected(f"{faults} {reply.raw[:300]!r}")

    def _old_request_again(self) -> None:
        if not self.sent:
            return
        sent = self.rng.choice(self.sent)
        self.score.count("sent again later")
        reply = self._ask(sent.question)
        replayed = reply.headers.get("idempotency-replayed")
        if reply.status != sent.status or replayed != "true":
            raise Unexpected(f"{sent.question} again: {reply.status} {reply.raw[:300]!r}")
        if reply.body["event"]["hash"] != self.accepted[sent.version]:
            raise Unexpected(f"{sent.question} again became another event")


def _options(rng: Random) -> Json:
    """Half the tables have a day for each step, so that few games wait for the clock."""
    options = random_options(rng)
    if rng.random() < 0.5:
        options["turn_seconds"] = rng.choice([86_400, None])
    return options


def _refusal_faults(reply: Reply, status: int, slug: str, clauses: list[str]) -> list[str]:
    if reply.status != status:
        return [f"{reply.status} for {status}"]
    if reply.headers.get("content-type") != "application/problem+json":
        return [f"content type {reply.headers.get('content-type')}"]
    got = {"type": reply.body["type"], "clauses": reply.body.get("clauses", [])}
    return differences({"type": f"/problems/{slug}", "clauses": clauses}, got)
