"""What a soak counts, and every fault it finds."""

import time
from collections import Counter
from threading import Lock

TROUBLE_SECONDS = 20.0
"""For how long after a kill an answer may fail."""


class Score:
    """Of one round; shared by all threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self.kills = 0
        self.killed_enough = False
        self._killed_at = float("-inf")

    def count(self, *names: str) -> None:
        with self._lock:
            self.counts.update(names)

    def fault(self, sentence: str) -> None:
        with self._lock:
            self.faults.append(sentence)
        print(f"FAULT {sentence}", flush=True)

    def killing(self) -> None:
        self.kills += 1
        self._killed_at = time.monotonic()

    def done_killing(self) -> None:
        self.killed_enough = True

    def troubled(self) -> bool:
        """Whether something was killed so lately that an answer may fail."""
        return time.monotonic() - self._killed_at < TROUBLE_SECONDS

    def summary(self, seconds: float) -> str:
        told = ", ".join(f"{count} {name}" for name, count in sorted(self.counts.items()))
        rate = self.counts["requests"] / max(seconds, 0.001)
        ends = f"{self.kills} kills; {told}; {len(self.faults)} faults"
        return f"{seconds:.0f} s, {rate:.0f} requests/s, {ends}"
