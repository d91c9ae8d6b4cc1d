"""What the game takes from the world, and what is made from the service secret."""

import base64
from collections.abc import Callable
from hashlib import sha256
from hmac import compare_digest
from hmac import digest as hmac_digest
from typing import Any

from events.board import Secretive
from events.chain import Digests, GameId, canonical
from events.game import Served
from events.times import Millis


class Asked(Secretive, frozen=True, kw_only=True):
    """What came with a request: its key, what it says, and which versions it is meant for."""

    key: str | None = None
    method: str
    path: str
    body: Any
    if_match: frozenset[int] | None = None
    """None where any version will do."""


class House(Secretive, frozen=True, kw_only=True):
    """A clock, chance, rest, and the service secret; the same secret on all processes."""

    clock: Callable[[], Millis]
    chance: Callable[[int], bytes]
    """That many random bytes."""
    rest: Callable[[float], None]
    """Waits that many seconds."""
    secret: bytes

    def below(self, n: int) -> int:
        """A number from 0 to n-1, without bias."""
        fair = 2**32 - 2**32 % n
        while (word := int.from_bytes(self.chance(4), "big")) >= fair:
            pass
        return word % n

    def mac(self, *words: str | bytes) -> bytes:
        """A keyed digest of words, each with its length before it: 32 bytes."""
        told = b""
        for word in words:
            plain = word.encode() if isinstance(word, str) else word
            told += len(plain).to_bytes(4, "big") + plain
        return hmac_digest(self.secret, told, "sha256")

    def game_id(self, key: str | None) -> GameId:
        """16 of `[a-z2-7]`: from the opening's key so that a retry finds it, else random."""
        source = self.chance(10) if key is None else self.mac("game", key)[:10]
        return GameId(base64.b32encode(source).decode().lower())

    def seat_token(self, hash: str) -> str:
        """The token of the seat that the event with this hash took: 43 characters."""
        return text(self.mac("seat", hash))

    def mark(self, hash: str) -> str:
        """What shows that this service wrote the docket event with this hash."""
        return text(self.mac("docket", hash))

    def own_mark(self) -> str:
        """What shows that a store is this service's; says nothing of the secret."""
        return text(self.mac("store"))

    def digests(self, asked: Asked, *scope: str) -> Digests:
        """What finds this request again: its key in its scope, and all that it says."""
        if asked.key is None:
            return self.unasked()
        key = text(self.mac("key", asked.key, *scope))
        said = canonical(asked.body)
        return Digests(
            key=key, request=text(self.mac("request", key, asked.method, asked.path, said))
        )

    def unasked(self) -> Digests:
        """For what comes without a key, or from the clock: found again by this process alone."""
        return Digests(key=None, request=text(self.chance(32)))

    def salt(self) -> str:
        return self.chance(16).hex()


def find(served: tuple[Served, ...], key: str | None) -> Served | None:
    """The request that was accepted with this key, compared in constant time."""
    if key is None:
        return None
    return next((request for request in served if compare_digest(request.key, key)), None)


def token_digest(token: str) -> str:
    """What the log keeps of a seat token."""
    return text(sha256(token.encode()).digest())


def text(content: bytes) -> str:
    """Bytes as base64url without padding."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()
