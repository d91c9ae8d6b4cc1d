"""What is asked of a game's history: whose eyes, what is disputed, which page."""

from marshmallow import ValidationError, fields

from events.docket import Claim
from events.rulebook import SEATS
from events.settings import Limits
from service.fields import Choice, Whole
from service.schemas.requests import CURSOR, LARGEST_VERSION, LIMIT, Strict

CHAIRS = ("table", "public", *(str(seat) for seat in range(1, SEATS + 1)))

LONGEST_RECEIPT = 4096


class ChairQuery(Strict):
    """`as` is a word of Python's, hence its own name here."""

    chair = Choice(
        CHAIRS,
        data_key="as",
        load_default="table",
        metadata={"description": "Through whose eyes; the table's own see everything."},
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
