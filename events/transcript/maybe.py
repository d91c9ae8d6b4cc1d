"""Logic with three values (Kleene): True, False, and None for what nobody can say."""

from collections.abc import Iterable
from typing import TypeVar

Maybe = bool | None

T = TypeVar("T")


def every(parts: Iterable[Maybe]) -> Maybe:
    """False where any is, else None where any is."""
    found = set(parts)
    return False if False in found else None if None in found else True


def some(parts: Iterable[Maybe]) -> Maybe:
    """True where any is, else None where any is."""
    found = set(parts)
    return True if True in found else None if None in found else False


def agreed(values: Iterable[T | None]) -> T | None:
    """What all say alike, None where they differ or there are none."""
    found = set(values)
    return found.pop() if len(found) == 1 else None
