"""Asks until there is an answer: the same request, with the same key, however often it fails."""

import time
from concurrent.futures import ThreadPoolExecutor
from random import Random

from tests.soak.line import Broken, Line, Question, Reply
from tests.soak.score import Score

PATIENCE_SECONDS = 180.0
TOO_SLOW = 408
"""The service waited for the body in vain: it or we stood still."""


class Asking:
    """One thread's way to the service; a second line of its own sends doubles at once."""

    def __init__(self, port: int, rng: Random, score: Score) -> None:
        self.rng, self.score = rng, score
        self.line, self._other = Line(port, rng), Line(port, Random(rng.random()))
        self._pool = ThreadPoolExecutor(1)

    def ask(self, question: Question) -> Reply:
        return self._until_answered(self.line, question)

    def ask_twice_at_once(self, question: Question) -> tuple[Reply, Reply]:
        other = self._pool.submit(self._until_answered, self._other, question)
        return self._until_answered(self.line, question), other.result()

    def _until_answered(self, line: Line, question: Question) -> Reply:
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            self.score.count("requests")
            try:
                reply = line.ask(question)
            except Broken as broken:
                failure = str(broken)
            else:
                if reply.status < 500 and reply.status != TOO_SLOW:
                    return reply
                failure = f"{reply.status} {reply.raw[:200]!r}"
            self.score.failure(f"{question.method} {question.path}: {failure}")
            if time.monotonic() > until:
                raise TimeoutError(failure)
            time.sleep(self.rng.uniform(0.02, 0.2))

    def close(self) -> None:
        self._pool.shutdown()
        self.line.close()
        self._other.close()
