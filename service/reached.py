"""The store of this machine's games, for commands that read it beside the service or without."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from service import engine, environment
from service.private_store import PrivateStore


class CannotReach(Exception):
    """The sentence says why no store is there."""


@contextmanager
def reached(environ: Mapping[str, str]) -> Iterator[str]:
    """The URL of the store that is named, or of the data folder's, started if it does not run.

    Raises CannotReach, and what starting a store raises.
    """
    if url := environment.events_url(environ):
        if url.startswith("memory:"):
            raise CannotReach("A store in memory belongs to one process, and to no other.")
        yield url
        return
    store = _own(environ)
    live = store.alive()
    if not live:
        store.start()
    try:
        yield store.url
    finally:
        if not live:
            store.stop()


def _own(environ: Mapping[str, str]) -> PrivateStore:
    folder = environment.data_folder(environ) / "store"
    if not folder.is_dir():
        raise CannotReach(f"No games are kept in {folder.parent}.")
    if found := engine.found():
        return PrivateStore(folder, found)
    raise CannotReach("No valkey-server or redis-server (7 or newer) runs here.")
