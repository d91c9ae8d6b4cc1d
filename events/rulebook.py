"""The clauses, the rulings and the options, as data. Ids are for ever."""

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache

from events.board import Colour, Kind, Value

RULES = "singsing-rules/1"
"""The name of these rules, written into every game's first event."""

SEATS = 5
TOKENS = 2
"""Red tokens that each player starts with at an advanced table (A1)."""

TURN_SECONDS = range(10, 86_401)
"""How long a step of a turn may take, where a table plays by the clock (H1)."""

OPEN_HOURS = 24
"""How long a table may wait for its start."""

IDLE_DAYS = 30
"""How long a running game without a clock may lie still (H4)."""


class AfterEscape(StrEnum):
    AS_USUAL = "as_usual"
    TAKER_LEADS = "taker_leads"
    STAY = "stay"


class DoubleAnswer(StrEnum):
    BOTH = "both"
    EITHER = "either"


class TokenPayment(StrEnum):
    BOX = "box"
    OPPONENT = "opponent"


class Options(Value, frozen=True, kw_only=True):
    """What a table chose when it opened; it never changes."""

    advanced: bool = False
    kinds: int = 3
    first_player: int | str = "random"
    after_escape: AfterEscape = AfterEscape.AS_USUAL
    double_answer: DoubleAnswer = DoubleAnswer.BOTH
    token_payment: TokenPayment = TokenPayment.BOX
    turn_seconds: int | None = 86_400


class Clause(Value, frozen=True, kw_only=True):
    """A rule that errors, findings and verdicts cite by its id."""

    id: str
    part: str
    text: str


class Reading(Value, frozen=True, kw_only=True):
    value: str | int
    text: str


class Ruling(Value, frozen=True, kw_only=True):
    """A point that the printed sheet leaves open; a table picks a reading, the first by default."""

    name: str
    settles: tuple[str, ...]
    readings: tuple[Reading, ...]

    @property
    def default(self) -> str | int:
        return self.readings[0].value


class Option(Value, frozen=True, kw_only=True):
    """A choice of the house that is not about a silent point."""

    name: str
    default: bool | int
    text: str


def _part(part: str, texts: dict[str, str]) -> tuple[Clause, ...]:
    return tuple(Clause(id=id, part=part, text=text) for id, text in texts.items())


CLAUSES: tuple[Clause, ...] = (
    *_part(
        "Components",
        {
            "C1": "The board has twelve windows, numbered 1 to 12, each for two prisoners.",
            "C2": "Twenty-four prisoners are dealt. How many kinds there are among them is the "
            "ruling `kinds`.",
            "C3": "There are 35 short and 20 long sticks in red, yellow, green, blue and white: "
            "7 short and 4 long ones of each colour.",
            "C4": "There is one Lime (the file), one mask, and ten red tokens.",
            "C5": "Two to five people play.",
        },
    ),
    *_part(
        "Setup",
        {
            "S1": "Two prisoners go into each window, face up: one left, one right.",
            "S2": "Each window gets two upright short sticks, one over each prisoner, and one long "
            "stick lying across both.",
            "S3": "Sticks that the deal leaves over stay in the box.",
            "S4": "The first player holds the Lime; the player on their left wears the mask. Seats "
            "are numbered clockwise, and left means the next seat in play. Who is first is the "
            "ruling `first_player`.",
            "S5": "The deal is random, from a recorded seed, so anybody can deal it again.",
        },
    ),
    *_part(
        "A turn",
        {
            "T1": "The wearer puts the mask on and sees nothing until T3. Nobody removes anything "
            "before that.",
            "T2": "The Lime holder takes one stick of their choice off the board, for good.",
            "T3": "The mask comes off, and its wearer names the colour, the length and the window "
            "of the stick that went.",
            "T4": "After a wrong answer the Lime stays, and the mask passes on clockwise.",
            "T5": "After a right answer the answerer takes the Lime and hands the mask to the "
            "player on their left.",
            "T6": "Nobody holds Lime and mask at once: the mask passes over the Lime holder.",
        },
    ),
    *_part(
        "Escapes",
        {
            "E1": "A prisoner whom no stick covers any more escapes in the turn in which the last "
            "one was removed. One stick can free two.",
            "E2": "Whoever answered right takes all who escaped in the turn; after a wrong answer "
            "the Lime holder does.",
            "E3": "Where Lime and mask go after an escape, the sheet does not say. It is the "
            "ruling `after_escape`.",
        },
    ),
    *_part(
        "End",
        {
            "W1": "Three prisoners of one kind, or three of different kinds, win at once.",
            "W2": "With everybody still seated, somebody always wins: the sticks run out only "
            "after more prisoners have escaped than can be held without winning.",
        },
    ),
    *_part(
        "Advanced rules",
        {
            "A1": "Every player starts with two red tokens.",
            "A2": "For one token, announced and paid first, the Lime holder may remove two sticks "
            "in a turn.",
            "A3": "For one token, a wearer whose first answer was wrong may answer once more.",
            "A4": "Nobody answers three times in one turn.",
        },
    ),
    *_part(
        "House options",
        {
            "H1": "A turn has a clock. When it runs out, the mask is put on for the wearer, a "
            "stick drawn by the house is removed for the Lime holder, or the answer counts "
            "as wrong.",
            "H2": "Whoever leaves a running game leaves for good. Their card goes to the next "
            "seat, what they removed still has to be named, and the last one in play wins.",
            "H3": "A resolved turn that leaves no stick and no winner ends the game without one.",
            "H4": "The house closes a game without a clock that lay still for 30 days, and one in "
            "which no person is left.",
        },
    ),
)

RULINGS: tuple[Ruling, ...] = (
    Ruling(
        name="kinds",
        settles=("C2",),
        readings=(
            Reading(value=3, text="Three kinds, eight prisoners each."),
            Reading(value=4, text="Four kinds, six prisoners each."),
            Reading(value=6, text="Six kinds, four prisoners each."),
            Reading(value=8, text="Eight kinds, three prisoners each."),
        ),
    ),
    Ruling(
        name="first_player",
        settles=("S4",),
        readings=(
            Reading(value="random", text="The seed of the deal picks one of the taken seats."),
            *(
                Reading(value=seat, text=f"Seat {seat}, which must be taken at the start.")
                for seat in range(1, SEATS + 1)
            ),
        ),
    ),
    Ruling(
        name="double_answer",
        settles=("A2", "T3"),
        readings=(
            Reading(
                value=DoubleAnswer.BOTH.value,
                text="When two sticks went, both must be named, in any order.",
            ),
            Reading(
                value=DoubleAnswer.EITHER.value,
                text="When two sticks went, one or two are named, and one hit is enough.",
            ),
        ),
    ),
    Ruling(
        name="after_escape",
        settles=("E3",),
        readings=(
            Reading(
                value=AfterEscape.AS_USUAL.value,
                text="Lime and mask pass as after any other answer (T4, T5).",
            ),
            Reading(
                value=AfterEscape.TAKER_LEADS.value,
                text="Whoever takes the prisoners holds the Lime, and the player on their left "
                "wears the mask.",
            ),
            Reading(value=AfterEscape.STAY.value, text="Lime and mask stay where they are."),
        ),
    ),
    Ruling(
        name="token_payment",
        settles=("A2", "A3"),
        readings=(
            Reading(value=TokenPayment.BOX.value, text="Paid tokens leave the game."),
            Reading(
                value=TokenPayment.OPPONENT.value,
                text="The Lime holder pays the mask wearer, and the other way round.",
            ),
        ),
    ),
)

OPTIONS: tuple[Option, ...] = (
    Option(name="advanced", default=False, text="Play with red tokens (A1 to A4)."),
    Option(
        name="turn_seconds",
        default=86_400,
        text="Seconds for each step of a turn, 10 to 86,400, or null for no clock (H1).",
    ),
)

COLOURS: tuple[Colour, ...] = tuple(Colour)
KINDS: tuple[Kind, ...] = tuple(Kind)


def _order() -> dict[str, int]:
    """Clause ids in their order, each ruling after what it settles; double_answer after T3."""
    after = {"C2": "kinds", "S4": "first_player", "T3": "double_answer"}
    after |= {"E3": "after_escape", "A3": "token_payment"}
    ids: list[str] = []
    for clause in CLAUSES:
        ids.append(clause.id)
        if clause.id in after:
            ids.append(f"ruling:{after[clause.id]}")
    return {id: place for place, id in enumerate(ids)}


ORDER = _order()


def cite(ids: Iterable[str]) -> tuple[str, ...]:
    """Clause ids without doubles, in the order of the rules."""
    return _ordered(frozenset(ids))


@lru_cache(maxsize=4096)
def _ordered(ids: frozenset[str]) -> tuple[str, ...]:
    """The same few sets are cited again and again."""
    return tuple(sorted(ids, key=ORDER.__getitem__))
