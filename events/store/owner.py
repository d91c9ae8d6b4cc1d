"""Whose store this is: the mark of the secret with which its games are made."""

from typing import Any

from events.store.clients import available
from events.store.keys import key

_OWNER = key(0, "owner")


class Owner:
    """The mark that a store bears, for ever; a store that nobody has used bears none."""

    _reads: Any

    def owner(self) -> str | None:
        """Raises Unavailable."""
        with available():
            return _text(self._reads.get(_OWNER))

    def claim(self, mark: str) -> str | None:
        """The mark that the store bears: this one, where it bore none. Raises Unavailable."""
        with available():
            self._reads.set(_OWNER, mark, nx=True)
            return _text(self._reads.get(_OWNER))


def _text(content: bytes | None) -> str | None:
    return None if content is None else content.decode(errors="replace")
