"""When a bot moves: soon, as people like it, and with a pause that says nothing."""

from hashlib import sha256

from events.game import Game
from events.times import Millis

NEVER = Millis(0)

SHORTEST_MILLIS = 600
LONGEST_MILLIS = 1_400


def moves_at(game: Game) -> Millis | None:
    """When the bot that a game waits for moves, NEVER where it waits for none; None without bots.

    The pause follows from what everybody knows: which game it is, and which event.
    """
    if not any(player.bot for player in game.players):
        return None
    actor = game.player(game.actor) if game.actor is not None else None
    if actor is None or actor.bot is None:
        return NEVER
    drawn = sha256(f"{game.id} {game.version}".encode()).digest()
    pause = SHORTEST_MILLIS + int.from_bytes(drawn[:8], "big") % (LONGEST_MILLIS - SHORTEST_MILLIS)
    return Millis(game.head.at + pause)
