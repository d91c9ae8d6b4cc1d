"""What a viewer may know. The only way out of a game and of an event.

The public sees what the mask wearer sees. The mask is on exactly in phase `removal`; the
removed sticks are shown only to seats in play that do not wear it, until the turn is resolved.
"""

from typing import Any, Literal

import msgspec

from events.board import SeatNo
from events.catalogue import Phase
from events.chain import Sealed
from events.docket import Docket, Standing
from events.game import Credential, Game, Player
from events.permission import may
from events.times import written

Plain = dict[str, Any]


def seat_of(game: Game, credential: Credential | None) -> SeatNo | None:
    """The seat that a credential speaks for; None for the public, or where the seat was freed."""
    if credential is None or not game.holds(credential):
        return None
    return credential.seat


def view(game: Game, seat: SeatNo | None, docket: Docket | None = None) -> Plain:
    """The Game that this seat may see, None being the public; ready for msgspec's encoder."""
    seated = seat in game.in_play
    deadline = game.deadline
    return {
        "id": game.id,
        "version": game.version,
        "status": game.status,
        "seed_from": game.seed_from,
        "options": game.options,
        "phase": game.phase,
        "deadline": None if deadline is None else written(deadline),
        "turn": game.turn,
        "lime": game.lime,
        "mask": game.mask,
        "players": [_player(player) for player in game.players],
        "board": None if _blind(game, seat, seated) else game.board,
        "removed": _removed(game, seat),
        "answers": game.answers if game.phase is Phase.SECOND_ANSWER else (),
        "last_turn": game.last_turn,
        "you": None if seat is None else {"seat": seat, "may": may(game, seat)},
        "winner": game.winner,
        "won_by": game.won_by,
        "standing": standing(game, docket),
    }


def _player(player: Player) -> Plain:
    return {
        "seat": player.seat,
        "name": player.name,
        "bot": player.bot,
        "in_play": player.in_play,
        "tokens": player.tokens,
        "prisoners": player.prisoners,
    }


def _blind(game: Game, seat: SeatNo | None, seated: bool) -> bool:
    """Whether the mask keeps the board from a viewer (T1)."""
    return game.phase is Phase.REMOVAL and (not seated or seat == game.mask)


def _removed(game: Game, seat: SeatNo | None) -> Plain | None:
    if game.phase not in (Phase.ANSWER, Phase.SECOND_ANSWER):
        return None
    return {
        "count": len(game.removed),
        "sticks": game.removed if knows(game, seat or "public") else None,
    }


def standing(game: Game, docket: Docket | None) -> Standing | None:
    """What a finished game's result is worth; None before its end and where it never started."""
    if not game.over or not game.started:
        return None
    return docket.standing if docket else Standing.UNAUDITED


Chair = SeatNo | Literal["table", "public"]
"""From where a finished game is looked at; the table sees everything."""


def knows(game: Game, chair: Chair) -> bool:
    """Whether a chair may know what is removed before the turn is resolved."""
    return chair == "table" or (chair in game.in_play and chair != game.mask)


def replayed(game: Game, chair: Chair) -> Plain:
    """A game of the past as that chair saw it then; who was not in play saw as the public."""
    seat = None if chair in ("table", "public") else SeatNo(int(chair))
    shown = view(game, seat) | {"you": None, "standing": None, "deadline": None}
    if chair == "table":
        shown["board"] = game.board
        if shown["removed"]:
            shown["removed"] = {"count": len(game.removed), "sticks": game.removed}
    return shown


def event(event: Sealed[Any], over: bool) -> Plain:
    """An event as the log shows it to everybody; what it hides opens when the game is over."""
    shown: Plain = msgspec.json.decode(event.entry.event)
    shown["hash"] = event.hash
    if over and shown["veil"] is not None:
        private = msgspec.json.decode(event.entry.private)
        shown["hidden"], shown["salt"] = private["hidden"], private["salt"]
    return shown


def row(game: Game, docket: Docket | None = None) -> Plain:
    """What the lobby shows of a game, to anybody."""
    return {
        "id": game.id,
        "status": game.status,
        "players": [{"seat": p.seat, "name": p.name, "bot": p.bot} for p in game.players],
        "version": game.version,
        "opened_at": written(game.opened_at),
        "options": game.options,
        "seed_from": game.seed_from,
        "winner": game.winner,
        "standing": standing(game, docket),
    }
