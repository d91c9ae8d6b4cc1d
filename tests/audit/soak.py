"""``python -m tests.audit.soak``: ten thousand random honest games, and not one fault.

Each is also tampered with once, and the second opinion has to name the same first wrong event.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from random import Random

from tests.audit.brute import first_wrong
from tests.audit.honest import honest
from tests.audit.tampering import tampered
from tests.audit.test_honest import by_brute_force, materiality, sound
from tests.audit.test_second_opinion import agreed

BATCH = 50
COMPARED = 10
"""Of one game in so many the materiality is worked out once more."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.audit.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    sizes = parser.parse_args()
    faults = list(islice(_faults(sizes.first, sizes.games), 20))
    sys.exit("\n".join(faults) if faults else None)


def _faults(first: int, games: int) -> Iterator[str]:
    begun, done = time.monotonic(), 0
    batches = [
        range(seed, min(seed + BATCH, first + games)) for seed in range(first, first + games, BATCH)
    ]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for batch, faults in zip(batches, pool.map(audited, batches), strict=True):
            done += len(batch)
            yield from faults
            if done % 1000 < BATCH:
                print(f"{done} honest games audited, {time.monotonic() - begun:.0f} s", flush=True)


def audited(seeds: range) -> list[str]:
    return [fault for seed in seeds for fault in _audited(seed)]


def _audited(seed: int) -> list[str]:
    copy = honest(seed)
    faults: list[str] = []
    if not sound(copy):
        faults.append(f"seed {seed}: {copy.audited().findings[:1]}, by us {first_wrong(copy)}")
    if not agreed(tampered(Random(seed), honest(seed))):
        faults.append(f"seed {seed}: tampered with, the second opinion does not agree")
    if seed % COMPARED == 0 and materiality(copy) != by_brute_force(copy):
        faults.append(f"seed {seed}: {materiality(copy)} is not {by_brute_force(copy)}")
    return faults


if __name__ == "__main__":
    main()
