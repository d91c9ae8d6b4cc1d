"""Certificates: what an audit of a log in this service's own store came to, signed. Pure."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from events import times
from events.board import Value
from events.chain import Head, canonical
from events.docket import Audit, Docket, Standing
from events.receipts import Fault, Keys, opened, read_payload

TYPE = "singsing-certificate"


class Certificate(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a certificate says; `findings` is their number, `standing` and `at` are as of
    the docket event whose hash is `docket_head`."""

    iss: str
    game: str
    events: int
    head: str
    docket_head: str
    standing: Standing
    findings: int
    rules: str
    release: str
    at: str


def certificate(docket: Docket, iss: str) -> Certificate | None:
    """The newest there is: over the newest audit, as of the newest report or ruling.

    None where no audit has reported. Only for a docket of this service's own store.
    """
    audit = _newest(docket)
    if docket.marked is None or audit is None or audit.report is None:
        return None
    if audit.report.head is None:
        return None
    return Certificate(
        iss=iss,
        game=docket.game,
        events=audit.report.events,
        head=audit.report.head,
        docket_head=docket.marked.hash,
        standing=_as_of(docket, docket.marked).standing,
        findings=audit.report.found,
        rules=audit.request.rules,
        release=audit.request.release,
        at=times.written(docket.marked.at),
    )


def certified(docket: Docket, iss: str, keys: Keys) -> str | None:
    """That certificate as a compact JWS; None where there is none."""
    claims = certificate(docket, iss)
    return None if claims is None else keys.seal(TYPE, canonical(claims))


def check(token: str, trusted: Mapping[str, Any]) -> Certificate | Fault:
    """What a certificate says, if a key of the trusted JWKS signed it."""
    payload = opened(token, TYPE, trusted)
    if isinstance(payload, Fault):
        return payload
    return read_payload(payload, Certificate) or Fault.MALFORMED


def _newest(docket: Docket) -> Audit | None:
    done = [audit for audit in docket.audits if audit.report]
    return max(done, key=lambda audit: audit.id, default=None)


def _as_of(docket: Docket, marked: Head) -> Docket:
    """The docket as it stood at that event: what was raised later was not there yet."""
    return replace(docket, disputes=tuple(d for d in docket.disputes if d.id <= marked.version))
