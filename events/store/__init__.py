"""Redis, and all of it: streams, indexes, lobby, deadlines, outboxes, uploads.

Only this room knows keys and entries. Whatever Redis cannot do now is `Unavailable`.
"""

from events.store.clients import Client, Unavailable, clients
from events.store.keys import BUCKETS, Stream, bucket, channel, stream_key
from events.store.lobby import Listed, Lobby, Place
from events.store.logs import Append, Conflict, Logs
from events.store.owner import Owner
from events.store.uploads import Uploads
from events.store.work import Row, Work

__all__ = [
    "BUCKETS",
    "Append",
    "Client",
    "Conflict",
    "Listed",
    "Place",
    "Row",
    "Store",
    "Stream",
    "Unavailable",
    "bucket",
    "channel",
    "connect",
    "stream_key",
]


class Store(Logs, Lobby, Work, Uploads, Owner):
    """Everything about all games that one Redis, a cluster, or memory keeps."""

    def __init__(
        self, reads: Client, appends: Client, replicas: int = 0, timeout: float = 5.0
    ) -> None:
        super().__init__(reads, appends, replicas, timeout)


def connect(url: str, timeout: float = 5.0, replicas: int = 0) -> Store:
    """The store at an address: `redis://`, `rediss://`, `unix://`, `cluster://`, `memory://`.

    `timeout` (seconds) is for each answer. Raises Unavailable where a cluster does not say
    what its nodes are.
    """
    return Store(*clients(url, timeout), replicas, timeout)
