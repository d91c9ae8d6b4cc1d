"""What a bot says went, and whether it says something else once it was wrong."""

from events.board import Colour, NamedStick, Place, uncovered
from events.bots.memory import Recollection, drawn, named
from events.bots.worth import WIN, gain, held
from events.sight import Plain

FEW = 5
"""So many guesses that are left are worth a token."""

Guess = tuple[Place, NamedStick]


def answer(seed: str, seen: Plain, mind: Recollection) -> tuple[NamedStick, ...]:
    """What is missed, and guesses for the rest; a second answer says other guesses."""
    count: int = seen["removed"]["count"]
    rest = max(count - len(mind.missed), 0)
    return (*mind.missed, *_apart(guesses(seed, seen, mind), rest))[:count]


def insists(seed: str, seen: Plain, mind: Recollection) -> bool:
    """Whether a second answer is worth its token: few guesses are left, or the game is at stake."""
    left = len(guesses(seed, seen, mind))
    freed = uncovered(seen["board"])
    takers = (seen["lime"], seen["you"]["seat"])
    decisive = any(gain(held(seen, seat), freed) == WIN for seat in takers)
    return left > 0 and (left <= FEW or decisive)


def guesses(seed: str, seen: Plain, mind: Recollection) -> list[Guess]:
    """Every stick that may have lain where the bot is unsure, in the order that the seed draws."""
    said = {stick for answer in seen["answers"] for stick in answer}
    each = [
        (place, named(place, colour))
        for place in mind.unsure
        for colour in Colour
        if named(place, colour) not in said
    ]
    turn = seen["turn"]
    return sorted(
        each,
        key=lambda guess: drawn(
            seed, 2**32, "guess", turn, guess[0].window, guess[0].slot, guess[1].colour
        ),
    )


def _apart(ranked: list[Guess], count: int) -> list[NamedStick]:
    """The first guesses, no two of them about one gap."""
    said: dict[Place, NamedStick] = {}
    for place, stick in ranked:
        if place not in said and len(said) < count:
            said[place] = stick
    return list(said.values())
