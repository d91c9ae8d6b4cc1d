"""The service where no engine runs: one process, and nothing is kept."""

import signal
from collections.abc import Callable

from gevent import signal_handler, sleep, spawn
from gevent.pywsgi import WSGIServer

from events.clerk import Clerk
from events.settings import Settings
from events.store import Store
from events.uploads import Intake
from service import composition, logs
from service.app import create_app
from service.loop import Now, Rest, Rounds

AtOnce = Callable[[Store, Clerk, Intake, Now, Rest], None]

URL = "memory://"


def serve(
    settings: Settings, say: Callable[[str], None], clock: Rounds, bots: Rounds, at_once: AtOnce
) -> None:
    """Until interrupted. All share the store in this process, under gevent."""
    logs.configure(settings.log_level)
    store = composition.store(settings)
    play = composition.play(settings, store)
    app = create_app(settings, store, play)
    server = WSGIServer((settings.host, settings.port), app, log=None)
    spawn(clock, store, play, composition.now, sleep)
    spawn(bots, store, play, composition.now, sleep)
    clerk, intake = composition.clerk(settings, store, play), Intake(store, play.house)
    spawn(at_once, store, clerk, intake, composition.now, sleep)
    say("NOTHING IS KEPT: games live in this process's memory and end with it.")
    say(f"Sing Sing listens on {settings.base_url}")
    for number in (signal.SIGINT, signal.SIGTERM):
        signal_handler(number, server.stop, 1)
    server.serve_forever()
