"""Finished games audited straight from their logs, over many processes; nothing is written."""

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context

from events.board import Value
from events.chain import GameId
from events.clerk import Clerk
from events.docket import Docket
from events.findings import Finding, Report
from events.game import Status
from events.refusal import BrokenLog
from events.store import Place, Store
from service import composition, environment

PAGE = 500
"""Games of the index read at once."""

BATCH = 25
"""Games that a process takes at once."""

AHEAD = 3
"""Batches given out for each process."""


class Audited(Value, frozen=True, kw_only=True):
    """What a log came to; `started` is False where nobody played, so that nothing is audited."""

    game: GameId
    started: bool
    over: bool
    report: Report

    @property
    def wrong(self) -> bool:
        return bool(self.report.found)


class Archive:
    """The logs of one store, as one process reads them."""

    def __init__(self, environ: Mapping[str, str], url: str) -> None:
        """Raises Foreign, Unavailable."""
        settings = environment.settings(environ, url)
        self.store: Store = composition.store(settings)
        play = composition.play(settings, self.store)
        play.claim.check()
        self._clerk: Clerk = composition.clerk(settings, self.store, play)

    def games(self) -> Iterator[GameId]:
        """All finished games, newest opened first."""
        below: Place | None = None
        while page := self.store.listed(Status.FINISHED, PAGE, below):
            yield from (listed.game for listed in page)
            below = page[-1].place

    def audited(self, game: GameId) -> Audited | None:
        """The audit of a log as it is stored; None where there is none."""
        docket, broken = self._docket(game)
        report, followed = self._clerk.examined(game, docket)
        if not report.events and not report.found:
            return None
        if broken:
            report = _with(report, broken)
        return Audited(
            game=game,
            started=followed is None or followed.started or bool(report.found),
            over=followed is None or followed.over,
            report=report,
        )

    def _docket(self, game: GameId) -> tuple[Docket, BrokenLog | None]:
        try:
            return self._clerk.docket(game), None
        except BrokenLog as broken:
            return Docket(game=game), broken


def _with(report: Report, broken: BrokenLog) -> Report:
    """A report that also says that the docket does not verify; the log is as sound as it was."""
    finding = Finding(
        version=broken.version,
        field=f"docket.{broken.field}",
        clauses=(),
        recorded=None,
        expected=None,
        sentence=f"The docket does not verify: {broken.sentence}",
    )
    return Report(
        events=report.events,
        head=report.head,
        sound_to=report.sound_to,
        findings=(*report.findings, finding),
        found=report.found + 1,
        materiality=report.materiality,
        undecided=report.undecided,
    )


def swept(
    games: Iterable[GameId], environ: Mapping[str, str], url: str, processes: int
) -> Iterator[Audited]:
    """The audits of games as they come, in no order; so many are held at once, however many."""
    waiting: set[Future[list[Audited]]] = set()
    batches = _batches(games)
    pool = ProcessPoolExecutor(
        processes, get_context("spawn"), initializer=_begin, initargs=(dict(environ), url)
    )
    with pool:
        try:
            for batch in islice(batches, processes * AHEAD):
                waiting.add(pool.submit(_batch, batch))
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for batch in islice(batches, len(done)):
                    waiting.add(pool.submit(_batch, batch))
                for future in done:
                    yield from future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _batches(games: Iterable[GameId]) -> Iterator[list[GameId]]:
    each = iter(games)
    while batch := list(islice(each, BATCH)):
        yield batch


_here: list[Archive] = []


def _begin(environ: Mapping[str, str], url: str) -> None:
    _here[:] = [Archive(environ, url)]


def _batch(games: list[GameId]) -> list[Audited]:
    found = (_here[0].audited(game) for game in games)
    return [audited for audited in found if audited]
