"""What was sent in to be audited, and its report: kept for a week under an id nobody guesses."""

from typing import Any

from events.store.clients import available
from events.store.keys import bucket, key

KEPT_SECONDS = 7 * 86_400


class Uploads:
    """Uploads by id. Their fields are bytes; what they mean is not the store's affair."""

    _appends: Any
    _reads: Any

    def keep_upload(self, id: str, fields: dict[str, bytes]) -> bool:
        """Keep an upload whole and have its audit asked for; False where that id is taken.

        Its row in the outbox has the kind `upload`, and its id in the place of a game's.
        """
        name = _key(id)
        row = {"game": id, "version": 0, "kind": "upload"}
        with available():
            pipe = self._appends.pipeline(transaction=True)
            for field, value in fields.items():
                pipe.hsetnx(name, field, value)
            pipe.expire(name, KEPT_SECONDS, nx=True)
            pipe.xadd(key(bucket(id), "outbox"), row)
            return bool(pipe.execute()[0])

    def upload(self, id: str) -> dict[str, bytes]:
        """The fields of an upload; none where there is none, or its week is over."""
        with available():
            found = self._reads.hgetall(_key(id))
        return {name.decode(): value for name, value in found.items()}

    def note_upload(self, id: str, fields: dict[str, bytes], drop: str) -> None:
        """Add to an upload what came of it and drop a field, where it is still kept."""
        with available():
            if self._reads.exists(_key(id)):
                pipe = self._appends.pipeline(transaction=True)
                pipe.hset(_key(id), mapping=fields)
                pipe.hdel(_key(id), drop)
                pipe.expire(_key(id), KEPT_SECONDS, nx=True)
                pipe.execute()


def _key(id: str) -> str:
    return key(bucket(id), f"upload:{id}")
