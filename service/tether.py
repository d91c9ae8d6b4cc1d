"""Ends this program when its parent dies: `python tether.py PARENT PROGRAM ARGUMENT…`, or a call.

Linux does it at once (prctl(2), PR_SET_PDEATHSIG, which survives exec); elsewhere nothing happens.
The signal comes when the thread that started the program ends, so start it from the main thread.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def tie(parent: int) -> None:
    """Raises SystemExit if the parent is dead already."""
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        raise SystemExit("the parent has gone")


def tied(*command: str) -> list[str]:
    """The command that runs this one and ends it when this process dies."""
    return [sys.executable, "-I", "-S", __file__, str(os.getpid()), *command]


if __name__ == "__main__":
    tie(int(sys.argv[1]))
    os.execv(sys.argv[2], sys.argv[2:])  # noqa: S606 — becomes the program it was given
