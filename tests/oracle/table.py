"""A table of the second opinion: what it holds, what may be done at it, what is due."""

from typing import Any

from tests.oracle.times import DAY

Json = dict[str, Any]

ACTS = {"mask": "T1", "remove": "T2", "answer": "T3", "decline": "A3"}
WAITED = {"mask": "mask", "removal": "remove", "answer": "answer", "second_answer": "answer"}


class Refused(Exception):
    """`status`, `slug` of the problem and `clauses` broken."""

    def __init__(self, status: int, slug: str, clauses: list[str]) -> None:
        super().__init__(status, slug, clauses)
        self.status, self.slug, self.clauses = status, slug, clauses


def broken(*clauses: str) -> Refused:
    return Refused(409, "rule-broken", list(clauses))


FORBIDDEN = Refused(403, "forbidden", [])
ABSENT = Refused(404, "not-found", [])


class Table:
    """Everything there is to know about one game, and the questions of who may do what."""

    def __init__(self) -> None:
        self.version = 0
        self.status = "open"
        self.options: Json = {}
        self.seed = self.seed_from = ""
        self.listed = True
        self.opened = self.newest = 0
        self.deadline: int | None = None
        self.phase: str | None = None
        self.turn: int | None = None
        self.lime: int | None = None
        self.mask: int | None = None
        self.players: dict[int, Json] = {}
        self.board: list[Json] | None = None
        self.remover: int | None = None
        self.removed: list[Json] = []
        self.answers: list[list[Json]] = []
        self.last_turn: Json | None = None
        self.winner: int | None = None
        self.won_by: str | None = None
        self.cited: list[str] = []

    def judge(self, command: Json) -> None:
        """Raises `Refused` where the command would be; changes nothing. Time is not looked at."""
        match command["do"]:
            case "join":
                self._judge_join(command)
            case "leave":
                self._judge_leave(command["by"], command["seat"])
            case "start":
                self._judge_start(command["by"])
            case "mask" | "remove" | "answer" | "decline" as act:
                self._judge_move(act, command["by"])
                if act == "remove":
                    self._judge_removal(command["by"], command["sticks"])
                if act == "answer":
                    self._judge_answer(len(command["sticks"]))

    def accepts(self, command: Json) -> bool:
        try:
            self.judge(command)
        except Refused:
            return False
        return True

    def _judge_join(self, command: Json) -> None:
        if command.get("bot") and (command["by"] != 1 or not self.players[1]["in_play"]):
            raise FORBIDDEN
        if self.status != "open":
            raise broken("W1" if self.status == "finished" else "S4")
        if len(self.players) == 5:
            raise broken("C5")

    def _judge_leave(self, by: int, seat: int) -> None:
        if by != seat and not (by == 1 and self.status == "open"):
            raise FORBIDDEN
        if not self.players[by]["in_play"]:
            raise FORBIDDEN
        if seat not in self.players:
            raise ABSENT
        if self.status == "finished":
            raise broken("W1")

    def _judge_start(self, by: int) -> None:
        if by != 1 or not self.players[1]["in_play"]:
            raise FORBIDDEN
        if self.status != "open":
            raise broken("W1" if self.status == "finished" else "S4")
        if len(self.players) < 2:
            raise broken("C5")
        if self.options["first_player"] not in ("random", *self.players):
            raise broken("S4")

    def _judge_move(self, act: str, by: int) -> None:
        if not self.players[by]["in_play"]:
            raise FORBIDDEN
        if self.status == "finished":
            raise broken("W1")
        waited = [WAITED[self.phase]] if self.phase else []
        if self.phase == "second_answer":
            waited.append("decline")
        if act not in waited or by != self.actor():
            raise broken(ACTS[act])

    def _judge_removal(self, by: int, sticks: list[Json]) -> None:
        if len(sticks) == 2:
            left = sum(c is not None for w in self._windows() for c in w["sticks"].values())
            if not self.options["advanced"] or not self.players[by]["tokens"] or left < 2:
                raise broken("A2")
        if any(self._windows()[s["window"] - 1]["sticks"][s["slot"]] is None for s in sticks):
            raise broken("T2")

    def _judge_answer(self, named: int) -> None:
        if len(self.removed) == 1 and named != 1:
            raise broken("T3")
        if len(self.removed) == 2 and self.options["double_answer"] == "both" and named != 2:
            raise broken("ruling:double_answer")

    def actor(self) -> int | None:
        """The seat that has to act next."""
        if self.phase is None:
            return None
        return self.lime if self.phase == "removal" else self.mask

    def due(self, now: int) -> Json | None:
        """What has to be recorded before anything else: a time-out or a closing (H1, H4)."""
        if self.status == "open":
            late = now >= self.opened + DAY
            return {"do": "close", "reason": "not_started", "by": None} if late else None
        if self.status == "finished":
            return None
        seated = [p for p in self.players.values() if p["in_play"]]
        if all(p["bot"] for p in seated):
            return {"do": "close", "reason": "no_people", "by": None}
        if self.options["turn_seconds"] is None:
            late = now >= self.newest + 30 * DAY
            return {"do": "close", "reason": "idle", "by": None} if late else None
        late = self.deadline is not None and now >= self.deadline
        return {"do": "time_out"} if late else None

    def _after(self, seat: int) -> list[int]:
        """Seats in play, clockwise from the next one; `seat` itself, if in play, comes last."""
        round_table = [(seat + step - 1) % 5 + 1 for step in range(1, 6)]
        return [s for s in round_table if s in self.players and self.players[s]["in_play"]]

    def _windows(self) -> list[Json]:
        assert self.board is not None
        return self.board
