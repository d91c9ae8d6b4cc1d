"""An event as somebody recorded it, which nobody has believed yet."""

import re
from typing import Annotated, Any

import msgspec

from events.board import Value
from events.chain import Entry, Version, canonical

Plain = dict[str, Any]

DIGEST = re.compile(r"[A-Za-z0-9_-]{43}")
"""How a private digest is written: 32 bytes as base64url."""


class Recorded(Value, frozen=True, kw_only=True):
    """One event of a log under audit: the bytes that were hashed, and what came with them.

    `position` is where it stood: its number in the stream, or among the lines of a record.
    `faults` are fields of the entry that have not the form that they must have.
    """

    position: Version
    line: bytes
    hash: str
    hidden: Plain | None
    salt: str | None
    token: str | None = None
    faults: tuple[str, ...] = ()


Digest = Annotated[str, msgspec.Meta(pattern=rf"\A{DIGEST.pattern}\Z")]
Salt = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{32}\Z")]


class _Shaped(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A private part as it must be."""

    hidden: Plain | None
    salt: Salt | None
    token: Digest | None
    key: Digest | None
    request: Digest


_shaped = msgspec.json.Decoder(_Shaped)


def stored(position: Version, entry: Entry) -> Recorded:
    """An event as the store holds it; of the private digests only the form is looked at."""
    try:
        told = _shaped.decode(entry.private)
    except (ValueError, RecursionError):
        return _misread(position, entry)
    if canonical(told) != entry.private:
        return _misread(position, entry)
    return Recorded(
        position=position,
        line=entry.event,
        hash=entry.hash,
        hidden=told.hidden,
        salt=told.salt,
        token=told.token,
    )


def _misread(position: Version, entry: Entry) -> Recorded:
    """An event whose private part has not the form that it must have."""
    try:
        private = msgspec.json.decode(entry.private)
    except (ValueError, RecursionError):
        private = None
    if not isinstance(private, dict) or canonical(private) != entry.private:
        return Recorded(
            position=position,
            line=entry.event,
            hash=entry.hash,
            hidden=None,
            salt=None,
            faults=("private",),
        )
    hidden, salt, token = private.get("hidden"), private.get("salt"), private.get("token")
    return Recorded(
        position=position,
        line=entry.event,
        hash=entry.hash,
        hidden=hidden if isinstance(hidden, dict) else None,
        salt=salt if isinstance(salt, str) else None,
        token=token if isinstance(token, str) else None,
        faults=tuple(f"private.{name}" for name in _misshapen(private)),
    )


def _misshapen(private: Plain) -> list[str]:
    forms = {
        "hidden": lambda value: value is None or isinstance(value, dict),
        "salt": lambda value: value is None or _is_salt(value),
        "token": lambda value: value is None or _is_digest(value),
        "key": lambda value: value is None or _is_digest(value),
        "request": _is_digest,
    }
    wrong = [name for name, fits in forms.items() if name not in private or not fits(private[name])]
    return wrong + sorted(private.keys() - forms.keys())


def _is_digest(value: object) -> bool:
    return isinstance(value, str) and DIGEST.fullmatch(value) is not None


def _is_salt(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[0-9a-f]{32}", value) is not None
