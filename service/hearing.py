"""A game with its docket, for one answer: how far its work is, and its newest certificate."""

from functools import cached_property
from typing import Any

from events import proceedings
from events.docket import Docket
from events.game import Game
from events.proceedings import Pending
from events.refusal import Code, Refusal
from service import progress
from service.call import Call, Desk


class Hearing:
    """What anybody may see of a game's audits and disputes; the queue is asked once at most."""

    def __init__(self, desk: Desk, game: Game, docket: Docket) -> None:
        self.game = game
        self.docket = docket
        self._desk = desk

    def audit(self, id: int) -> dict[str, Any]:
        """Raises Refusal where there is none of that number."""
        audit = self.docket.audit(id)
        if audit is None:
            raise Refusal(Code.NOT_FOUND, f"This game has no audit {id}.")
        return proceedings.audit(self.docket, audit, self._pending, self._certificate)

    def dispute(self, id: int) -> dict[str, Any]:
        """Raises Refusal where there is none of that number."""
        dispute = self.docket.dispute(id)
        if dispute is None:
            raise Refusal(Code.NOT_FOUND, f"This game has no dispute {id}.")
        return proceedings.dispute(self.game.id, dispute, self.game.over, self._pending)

    @cached_property
    def _pending(self) -> Pending:
        return progress.of_game(self._desk.jobs, self.game, self.docket)

    @cached_property
    def _certificate(self) -> str | None:
        return self._desk.clerk.certificate(self.docket, self._desk.settings.keys)


def hearing(call: Call, docket: Docket | None = None) -> Hearing:
    """That of the game that the path names; its docket where that was just read."""
    desk = call.desk
    game = desk.play.look(call.table.game)
    return Hearing(desk, game, docket or desk.clerk.docket(game.id))
