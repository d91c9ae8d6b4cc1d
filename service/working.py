"""The worker: clock, bots and relay in threads of one process, and a process for each queue."""

import os
import socket
import time
from collections.abc import Callable, Mapping
from functools import partial

from events.claim import Foreign
from events.clerk import Clerk
from events.play import Play
from events.settings import Settings
from events.store import Store, Unavailable
from events.uploads import Intake
from service import background, composition, logs, tether
from service.loop import Loop, Now, Rest, Rounds
from service.supervisor import Command, Program, Supervisor
from workers.queue import Jobs, QueueName

CHILD_SECONDS = 3.0
"""How long a process of jobs may go on with the one it has begun; it is done again otherwise."""

Relay = Callable[[Store, Jobs, str, Now, Rest], None]

Work = Callable[[str, QueueName, str, Callable[[], None], Rest], None]

At = Callable[[Clerk, Intake], None]


class CannotWork(Exception):
    """The sentence says what is in the way."""


def run(
    settings: Settings,
    environ: Mapping[str, str],
    clock: Rounds,
    bots: Rounds,
    relay: Relay,
    say: Callable[[str], None],
) -> None:
    """Until a signal; raises CannotWork, supervisor.GaveUp."""
    jobs = _jobs(settings)
    store = composition.store(settings)
    play = composition.play(settings, store)
    _check_secret(play)
    logs.configure(settings.log_level)
    timed = partial(clock, store, play, composition.now)
    moved = partial(bots, store, play, composition.now)
    carried = partial(relay, store, jobs, socket.gethostname(), composition.now)
    programs: list[Program] = [
        Loop("clock", timed),
        Loop("bots", moved),
        Loop("relay", carried),
        *(_process(name, environ) for name in QueueName),
    ]
    Supervisor(programs, say).run(ready=lambda: True, announce=lambda: None)


def do_jobs(settings: Settings, name: QueueName, work: Work, at: At) -> None:
    """Do the jobs of one queue until a signal; `at` is told what they are done with.

    Games that are over can wait; whoever sent something in asks how far it is.
    """
    _jobs(settings)
    if name is QueueName.GAMES:
        background.give_way()
    logs.configure(settings.log_level)
    store = composition.store(settings)
    play = composition.play(settings, store)
    at(composition.clerk(settings, store, play), Intake(store, play.house))
    tie = partial(tether.tie, os.getpid())
    work(settings.queue_url, name, settings.log_level, tie, time.sleep)


def _jobs(settings: Settings) -> Jobs:
    jobs = composition.jobs(settings)
    if jobs is None:
        raise CannotWork("A store in memory belongs to one process; there is nothing to work on.")
    return jobs


def _check_secret(play: Play) -> None:
    """A store that does not answer yet is asked again before the first event."""
    try:
        play.claim.check()
    except Foreign as error:
        raise CannotWork(str(error)) from error
    except Unavailable:
        return


def _process(name: QueueName, environ: Mapping[str, str]) -> Command:
    arguments = ["-m", "service.cli", "jobs", name]
    return Command(f"worker of {name}", arguments, environ, patience=CHILD_SECONDS)
