"""The screens and lights in which every page is looked at."""

from typing import Any

WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}

LOOKS: dict[str, dict[str, Any]] = {
    "light": {"viewport": WIDE, "color_scheme": "light"},
    "dark": {"viewport": WIDE, "color_scheme": "dark"},
    "phone": {"viewport": PHONE, "color_scheme": "light", "has_touch": True, "is_mobile": True},
}
"""Playwright's options for a context."""
