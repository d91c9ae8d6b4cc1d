"""What a result is worth, in every combination of audits and disputes."""

from itertools import product
from typing import Any

import pytest

from events import chain, docket
from events.board import SeatNo
from events.certificates import certificate
from events.chain import Digests, GameId
from events.docket import (
    RELEASE,
    AuditReported,
    AuditRequested,
    Claim,
    DisputeRaised,
    DisputeRuled,
    Docket,
    DocketBody,
    Judgement,
)
from events.rulebook import RULES
from events.times import Millis

GAME = GameId("aaaaaaaaaaaaaaaa")
VERDICTS = [None, Judgement.DISMISSED, Judgement.SILENT, Judgement.UPHELD]
AUDITS: list[tuple[int | None, ...]] = [
    *((),),
    *((found,) for found in (None, 0, 2)),
    *product((None, 0, 2), repeat=2),
]
"""Findings of each audit that was asked for, None where it has not reported."""
DISPUTES = [case for count in range(3) for case in product(VERDICTS, repeat=count)]


class Notebook:
    def __init__(self) -> None:
        self.docket = Docket(game=GAME)

    def note(self, body: DocketBody, seat: int | None = None) -> int:
        head = self.docket.head
        at = Millis((head.at if head else 0) + 1)
        whose = None if seat is None else SeatNo(seat)
        digests = Digests(key=None, request="r")
        event: Any = chain.seal(GAME, head, at, whose, body, "0" * 32, digests)
        self.docket = docket.apply(self.docket, event)
        return self.docket.version

    def ask(self) -> int:
        return self.note(AuditRequested(events=9, head="h", rules=RULES, release=RELEASE))

    def report(self, audit: int, found: int) -> None:
        self.note(
            AuditReported(
                audit=audit,
                events=9,
                head="h",
                sound_to=9,
                findings=(),
                found=found,
                materiality=(),
                undecided=(),
            )
        )

    def raise_dispute(self) -> int:
        body = DisputeRaised(version=3, claim=Claim.END, statement=None, receipt=None)
        return self.note(body, seat=1)

    def rule(self, dispute: int, verdict: Judgement) -> None:
        self.note(
            DisputeRuled(
                dispute=dispute,
                verdict=verdict,
                clauses=(),
                reading=None,
                recorded=None,
                expected=None,
                would_change=False,
                sentence="",
            )
        )


def expected(audits: tuple[int | None, ...], verdicts: tuple[Judgement | None, ...]) -> str:
    """The words of the interface, one after the other."""
    reported = [found for found in audits if found is not None]
    if (reported and reported[-1]) or Judgement.UPHELD in verdicts:
        return "overturned"
    if None in verdicts:
        return "disputed"
    return "cleared" if 0 in reported else "unaudited"


@pytest.mark.parametrize("late", [False, True], ids=["disputes first", "audits first"])
@pytest.mark.parametrize("audits", AUDITS, ids=str)
def test_the_standing_follows(audits: tuple[int | None, ...], late: bool) -> None:
    for verdicts in DISPUTES:
        book = Notebook()
        if late:
            _audits(book, audits)
        _disputes(book, verdicts)
        if not late:
            _audits(book, audits)
        assert book.docket.standing == expected(audits, verdicts)
        assert book.docket.owes == (not audits or None in audits or None in verdicts)
        told = certificate(book.docket, "iss")
        reported = [found for found in audits if found is not None]
        assert (told is not None) == bool(reported)
        if told:
            assert told.findings == reported[-1]


def _disputes(book: Notebook, verdicts: tuple[Judgement | None, ...]) -> None:
    raised = [book.raise_dispute() for _ in verdicts]
    for dispute, verdict in zip(raised, verdicts, strict=True):
        if verdict:
            book.rule(dispute, verdict)


def _audits(book: Notebook, audits: tuple[int | None, ...]) -> None:
    asked = [book.ask() for _ in audits]
    for audit, found in zip(asked, audits, strict=True):
        if found is not None:
            book.report(audit, found)


def test_a_report_or_a_ruling_on_nothing_is_no_docket() -> None:
    book = Notebook()
    with pytest.raises(ValueError, match="follows its request"):
        book.report(1, 0)
    with pytest.raises(ValueError, match="follows its dispute"):
        book.rule(1, Judgement.UPHELD)
