"""Audits a log: is the chain whole, is the veil right, would the referee rule the same?

Every fault is reported, not the first alone. After a fault the audit goes on from what is
recorded, so one wrong event can make a later one wrong too; the first names the cause.
"""

import re
from collections.abc import Callable, Iterable
from hmac import compare_digest
from typing import Any

import msgspec

from events import catalogue, times
from events.catalogue import AnyBody, GameClosed, GameOpened
from events.chain import Entry, Envelope, Event, GameId, Sealed, canonical, digest, veil
from events.findings import MOST, Finding, Report, known, settling
from events.game import Game
from events.materiality import Watch
from events.recorded import Recorded
from events.reducer import apply
from events.referee import Decided
from events.refusal import Refusal
from events.rerule import closing_clause, opened_again, ruled_again
from events.times import Millis

Plain = dict[str, Any]

_envelope = msgspec.json.Decoder(Envelope)


class Auditor:
    """Goes through a log, event by event, and keeps what it finds; of one event `only`, or all."""

    def __init__(self, game: GameId, only: int | None = None) -> None:
        self._id = game
        self._only = only
        self._taken = 0
        self._findings: list[Finding] = []
        self._found = 0
        self._first: int | None = None
        self._next = 1
        self._previous: str | None = None
        self._before: Millis | None = None
        self._game: Game | None = None
        self._lost = False
        self._watch: Watch | None = None

    @property
    def game(self) -> Game | None:
        """The game as far as it could be followed."""
        return self._game

    def take(self, recorded: Recorded) -> Event | None:
        """Audit the next event; None where it could not be read as one."""
        event = None
        envelope = self._form(recorded)
        if envelope is not None:
            self._chain(recorded, envelope)
            event = self._event(recorded, envelope)
            self._rules(event, envelope)
        self._taken += 1
        self._next = (envelope.version if envelope else self._next) + 1
        self._previous = recorded.hash
        return event

    def report(self) -> Report:
        """What was found so far, in the order of the log."""
        return Report(
            events=self._taken,
            head=self._previous,
            sound_to=self._taken if self._first is None else max(self._first - 1, 0),
            findings=tuple(self._findings),
            found=self._found,
            materiality=self._watch.noted() if self._watch else (),
        )

    def find(
        self,
        version: int,
        field: str,
        recorded: Any,
        expected: Any,
        sentence: str,
        clauses: tuple[str, ...] = (),
    ) -> None:
        """Note a fault."""
        if self._only not in (None, version):
            return
        self._found += 1
        self._first = version if self._first is None else min(self._first, version)
        if len(self._findings) < MOST:
            self._findings.append(
                Finding(
                    version=version,
                    field=field,
                    clauses=clauses,
                    recorded=recorded,
                    expected=expected,
                    sentence=sentence,
                )
            )

    def _form(self, recorded: Recorded) -> Envelope | None:
        for field in recorded.faults:
            self.find(
                self._next, field, None, None, f"The entry's {field} has not its prescribed form."
            )
        try:
            envelope = _envelope.decode(recorded.line)
            whole = canonical(envelope) == recorded.line
        except (ValueError, RecursionError):
            self._lost = True
            self.find(self._next, "event", None, None, "This is not of the form of an event.")
            return None
        if not whole:
            self.find(
                envelope.version, "event", None, None, "The event is not in its canonical form."
            )
        return envelope

    def _chain(self, recorded: Recorded, envelope: Envelope) -> None:
        version = envelope.version
        made = digest(recorded.line)
        for missing in range(self._next, min(version, self._next + MOST)):
            self.find(missing, "version", None, missing, f"Event {missing} is missing.")
        if version < self._next or version != recorded.position:
            self.find(
                version,
                "version",
                version,
                max(self._next, recorded.position),
                f"Event {version} does not stand in its place.",
            )
        if not compare_digest(made.encode(), recorded.hash.encode()):
            self.find(version, "hash", recorded.hash, made, "The hash is not that of the event.")
        if envelope.previous != self._previous:
            self.find(
                version,
                "previous",
                envelope.previous,
                self._previous,
                "The event does not follow the one before it.",
            )
        if envelope.game != self._id:
            self.find(version, "game", envelope.game, self._id, "The event is of another game.")
        self._veil(recorded, envelope)

    def _veil(self, recorded: Recorded, envelope: Envelope) -> None:
        covers = None
        if recorded.hidden is not None:
            covers = veil(recorded.hidden, recorded.salt or "")
        if envelope.veil != covers:
            self.find(
                envelope.version,
                "veil",
                envelope.veil,
                covers,
                "What is opened is not what the veil covers.",
            )

    def _rules(self, event: Event | None, envelope: Envelope) -> None:
        if event is None or self._lost:
            self._lost = True
            return
        if self._before is not None and event.at < self._before:
            self.find(
                event.version,
                "at",
                envelope.at,
                times.written(self._before),
                "The event lies before the one before it.",
            )
        self._before = event.at
        try:
            self._rule(event, envelope)
            self._game = apply(self._game, event)
        except (ValueError, TypeError, LookupError, ArithmeticError):
            self._lost = True
            self.find(
                event.version,
                "type",
                envelope.type,
                None,
                "No game can go on like this; the rules were not checked any further.",
            )

    def _event(self, recorded: Recorded, envelope: Envelope) -> Event | None:
        try:
            at = times.read(envelope.at)
        except ValueError:
            sentence = "This is no time in UTC with milliseconds (RFC 3339)."
            self.find(envelope.version, "at", envelope.at, None, sentence)
            return None
        try:
            told = (envelope.action, envelope.outcome, recorded.hidden)
            body = catalogue.body(envelope.type, *told)
            _check_whole(body, *told)
        except ValueError as error:
            self.find(envelope.version, _named(error), None, None, f"{envelope.type}: {error}.")
            return None
        return Sealed(
            game=envelope.game,
            version=envelope.version,
            at=at,
            seat=envelope.seat,
            body=body,
            hash=recorded.hash,
            token=recorded.token,
            key=None,
            request="",
            entry=Entry(event=recorded.line, hash=recorded.hash, private=b""),
        )

    def _rule(self, event: Event, envelope: Envelope) -> None:
        body, game = event.body, self._game
        try:
            if game is None:
                decided = _first(body)
                self._watch = Watch(body.options) if isinstance(body, GameOpened) else None
            else:
                if self._watch:
                    self._watch.see(game, event.at, event.seat, body)
                decided = ruled_again(game, event.at, event.seat, body)
        except Refusal as refusal:
            self.find(event.version, "type", envelope.type, None, refusal.sentence, refusal.clauses)
            return
        self._compare(event, envelope, decided)

    def _compare(self, event: Event, envelope: Envelope, decided: Decided) -> None:
        seat, expected = decided
        if seat == event.seat and expected == event.body:
            return
        cited = (*_cited(event.body), *_cited(expected))
        if seat != event.seat:
            self._differs(event.version, "seat", "seat", event.seat, seat, cited)
        if expected == event.body:
            return
        if expected.type != event.body.type:
            sentence = f"By the rules this is {expected.type}, not {envelope.type}."
            self.find(
                event.version, "type", envelope.type, expected.type, sentence, _cited(expected)
            )
            return
        ruled, recorded = catalogue.parts(expected), catalogue.parts(event.body)
        for part, mine, theirs in zip(catalogue.Part, ruled, recorded, strict=True):
            for name, was, should in _differences(theirs or {}, mine or {}):
                self._differs(event.version, f"{part}.{name}", name, was, should, cited)

    def _differs(
        self,
        version: int,
        field: str,
        name: str,
        recorded: Any,
        expected: Any,
        cited: tuple[str, ...],
    ) -> None:
        clauses = known(expected) if name == "clauses" else settling(name, cited)
        sentence = f"By the rules, {name.replace('_', ' ')} is not what is recorded."
        self.find(version, field, recorded, expected, sentence, clauses)


def _differences(recorded: Plain, expected: Plain) -> list[tuple[str, Any, Any]]:
    """Fields that are not the same on both sides, absent counting as something of its own."""
    return [
        (name, recorded.get(name), expected.get(name))
        for name in sorted(recorded.keys() | expected.keys())
        if name not in recorded or name not in expected or recorded[name] != expected[name]
    ]


def _check_whole(body: AnyBody, action: Plain, outcome: Plain, hidden: Plain | None) -> None:
    """Raises ValueError where an event says more, or leaves more to be understood, than it may."""
    said = {**action, **outcome, **(hidden or {})}
    if hidden == {} or canonical(body) != canonical(said):
        raise ValueError("it says more or less than an event of its type")


def _first(body: AnyBody) -> Decided:
    if isinstance(body, GameOpened):
        return opened_again(body)
    raise ValueError("a log begins with the opening")


def _cited(body: AnyBody) -> tuple[str, ...]:
    if isinstance(body, GameClosed):
        return (closing_clause(body.reason),)
    return known(getattr(body, "clauses", ()))


_FIELD = re.compile(r"at `\$\.([a-z_]+)|required field `([a-z_]+)`$|has no [a-z]+ ([a-z_]+)$")


def _named(error: ValueError) -> str:
    """The field that a form's fault names, as far as it does."""
    named = _FIELD.search(str(error))
    return next((name for name in named.groups() if name), "event") if named else "event"


def audit(
    game: GameId,
    log: Iterable[Recorded],
    progress: Callable[[int], None] = lambda done: None,
) -> tuple[Report, Game | None]:
    """Audit a whole log; `progress` hears how many events are done."""
    auditor = Auditor(game)
    for done, recorded in enumerate(log, 1):
        auditor.take(recorded)
        progress(done)
    return auditor.report(), auditor.game
