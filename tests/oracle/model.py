"""The rules once more, as one mutable table that works out what must follow.

Written from the rules alone, in another shape than the product, so that both can be compared. A
command is a plain dict: ``{"do": "remove", "by": 1, "sticks": [{"window": 3, "slot": "left"}]}``.
``do`` is one of open, join, leave, start, mask, remove, answer, decline, time_out, close; ``by`` is
the seat whose credential it carries.
"""

import copy
from typing import Any

from tests.oracle.dealing import deal
from tests.oracle.endings import Endings
from tests.oracle.table import Json, Refused
from tests.oracle.times import SECOND, stamp

__all__ = ["Json", "Model", "Refused"]

CITED = [
    *("T1", "T2", "T3", "ruling:double_answer", "T4", "T5", "T6"),
    *("E1", "E2", "ruling:after_escape", "W1", "A2", "A3", "ruling:token_payment"),
    *("H1", "H2", "H3"),
]


class Model(Endings):
    """One table, told what is done at it; its answers are what must be recorded."""

    def copy(self) -> "Model":
        return copy.deepcopy(self)

    def tell(self, command: Json, at: int) -> Json:
        """The event that records a command, whole but for game, veil and hashes.

        Raises `Refused`. `at` is the clock, in milliseconds.
        """
        self.judge(command)
        self.cited = []
        at = max(at, self.newest)
        act = command["do"]
        before = self.actor()
        facts: Json = getattr(self, f"_{act}")(command)
        outcome = facts["outcome"]
        if self.cited:
            outcome["clauses"] = sorted(set(self.cited), key=CITED.index)
        if "phase" in outcome:
            outcome["phase"] = self.phase
        self.version += 1
        self.newest = at
        self.opened = self.opened or at
        if act != "leave" or self.actor() != before:
            seconds = self.options["turn_seconds"]
            self.deadline = at + seconds * SECOND if seconds and self.phase else None
        facts.setdefault("hidden", None)
        return {"version": self.version, "at": stamp(at), **facts}

    def _open(self, command: Json) -> Json:
        self.options, self.seed = command["options"], command["seed"]
        self.seed_from, self.listed = command["seed_from"], command["listed"]
        self._seat(1, command["name"], None)
        action = {k: command[k] for k in ("name", "options", "listed", "seed_from")}
        action["rules"] = "singsing-rules/1"
        hidden = {"seed": self.seed}
        return {"type": "game-opened", "seat": 1, "action": action, "outcome": {}, "hidden": hidden}

    def _seat(self, seat: int, name: str, bot: str | None) -> None:
        tokens = 2 if self.options["advanced"] else 0
        self.players[seat] = {
            "seat": seat,
            "name": name,
            "bot": bot,
            "in_play": True,
            "tokens": tokens,
            "prisoners": [],
            "since": self.version + 1,
        }
        self.players = dict(sorted(self.players.items()))

    def _join(self, command: Json) -> Json:
        seat = min(set(range(1, 6)) - set(self.players))
        bot = command.get("bot")
        action = {"name": self._name(bot), "bot": bot} if bot else {"name": command["name"]}
        self._seat(seat, action["name"], bot)
        event = {"type": "player-joined", "seat": seat, "action": action, "outcome": {"seat": seat}}
        return event | ({"hidden": {"seed": command["seed"]}} if bot else {})

    def _name(self, bot: str) -> str:
        """The first of Goldfish, Goldfish 2, … that nobody at the table is called."""
        taken = [player["name"] for player in self.players.values()]
        names = [bot.title(), *(f"{bot.title()} {number}" for number in range(2, 6))]
        return next(name for name in names if name not in taken)

    def _start(self, command: Json) -> Json:
        """The command's `dealt`, board and first seat, stands in for a seed not known yet."""
        dealt = command.get("dealt") or deal(self.seed, self.options, list(self.players))
        self.board, self.lime = copy.deepcopy(dealt)
        hidden = {"deal": copy.deepcopy(self.board)}
        self.mask = self._after(self.lime)[0]
        self.status, self.phase, self.turn = "running", "mask", 1
        outcome = {"lime": self.lime, "mask": self.mask, "phase": "mask"}
        return {
            "type": "game-started",
            "seat": 1,
            "action": {},
            "outcome": outcome,
            "hidden": hidden,
        }

    def _mask(self, command: Json) -> Json:
        self.cited, self.phase = ["T1"], "removal"
        return self._event("mask-put-on", command["by"], phase=None)

    def _remove(self, command: Json) -> Json:
        hidden = {"sticks": self._take_off(command["sticks"])}
        paid_to = None
        if len(self.removed) == 2:
            paid_to = self._pay(command["by"], self.mask)
            self.cited += ["A2", "ruling:token_payment"]
        paid = {"tokens_paid": len(self.removed) - 1, "paid_to": paid_to}
        event = self._event("sticks-removed", command["by"], **paid, phase=None)
        return {**event, "action": {"count": len(self.removed)}, "hidden": hidden}

    def _take_off(self, sticks: list[Json]) -> list[Json]:
        self.removed = []
        for stick in sticks:
            window, slot = stick["window"], stick["slot"]
            covers = self._windows()[window - 1]["sticks"]
            length = "long" if slot == "long" else "short"
            colour, covers[slot] = covers[slot], None
            seen = {"window": window, "slot": slot, "length": length, "colour": colour}
            self.removed.append(seen)
        self.remover, self.phase, self.answers = self.lime, "answer", []
        self.cited += ["T2"]
        return copy.deepcopy(self.removed)

    def _pay(self, payer: int, other: int | None) -> int | None:
        self.players[payer]["tokens"] -= 1
        if self.options["token_payment"] == "box" or other is None:
            return None
        self.players[other]["tokens"] += 1
        return other

    def _answer(self, command: Json) -> Json:
        by, sticks = command["by"], copy.deepcopy(command["sticks"])
        second = self.phase == "second_answer"
        paid_to = self._pay(by, self.lime) if second else None
        self.answers.append(sticks)
        self.cited += ["T3"] + ["A3", "ruling:token_payment"] * second
        self.cited += ["ruling:double_answer"] * (len(self.removed) == 2)
        right = self.is_right(sticks)
        again = not right and not second and self.players[by]["tokens"] > 0
        event = self._event(
            *("answer-given", by),
            attempt=2 if second else 1,
            tokens_paid=int(second),
            paid_to=paid_to,
            verdict="right" if right else "wrong",
            resolved=not again,
            phase=None,
        )
        if again:
            self.phase = "second_answer"
            self.cited += ["A3"]
        else:
            event["outcome"] |= self._resolve(right)
        return {**event, "hidden": {"sticks": sticks}}

    def is_right(self, sticks: list[Json]) -> bool:
        said = sorted((s["window"], s["length"], s["colour"]) for s in sticks)
        gone = sorted((s["window"], s["length"], s["colour"]) for s in self.removed)
        if len(gone) == 2 and self.options["double_answer"] == "either":
            return any(stick in gone for stick in said)
        return said == gone

    def _decline(self, command: Json) -> Json:
        self.cited += ["A3"]
        event = self._event(
            "second-answer-declined", command["by"], verdict="wrong", resolved=True, phase=None
        )
        event["outcome"] |= self._resolve(False)
        return event

    def _time_out(self, command: Json) -> Json:
        """The command's `stick` is what the house drew, where it had to draw one."""
        phase, seat = self.phase, self.actor()
        event = self._event("turn-timed-out", seat, instead_of=phase, phase=None)
        self.cited += ["H1"]
        if phase == "mask":
            self.cited, self.phase = ["T1", "H1"], "removal"
        elif phase == "removal":
            event["outcome"]["count"] = 1
            event["hidden"] = {"sticks": self._take_off([command["stick"]])}
        else:
            self.cited += ["T3" if phase == "answer" else "A3"]
            event["outcome"] |= {"verdict": "wrong", "resolved": True} | self._resolve(False)
        return event

    def _close(self, command: Json) -> Json:
        self.status, self.phase = "finished", None
        by, reason = command["by"], command["reason"]
        nobody = {"winner": None, "won_by": None}
        return self._event("game-closed", by, reason=reason, phase=None, **nobody)

    def _leave(self, command: Json) -> Json:
        seat = command["seat"]
        if self.status == "open":
            return self._leave_table(command["by"], seat)
        self.players[seat]["in_play"] = False
        event = self._event("player-left", seat, phase=None)
        outcome = event["outcome"]
        resolves = self.phase in ("answer", "second_answer") and self.mask == seat
        if resolves:
            outcome |= {"verdict": "wrong", "resolved": True} | self._resolve(False, leaving=True)
        had = self.mask
        self._hand_on(seat)
        seated = [s for s, p in self.players.items() if p["in_play"]]
        if len(seated) == 1 and self.winner is None:
            self.winner, self.won_by = seated[0], "last_in_play"
        if resolves:
            self._go_on()
        elif self.winner is not None:
            self.status, self.phase = "finished", None
        elif self.mask != had:
            self.phase = "mask"
        self.cited += ["H2"]
        outcome |= self._cards_and_winner()
        return event

    def _leave_table(self, by: int, seat: int) -> Json:
        if seat == 1:
            return self._close({"by": 1, "reason": "host_left"})
        del self.players[seat]
        return self._event("player-left", seat, removed_by=None if by == seat else by)

    @staticmethod
    def _event(kind: str, seat: int | None, **outcome: Any) -> Json:
        return {"type": kind, "seat": seat, "action": {}, "outcome": outcome}
