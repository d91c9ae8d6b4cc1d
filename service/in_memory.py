"""The service where no engine runs: one process, and nothing is kept."""

import signal
from collections.abc import Callable

from gevent import monkey, signal_handler, sleep, spawn
from gevent.pywsgi import WSGIServer

from events.settings import Settings

URL = "memory://"


def serve(settings: Settings, say: Callable[[str], None]) -> None:
    """Until interrupted. Web and clock share the store in this process."""
    monkey.patch_all()
    from service import composition, logs
    from service.app import create_app
    from workers import clock

    logs.configure(settings.log_level)
    store = composition.store(settings)
    play = composition.play(settings, store)
    server = WSGIServer((settings.host, settings.port), create_app(settings), log=None)
    spawn(clock.run, store, play, composition.now, sleep)
    say("NOTHING IS KEPT: games live in this process's memory and end with it.")
    say(f"Sing Sing listens on {settings.base_url}")
    for number in (signal.SIGINT, signal.SIGTERM):
        signal_handler(number, server.stop, 1)
    server.serve_forever()
