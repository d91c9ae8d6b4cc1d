"""The numbers of the drawing, which scripts and templates share."""

import json
from functools import cache
from typing import Any

from service import bundle


@cache
def geometry() -> dict[str, Any]:
    """Where everything stands on the board: geometry.js is JSON but for its first words."""
    text = bundle.text("geometry.js").removeprefix("export default ").rstrip().removesuffix(";")
    told: dict[str, Any] = json.loads(text)
    return told


def letters(language: str) -> dict[str, str]:
    """One letter for each colour, no two alike."""
    table: dict[str, dict[str, str]] = geometry()["letters"]
    return table.get(language, table["en"])
