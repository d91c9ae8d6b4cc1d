"""That a store belongs to whoever has its secret.

With another one, requests that are sent again would be taken for new ones, and every audit
would find tokens that are not ours: so nothing is written, and nothing is judged.
"""

from hmac import compare_digest

from events.house import House
from events.store import Store, Unavailable


class Foreign(Unavailable):
    """The store was begun with another secret."""

    def __init__(self) -> None:
        super().__init__("The secret is another one than that of the games in the store.")


class Claim:
    """A service's claim to its store, made by each process before its first event."""

    def __init__(self, store: Store, house: House) -> None:
        self._store = store
        self._mark = house.own_mark()
        self._made = False

    def make(self) -> None:
        """Raises Foreign, Unavailable."""
        if not self._made:
            self._check(self._store.claim(self._mark))
            self._made = True

    def check(self) -> None:
        """The same for who only reads; a store that nobody has used is nobody else's.

        Raises Foreign, Unavailable.
        """
        self._check(self._store.owner() or self._mark)

    def _check(self, owner: str | None) -> None:
        if owner is None or not compare_digest(owner.encode(), self._mark.encode()):
            raise Foreign
