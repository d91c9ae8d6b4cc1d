"""What a soak counts, and every fault it finds."""

import time
from collections import Counter
from threading import Lock

TROUBLE_SECONDS = 20.0
"""For how long after a kill, or after the machine stood still, an answer may fail."""


class Score:
    """Of one round; shared by all threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self.kills = 0
        self.killed_enough = False
        self._failures: list[tuple[float, str]] = []
        self._trouble: list[tuple[float, float]] = []

    def count(self, *names: str) -> None:
        with self._lock:
            self.counts.update(names)

    def fault(self, sentence: str) -> None:
        with self._lock:
            self.faults.append(sentence)
        print(f"FAULT {sentence}", flush=True)

    def failure(self, sentence: str) -> None:
        """No answer, or one that the request has to be sent again for: a fault without trouble."""
        self.count("failures")
        with self._lock:
            self._failures.append((time.monotonic(), sentence))

    def killing(self) -> None:
        self.kills += 1
        now = time.monotonic()
        self._trouble.append((now, now + TROUBLE_SECONDS))

    def done_killing(self) -> None:
        self.killed_enough = True

    def stood_still(self, since: float) -> None:
        """The whole machine did nothing for a while, disk or processor."""
        self.count("stalls of the machine")
        self._trouble.append((since, time.monotonic() + TROUBLE_SECONDS))

    def troubled(self) -> bool:
        return self._excused(time.monotonic())

    def close(self) -> None:
        """Every failure that no trouble excuses is a fault."""
        for moment, sentence in self._failures:
            if not self._excused(moment):
                self.fault(sentence)

    def _excused(self, moment: float) -> bool:
        return any(begin <= moment <= end for begin, end in self._trouble)

    def summary(self, seconds: float) -> str:
        told = ", ".join(f"{count} {name}" for name, count in sorted(self.counts.items()))
        rate = self.counts["requests"] / max(seconds, 0.001)
        ends = f"{self.kills} kills; {told}; {len(self.faults)} faults"
        return f"{seconds:.0f} s, {rate:.0f} requests/s, {ends}"
