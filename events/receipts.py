"""Receipts: signed statements of what the service said (RFC 7515, RFC 8037, RFC 9864). Pure."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Self, TypeVar

import msgspec
from joserfc import jws
from joserfc.errors import JoseError
from joserfc.jwk import OKPKey
from joserfc.jws import JWSRegistry

from events.board import Value
from events.chain import canonical

TYPE = "singsing-receipt"
ALGORITHM = "Ed25519"

T = TypeVar("T")

_ONLY_OURS = JWSRegistry(algorithms=[ALGORITHM])

Jwks = dict[str, list[dict[str, str]]]


class Claims(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a receipt says: `iss` stored an event of this hash; `at` is the event's time."""

    iss: str
    game: str
    version: int
    hash: str
    at: str


class Fault(StrEnum):
    """Why a receipt proves nothing."""

    MALFORMED = "malformed"
    UNKNOWN_KEY = "unknown-key"
    BAD_SIGNATURE = "bad-signature"


class Keys:
    """The key that signs, and the public halves of those that signed before it, newest first."""

    def __init__(self, signing: OKPKey, retired: tuple[OKPKey, ...] = ()) -> None:
        self._signing = signing
        self._retired = retired
        self.kid = signing.thumbprint()

    @classmethod
    def fresh(cls) -> Self:
        """Draws a new key from the system's randomness."""
        return cls(OKPKey.generate_key("Ed25519"))

    @classmethod
    def read(cls, text: str | bytes) -> Self:
        """From a private JWK, or a JWKS whose first key is private; raises ValueError."""
        try:
            content = msgspec.json.decode(text, type=dict[str, Any])
            signing, *retired = [_key(jwk) for jwk in content.get("keys", [content])]
        except (ValueError, msgspec.DecodeError, JoseError, TypeError, AttributeError) as error:
            raise ValueError("not a JWK or JWKS of Ed25519 keys") from error
        if not signing.is_private:
            raise ValueError("the first key has no private half")
        return cls(signing, tuple(retired))

    def written(self) -> bytes:
        """The private JWKS that `read` takes. Retired keys keep no private half."""
        signing = {**self._signing.as_dict(private=True), "kid": self.kid}
        return msgspec.json.encode({"keys": [signing, *self.public()["keys"][1:]]})

    def rotated(self) -> Self:
        """A fresh key signs from now on; this one stays good for checking."""
        return type(self)(OKPKey.generate_key("Ed25519"), (self._signing, *self._retired))

    def public(self) -> Jwks:
        """The public JWKS (RFC 7517), the signing key first."""
        return {"keys": [_public(key) for key in (self._signing, *self._retired)]}

    def sign(self, claims: Claims) -> str:
        """The receipt, as a compact JWS over the canonical form."""
        return self.seal(TYPE, canonical(claims))

    def seal(self, typ: str, payload: bytes) -> str:
        header = {"alg": ALGORITHM, "kid": self.kid, "typ": typ}
        return jws.serialize_compact(header, payload, self._signing, registry=_ONLY_OURS)


def check(receipt: str, trusted: Mapping[str, Any]) -> Claims | Fault:
    """What a receipt says, if a key of the trusted JWKS signed it. Never trust keys sent along."""
    payload = opened(receipt, TYPE, trusted)
    if isinstance(payload, Fault):
        return payload
    return read_payload(payload, Claims) or Fault.MALFORMED


def read_payload(payload: bytes, form: type[T]) -> T | None:
    """A payload in its canonical form, None where it is not of that form."""
    try:
        claims = msgspec.json.decode(payload, type=form)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return claims if canonical(claims) == payload else None


def signer(token: str) -> str | None:
    """The thumbprint of the key that a token says it is signed with; checks nothing."""
    return _header(token).get("kid")


def claimed(receipt: str) -> Claims | None:
    """What somebody says that a receipt says; checks no signature."""
    parts = _parts(receipt)
    return read_payload(parts[1], Claims) if parts else None


def opened(token: str, typ: str, trusted: Mapping[str, Any]) -> bytes | Fault:
    """The payload of a compact JWS of ours: exactly our header, strict base64url, a trusted key."""
    kid = signer(token)
    if kid is None or _header(token) != {"alg": ALGORITHM, "kid": kid, "typ": typ}:
        return Fault.MALFORMED
    key = next((key for key in map(_key, trusted["keys"]) if key.thumbprint() == kid), None)
    if key is None:
        return Fault.UNKNOWN_KEY
    try:
        return jws.deserialize_compact(token, key, registry=_ONLY_OURS).payload
    except JoseError:
        return Fault.BAD_SIGNATURE


def usable(jwks: Any) -> Jwks:
    """Those keys of whatever was given as a JWKS that could have signed what we sign."""
    given = jwks.get("keys") if isinstance(jwks, dict) else None
    found = [_usable(jwk) for jwk in given] if isinstance(given, list) else []
    return {"keys": [_public(key) for key in found if key is not None]}


def _usable(jwk: Any) -> OKPKey | None:
    try:
        public = {name: jwk[name] for name in ("kty", "crv", "x")}
        fit = public["kty"] == "OKP" and len(_unpacked(public["x"])) == 32
        return _key(public) if fit else None
    except (JoseError, ValueError, TypeError, LookupError, AttributeError):
        return None


def _key(jwk: Mapping[str, Any]) -> OKPKey:
    key = OKPKey.import_key({name: jwk[name] for name in ("kty", "crv", "x", "d") if name in jwk})
    if key.curve_name != "Ed25519":
        raise ValueError("not an Ed25519 key")
    return key


def _public(key: OKPKey) -> dict[str, str]:
    about = {"alg": ALGORITHM, "kid": key.thumbprint(), "use": "sig"}
    return {**{name: str(part) for name, part in key.as_dict(private=False).items()}, **about}


def _header(token: str) -> dict[str, str]:
    """The protected header of a compact JWS; empty where the token is none."""
    parts = _parts(token)
    try:
        return msgspec.json.decode(parts[0], type=dict[str, str]) if parts else {}
    except (msgspec.DecodeError, UnicodeDecodeError):
        return {}


def _parts(token: str) -> list[bytes] | None:
    try:
        parts = [_unpacked(part) for part in token.split(".")]
    except ValueError:
        return None
    return parts if len(parts) == 3 else None


def _unpacked(part: str) -> bytes:
    """Raises ValueError unless this is the one base64url writing of its bytes (RFC 7515)."""
    try:
        content = urlsafe_b64decode(part + "=" * (-len(part) % 4))
    except NotBase64 as error:
        raise ValueError("not base64url") from error
    if urlsafe_b64encode(content).rstrip(b"=").decode() != part:
        raise ValueError("not base64url")
    return content
