"""The canonical form (RFC 8785), the hash chain and the veil. Pure."""

from collections.abc import Callable
from hashlib import sha256
from typing import Annotated, Any, Generic, NewType, TypeVar

import msgspec

from events import catalogue, times
from events.board import SeatNo, Value
from events.refusal import BrokenLog
from events.times import Millis

GameId = NewType("GameId", str)
Version = NewType("Version", int)
"""The number of an event in its game, from 1."""

_canonical = msgspec.json.Encoder(order="sorted")


def canonical(value: Any) -> bytes:
    """The RFC 8785 form of a value of our profile: ASCII keys, integers within ±(2⁵³−1)."""
    return _canonical.encode(value)


def digest(content: bytes) -> str:
    return "sha256:" + sha256(content).hexdigest()


def veil(hidden: dict[str, Any], salt: str) -> str:
    """Commits to what is hidden; `salt` is 32 random hex digits, fresh for each event."""
    return digest(canonical({"salt": salt, "value": hidden}))


class Envelope(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The open form of an event: exactly what is hashed, and served while the game runs."""

    game: GameId
    version: Version
    type: str
    at: str
    seat: SeatNo | None
    action: dict[str, Any]
    outcome: dict[str, Any]
    veil: str | None
    previous: str | None


Told = Annotated[str, msgspec.Meta(pattern=r"\A[A-Za-z0-9_-]+\Z")]
"""A digest as base64url: ASCII, or it could not be compared in constant time."""


class Private(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an entry keeps for itself: hidden and salt open with the game, the digests never."""

    hidden: dict[str, Any] | None
    salt: str | None
    token: Told | None
    key: Told | None
    request: Told


class Entry(Value, frozen=True, kw_only=True):
    """An event as the store holds it: canonical bytes, their hash, and the private part."""

    event: bytes
    hash: str
    private: bytes


B = TypeVar("B", bound=catalogue.Body)

Plain = dict[str, Any]

Form = Callable[[str, Plain, Plain, Plain | None], B]
"""Makes a body from an event's type, action, outcome and hidden; raises ValueError."""


class Sealed(Value, Generic[B], frozen=True, kw_only=True):
    """An event read from its entry, or sealed to become one."""

    game: GameId
    version: Version
    at: Millis
    seat: SeatNo | None
    body: B
    hash: str
    token: str | None
    """SHA-256 of the seat token that the event gave, as base64url; in a docket its mark."""
    key: str | None
    request: str
    entry: Entry


Event = Sealed[catalogue.AnyBody]
"""An event of a game's log."""


class Head(Value, frozen=True, kw_only=True):
    """Where a log stands: its newest version, that event's hash and time."""

    version: Version
    hash: str
    at: Millis


class Digests(Value, frozen=True, kw_only=True):
    """What finds an event again that a retry asks for: keyed digests of key and request."""

    key: str | None
    request: str


def head(event: Sealed[B]) -> Head:
    return Head(version=event.version, hash=event.hash, at=event.at)


def seal(
    game: GameId,
    after: Head | None,
    at: Millis,
    seat: SeatNo | None,
    body: B,
    salt: str,
    digests: Digests,
) -> Sealed[B]:
    """The next event of a log: timed never before the last, hashed, its hidden part veiled."""
    action, outcome, hidden = catalogue.parts(body)
    at = max(at, after.at) if after else at
    envelope = Envelope(
        game=game,
        version=Version(after.version + 1 if after else 1),
        type=body.type,
        at=times.written(at),
        seat=seat,
        action=action,
        outcome=outcome,
        veil=veil(hidden, salt) if hidden else None,
        previous=after.hash if after else None,
    )
    line = canonical(envelope)
    hash = digest(line)
    private = Private(
        hidden=hidden,
        salt=salt if hidden else None,
        token=None,
        key=digests.key,
        request=digests.request,
    )
    return Sealed(
        game=game,
        version=envelope.version,
        at=at,
        seat=seat,
        body=body,
        hash=hash,
        token=None,
        key=digests.key,
        request=digests.request,
        entry=Entry(event=line, hash=hash, private=canonical(private)),
    )


def with_token(event: Sealed[B], token: str) -> Sealed[B]:
    """The same event with a digest made from its hash and the service secret; the hash stands."""
    private = msgspec.json.decode(event.entry.private, type=Private)
    private = msgspec.structs.replace(private, token=token)
    entry = msgspec.structs.replace(event.entry, private=canonical(private))
    return msgspec.structs.replace(event, token=token, entry=entry)


_envelope = msgspec.json.Decoder(Envelope)
_private = msgspec.json.Decoder(Private)


def verified(
    game: GameId, version: Version, entry: Entry, after: Head | None, form: Form[B]
) -> Sealed[B]:
    """The event of a stored entry that follows `after`; raises BrokenLog where it does not."""

    def broken(field: str, sentence: str) -> BrokenLog:
        return BrokenLog(game, version, field, sentence)

    if version != (after.version + 1 if after else 1):
        raise broken("version", "The event is not the next one.")
    event, previous = _read(game, version, entry, form)
    if previous != (after.hash if after else None):
        raise broken("previous", "The event does not follow the one before it.")
    if after and event.at < after.at:
        raise broken("at", "The event lies before the one before it.")
    return event


def read_alone(game: GameId, version: Version, entry: Entry, form: Form[B]) -> Sealed[B]:
    """The event of a stored entry, checked by itself; raises BrokenLog where it does not verify."""
    return _read(game, version, entry, form)[0]


def _read(
    game: GameId, version: Version, entry: Entry, form: Form[B]
) -> tuple[Sealed[B], str | None]:
    """An event and the hash that it follows."""

    def broken(field: str, sentence: str) -> BrokenLog:
        return BrokenLog(game, version, field, sentence)

    if digest(entry.event) != entry.hash:
        raise broken("hash", "The hash is not that of the event.")
    try:
        envelope = _envelope.decode(entry.event)
        private = _private.decode(entry.private)
        at = times.read(envelope.at)
        body = form(envelope.type, envelope.action, envelope.outcome, private.hidden)
    except (ValueError, RecursionError) as error:
        raise broken("event", "The entry is not of the form of an event.") from error
    if envelope.game != game:
        raise broken("game", "The event is of another game.")
    if envelope.version != version:
        raise broken("version", "The event is not of the version it is stored at.")
    if envelope.veil != _veil_of(private):
        raise broken("veil", "The veil does not cover what is hidden.")
    event = Sealed(
        game=game,
        version=version,
        at=at,
        seat=envelope.seat,
        body=body,
        hash=entry.hash,
        token=private.token,
        key=private.key,
        request=private.request,
        entry=entry,
    )
    return event, envelope.previous


def _veil_of(private: Private) -> str | None:
    if private.hidden is None:
        return None
    return veil(private.hidden, private.salt or "")
