"""How much one client may do in a while, counted in memory, by process.

Headers: draft-ietf-httpapi-ratelimit-headers.
"""

import time
from enum import StrEnum
from math import ceil

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from events.board import Value
from events.settings import Limits
from service.problems import Problem, Slug


class Allowance(StrEnum):
    """What is counted. Actions count when they are tried, everything else when it succeeds."""

    OPENED = "opened"
    JOINED = "joined"
    SENT = "sent"
    ACTIONS = "actions"


class Grant(Value, frozen=True, kw_only=True):
    """One use of an allowance, and the headers that say what is left of it."""

    allowance: Allowance
    who: str
    request: str | None
    """Its idempotency key: the same request again uses nothing."""
    headers: dict[str, str]
    again: bool


class Allowances:
    """The counters of one process."""

    def __init__(self, limits: Limits) -> None:
        self._storage = MemoryStorage()
        self._strategy = FixedWindowRateLimiter(self._storage)
        self._items: dict[Allowance, RateLimitItem] = {
            Allowance.OPENED: RateLimitItemPerHour(limits.tables_per_hour),
            Allowance.JOINED: RateLimitItemPerHour(limits.joins_per_hour),
            Allowance.SENT: RateLimitItemPerHour(limits.uploads_per_hour),
            Allowance.ACTIONS: RateLimitItemPerMinute(limits.actions_per_minute),
        }

    def take(self, allowance: Allowance, who: str, request: str | None = None) -> Grant:
        """Use an allowance once; raises Problem where it is used up."""
        item = self._items[allowance]
        again = self._known(item, allowance, who, request)
        allowed = again or self._strategy.hit(item, allowance, who)
        stats = self._strategy.get_window_stats(item, allowance, who)
        reset = max(1, ceil(stats.reset_time - time.time()))
        headers = _headers(allowance, item.amount, stats.remaining, item.get_expiry(), reset)
        if not allowed:
            raise Problem(
                Slug.TOO_MANY_REQUESTS,
                f"At most {item.amount} in {item.get_expiry()} seconds ({allowance}).",
                headers={**headers, "Retry-After": str(reset)},
            )
        if request is not None and not again:
            self._storage.incr(item.key_for(allowance, who, request), item.get_expiry())
        return Grant(allowance=allowance, who=who, request=request, headers=headers, again=again)

    def give_back(self, grant: Grant) -> None:
        """Undo one use, of which nothing came."""
        if grant.again:
            return
        item = self._items[grant.allowance]
        self._storage.decr(item.key_for(grant.allowance, grant.who))
        if grant.request is not None:
            self._storage.clear(item.key_for(grant.allowance, grant.who, grant.request))

    def _known(
        self, item: RateLimitItem, allowance: Allowance, who: str, request: str | None
    ) -> bool:
        return request is not None and self._storage.get(item.key_for(allowance, who, request)) > 0


def _headers(allowance: str, quota: int, left: int, window: int, reset: int) -> dict[str, str]:
    return {
        "RateLimit-Policy": f'"{allowance}";q={quota};w={window}',
        "RateLimit": f'"{allowance}";r={left};t={reset}',
    }
