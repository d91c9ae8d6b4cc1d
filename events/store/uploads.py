"""What was sent in to be audited, and its report: kept for a week under an id nobody guesses."""

from typing import Any

from events.store.clients import available
from events.store.keys import bucket, key

KEPT_SECONDS = 7 * 86_400


class Uploads:
    """Uploads by id. Their fields are bytes; what they mean is the clerk's affair."""

    _appends: Any
    _reads: Any

    def keep_upload(self, id: str, fields: dict[str, bytes]) -> bool:
        """Keep an upload; False where there is one of that id already."""
        name = _key(id)
        with available():
            pipe = self._appends.pipeline(transaction=True)
            pipe.hsetnx(name, "id", id)
            pipe.expire(name, KEPT_SECONDS, nx=True)
            fresh = bool(pipe.execute()[0])
            if fresh:
                self._appends.hset(name, mapping=fields)
        return fresh

    def upload(self, id: str) -> dict[str, bytes]:
        """The fields of an upload; none where there is none, or its week is over."""
        with available():
            found = self._reads.hgetall(_key(id))
        return {name.decode(): value for name, value in found.items()}

    def note_upload(self, id: str, fields: dict[str, bytes]) -> None:
        """Add to an upload what came of it, where it is still kept."""
        with available():
            if self._reads.exists(_key(id)):
                self._appends.hset(_key(id), mapping=fields)


def _key(id: str) -> str:
    return key(bucket(id), f"upload:{id}")
