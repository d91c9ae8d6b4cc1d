"""What is asked of a game's history: whose eyes, what is disputed, which page."""

from typing import Any

from marshmallow import ValidationError, fields

from events.docket import Claim
from events.rulebook import SEATS
from events.settings import Limits
from service.fields import Choice, Whole
from service.schemas.requests import CURSOR, LARGEST_VERSION, LIMIT, Strict

CHAIRS = ("table", "public", *(str(seat) for seat in range(1, SEATS + 1)))


def seen_from(*chairs: str, told: str, **more: Any) -> Choice:
    """A chair to look from, as `as` in a query, which is a word of Python's."""
    names = [f"SEAT_{each}" if each.isdigit() else each.upper() for each in chairs]
    metadata = {"description": told, "x-enum-varnames": names}
    return Choice(chairs, data_key="as", metadata=metadata, **more)


LONGEST_RECEIPT = 4096


class ChairQuery(Strict):
    chair = seen_from(
        *CHAIRS, told="Through whose eyes; the table's own see everything.", load_default="table"
    )


class PageQuery(Strict):
    limit = LIMIT
    cursor = CURSOR


class Text(fields.Field[str]):
    """A string; how long it can be is a setting, of which the contract knows what is usual."""

    def __init__(self, longest: int, told: str) -> None:
        super().__init__(allow_none=True, load_default=None, metadata={"description": told})
        self.constraints = {"type": "string", "maxLength": longest}

    def _deserialize(self, value: object, *_: object, **__: object) -> str:
        if not isinstance(value, str):
            raise ValidationError("Must be a string.")
        return value


class DisputeAsked(Strict):
    """What is wrong, with which event, and what speaks for it."""

    version = Whole(
        1,
        LARGEST_VERSION - 1,
        required=True,
        metadata={"description": "The event that is disputed."},
    )
    claim = Choice(Claim, required=True, metadata={"description": "What is wrong with it."})
    statement = Text(Limits().statement_characters, "Your words; they open with the game.")
    receipt = Text(LONGEST_RECEIPT, "A receipt of this service's that the log contradicts.")
