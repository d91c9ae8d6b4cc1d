"""What is sent in to be audited, and what came of it. It is never signed and has no standing."""

import base64
from enum import StrEnum
from hmac import compare_digest

import msgspec

from events.board import Value
from events.findings import Finding, Report
from events.house import House, text
from events.refusal import Code, Refusal
from events.store import Store
from events.times import Millis

MOST_WAITING = 100
"""How many uploads wait for their audit at most."""


class Media(StrEnum):
    """As what an upload was sent: a record, or a transcript in one of two notations."""

    RECORD = "application/x-ndjson"
    JSON = "application/json"
    YAML = "application/yaml"


class Judged(Value, frozen=True, kw_only=True):
    """What an audit of an upload came to: a report, or in `failure` why there is none.

    `game` is the one that a record is of; `unchecked` says in sentences what could not be
    checked, and `differs` where the record is not what this service's own log says.
    """

    done_at: Millis
    report: Report | None = None
    failure: str | None = None
    game: str | None = None
    unchecked: tuple[str, ...] = ()
    differs: tuple[Finding, ...] = ()


class Upload(Value, frozen=True, kw_only=True):
    """Content that nobody has believed yet; it is dropped once it is judged."""

    id: str
    media: Media
    asked_at: Millis
    content: bytes
    judged: Judged | None = None


class Full(Exception):
    """So many uploads wait for their audit that no more are taken."""


class Intake:
    """The uploads of one store. Ids come from the request's key, or are random."""

    def __init__(self, store: Store, house: House) -> None:
        self._store = store
        self._house = house

    def known(self, key: str | None, media: Media, content: bytes) -> Upload | None:
        """What an earlier request with this key sent; raises Refusal where that was another."""
        fields = {} if key is None else self._store.upload(_id(self._house, key))
        if not fields:
            return None
        if not compare_digest(fields["digest"], self._digest(media, content)):
            raise Refusal(Code.KEY_REUSED, "This idempotency key was used for another request.")
        return _read(fields)

    def keep(self, key: str | None, media: Media, content: bytes) -> Upload:
        """Keep what was sent, and have its audit asked for; raises Refusal, Full, Unavailable."""
        if self._store.uploads_waiting() >= MOST_WAITING:
            raise Full("too many uploads wait for their audit")
        upload = Upload(
            id=_id(self._house, key), media=media, asked_at=self._house.clock(), content=content
        )
        fresh = self._store.keep_upload(
            upload.id,
            {
                "id": upload.id.encode(),
                "media": media.encode(),
                "asked_at": str(upload.asked_at).encode(),
                "digest": self._digest(media, content),
                "content": content,
            },
            upload.asked_at,
        )
        return upload if fresh else self.known(key, media, content) or upload

    def find(self, id: str) -> Upload | None:
        """None where there is none, or its week is over."""
        fields = self._store.upload(id)
        return _read(fields) if fields else None

    def attempt(self, upload: Upload) -> int:
        """Count one more try at judging an upload; which one this is, from 1."""
        return self._store.try_upload(upload.id)

    def forget(self, id: str) -> None:
        """Nothing is owed to an upload that is judged, or whose week is over."""
        self._store.forget_upload(id)

    def judge(self, id: str, judged: Judged) -> None:
        """Keep what came of an upload, in the place of its content."""
        self._store.note_upload(id, {"judged": msgspec.json.encode(judged)}, drop="content")

    def _digest(self, media: Media, content: bytes) -> bytes:
        return text(self._house.mac("upload", media, content)).encode()


def _id(house: House, key: str | None) -> str:
    """32 of `[a-z2-7]`: 160 bits, which nobody guesses."""
    source = house.chance(20) if key is None else house.mac("upload", key)[:20]
    return base64.b32encode(source).decode().lower()


def _read(fields: dict[str, bytes]) -> Upload:
    judged = fields.get("judged")
    return Upload(
        id=fields["id"].decode(),
        media=Media(fields["media"].decode()),
        asked_at=Millis(int(fields["asked_at"])),
        content=fields.get("content", b""),
        judged=msgspec.json.decode(judged, type=Judged) if judged else None,
    )
