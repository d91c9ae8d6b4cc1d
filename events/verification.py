"""Is a record sound, and who vouches for it? Needs nothing but the record and what one trusts."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from events.audit import Auditor
from events.board import Value
from events.certificates import Certificate
from events.chain import GameId
from events.findings import MOST, Finding, Material
from events.record import Record
from events.recorded import Recorded
from events.trust import trust
from events.vouching import vouched
from events.witness import heard


class Verification(Value, frozen=True, kw_only=True):
    """What a record is worth. `sound_to` is the last version before the first fault in the log.

    `unchecked` says in sentences what could not be checked; `certificate` is what the record's
    certificate says, where a key signed it that came from elsewhere. `confirmed` are the versions
    for which such a key signed a receipt that the record agrees with.
    """

    ok: bool
    game: GameId
    events: int
    head: str
    sound_to: int
    findings: tuple[Finding, ...]
    found: int
    unchecked: tuple[str, ...]
    certificate: Certificate | None
    confirmed: tuple[int, ...]
    materiality: tuple[Material, ...]


def verify(
    record: Record, keys: Any = None, thumbprints: Sequence[str] = (), receipts: Iterable[str] = ()
) -> Verification:
    """Form, chain, veils, deal, the rules again on every event, certificate and receipts.

    `keys` is a JWKS from elsewhere; `thumbprints` pick keys of the record.
    """
    trusted = trust(record, keys, thumbprints)
    witness = heard(record, trusted, receipts)
    report = _audited(record, witness.findings).report()
    faultless = not (report.found or witness.findings)
    signed = vouched(record, trusted, witness.agreed, faultless)
    besides = [finding for finding in witness.findings if finding.version == 0]
    findings = sorted((*report.findings, *besides, *signed.findings), key=_version)
    found = report.found + len(besides) + len(signed.findings)
    return Verification(
        ok=not found,
        game=record.game,
        events=len(record.events),
        head=record.events[-1].hash,
        sound_to=min(report.sound_to, len(record.events)),
        findings=tuple(findings[:MOST]),
        found=found,
        unchecked=(*signed.notes, *witness.notes),
        certificate=signed.claims,
        confirmed=witness.confirmed,
        materiality=report.materiality,
    )


def _version(finding: Finding) -> int:
    return finding.version


def _audited(record: Record, contradictions: Iterable[Finding]) -> Auditor:
    """The audit of a record's log, with what receipts say against it."""
    auditor = Auditor(record.game)
    for recorded in record.events:
        auditor.take(recorded)
    _check_closing(auditor, record)
    for finding in contradictions:
        if finding.version:
            auditor.find(
                finding.version,
                finding.field,
                finding.recorded,
                finding.expected,
                finding.sentence,
            )
    return auditor


def _over(last: Recorded) -> bool:
    outcome = msgspec.json.decode(last.line).get("outcome")
    return isinstance(outcome, dict) and outcome.get("phase", ...) is None


def _check_closing(auditor: Auditor, record: Record) -> None:
    there, stated = len(record.events), record.closing
    if stated.events != there:
        auditor.find(
            min(max(stated.events, 0), there) + 1,
            "events",
            there,
            stated.events,
            f"The last line speaks of {stated.events} events; there are {there}.",
        )
    if stated.head != record.events[-1].hash:
        auditor.find(
            there,
            "head",
            record.events[-1].hash,
            stated.head,
            "The last line names another hash than that of the last event.",
        )
    if not _over(record.events[-1]):
        auditor.find(
            there + 1,
            "events",
            there,
            None,
            "The game is not over with the last event; a record holds a whole game.",
        )
