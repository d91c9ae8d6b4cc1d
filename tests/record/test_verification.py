"""A verification names event and field, trusts nobody unasked, and says what it left out."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from events import record
from events.certificates import TYPE, certificate
from events.chain import canonical
from events.receipts import Keys
from events.verification import Verification, verify
from tests.record.damage import forged_whole, rechained
from tests.record.signed import SERVER, Signed
from tests.record.test_two_verifiers import Case, by_javascript

KEYS = Keys.fresh()
SIGNED = Signed(Random(9), KEYS)
LAST = len(SIGNED.log.events)
PUBLIC: Any = KEYS.public()


def values(signed: Signed = SIGNED) -> list[dict[str, Any]]:
    return [json.loads(line) for line in signed.content.splitlines()]


def told(lines: list[dict[str, Any]]) -> bytes:
    return b"".join(canonical(line) + b"\n" for line in lines)


def verified(
    content: bytes, keys: Any = None, trust: Sequence[str] = (), receipts: Sequence[str] = ()
) -> Verification:
    return verify(record.read(content), keys, trust, receipts)


def first(verdict: Verification) -> tuple[int, str]:
    return verdict.findings[0].version, verdict.findings[0].field


def of_type(kind: str) -> int:
    """The version of the first event of a type."""
    return next(e.version for e in SIGNED.log.events if e.body.type == kind)


def test_a_sound_record_of_a_known_key_is_sound_to_its_end() -> None:
    verdict = verified(SIGNED.content, PUBLIC)
    assert (verdict.ok, verdict.sound_to, verdict.findings) == (True, LAST, ())
    assert verdict.certificate
    assert verdict.certificate.head == verdict.head


def test_without_keys_it_says_who_could_have_written_it() -> None:
    verdict = verified(SIGNED.content)
    assert verdict.ok
    assert verdict.certificate is None
    assert f"nobody vouches here ({KEYS.kid})" in verdict.unchecked[0]
    assert "whoever wrote this file could have written all of it" in verdict.unchecked[0]


def damaged(certificate: str | None) -> bytes:
    """A record of which one event has another time."""
    lines = values()
    lines[3]["at"] = "2020-01-01T00:00:00.000Z"
    lines[-1]["certificate"] = certificate
    return told(lines)


def overturning() -> bytes:
    """A record in which nothing but what its certificate says is wrong."""
    plain = {**msgspec.to_builtins(certificate(SIGNED.docket, SERVER)), "standing": "overturned"}
    return SIGNED.written(KEYS.seal(TYPE, canonical(plain)))


def another() -> str | None:
    return Signed(Random(12), KEYS).certificate


@pytest.mark.parametrize(
    ("content", "note"),
    [
        (damaged(None), "No certificate is in this record."),
        (damaged(SIGNED.certificate), f"nobody vouches here ({KEYS.kid})."),
        (SIGNED.written(another()), f"nobody vouches here ({KEYS.kid})."),
        (overturning(), f"nobody vouches here ({KEYS.kid})."),
    ],
    ids=["damaged", "damaged, certified", "of another game", "overturned"],
)
def test_of_a_record_with_faults_it_says_nowhere_that_it_is_consistent(
    content: bytes, note: str
) -> None:
    [case] = by_javascript([Case(content)])
    for unchecked in (verified(content).unchecked, case["unchecked"]):
        assert unchecked[0].endswith(note)


def test_where_a_receipt_speaks_against_a_record_it_is_not_called_consistent() -> None:
    lying = SIGNED.receipt(4, hash="sha256:no")
    verdict = verified(SIGNED.written(None), receipts=[lying])
    assert (verdict.ok, verdict.unchecked) == (False, ("No certificate is in this record.",))


def test_a_thumbprint_from_elsewhere_picks_a_key_of_the_record() -> None:
    assert verified(SIGNED.content, None, [KEYS.kid]).certificate
    assert first(verified(SIGNED.content, None, ["A" * 43])) == (LAST, "certificate")


def test_the_event_and_field_that_was_touched_is_named() -> None:
    verdict = verified(damaged(SIGNED.certificate))
    assert (verdict.ok, verdict.sound_to) == (False, 2)
    assert {(f.version, f.field) for f in verdict.findings} >= {(3, "hash"), (3, "at")}


@pytest.mark.parametrize("kind", ["answer-given", "sticks-removed"])
def test_a_veil_opened_to_another_stick_is_named(kind: str) -> None:
    lines = values()
    version = of_type(kind)
    stick = lines[version]["hidden"]["sticks"][0]
    stick["colour"] = "red" if stick["colour"] != "red" else "blue"
    assert first(verified(told(lines))) == (version, "veil")


def test_a_veil_made_anew_for_another_stick_is_named_by_the_rules() -> None:
    lines = values()
    version = of_type("sticks-removed")
    stick = lines[version]["hidden"]["sticks"][0]
    stick["colour"] = "red" if stick["colour"] != "red" else "blue"
    verdict = verified(rechained(lines))
    assert first(verdict) == (version, "hidden.sticks")
    assert verdict.sound_to == version - 1


def test_another_board_than_the_seeds_is_named() -> None:
    lines = values()
    version = of_type("game-started")
    deal = lines[version]["hidden"]["deal"]
    deal[0]["sticks"], deal[1]["sticks"] = deal[1]["sticks"], deal[0]["sticks"]
    assert (version, "hidden.deal") in {
        (f.version, f.field) for f in verified(rechained(lines)).findings
    }


def test_a_log_forged_whole_is_consistent_but_our_keys_say_no() -> None:
    content = forged_whole(Random(3), SIGNED)
    assert not verified(content, PUBLIC).ok
    assert not verified(content, None, [KEYS.kid]).ok


def test_a_log_forged_whole_without_a_certificate_is_vouched_for_by_nobody() -> None:
    forged = Signed(Random(11), Keys.fresh())
    content = forged.written(None)
    assert verified(content).ok
    assert first(verified(content, PUBLIC)) == (0, "certificate")


def test_one_honest_receipt_says_no_to_a_log_forged_whole() -> None:
    content = forged_whole(Random(3), SIGNED)
    for trusted in (PUBLIC, None):
        verdict = verified(content, trusted, receipts=[SIGNED.receipt(4)])
        assert not verdict.ok
        assert (4, "receipt") in {(f.version, f.field) for f in verdict.findings}


def test_two_contradicting_receipts_alone_suffice() -> None:
    receipts = [SIGNED.receipt(1, game="b" * 16, hash=hash) for hash in ("one", "two")]
    verdict = verified(SIGNED.content, PUBLIC, receipts=receipts)
    assert (verdict.ok, verdict.sound_to) == (False, LAST)
    assert "Two receipts, both genuine" in verdict.findings[0].sentence


def test_a_receipt_beyond_the_end_says_no() -> None:
    verdict = verified(SIGNED.content, PUBLIC, receipts=[SIGNED.receipt(LAST + 2)])
    assert (verdict.ok, verdict.sound_to) == (False, LAST)
    assert first(verdict) == (LAST + 2, "receipt")


def test_a_forged_or_foreign_receipt_is_no_evidence() -> None:
    genuine = SIGNED.receipt(4)
    foreign = Signed(Random(1), Keys.fresh(), SIGNED.log).receipt(4, hash="sha256:no")
    verdict = verified(SIGNED.content, PUBLIC, receipts=[genuine[:-4] + "AAAA", "x", foreign])
    assert verdict.ok
    assert sum("is no evidence" in note for note in verdict.unchecked) == 3


def test_the_receipt_of_the_last_event_vouches_where_no_certificate_is() -> None:
    content = SIGNED.written(None)
    assert verified(content, PUBLIC, receipts=[SIGNED.receipt(LAST)]).ok
    verdict = verified(content, PUBLIC, receipts=[SIGNED.receipt(LAST - 2)])
    assert first(verdict) == (0, "certificate")
    assert f"signed for this record beyond event {LAST - 2}. " in verdict.findings[0].sentence


@pytest.mark.parametrize("receipts", [[], [SIGNED.receipt(4)]], ids=["no receipt", "an early one"])
def test_where_no_certificate_is_both_say_what_to_do_about_it(receipts: list[str]) -> None:
    content = SIGNED.written(None)
    [found] = verified(content, PUBLIC, receipts=receipts).findings
    [case] = by_javascript([Case(content, PUBLIC, receipts=receipts)])
    assert case["findings"] == [msgspec.to_builtins(found) | {"clauses": []}]
    assert "Export it again, or give the receipt of its last event (--receipt)." in found.sentence


def test_a_certificate_of_another_log_is_named() -> None:
    other = Signed(Random(12), KEYS)
    verdict = verified(SIGNED.written(other.certificate), PUBLIC)
    assert {"certificate.game", "certificate.head"} <= {f.field for f in verdict.findings}


@pytest.mark.parametrize(("findings", "standing"), [(1, "overturned"), (0, "overturned")])
def test_a_certificate_that_overturns_the_game_says_no(findings: int, standing: str) -> None:
    claims = certificate(SIGNED.docket, SERVER)
    plain = {**msgspec.to_builtins(claims), "findings": findings, "standing": standing}
    content = SIGNED.written(KEYS.seal(TYPE, canonical(plain)))
    for keys in (PUBLIC, None):
        verdict = verified(content, keys)
        assert (verdict.ok, verdict.sound_to) == (False, LAST)
        assert first(verdict) == (LAST, "certificate.standing")


def test_a_game_that_is_not_over_is_no_record() -> None:
    lines = values()
    closing = {"certificate": None, "events": 4, "head": lines[4]["hash"]}
    verdict = verified(told([*lines[:5], closing]))
    assert first(verdict) == (5, "events")


def test_whatever_was_done_to_options_ends_in_a_verdict() -> None:
    odd: list[Any] = [0, 1, 5, 24, -1, 2**53 - 1, None, "x", True, [], {}]
    for name in values()[1]["action"]["options"]:
        for value in odd:
            lines = values()
            if lines[1]["action"]["options"][name] == value:
                continue
            lines[1]["action"]["options"][name] = value
            content = rechained(lines)
            assert verified(content).head
