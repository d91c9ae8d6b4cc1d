"""What an audit of a transcript notes: faults, and what nobody can decide."""

from typing import Any, TypeVar

from events.board import Kind, SeatNo
from events.findings import MOST, Finding, Material
from events.materiality import Other, others
from events.rulebook import Options, cite
from events.transcript.maybe import Maybe
from events.transcript.values import NOBODY, Described, Freed

T = TypeVar("T")


def stick(described: Described) -> str:
    """A stick in the words of the notation."""
    if described == Described():
        return "unknown"
    place = described.slot or described.length
    return " ".join(str(word or "unknown") for word in (described.window, place, described.colour))


def sticks(described: tuple[Described, ...]) -> str:
    return ", ".join(stick(one) for one in described) or "none"


def prisoners(freed: tuple[Freed, ...]) -> list[str]:
    """Prisoners in the words of the notation, by window, left before right."""
    ordered = sorted(freed, key=lambda who: (who.window, who.position))
    return [f"{who.window} {who.position}" + _kind(who.kind) for who in ordered]


def _kind(kind: Kind | None) -> str:
    return f" {kind}" if kind else ""


class Notes:
    """Collects by entry of the transcript; 0 is what came before the first turn."""

    def __init__(self, players: tuple[str, ...], options: Options) -> None:
        self._players = players
        self._options = options
        self.entry = 0
        self.findings: list[Finding] = []
        self.found = 0
        self.first: int | None = None
        self._open: list[str] = []
        self._changed: dict[Other, int] = {}
        self._doubted: dict[Other, int] = {}

    def player(self, seat: SeatNo) -> str:
        return "nobody" if seat == NOBODY else self._players[seat - 1]

    def fault(
        self, field: str, clauses: tuple[str, ...], recorded: Any, expected: Any, sentence: str
    ) -> None:
        """Note what is written against the rules."""
        self.found += 1
        self.first = self.entry if self.first is None else self.first
        if len(self.findings) < MOST:
            self.findings.append(
                Finding(
                    version=self.entry,
                    field=field,
                    clauses=cite(clauses),
                    recorded=recorded,
                    expected=expected,
                    sentence=sentence,
                )
            )

    def both(self, field: str, recorded: SeatNo) -> None:
        """Note that the same player is written to have both Lime and mask."""
        sentence = "Nobody holds the Lime and wears the mask at once."
        self.fault(field, ("T6",), self.player(recorded), None, sentence)

    def undecided(self, subject: str, taken: bool = False) -> None:
        """Note that something cannot be decided; `taken` where it goes on as it is written."""
        where = f"Entry {self.entry}" if self.entry else "At the start"
        end = "cannot be checked; it is taken as written" if taken else "cannot be decided"
        self._open.append(f"{where}: {subject} {end}.")

    def seat(
        self,
        field: str,
        subject: str,
        recorded: SeatNo | None,
        expected: SeatNo | None,
        clauses: tuple[str, ...],
    ) -> SeatNo | None:
        """The seat that the game goes on with: the one written, or else the one that follows."""
        if expected is None:
            self.undecided(subject, recorded is not None)
        elif recorded is not None and recorded != expected:
            said, rule = self.player(recorded), self.player(expected)
            sentence = f"By the rules, {subject} is {rule}, not {said}."
            self.fault(field, clauses, said, rule, sentence)
        return expected if recorded is None else recorded

    def see(self, ruling: str, changed: dict[str, Maybe]) -> None:
        """Note whether other readings of a ruling would have changed this entry."""
        for reading, change in changed.items():
            if change is not False:
                seen = self._changed if change else self._doubted
                seen.setdefault((ruling, reading), self.entry)

    def material(self) -> tuple[Material, ...]:
        """Where each other reading first mattered, but for those that hang on an unknown."""
        return tuple(
            Material(
                ruling=ruling,
                reading=str(getattr(self._options, ruling)),
                other=other,
                first=self._changed.get((ruling, other)),
            )
            for ruling, other in others(self._options)
            if not self._hangs((ruling, other))
        )

    def open(self) -> tuple[str, ...]:
        """What cannot be decided, in the order of the transcript."""
        hanging = [other for other in others(self._options) if self._hangs(other)]
        return (*self._open, *(self._doubt(other) for other in hanging))

    def _hangs(self, other: Other) -> bool:
        doubted, changed = self._doubted.get(other), self._changed.get(other)
        return doubted is not None and (changed is None or doubted < changed)

    def _doubt(self, other: Other) -> str:
        ruling, reading = other
        return (
            f"Where {ruling} as {reading} would first have changed anything cannot be decided: "
            f"it hangs on entry {self._doubted[other]}."
        )
