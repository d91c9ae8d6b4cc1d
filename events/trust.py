"""Whose signatures count when a record is checked.

A record's own keys prove nothing, since whoever wrote the file wrote them too. A key counts
that came from elsewhere, or whose thumbprint (RFC 7638) did.
"""

from collections.abc import Sequence
from typing import Any

from events.board import Value
from events.receipts import Jwks, usable
from events.record import Record


class Trust(Value, frozen=True, kw_only=True):
    """Keys to check with; `vouched` where somebody outside the record named them.

    Where nobody did they are the record's own, which at least must not contradict it.
    """

    keys: Jwks
    vouched: bool


def trust(record: Record, keys: Any = None, thumbprints: Sequence[str] = ()) -> Trust:
    """The keys of a JWKS from elsewhere, and those of the record with such a thumbprint."""
    own = usable(record.keys)
    if keys is None and not thumbprints:
        return Trust(keys=own, vouched=False)
    picked = [key for key in own["keys"] if key["kid"] in thumbprints]
    return Trust(keys={"keys": [*usable(keys)["keys"], *picked]}, vouched=True)
