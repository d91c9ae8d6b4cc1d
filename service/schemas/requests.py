"""Bodies and queries of requests; whatever they do not name is refused."""

from typing import Any, ClassVar

from marshmallow import RAISE, Schema, ValidationError, fields, validates, validates_schema
from marshmallow.validate import Length as Count

from events.board import WINDOWS, Colour, Length, Slot
from events.catalogue import Bot
from events.game import Status
from events.rulebook import OPTIONS, RULINGS, Options
from service.fields import Choice, Flag, Matching, Name, Whole, WholeText

LONGEST_TURN = 86_400
SHORTEST_TURN = 10
LARGEST_VERSION = 10**15


class Strict(Schema):
    error_messages: ClassVar[dict[str, str]] = {  # type: ignore[misc] # the library's own are set
        "type": "Must be an object.",
        "unknown": "Not known here.",
    }

    class Meta:
        unknown = RAISE


class Empty(Strict):
    """Nothing: no body, or `{}`."""


def _ruling_fields() -> dict[str, Any]:
    """One choice for each ruling, as the rulebook has them."""
    return {
        ruling.name: Choice(
            [reading.value for reading in ruling.readings],
            load_default=ruling.default,
            metadata={"description": f"Settles {' and '.join(ruling.settles)}."},
        )
        for ruling in RULINGS
    }


_TEXTS = {option.name: option.text for option in OPTIONS}

_OptionFields = Strict.from_dict(
    {
        "advanced": Flag(load_default=False, metadata={"description": _TEXTS["advanced"]}),
        **_ruling_fields(),
        "turn_seconds": Whole(
            SHORTEST_TURN,
            LONGEST_TURN,
            load_default=Options().turn_seconds,
            allow_none=True,
            metadata={"description": _TEXTS["turn_seconds"]},
        ),
    },
    name="OptionFields",
)


class OptionsAsked(_OptionFields):  # type: ignore[misc, valid-type]
    """What a table chooses; what is left out takes its default."""

    class Meta:
        unknown = RAISE


NAME_TOLD = (
    "1 to 40 letters, marks, numbers, punctuation, symbols and spaces, at least one of them a "
    "letter or number, at most two marks in a row; NFC, with spaces trimmed and runs made one."
)


class TableAsked(Strict):
    """A table to open."""

    name = Name(required=True, metadata={"description": f"Your name. {NAME_TOLD}"})
    options = fields.Nested(OptionsAsked, load_default=dict)
    listed = Flag(
        load_default=True,
        metadata={"description": "False keeps it out of the lobby: the id is the invitation."},
    )
    seed = Matching(
        "[0-9a-f]{32}",
        "32 lower-case hex digits",
        load_default=None,
        metadata={"description": "The seed of the deal; whoever brings it knows the deal."},
    )


class PlayerAsked(Strict):
    """Somebody who sits down, by name, or a bot that the host sits down."""

    constraints: ClassVar[dict[str, Any]] = {"minProperties": 1, "maxProperties": 1}

    name = Name(metadata={"description": NAME_TOLD})
    bot = Choice(Bot, metadata={"description": "For the host, with their token."})

    @validates_schema(skip_on_field_errors=True)
    def one(self, asked: dict[str, Any], **_: Any) -> None:
        if len(asked) != 1:
            raise ValidationError("Either a name or a bot.")


class PlaceAsked(Strict):
    """A stick that is on the board, by where it lies."""

    window = Whole(1, WINDOWS, required=True)
    slot = Choice(Slot, required=True)


class RemovalAsked(Strict):
    """One stick to remove, or two for a token."""

    sticks = fields.List(
        fields.Nested(PlaceAsked),
        required=True,
        validate=Count(1, 2, error="One or two sticks."),
        metadata={"uniqueItems": True},
    )

    @validates("sticks")
    def different(self, sticks: list[dict[str, Any]], **_: Any) -> None:
        if len(sticks) == 2 and sticks[0] == sticks[1]:
            raise ValidationError({1: ["The same stick twice."]})


class StickAsked(Strict):
    """A stick as an answer names it."""

    window = Whole(1, WINDOWS, required=True)
    length = Choice(Length, required=True)
    colour = Choice(Colour, required=True)


class AnswerAsked(Strict):
    """What went, one stick or two."""

    sticks = fields.List(
        fields.Nested(StickAsked), required=True, validate=Count(1, 2, error="One or two sticks.")
    )


class NoQuery(Strict):
    """No parameters at all."""


LIMIT = WholeText(
    1, 100, load_default=50, metadata={"description": "How many items a page has at most."}
)
CURSOR = Matching(
    "[A-Za-z0-9_-]{1,64}",
    "a cursor that an answer gave",
    load_default=None,
    metadata={"description": "Goes on where an earlier answer's `next` says."},
)


class LobbyQuery(Strict):
    status = Choice(
        Status, load_default=Status.OPEN.value, metadata={"description": "Which tables to list."}
    )
    limit = LIMIT
    cursor = CURSOR


AFTER = WholeText(
    0,
    LARGEST_VERSION,
    load_default=None,
    metadata={"description": "Only events above this version."},
)


class EventsQuery(Strict):
    after = AFTER
    limit = WholeText(
        1,
        100,
        load_default=None,
        metadata={"description": "How many events a page has at most, 50 by default."},
    )
    cursor = CURSOR


class StreamQuery(Strict):
    after = AFTER
