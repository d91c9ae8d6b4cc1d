"""What was sent in to be audited, and its report: kept for a week under an id nobody guesses."""

from typing import Any

from events.store.clients import available
from events.store.keys import BUCKETS, bucket, key
from events.times import Millis

KEPT_SECONDS = 7 * 86_400


class Uploads:
    """Uploads by id. Their fields are bytes; what they mean is not the store's affair."""

    _appends: Any
    _reads: Any

    def keep_upload(self, id: str, fields: dict[str, bytes], at: Millis) -> bool:
        """Keep an upload whole and have its audit asked for; False where that id is taken.

        Its row in the outbox has the kind `upload`, and its id in the place of a game's. Its
        report is owed from then on.
        """
        name, number = _key(id), bucket(id)
        row = {"game": id, "version": 0, "kind": "upload"}
        with available():
            pipe = self._appends.pipeline(transaction=True)
            for field, value in fields.items():
                pipe.hsetnx(name, field, value)
            pipe.expire(name, KEPT_SECONDS, nx=True)
            pipe.xadd(key(number, "outbox"), row)
            pipe.zadd(key(number, "owed-uploads"), {id: at}, nx=True)
            return bool(pipe.execute()[0])

    def upload(self, id: str) -> dict[str, bytes]:
        """The fields of an upload; none where there is none, or its week is over."""
        with available():
            found = self._reads.hgetall(_key(id))
        return {name.decode(): value for name, value in found.items()}

    def try_upload(self, id: str) -> int:
        """Count one more try at judging an upload that is there; which one this is, from 1."""
        with available():
            return int(self._appends.hincrby(_key(id), "tries", 1))

    def note_upload(self, id: str, fields: dict[str, bytes], drop: str) -> None:
        """Add to an upload what came of it and drop a field, where it is still kept.

        Its report is no longer owed.
        """
        with available():
            if self._reads.exists(_key(id)):
                pipe = self._appends.pipeline(transaction=True)
                pipe.hset(_key(id), mapping=fields)
                pipe.hdel(_key(id), drop)
                pipe.expire(_key(id), KEPT_SECONDS, nx=True)
                pipe.zrem(key(bucket(id), "owed-uploads"), id)
                pipe.execute()

    def forget_upload(self, id: str) -> None:
        """Its report is no longer owed."""
        with available():
            self._appends.zrem(key(bucket(id), "owed-uploads"), id)

    def uploads_waiting(self) -> int:
        """How many uploads have no report yet."""
        with available():
            pipe = self._reads.pipeline(transaction=False)
            for number in range(BUCKETS):
                pipe.zcard(key(number, "owed-uploads"))
            return sum(pipe.execute())


def _key(id: str) -> str:
    return key(bucket(id), f"upload:{id}")
