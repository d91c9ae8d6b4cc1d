"""Does anybody whom one trusts vouch for a record, and for all of it?"""

from typing import Any

from events.board import Value
from events.certificates import Certificate, check
from events.docket import Standing
from events.findings import Finding
from events.receipts import Fault, signer
from events.record import Record
from events.rulebook import RULES
from events.trust import Trust

COULD_BE_INVENTED = (
    "The record is consistent with itself, but whoever wrote this file could have written all of "
    "it."
)
UNSIGNED = "No certificate is in this record."
UNVOUCHED = "Signed by a key for which nobody vouches here ({kid})."

NOBODY_SIGNED = "No key that you trust signed for this record{beyond}. "
EXPORT_AGAIN = (
    "Perhaps it was written before the game was audited; a table that never started is not. "
    "Export it again, or give the receipt of its last event (--receipt)."
)

AS_OF = "The standing, {standing}, is as of {at}; what the docket came to later is not in here."

OVERTURNED = (
    "The certificate overturns this game: the audit that it is about came to {findings} findings, "
    "or a dispute was upheld."
)

WRONG = {
    Fault.MALFORMED: "The certificate has not the form of one.",
    Fault.BAD_SIGNATURE: "The certificate's signature is not that of its key.",
    Fault.UNKNOWN_KEY: "The certificate is signed by none of the keys that you trust.",
}
UNLISTED = "The certificate is signed by a key that the record does not list."


class Vouched(Value, frozen=True, kw_only=True):
    """What certificate and receipts come to; `claims` where a vouched key signed them."""

    findings: tuple[Finding, ...]
    notes: tuple[str, ...]
    claims: Certificate | None


def vouched(record: Record, trust: Trust, agreed: int, faultless: bool) -> Vouched:
    """Check a record's certificate; `agreed` is the newest version that a receipt confirms.

    `faultless` is whether nothing else was found to be wrong with the record.
    """
    token = record.closing.certificate
    if token is None:
        return _without(record, trust, agreed, faultless)
    claims = check(token, trust.keys)
    if isinstance(claims, Fault):
        unlisted = claims is Fault.UNKNOWN_KEY and not trust.vouched
        fault = _fault(record, "certificate", None, None, UNLISTED if unlisted else WRONG[claims])
        return Vouched(findings=(fault,), notes=(), claims=None)
    findings = (*_differences(record, claims), *_overturned(record, claims))
    return Vouched(
        findings=findings,
        notes=(_note(token, trust, claims, faultless and not findings),),
        claims=claims if trust.vouched else None,
    )


def _without(record: Record, trust: Trust, agreed: int, faultless: bool) -> Vouched:
    if not trust.vouched:
        return Vouched(findings=(), notes=(_doubted(UNSIGNED, faultless),), claims=None)
    newest = len(record.events)
    if agreed == newest:
        note = "No certificate is in this record; the receipt of its last event vouches for it."
        return Vouched(findings=(), notes=(note,), claims=None)
    beyond = f" beyond event {agreed}" if agreed else ""
    fault = Finding(
        version=0,
        field="certificate",
        clauses=(),
        recorded=None,
        expected=None,
        sentence=NOBODY_SIGNED.format(beyond=beyond) + EXPORT_AGAIN,
    )
    return Vouched(findings=(fault,), notes=(), claims=None)


def _differences(record: Record, claims: Certificate) -> list[Finding]:
    held = {
        "iss": record.server,
        "game": record.game,
        "events": len(record.events),
        "head": record.events[-1].hash,
        "rules": RULES,
    }
    return [
        _fault(
            record,
            f"certificate.{name}",
            value,
            getattr(claims, name),
            f"The certificate is of another {name}.",
        )
        for name, value in held.items()
        if getattr(claims, name) != value
    ]


def _note(token: str, trust: Trust, claims: Certificate, faultless: bool) -> str:
    if not trust.vouched:
        return _doubted(UNVOUCHED.format(kid=signer(token)), faultless)
    return AS_OF.format(standing=claims.standing, at=claims.at)


def _doubted(note: str, faultless: bool) -> str:
    """Only of a record without a fault it has to be said that it proves nothing by itself."""
    return f"{note} {COULD_BE_INVENTED}" if faultless else note


def _overturned(record: Record, claims: Certificate) -> list[Finding]:
    """Whoever signed a certificate that overturns the game says themselves that it is wrong."""
    if not claims.findings and claims.standing is not Standing.OVERTURNED:
        return []
    text = OVERTURNED.format(findings=claims.findings)
    return [_fault(record, "certificate.standing", None, claims.standing, text)]


def _fault(record: Record, field: str, recorded: Any, expected: Any, text: str) -> Finding:
    return Finding(
        version=len(record.events),
        field=field,
        clauses=(),
        recorded=recorded,
        expected=expected,
        sentence=text,
    )
