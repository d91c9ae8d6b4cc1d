"""What was signed can be checked by anybody, and by no other key."""

import json
from base64 import urlsafe_b64decode
from time import process_time

import pytest
import rfc8785
from joserfc import jws
from joserfc.jwk import OKPKey

from events import receipts
from events.receipts import Claims, Fault, Keys

CLAIMS = Claims(
    iss="http://127.0.0.1:8080",
    game="k3abcdefghijklmn",
    version=7,
    hash="sha256:" + "0" * 64,
    at="2026-11-29T12:00:00.123Z",
)


def unpack(part: str) -> bytes:
    return urlsafe_b64decode(part + "=" * (-len(part) % 4))


@pytest.fixture(scope="module")
def keys() -> Keys:
    return Keys.fresh()


def test_a_receipt_says_again_what_was_signed(keys: Keys) -> None:
    assert receipts.check(keys.sign(CLAIMS), keys.public()) == CLAIMS


def test_header_and_payload_are_exactly_as_published(keys: Keys) -> None:
    header, payload, _ = keys.sign(CLAIMS).split(".")
    assert json.loads(unpack(header)) == {
        "alg": "Ed25519",
        "kid": keys.kid,
        "typ": "singsing-receipt",
    }
    claims = {name: getattr(CLAIMS, name) for name in CLAIMS.__struct_fields__}
    assert unpack(payload) == rfc8785.dumps(claims)


def test_the_key_id_is_the_thumbprint_of_the_published_key(keys: Keys) -> None:
    [jwk] = keys.public()["keys"]
    assert OKPKey.import_key(dict(jwk)).thumbprint() == keys.kid == jwk["kid"]
    assert "d" not in jwk


def test_another_key_does_not_vouch_for_it(keys: Keys) -> None:
    assert receipts.check(keys.sign(CLAIMS), Keys.fresh().public()) is Fault.UNKNOWN_KEY


def test_a_retired_key_still_checks_and_has_no_private_half_left(keys: Keys) -> None:
    rotated = Keys.read(keys.rotated().written())
    assert receipts.check(keys.sign(CLAIMS), rotated.public()) == CLAIMS
    assert [k["kid"] for k in rotated.public()["keys"]] == [rotated.kid, keys.kid]
    assert [("d" in jwk) for jwk in json.loads(rotated.written())["keys"]] == [True, False]


def test_changed_claims_are_found_out(keys: Keys) -> None:
    header, _, signature = keys.sign(CLAIMS).split(".")
    other = keys.sign(
        Claims(**{**{n: getattr(CLAIMS, n) for n in CLAIMS.__struct_fields__}, "version": 8})
    )
    forged = ".".join([header, other.split(".")[1], signature])
    assert receipts.check(forged, keys.public()) is Fault.BAD_SIGNATURE


@pytest.mark.parametrize(
    "text", ["", "a.b", "a.b.c", "....", "é.é.é", "e30.e30.e30", "a" * 10_000, ".".join("a" * 500)]
)
def test_what_is_no_receipt_is_called_malformed(keys: Keys, text: str) -> None:
    assert receipts.check(text, keys.public()) is Fault.MALFORMED


@pytest.mark.filterwarnings("ignore:EdDSA is deprecated")
@pytest.mark.parametrize("other", [{"alg": "EdDSA"}, {"typ": "JWT"}, {"cty": "x"}])
def test_another_header_is_refused_even_if_signed(keys: Keys, other: dict[str, str]) -> None:
    key = OKPKey.import_key(json.loads(keys.written())["keys"][0])
    header = {"alg": "Ed25519", "kid": keys.kid, "typ": receipts.TYPE, **other}
    signed = jws.serialize_compact(header, b"{}", key, algorithms=["Ed25519", "EdDSA"])
    assert receipts.check(signed, keys.public()) is Fault.MALFORMED


def test_a_payload_that_is_not_canonical_is_refused_even_if_signed(keys: Keys) -> None:
    payload = json.dumps({name: getattr(CLAIMS, name) for name in CLAIMS.__struct_fields__})
    signed = keys.seal(receipts.TYPE, payload.encode())
    assert receipts.check(signed, keys.public()) is Fault.MALFORMED


def test_a_second_writing_of_the_same_signature_is_refused(keys: Keys) -> None:
    receipt = keys.sign(CLAIMS)
    last = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".index(receipt[-1])
    twin = (
        receipt[:-1] + "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"[last ^ 1]
    )
    assert receipts.check(twin, keys.public()) is Fault.MALFORMED


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"keys": []}', '{"keys": 3}', '{"kty": "oct", "k": "AA"}', "{"],
)
def test_bad_key_files_are_value_errors(text: str) -> None:
    with pytest.raises(ValueError, match="not a JWK or JWKS"):
        Keys.read(text)


def test_a_public_key_cannot_sign(keys: Keys) -> None:
    with pytest.raises(ValueError, match="private"):
        Keys.read(json.dumps(keys.public()))


def test_signing_is_fast_enough_to_sign_every_event(keys: Keys) -> None:
    started = process_time()
    for _ in range(1000):
        keys.sign(CLAIMS)
    assert process_time() - started < 0.5
