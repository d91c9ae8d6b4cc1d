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


class UploadConverter(BaseConverter):
    regex = "[a-z2-7]{32}"


class BuildConverter(BaseConverter):
    """The digest of a release's files."""

    regex = "[0-9a-f]{16}"


class WordConverter(BaseConverter):
    regex = "[a-z][a-z.-]{0,40}"


CONVERTERS = {
    "build": BuildConverter,
    "game": GameConverter,
    "number": NumberConverter,
    "upload": UploadConverter,
    "word": WordConverter,
}
PARAMETERS = {
    "build": "build",
    "asset": "word",
    "game": "game",
    "seat": "number",
    "version": "number",
    "audit": "number",
    "dispute": "number",
    "file": "word",
    "slug": "word",
}

UPLOADS = "/v1/audits/{audit}"
"""Here alone an audit is no number: what was sent in has an id that nobody guesses."""


def prepare(app: Flask) -> None:
    """No path answers with a redirect to another one."""
    app.url_map.converters.update(CONVERTERS)
    app.url_map.merge_slashes = False
    app.url_map.redirect_defaults = False


def rule(path: str) -> str:
    kinds = PARAMETERS | ({"audit": "upload"} if path == UPLOADS else {})
    return re.sub(r"\{(\w+)\}", lambda name: f"<{kinds[name[1]]}:{name[1]}>", path)
