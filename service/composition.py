"""Puts the game together from the settings and the world: a clock, chance, rest."""

import os
import time

from events.clerk import Clerk
from events.house import House
from events.play import Play
from events.settings import Settings
from events.store import Store, connect
from events.times import Millis
from workers import queue
from workers.queue import Jobs

QUEUE_SECONDS = 1.0
"""How long somebody who asks how far an audit is waits for the queue's answer."""


def now() -> Millis:
    return Millis(time.time_ns() // 1_000_000)


def store(settings: Settings) -> Store:
    return connect(settings.events_url, replicas=settings.replicas)


def play(settings: Settings, kept_in: Store) -> Play:
    return Play(
        kept_in,
        House(clock=now, chance=os.urandom, rest=time.sleep, secret=settings.secret),
    )


def jobs(settings: Settings) -> Jobs | None:
    """The queue; None where there is none, in memory."""
    if not settings.queue_url or settings.queue_url.startswith("memory:"):
        return None
    return queue.connect(settings.queue_url, QUEUE_SECONDS)


def clerk(settings: Settings, kept_in: Store, play: Play) -> Clerk:
    return Clerk(kept_in, play, settings.keys.public(), settings.base_url)
