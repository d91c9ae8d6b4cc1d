"""Work for which nobody waits leaves the processor to work for which somebody does."""

import os
from contextlib import suppress
from pathlib import Path

NICENESS = 10


def give_way() -> None:
    """For this process and those it starts.

    Linux weighs sessions before it weighs processes (sched(7), autogroups), so one that leads a
    session has the whole session give way.
    """
    os.nice(NICENESS)
    if os.getsid(0) == os.getpid():
        with suppress(OSError):
            Path("/proc/self/autogroup").write_text(str(NICENESS))
