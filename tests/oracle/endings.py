"""How a turn ends and how cards pass, in the second opinion."""

import copy

from tests.oracle.table import Json, Table


class Endings(Table):
    """The part of the model that ends turns; `cited` collects the clauses of an event."""

    def _resolve(self, right: bool, leaving: bool = False) -> Json:
        """Ends the turn: who escaped, who takes them, cards, winner. Leaving goes on by itself."""
        assert self.remover is not None
        assert self.mask is not None
        stays = self.players[self.remover]["in_play"]
        taker = self.mask if right else self.remover if stays else None
        escaped = self._escaped()
        self.last_turn = {
            "turn": self.turn,
            "lime": self.remover,
            "mask": self.mask,
            "removed": self.removed,
            "answers": self.answers,
            "verdict": "right" if right else "wrong",
            "escaped": escaped,
            "taken_by": taker if escaped else None,
        }
        reading = "as_usual"
        if escaped:
            self.cited += ["E1"]
            if taker is not None:
                self.cited += ["E2", "ruling:after_escape"]
                self.players[taker]["prisoners"] += copy.deepcopy(escaped)
                reading = self.options["after_escape"]
        self._pass_cards(reading, right, taker)
        self._look_for_winner(taker)
        self.removed, self.answers, self.remover = [], [], None
        if not leaving:
            self._go_on()
        award = {"escaped": copy.deepcopy(escaped), "taken_by": taker if escaped else None}
        return award | self._cards_and_winner()

    def _cards_and_winner(self) -> Json:
        return {name: getattr(self, name) for name in ("lime", "mask", "winner", "won_by")}

    def _escaped(self) -> list[Json]:
        """Takes everyone off the board whom no stick covers any more."""
        escaped = []
        for window in self._windows():
            for position in ("left", "right"):
                kind, sticks = window["prisoners"][position], window["sticks"]
                if kind and sticks[position] is None and sticks["long"] is None:
                    window["prisoners"][position] = None
                    escaped.append({"kind": kind, "window": window["window"], "position": position})
        return escaped

    def _pass_cards(self, reading: str, right: bool, taker: int | None) -> None:
        if reading == "as_usual" and right:
            self.cited += ["T5"]
            self._lead(self.mask)
        elif reading == "as_usual":
            self.cited += ["T4"]
            self._pass_mask()
        elif reading == "taker_leads":
            self._lead(taker)

    def _lead(self, seat: int | None) -> None:
        assert seat is not None
        self.lime = seat
        self.mask = next((s for s in self._after(seat) if s != seat), self.mask)

    def _pass_mask(self) -> None:
        assert self.mask is not None
        order = self._after(self.mask)
        for place, seat in enumerate(order):
            if seat != self.lime:
                self.cited += ["T6"] * (self.lime in order[:place])
                self.mask = seat
                return

    def _look_for_winner(self, taker: int | None) -> None:
        held = [p["kind"] for p in self.players[taker]["prisoners"]] if taker else []
        if any(held.count(kind) >= 3 for kind in held):
            self.winner, self.won_by = taker, "three_alike"
        elif len(set(held)) >= 3:
            self.winner, self.won_by = taker, "three_different"
        if self.winner is not None:
            self.cited += ["W1"]

    def _go_on(self) -> None:
        bare = all(c is None for w in self._windows() for c in w["sticks"].values())
        if self.winner is None and not bare:
            assert self.turn is not None
            self.phase, self.turn = "mask", self.turn + 1
            return
        self.cited += ["H3"] * (self.winner is None)
        self.status, self.phase = "finished", None

    def _hand_on(self, leaver: int) -> None:
        """H2 (3)."""
        if self.lime == leaver:
            self.lime = next((s for s in self._after(leaver) if s != self.mask), leaver)
        if self.mask == leaver:
            self._pass_mask()
