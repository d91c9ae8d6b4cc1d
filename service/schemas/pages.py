"""How a page is asked for."""

from service.fields import Choice
from service.language import NAMES
from service.schemas.hearings import CHAIRS, ChairQuery
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
    chair = Choice(
        CHAIRS[2:],
        data_key="as",
        metadata={"description": "Whose mask to wear; without it, whoever wore it most."},
    )
