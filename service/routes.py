"""Paths as the contract writes them, as Flask's rules."""

import re

from flask import Flask
from werkzeug.routing import BaseConverter


class GameConverter(BaseConverter):
    regex = "[a-z2-7]{16}"


class NumberConverter(BaseConverter):
    """A seat or a version: no sign, no leading zero."""

    regex = "[1-9][0-9]{0,14}"

    def to_python(self, value: str) -> int:
        return int(value)


class WordConverter(BaseConverter):
    regex = "[a-z][a-z.-]{0,40}"


CONVERTERS = {"game": GameConverter, "number": NumberConverter, "word": WordConverter}
PARAMETERS = {
    "game": "game",
    "seat": "number",
    "version": "number",
    "file": "word",
    "slug": "word",
}


def prepare(app: Flask) -> None:
    """No path answers with a redirect to another one."""
    app.url_map.converters.update(CONVERTERS)
    app.url_map.merge_slashes = False
    app.url_map.redirect_defaults = False


def rule(path: str) -> str:
    return re.sub(r"\{(\w+)\}", lambda name: f"<{PARAMETERS[name[1]]}:{name[1]}>", path)
