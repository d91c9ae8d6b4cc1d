"""``python -m tests.soak``: random games over HTTP, then the same load under kill -9."""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from joserfc.jwk import KeySet

from tests.soak import audits
from tests.soak.crowd import Crowd
from tests.soak.line import Line, Question
from tests.soak.score import Score
from tests.soak.service import Service

STALL_SECONDS = 2.0
"""A rest of a fifth of a second and one small write to disk never take that long on a machine
that is not overwhelmed."""

KILL_SECONDS = (0.5, 2.0)
"""How long the load goes on between being served again and the next kill."""


def main() -> None:
    sizes = _sizes()
    with TemporaryDirectory(prefix="singsing-soak-") as folder:
        played, audited = Path(folder) / "played", Path(folder) / "audited"
        played.mkdir()
        audited.mkdir()
        faults = soak(played, sizes.games, sizes.threads, sizes.kills, sizes.seed)
        faults += audits.soak(
            audited,
            games=sizes.worker_games,
            kills=sizes.worker_kills,
            outage=30.0 if sizes.worker_kills else 0.0,
            rng=Random(sizes.seed),
        )
    sys.exit(f"{len(faults)} faults" if faults else None)


def _sizes() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="games without kills")
    parser.add_argument("--threads", type=int, default=4)
    parser.add_argument(
        "--kills", type=int, default=20, help="of the web workers, and of the store"
    )
    parser.add_argument(
        "--worker-kills", type=int, default=100, help="of the relay, of workers, of work horses"
    )
    parser.add_argument("--worker-games", type=int, default=200, help="that end meanwhile")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10**6)
    return parser.parse_args()


def soak(folder: Path, games: int, threads: int, kills: int, seed: int) -> list[str]:
    """All faults of three rounds: without kills, with kills of web workers, of the store."""
    print(f"seed {seed}", flush=True)
    rng = Random(seed)
    service = Service(folder)
    service.start()
    try:
        faults = _round("no kills", service, threads, rng, lambda score: _enough(score, games))
        for name, kill in (
            ("kill -9 of web workers", service.kill_web_workers),
            ("kill -9 of the store", service.kill_store),
        ):
            if kills:
                faults += _killing(name, service, threads, rng, kills, kill)
        if faults:
            print(service.output())
        return faults
    finally:
        service.stop()


def _enough(score: Score, games: int) -> bool:
    return score.counts["opened"] >= games


def _round(
    name: str,
    service: Service,
    threads: int,
    rng: Random,
    enough: Callable[[Score], bool],
    meanwhile: Callable[[Score], None] | None = None,
) -> list[str]:
    score, begun = Score(), time.monotonic()
    crowd = Crowd(service.port, score, _keys(service), lambda: enough(score))
    crowd.start(threads, rng)
    try:
        if meanwhile:
            meanwhile(score)
        _wait(crowd, score, begun, service)
    finally:
        crowd.abandon()
    score.close()
    seconds = time.monotonic() - begun
    print(f"{name}: {score.summary(seconds)}", flush=True)
    return [f"{name}: {fault}" for fault in score.faults]


def _wait(crowd: Crowd, score: Score, begun: float, service: Service) -> None:
    told = 0.0
    while crowd.alive():
        since = time.monotonic()
        time.sleep(0.2)
        service.touch_disk()
        if time.monotonic() - since > STALL_SECONDS:
            score.stood_still(since)
        if time.monotonic() - told > 15:
            told = time.monotonic()
            finished, opened = score.counts["finished"], score.counts["opened"]
            print(f"  {told - begun:5.0f} s: {finished} of {opened} games", flush=True)


def _killing(
    name: str,
    service: Service,
    threads: int,
    rng: Random,
    kills: int,
    kill: Callable[[Random], int],
) -> list[str]:
    def kill_and_wait(score: Score) -> None:
        for _ in range(kills):
            time.sleep(rng.uniform(*KILL_SECONDS))
            score.killing()
            if not kill(rng):
                score.fault("there was nothing to kill")
            service.wait_until_ready()
        score.done_killing()

    return _round(name, service, threads, rng, lambda score: score.killed_enough, kill_and_wait)


def _keys(service: Service) -> KeySet:
    line = Line(service.port, Random(0))
    keys = line.ask(Question(method="GET", path="/.well-known/jwks.json")).body
    line.close()
    return KeySet.import_key_set(keys)


if __name__ == "__main__":
    main()
