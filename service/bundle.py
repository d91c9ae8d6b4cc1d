"""The files that pages load: scripts, styles, drawings, all under one digest.

A file's address changes when any file does, so a browser can keep each for ever and never mixes
two releases.
"""

import gzip
import hashlib
import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from events.board import Value

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}

FOLDERS = (("service", "assets"), ("service", "assets/vendor"), ("api_spec", "verifier"))
"""Packages and folders, served side by side: no two files have one name."""


_IMPORTED = re.compile(r"""^(?:import|export)\b[^;]*?["']\./([\w.-]+)["'];""", re.MULTILINE)


class Asset(Value, frozen=True, kw_only=True):
    """A file as it is and compressed, and its media type."""

    content: bytes
    compressed: bytes
    type: str
    ours: bool
    """Whether it speaks to people: neither vendored nor a part of the verifier."""


@cache
def known() -> dict[str, Asset]:
    """Every file by its name."""
    return {
        file.name: _asset(file, ours=(package, folder) == FOLDERS[0])
        for package, folder in FOLDERS
        for file in files(package).joinpath(folder).iterdir()
        if _suffix(file) in TYPES
    }


@cache
def build() -> str:
    """16 hex digits that stand for all files together."""
    digest = hashlib.sha256()
    for name, asset in sorted(known().items()):
        digest.update(f"{name} {len(asset.content)}\n".encode() + asset.content)
    return digest.hexdigest()[:16]


def text(name: str) -> str:
    """A file's content, for a page that holds it; raises LookupError."""
    return known()[name].content.decode()


@cache
def modules(name: str) -> tuple[str, ...]:
    """A script and all that it imports, itself first; raises LookupError."""
    found = [name]
    for each in found:
        found += [other for other in _IMPORTED.findall(text(each)) if other not in found]
    return tuple(dict.fromkeys(found))


def _asset(file: Traversable, *, ours: bool) -> Asset:
    content = file.read_bytes()
    return Asset(
        content=content,
        compressed=gzip.compress(content, mtime=0),
        type=TYPES[_suffix(file)],
        ours=ours,
    )


def _suffix(file: Traversable) -> str:
    return "." + file.name.rpartition(".")[2]
