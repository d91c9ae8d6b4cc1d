"""A certificate says what the newest audit came to, as of the newest report or ruling."""

from random import Random

import pytest
import rfc8785

from events import certificates, times
from events.certificates import TYPE, certificate, certified
from events.docket import (
    RELEASE,
    AuditRequested,
    Claim,
    DisputeRaised,
    DisputeRuled,
    Docket,
    Judgement,
    Standing,
)
from events.receipts import Fault, Keys, opened
from events.rulebook import RULES
from tests.record.signed import SERVER, Signed


@pytest.fixture(scope="module")
def keys() -> Keys:
    return Keys.fresh()


@pytest.fixture
def signed(keys: Keys) -> Signed:
    return Signed(Random(9), keys)


def raised() -> DisputeRaised:
    return DisputeRaised(version=5, claim=Claim.VERDICT, statement=None, receipt=None)


def ruled(signed: Signed, verdict: Judgement) -> DisputeRuled:
    return DisputeRuled(
        dispute=signed.docket.version,
        verdict=verdict,
        clauses=(),
        reading=None,
        recorded=None,
        expected=None,
        would_change=False,
        sentence="",
    )


def test_a_clean_audit_is_certified_with_its_docket_event(signed: Signed, keys: Keys) -> None:
    marked = signed.docket.marked
    assert marked
    claims = certificates.check(certified(signed.docket, SERVER, keys) or "", keys.public())
    assert not isinstance(claims, Fault)
    assert (claims.iss, claims.game, claims.standing) == (SERVER, signed.game, Standing.CLEARED)
    assert (claims.events, claims.head) == (
        len(signed.log.events),
        signed.log.events[-1].hash,
    )
    assert (claims.docket_head, claims.at) == (marked.hash, times.written(marked.at))
    assert (claims.findings, claims.rules, claims.release) == (0, RULES, RELEASE)


def test_the_payload_is_the_canonical_form(signed: Signed, keys: Keys) -> None:
    payload = opened(signed.certificate or "", TYPE, keys.public())
    assert isinstance(payload, bytes)
    claims = certificate(signed.docket, SERVER)
    assert claims
    assert payload == rfc8785.dumps({n: getattr(claims, n) for n in claims.__struct_fields__})


def test_without_a_report_there_is_none(signed: Signed, keys: Keys) -> None:
    empty = Docket(game=signed.game)
    assert certified(empty, SERVER, keys) is None
    signed.docket = empty
    signed.note(AuditRequested(events=1, head="h", rules=RULES, release=RELEASE))
    assert certified(signed.docket, SERVER, keys) is None


def test_a_dispute_raised_later_does_not_change_it(signed: Signed) -> None:
    before = certificate(signed.docket, SERVER)
    signed.note(raised(), seat=1)
    assert signed.docket.standing is Standing.DISPUTED
    assert certificate(signed.docket, SERVER) == before


@pytest.mark.parametrize(
    ("verdict", "standing"),
    [
        (Judgement.UPHELD, Standing.OVERTURNED),
        (Judgement.DISMISSED, Standing.CLEARED),
        (Judgement.SILENT, Standing.CLEARED),
    ],
)
def test_a_ruling_renews_it(signed: Signed, verdict: Judgement, standing: Standing) -> None:
    signed.note(raised(), seat=1)
    signed.note(ruled(signed, verdict), seat=1)
    claims = certificate(signed.docket, SERVER)
    assert claims
    assert claims.standing is standing
    assert signed.docket.head
    assert claims.docket_head == signed.docket.head.hash


def test_a_receipt_is_no_certificate_nor_the_other_way_round(signed: Signed, keys: Keys) -> None:
    from events import receipts

    assert certificates.check(signed.receipt(1), keys.public()) is Fault.MALFORMED
    assert receipts.check(signed.certificate or "", keys.public()) is Fault.MALFORMED
