"""Whether events can be taken and will be kept, and what stands against it."""

from typing import Any

from events.board import Value
from events.claim import Foreign
from events.play import Play
from events.store import Store
from workers.queue import Jobs

Facts = dict[str, Any]


class Readiness(Value, frozen=True, kw_only=True):
    """`faults` break the promise to keep what is acknowledged; `warnings` weaken it."""

    durable: bool
    faults: tuple[str, ...]
    warnings: tuple[str, ...]
    lost: tuple[str, ...]
    """Games whose log is not what this process has seen."""


def readiness(play: Play, store: Store, in_memory: bool, jobs: Jobs | None = None) -> Readiness:
    """Without jobs there is no queue to ask. Raises Unavailable where the store does not answer."""
    facts = store.ready()
    if in_memory:
        warnings: tuple[str, ...] = ("Games are kept in memory only, and end with the process.",)
        return Readiness(
            durable=False, faults=_foreign(play), warnings=warnings, lost=tuple(play.lost)
        )
    return Readiness(
        durable=facts["appendonly"] == "yes",
        faults=(*_faults(facts), *_foreign(play)),
        warnings=(*_warnings(facts), *_waiting(jobs)),
        lost=tuple(play.lost),
    )


def _faults(facts: Facts) -> list[str]:
    faults = []
    policy, maximum = facts["maxmemory-policy"], facts["maxmemory"]
    if policy not in (None, "noeviction") and maximum not in (None, "0"):
        faults.append(f"The store evicts keys when memory is full (maxmemory-policy {policy}).")
    if facts["appendonly"] == "no":
        faults.append("The store keeps no append-only file (appendonly no).")
    return faults


def _foreign(play: Play) -> tuple[str, ...]:
    try:
        play.claim.check()
    except Foreign as error:
        return (str(error),)
    return ()


def _waiting(jobs: Jobs | None) -> list[str]:
    if jobs is None or jobs.answers():
        return []
    return ["The queue does not answer: games go on, and audits and rulings wait for it."]


def _warnings(facts: Facts) -> list[str]:
    warnings = []
    policy, fsync = facts["maxmemory-policy"], facts["appendfsync"]
    if policy not in (None, "noeviction") and not _faults({**facts, "appendonly": "yes"}):
        warnings.append(
            f"The store would evict keys if it had a limit (maxmemory-policy {policy})."
        )
    if facts["appendonly"] is None or policy is None:
        warnings.append("The store does not say whether it keeps an append-only file or evicts.")
    if fsync is None:
        warnings.append("The store does not say when it writes to disk (appendfsync).")
    elif fsync != "always":
        warnings.append(f"A power cut may lose the last moments (appendfsync {fsync}).")
    return warnings
