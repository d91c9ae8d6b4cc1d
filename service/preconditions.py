"""Entity tags and conditions (RFC 9110, section 13), made from versions, never from a body."""

import re

from events import sight
from events.board import SeatNo
from events.docket import Docket
from events.game import Game

_TAG = re.compile(r'\s*(?:W/)?"([\x21\x23-\x7e\x80-\xff]*)"\s*')
_OURS = re.compile(r"([0-9]{1,15})(?:\.[0-9](?:\.[a-z-]+)?)?")


class Malformed(Exception):
    """The sentence says what the header must be."""


def etag(game: Game, seat: SeatNo | None, docket: Docket | None) -> str:
    """Names the game at a version, as one seat sees it."""
    return f'"{game.version}.{seat or 0}.{sight.standing(game, docket) or "-"}"'


def versions(if_match: str | None) -> frozenset[int] | None:
    """The versions that `If-Match` allows, None where any will do; raises Malformed.

    A tag that no game of ours could have allows none. The version alone counts, so a tag that
    a cache made weak does too.
    """
    if if_match is None or if_match.strip() == "*":
        return None
    tags = _tags(if_match)
    if tags is None:
        raise Malformed("Must be `*` or a list of entity tags.")
    return frozenset(int(ours[1]) for tag in tags if (ours := _OURS.fullmatch(tag)))


def unchanged(if_none_match: str | None, etag: str) -> bool:
    """Whether the caller has this very answer already; what is no list of tags says nothing."""
    if if_none_match is None:
        return False
    if if_none_match.strip() == "*":
        return True
    return etag.strip('"') in (_tags(if_none_match) or ())


def _tags(text: str) -> list[str] | None:
    """Opaque parts of a list of entity tags; None where it is no such list."""
    tags, at = [], 0
    while found := _TAG.match(text, at):
        tags.append(found[1])
        at = found.end()
        if at == len(text):
            return tags
        if text[at] != ",":
            return None
        at += 1
    return None
