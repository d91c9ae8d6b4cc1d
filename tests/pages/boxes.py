"""Where on a page something stands."""

import time

from playwright.sync_api import FloatRect, Locator

PATIENCE_SECONDS = 30


def box(locator: Locator) -> FloatRect:
    """In CSS pixels, as soon as it is shown: a page may be drawing it anew at this moment.
    Raises TimeoutError."""
    ends = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < ends:
        if found := locator.bounding_box():
            return found
    raise TimeoutError("it is nowhere on the page")
