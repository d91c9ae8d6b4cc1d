"""How a page is asked for."""

from service.fields import Choice
from service.language import NAMES
from service.schemas.hearings import CHAIRS, ChairQuery, seen_from
from service.schemas.requests import Strict

LANG = Choice(
    list(NAMES),
    metadata={"description": "The language; without it, the best that `Accept-Language` allows."},
)


class PageSeen(Strict):
    lang = LANG


class ReplaySeen(PageSeen, ChairQuery):
    """The chair to begin in; another can be taken on the page."""


class GuessSeen(PageSeen):
    chair = seen_from(*CHAIRS[2:], told="Whose mask to wear; without it, whoever wore it most.")
