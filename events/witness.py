"""Receipts that somebody kept, held against a record: did the service say the same to all?"""

from collections.abc import Iterable

from events.board import Value
from events.findings import Finding
from events.receipts import Claims, Fault, check, claimed
from events.record import Record
from events.trust import Trust

OTHER = "The service signed another event {version} than this record holds."
BEYOND = "The service signed an event {version}; this record ends before it."
TWO_STORIES = "Two receipts, both genuine, name different events {version} of the game {game}."
UNKNOWN_OTHER = (
    "A receipt names another event {version} than this record holds. It is signed by a key that "
    "nobody named here; one of the two is not honest."
)

NO_EVIDENCE = {
    Fault.MALFORMED: "Receipt {number} is no evidence: it has not the form of a receipt.",
    Fault.BAD_SIGNATURE: "Receipt {number} is no evidence: its signature is not that of its key.",
    Fault.UNKNOWN_KEY: "Receipt {number} is no evidence: nobody vouches here for its key.",
}


class Heard(Value, frozen=True, kw_only=True):
    """What receipts come to: what speaks against a record, and what they could not say.

    `confirmed` are the versions that receipts of vouched keys confirm, each once, oldest first.
    """

    findings: tuple[Finding, ...]
    notes: tuple[str, ...]
    confirmed: tuple[int, ...]

    @property
    def agreed(self) -> int:
        """The newest version that is confirmed, 0 where none is."""
        return max(self.confirmed, default=0)


def heard(record: Record, trust: Trust, receipts: Iterable[str]) -> Heard:
    """Hold receipts against a record, and against each other."""
    witness = _Witness(record, trust)
    for number, receipt in enumerate(receipts, 1):
        witness.hear(number, receipt)
    return Heard(
        findings=tuple(witness.findings),
        notes=tuple(witness.notes),
        confirmed=tuple(sorted(witness.confirmed)),
    )


class _Witness:
    def __init__(self, record: Record, trust: Trust) -> None:
        self._record = record
        self._trust = trust
        self._hashes = {event.position: event.hash for event in record.events}
        self._told: dict[tuple[str, int], str] = {}
        self.findings: list[Finding] = []
        self.notes: list[str] = []
        self.confirmed: set[int] = set()

    def hear(self, number: int, receipt: str) -> None:
        claims = check(receipt, self._trust.keys)
        if isinstance(claims, Claims):
            self._compare(claims)
            self._confirm(number, claims)
            return
        unsure = claimed(receipt) if claims is Fault.UNKNOWN_KEY else None
        if unsure and not self._trust.vouched and self._contradicts(unsure):
            self._find(unsure, UNKNOWN_OTHER)
        else:
            self.notes.append(NO_EVIDENCE[claims].format(number=number))

    def _compare(self, claims: Claims) -> None:
        """Two genuine receipts for one event with different hashes prove two stories."""
        first = self._told.setdefault((claims.game, claims.version), claims.hash)
        if first != claims.hash:
            self._find(claims, TWO_STORIES, first)

    def _confirm(self, number: int, claims: Claims) -> None:
        if claims.game != self._record.game:
            self.notes.append(f"Receipt {number} is of another game.")
        elif self._contradicts(claims):
            self._find(claims, OTHER if claims.version in self._hashes else BEYOND)
        elif self._trust.vouched:
            self.confirmed.add(claims.version)
        else:
            self.notes.append(
                f"Receipt {number} agrees with the record; nobody vouches here for its key."
            )

    def _contradicts(self, claims: Claims) -> bool:
        kept = self._hashes.get(claims.version)  # type: ignore[call-overload]
        return claims.game == self._record.game and kept != claims.hash

    def _find(self, claims: Claims, sentence: str, recorded: str | None = None) -> None:
        own = claims.game == self._record.game
        self.findings.append(
            Finding(
                version=claims.version if own else 0,
                field="receipt",
                clauses=(),
                recorded=recorded or self._hashes.get(claims.version),  # type: ignore[call-overload]
                expected=claims.hash,
                sentence=sentence.format(version=claims.version, game=claims.game),
            )
        )
