"""What another process does in a race; the test gives it everything as arguments."""

import sys
import time

from events.chain import GameId
from events.commands import Join
from events.play import Done, Play
from events.store import connect
from tests.store.tables import asked, house, opening


def main(url: str, action: str, at: float, game: GameId, keys: list[str]) -> None:
    """Acts with each key, from a moment on, and prints what it was told."""
    play = Play(connect(url), house())
    time.sleep(max(0.0, at - time.time()))
    for key in keys:
        done = _opened(play, key) if action == "open" else _joined(play, game, key)
        print(done.game.id, done.event.hash, done.token, done.replayed, flush=True)


def _opened(play: Play, key: str) -> Done:
    command = opening()
    return play.open(command, asked(command, key))


def _joined(play: Play, game: GameId, key: str) -> Done:
    command = Join(name="Ben")
    return play.join(play.identify(game, None), command, asked(command, key))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]), GameId(sys.argv[4]), sys.argv[5:])
