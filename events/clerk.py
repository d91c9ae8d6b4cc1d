"""The only door through which a docket grows: audits asked for and reported, disputes, rulings.

Nothing here changes a game. What a job reports is written once, however often the job runs.
"""

from collections.abc import Callable, Iterator
from hmac import compare_digest

import msgspec

from events import certificates, chain, disputes, sight
from events import docket as dockets
from events.board import SeatNo, Value
from events.chain import Digests, GameId, Head
from events.claim import Foreign
from events.docket import (
    RELEASE,
    AuditReported,
    AuditRequested,
    Claim,
    Dispute,
    DisputeRaised,
    DisputeRuled,
    Docket,
    DocketBody,
    DocketEvent,
)
from events.examination import Examiner, Progress, unheard
from events.findings import Report
from events.game import Game
from events.house import Asked, House, find
from events.memory import HEADS, Recent
from events.play import TRIES, Caller, Play
from events.receipts import Fault, Jwks, Keys, check
from events.recorded import Recorded
from events.refusal import BrokenLog, Code, Refusal
from events.rulebook import RULES
from events.store import Append, Store, Stream, Unavailable
from events.times import Millis

DISPUTES = 20
"""How many disputes a seat can raise in one game."""


class Words(Value, frozen=True, kw_only=True):
    """What a seat says with its dispute, hidden until the game is over."""

    statement: str | None = None
    receipt: str | None = None


class Filed(Value, frozen=True, kw_only=True):
    """What a request about a docket came to; `fresh` where this request wrote it."""

    docket: Docket
    id: int
    fresh: bool
    replayed: bool


class Clerk:
    """The dockets of all games of one store, as one process keeps them."""

    def __init__(self, store: Store, play: Play, keys: Jwks, iss: str) -> None:
        self._store = store
        self._house = play.house
        self._play = play
        self._examiner = Examiner(store, play.house)
        self._keys = keys
        self._iss = iss
        self._seen: Recent[GameId, Head] = Recent(HEADS)

    def docket(self, game: GameId) -> Docket:
        """A game's docket as it stands now; raises BrokenLog where it does not verify."""
        return self._follow(Docket(game=game))

    def events(self, docket: Docket) -> list[DocketEvent]:
        """All events of a docket as far as that state knows it, oldest first."""
        if not docket.version:
            return []
        stored = self._store.read(docket.game, 1, docket.version, Stream.DOCKET)
        return [
            chain.read_alone(docket.game, version, entry, dockets.body) for version, entry in stored
        ]

    def request_audit(self, caller: Caller, asked: Asked) -> Filed:
        """Ask for the audit of a game that is over; the same log and release is one audit.

        Raises Refusal.
        """
        game = self._play.look(caller.game)
        if served := _served(game, self.docket(game.id), _digests(self._house, asked, caller)):
            return served
        _check_auditable(game)
        return self._request(game, sight.seat_of(game, caller.credential), asked, caller)

    def raise_dispute(
        self, caller: Caller, version: int, claim: Claim, words: Words, asked: Asked
    ) -> Filed:
        """Dispute an event; one per seat, version and claim. Raises Refusal."""
        game = self._play.look(caller.game)
        seat = sight.seat_of(game, caller.credential)

        def wanted(kept: Docket) -> DisputeRaised | int:
            _check_disputing(game, seat)
            if same := _same(kept, seat, version, claim):
                return same.id
            _check_dispute(game, kept, seat, version)
            return DisputeRaised(
                version=version, claim=claim, statement=words.statement, receipt=words.receipt
            )

        digests = _digests(self._house, asked, caller)
        return self._file(game, wanted, digests, seat, work="dispute")

    def audit(self, game_id: GameId, progress: Progress = unheard) -> Docket:
        """Audit a finished game's log as it stands, once for the same log and release.

        Every request that waits is answered, also one that another release left. Raises Refusal.
        """
        game = self._play.look(game_id)
        _check_auditable(game)
        kept = self._request(game, None, None, None).docket
        waiting = [asked.id for asked in kept.audits if asked.report is None]
        if waiting:
            report, _ = self.examined(game_id, kept, progress)
            for id in waiting:
                kept = self._report(game, _reporting(id, report))
        return kept

    def certificate(self, docket: Docket, keys: Keys) -> str | None:
        """The newest certificate, signed once enough replicas hold what it is made from.

        None where no audit has reported. Raises Unavailable.
        """
        if docket.marked is not None:
            marked = docket.marked
            self._store.replicated(docket.game, marked.version, marked.hash, Stream.DOCKET)
        return certificates.certified(docket, self._iss, keys)

    def put_off(self, game_id: GameId, millis: int) -> None:
        """What is owed to a game counts as owed from so much later on: it cannot be done now."""
        self._store.put_off(game_id, Millis(self._house.clock() + millis))

    def examined(
        self, game_id: GameId, kept: Docket, progress: Progress = unheard
    ) -> tuple[Report, Game | None]:
        """What there is to say of a log as stored, and the game as far as it could be followed."""
        return self._examiner.examined(game_id, kept, progress)

    def rule(self, game_id: GameId, dispute: int) -> Docket:
        """Rule on a dispute, once, when its game is over; before that nothing is done."""
        game = self._play.look(game_id)
        kept = self.docket(game_id)
        case = kept.dispute(dispute)
        if case is None or case.ruling is not None or not game.over:
            return kept
        ruling = disputes.rule(game_id, self._examiner.log(game_id), case, self._evidence(case))

        def wanted(now: Docket) -> DisputeRuled | int:
            return dispute if _ruled(now, dispute) else ruling

        return self._file(game, wanted, self._house.unasked(), case.seat).docket

    def now(self) -> Millis:
        """The house's time."""
        return self._house.clock()

    def history(self, game_id: GameId) -> list[Recorded] | None:
        """The log of a game that is over, as stored; None where there is none.

        Raises BrokenLog where it does not verify.
        """
        try:
            game = self._play.look(game_id)
        except Refusal:
            return None
        return self._examiner.log(game_id) if game.over else None

    def _evidence(self, case: Dispute) -> disputes.Evidence | None:
        token = case.raised.receipt
        if token is None:
            return None
        claims = check(token, self._keys)
        ours = None if isinstance(claims, Fault) or claims.iss != self._iss else claims
        return disputes.Evidence(claims=ours, token=token)

    def _report(self, game: Game, report: AuditReported) -> Docket:
        """The docket with a report, written by this run of the job or by another."""

        def wanted(kept: Docket) -> AuditReported | int:
            return report.audit if _reported(kept, report.audit) else report

        return self._file(game, wanted, self._house.unasked()).docket

    def _request(
        self, game: Game, seat: SeatNo | None, asked: Asked | None, caller: Caller | None
    ) -> Filed:
        body = AuditRequested(
            events=game.version, head=game.head.hash, rules=RULES, release=RELEASE
        )

        def wanted(kept: Docket) -> AuditRequested | int:
            return next((audit.id for audit in kept.audits if audit.request == body), body)

        digests = _digests(self._house, asked, caller)
        return self._file(game, wanted, digests, seat, work="audit" if asked else None)

    def _file(
        self,
        game: Game,
        wanted: Callable[[Docket], DocketBody | int],
        digests: Digests,
        seat: SeatNo | None = None,
        work: str | None = None,
    ) -> Filed:
        """What is wanted of a docket, written by this request or by whichever came first.

        `wanted` says what to write, or which event says it already; raises what that raises.
        """
        for kept in self._tries(game.id):
            if served := _served(game, kept, digests):
                return served
            body = wanted(kept)
            if isinstance(body, int):
                return Filed(docket=kept, id=body, fresh=False, replayed=False)
            event = self._append(game, kept, seat, body, digests, work)
            if event is not None:
                after = dockets.apply(kept, event)
                return Filed(docket=after, id=event.version, fresh=True, replayed=False)
        raise Unavailable("the store did not take it in time")

    def _append(
        self,
        game: Game,
        kept: Docket,
        seat: SeatNo | None,
        body: DocketBody,
        digests: Digests,
        work: str | None,
    ) -> DocketEvent | None:
        """The event as appended to the docket, None where another came first or nobody knows."""
        at, salt = self._house.clock(), self._house.salt()
        sealed: DocketEvent = chain.seal(game.id, kept.head, at, seat, body, salt, digests)
        event = chain.with_token(sealed, self._house.mark(sealed.hash))
        after = dockets.apply(kept, event)
        row = msgspec.json.encode(sight.row(game, after)) if game.listed and game.over else None
        wanted = Append(
            stream=Stream.DOCKET,
            game=game.id,
            after=kept.version,
            after_hash=kept.head.hash if kept.head else "",
            entry=event.entry,
            status=None,
            opened_at=game.opened_at,
            row=row,
            due=None,
            work=work,
            owed=(at if after.owes else Millis(0)) if game.over else None,
        )
        try:
            self._play.claim.make()
            conflict = self._store.append(wanted)
        except Foreign:
            raise
        except Unavailable:
            self._house.rest(0.05)
            return next((e for e in self._written(kept) if e.request == digests.request), None)
        if conflict is not None:
            return None
        self._seen.put(game.id, chain.head(event))
        return event

    def _written(self, kept: Docket) -> list[DocketEvent]:
        try:
            return self.events(self.docket(kept.game))[kept.version :]
        except Unavailable:
            return []

    def _tries(self, game: GameId) -> Iterator[Docket]:
        return (self.docket(game) for _ in range(TRIES))

    def _follow(self, kept: Docket) -> Docket:
        """A docket read on; raises BrokenLog also where this process has seen another, or more."""
        seen = self._seen.get(kept.game)
        for version, entry in self._store.read(kept.game, kept.version + 1, None, Stream.DOCKET):
            event = chain.verified(kept.game, version, entry, kept.head, dockets.body)
            if seen and version == seen.version and event.hash != seen.hash:
                raise BrokenLog(kept.game, version, "hash", "This is another docket than before.")
            if not compare_digest(event.token or "", self._house.mark(event.hash)):
                raise BrokenLog(kept.game, version, "token", "This service did not write this.")
            try:
                kept = dockets.apply(kept, event)
            except ValueError as error:
                raise BrokenLog(kept.game, version, "docket", str(error)) from error
        if seen and kept.version < seen.version:
            raise BrokenLog(kept.game, seen.version, "version", "The docket was longer before.")
        if kept.head:
            self._seen.put(kept.game, kept.head)
        return kept


def _reporting(audit: int, report: Report) -> AuditReported:
    """The report on a request, as the docket keeps it."""
    return AuditReported(
        audit=audit,
        events=report.events,
        head=report.head,
        sound_to=report.sound_to,
        findings=report.findings,
        found=report.found,
        materiality=report.materiality,
        undecided=report.undecided,
    )


def _digests(house: House, asked: Asked | None, caller: Caller | None) -> Digests:
    if asked is None or caller is None:
        return house.unasked()
    joined = str(caller.credential.joined) if caller.credential else ""
    return house.digests(asked, "seat", caller.game, joined)


def _served(game: Game, kept: Docket, digests: Digests) -> Filed | None:
    """What an earlier request with this key came to; raises Refusal where it was another.

    A seat has its keys once, whether they brought an action or something in the docket.
    """
    served = find(kept.served, digests.key) or find(game.served, digests.key)
    if served is None:
        return None
    if not compare_digest(served.request, digests.request):
        raise Refusal(Code.KEY_REUSED, "This idempotency key was used for another request.")
    return Filed(docket=kept, id=served.version, fresh=True, replayed=True)


def _check_disputing(game: Game, seat: SeatNo | None) -> None:
    if seat is None:
        raise Refusal(Code.FORBIDDEN, "Whoever left before the start disputes nothing.")
    if not game.started:
        raise Refusal(Code.RULE_BROKEN, "Nothing is disputed before the start.", "S4")


def _same(kept: Docket, seat: SeatNo | None, version: int, claim: Claim) -> Dispute | None:
    wanted = (seat, version, claim)
    return next(
        (d for d in kept.disputes if (d.seat, d.raised.version, d.raised.claim) == wanted), None
    )


def _check_auditable(game: Game) -> None:
    """Raises Refusal unless the game is over and was played."""
    if not game.over:
        raise Refusal(Code.GAME_RUNNING, "A game is audited when it is over.")
    if not game.started:
        raise Refusal(Code.RULE_BROKEN, "A table that never started is not audited.", "S4")


def _check_dispute(game: Game, kept: Docket, seat: SeatNo | None, version: int) -> None:
    if not 1 <= version <= game.version:
        raise Refusal(Code.NOT_FOUND, f"This game has no event {version}.")
    if sum(dispute.seat == seat for dispute in kept.disputes) >= DISPUTES:
        raise Refusal(Code.RULE_BROKEN, f"A seat raises {DISPUTES} disputes in a game at most.")


def _reported(kept: Docket, audit: int) -> bool:
    asked = kept.audit(audit)
    return asked is not None and asked.report is not None


def _ruled(kept: Docket, dispute: int) -> bool:
    case = kept.dispute(dispute)
    return case is not None and case.ruling is not None
