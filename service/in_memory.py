"""The service where no engine runs: one process, and nothing is kept."""

import signal
from collections.abc import Callable

from gevent import signal_handler, sleep, spawn
from gevent.pywsgi import WSGIServer

from events.play import Play
from events.settings import Settings
from events.store import Store
from events.times import Millis
from service import composition, logs
from service.app import create_app

Clock = Callable[[Store, Play, Callable[[], Millis], Callable[[float], None]], None]

URL = "memory://"


def serve(settings: Settings, say: Callable[[str], None], run_clock: Clock) -> None:
    """Until interrupted. Web and clock share the store in this process, which gevent runs."""
    logs.configure(settings.log_level)
    store = composition.store(settings)
    play = composition.play(settings, store)
    app = create_app(settings, store, play)
    server = WSGIServer((settings.host, settings.port), app, log=None)
    spawn(run_clock, store, play, composition.now, sleep)
    say("NOTHING IS KEPT: games live in this process's memory and end with it.")
    say(f"Sing Sing listens on {settings.base_url}")
    for number in (signal.SIGINT, signal.SIGTERM):
        signal_handler(number, server.stop, 1)
    server.serve_forever()
