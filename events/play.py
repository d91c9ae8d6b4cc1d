"""The only door through which a game changes: read, fold, decide, veil, append."""

from collections.abc import Iterator
from hmac import compare_digest

import msgspec

from events import catalogue, chain, referee, sight
from events.board import SeatNo, Secretive, Value
from events.bots.pace import moves_at
from events.catalogue import Bot, GameOpened, PlayerJoined
from events.chain import Digests, Entry, Event, GameId, Head, Version
from events.claim import Claim, Foreign
from events.commands import AddBot, Command, Join, OpenTable, SeatCommand
from events.game import Credential, Game, Status
from events.house import Asked, House, find, token_digest
from events.memory import Memory
from events.permission import forbidden
from events.reducer import apply
from events.referee import Decided
from events.refusal import BrokenLog, Code, Refusal
from events.store import Append, Listed, Place, Store, Unavailable
from events.times import Millis

TOKEN_MILLIS = 10 * 60_000
"""How long after its event a seat token is given again to the same request."""

PATIENCE_MILLIS = 5_000
"""How long an action is tried on a store that does not answer."""

TRIES = 100
"""How often an action is judged anew because another came first."""


class Caller(Value, frozen=True, kw_only=True):
    """Who asks about a game; without a credential, the public."""

    game: GameId
    credential: Credential | None = None


class Done(Secretive, frozen=True, kw_only=True):
    """An action that is in the log, by this request or by an earlier one that was the same.

    `game` is the game as it is now; `seat` the caller's, or the one just taken.
    """

    event: Event
    game: Game
    seat: SeatNo | None
    token: str | None
    replayed: bool


class Play:
    """All games of one store, as one process plays them."""

    def __init__(self, store: Store, house: House, remember: int = 4096) -> None:
        self._store = store
        self._house = house
        self._memory = Memory(store, remember)
        self.claim = Claim(store, house)

    @property
    def house(self) -> House:
        """The house in which these games are played."""
        return self._house

    @property
    def lost(self) -> dict[GameId, BrokenLog]:
        """The logs that this process found shrunk, changed or broken, and leaves alone."""
        return self._memory.lost

    def identify(self, game_id: GameId, token: str | None) -> Caller:
        """Whose token it is; raises Refusal: unauthorised, or not found where none was sent."""
        game = self._memory.game(game_id) or self._memory.load(game_id)
        if token is None:
            if game is None:
                raise _no_such_game()
            return Caller(game=game_id)
        credential = _credential(game, token)
        if credential is None and game is not None:
            credential = _credential(self._memory.read_on(game), token)
        if credential is None:
            raise Refusal(Code.UNAUTHORISED, "That token belongs to no seat of this game.")
        return Caller(game=game_id, credential=credential)

    def open(self, command: OpenTable, asked: Asked) -> Done:
        """Open a table and seat its host; raises Refusal, Unavailable, BrokenLog."""
        caller = Caller(game=self._house.game_id(asked.key))
        digests = self._house.digests(asked, "open")
        decided = referee.opening(command, self._house.chance(16).hex())
        unknown: set[str] = set()
        for _ in self._tries():
            if self._memory.game(caller.game) or self._memory.head(caller.game):
                return self._served(caller, digests)
            sealed = self._sealed(caller.game, None, self._house.clock(), decided, digests)
            if event := self._appended(None, sealed, unknown):
                ours = event is sealed or event.hash in unknown
                return self._done(caller, event) if ours else self._served(caller, digests)
        raise Unavailable("the store did not take the opening in time")

    def join(self, caller: Caller, command: Join, asked: Asked) -> Done:
        """Take a seat; raises Refusal, Unavailable, BrokenLog."""
        return self._act(caller, command, asked, self._house.digests(asked, "join", caller.game))

    def add_bot(self, caller: Caller, bot: Bot, asked: Asked) -> Done:
        """Have the host sit a bot down; raises Refusal, Unavailable, BrokenLog."""
        if caller.credential is None:
            raise Refusal(Code.UNAUTHORISED, "A bot is asked to the table with the host's token.")
        command = AddBot(seat=caller.credential.seat, bot=bot, seed=self._house.chance(16).hex())
        return self._act(caller, command, asked, self._house.digests(asked, "join", caller.game))

    def act(self, caller: Caller, command: SeatCommand, asked: Asked) -> Done:
        """Do what a seat asks; raises Refusal, Unavailable, BrokenLog.

        In this order: the same request again, what the clock has due, 403, 412, then 404 or 409.
        """
        joined = str(caller.credential.joined) if caller.credential else ""
        digests = self._house.digests(asked, "seat", caller.game, joined)
        return self._act(caller, command, asked, digests)

    def tick(self, game_id: GameId) -> Event | None:
        """Record what the clock has due in a game; None where nothing was (H1, H4)."""
        game = self.look(game_id)
        at = self._now(game)
        decided = referee.due(game, at, self._house.below)
        return self._recorded(game, at, decided) if decided else None

    def move(self, game: Game, command: SeatCommand) -> Event | None:
        """Make a bot's move, judged on exactly the state that it thought about.

        What the clock has due comes instead. None where another event came first, or where
        nobody knows whether this one arrived. Raises Refusal, BrokenLog.
        """
        at = self._now(game)
        overdue = referee.due(game, at, self._house.below)
        return self._recorded(game, at, overdue or _moved(game, command))

    def look(self, game_id: GameId) -> Game:
        """The game as it stands now; raises Refusal where there is none."""
        known = self._memory.game(game_id)
        game = self._memory.read_on(known) if known else self._memory.load(game_id)
        if game is None:
            raise _no_such_game()
        return game

    def events(self, game: Game, after: int, limit: int | None = None) -> list[Event]:
        """Events of a game as far as that state knows it, oldest first, those above `after`.

        Raises Unavailable, and BrokenLog where they are not what was seen.
        """
        last = game.version if limit is None else min(game.version, after + limit)
        if last <= after:
            return []
        return self._memory.events(game, Version(after + 1), Version(last))

    def event(self, game: Game, version: int) -> Event:
        """One event of a game; raises Refusal where it has none of that version."""
        if not 1 <= version <= game.version:
            raise Refusal(Code.NOT_FOUND, f"This game has no event {version}.")
        return self.events(game, version - 1, 1)[0]

    def vouch(self, event: Event) -> None:
        """Wait until enough replicas hold an event, so that it may be signed; else Unavailable."""
        self._store.replicated(event.game, event.version, event.hash)

    def lobby(
        self, status: Status, limit: int, below: Place | None = None
    ) -> tuple[list[Listed], Place | None]:
        """Listed games of a status, newest opened first, and where to go on (None at the end)."""
        found: list[Listed] = []
        while len(found) <= limit:
            page = self._store.listed(status, limit + 1, below)
            found += [listed for listed in page if listed.row is not None]
            if len(page) <= limit:
                break
            below = page[-1].place
        return found[:limit], found[limit - 1].place if len(found) > limit else None

    def _act(self, caller: Caller, command: Command, asked: Asked, digests: Digests) -> Done:
        game = self._memory.game(caller.game)
        fresh = game is None
        if game is None:
            game = self.look(caller.game)
        unknown: set[str] = set()
        for _ in self._tries():
            if find(game.served, digests.key):
                return self._served(caller, digests)
            at = self._now(game)
            try:
                overdue = referee.due(game, at, self._house.below)
                decided = overdue or _decided(game, caller, command, asked)
            except Refusal:
                if fresh:
                    raise
                game, fresh = self._memory.read_on(game), True
                continue
            proof = self._house.unasked() if overdue else digests
            sealed = self._sealed(game.id, game, at, decided, proof)
            event = self._appended(game, sealed, unknown)
            if event is not None and not overdue:
                ours = event is sealed or event.hash in unknown
                return self._done(caller, event) if ours else self._served(caller, digests)
            game, fresh = self._memory.game(game.id) or game, False
        raise Unavailable("the store did not take the action in time")

    def _recorded(self, game: Game, at: Millis, decided: Decided) -> Event | None:
        """What nobody asked for, as it is in the log now; None where another event is."""
        sealed = self._sealed(game.id, game, at, decided, self._house.unasked())
        return self._appended(game, sealed, set())

    def _now(self, game: Game) -> Millis:
        """The time at which a game's next event is decided and recorded, never before its last."""
        return max(self._house.clock(), game.head.at)

    def _sealed(
        self, game_id: GameId, game: Game | None, at: Millis, decided: Decided, digests: Digests
    ) -> Event:
        seat, body = decided
        after = game.head if game else None
        event = chain.seal(game_id, after, at, seat, body, self._house.salt(), digests)
        if not isinstance(body, GameOpened | PlayerJoined):
            return event
        return chain.with_token(event, token_digest(self._house.seat_token(event.hash)))

    def _appended(self, game: Game | None, event: Event, unknown: set[str]) -> Event | None:
        """The event as it is in the log now, or None; whatever stands there, memory knows it.

        Adds its hash to `unknown` where no answer says whether this very append arrived: another
        process can seal the same bytes in the same millisecond.
        """
        after = apply(game, event)
        seen = self._memory.head(event.game)
        try:
            self.claim.make()
            conflict = self._store.append(appending(game, after, event))
        except Foreign:
            raise
        except Unavailable:
            unknown.add(event.hash)
            return self._arrived(game, event)
        if conflict is not None:
            return self._own(game, event, conflict.entries, seen)
        self._memory.keep(after)
        return event

    def _arrived(self, game: Game | None, event: Event) -> Event | None:
        """The event, where an append whose answer was lost did arrive."""
        self._house.rest(0.05)
        seen = self._memory.head(event.game)
        try:
            entries = self._store.read(event.game, game.version if game else 1)
        except Unavailable:
            return None
        return self._own(game, event, entries, seen)

    def _own(
        self,
        game: Game | None,
        event: Event,
        entries: list[tuple[Version, Entry]],
        seen: Head | None,
    ) -> Event | None:
        """The event with the same request digest, whichever try brought it into the log."""
        self._memory.follow(game, event.game, entries, seen)
        for version, entry in entries:
            stored = chain.read_alone(event.game, version, entry, catalogue.body)
            if compare_digest(stored.request, event.request):
                return stored
        return None

    def _tries(self) -> Iterator[None]:
        until = self._house.clock() + PATIENCE_MILLIS
        for _ in range(TRIES):
            yield
            if self._house.clock() >= until:
                return

    def _served(self, caller: Caller, digests: Digests) -> Done:
        """What an earlier request with this key became; raises Refusal where it was another."""
        game = self.look(caller.game)
        served = find(game.served, digests.key)
        if served is None or not compare_digest(served.request, digests.request):
            raise Refusal(Code.KEY_REUSED, "This idempotency key was used for another request.")
        event = self.event(game, served.version)
        if event.token is not None and self._house.clock() > event.at + TOKEN_MILLIS:
            raise Refusal(
                Code.TOKEN_GIVEN, "This request was served; its token is not given again so late."
            )
        return self._done(caller, event, replayed=True)

    def _done(self, caller: Caller, event: Event, replayed: bool = False) -> Done:
        self.vouch(event)
        game = self._memory.game(event.game) or self.look(event.game)
        given = _given(event)
        return Done(
            event=event,
            game=game,
            seat=sight.seat_of(game, given or caller.credential),
            token=self._house.seat_token(event.hash) if given else None,
            replayed=replayed,
        )


def _decided(game: Game, caller: Caller, command: Command, asked: Asked) -> Decided:
    """What follows from a request; raises Refusal: 403, then 412, then the rule that is broken."""
    if not isinstance(command, Join):
        if caller.credential is None or not game.holds(caller.credential):
            raise Refusal(Code.FORBIDDEN, "Whoever has left this table takes no more part in it.")
        if refusal := forbidden(game, command):
            raise refusal
    if asked.if_match is not None and game.version not in asked.if_match:
        raise Refusal(Code.STALE, f"The game is at version {game.version} now.")
    return referee.decide(game, command)


def _moved(game: Game, command: SeatCommand) -> Decided:
    """What follows from a bot's move; raises Refusal where no bot sits there."""
    player = game.player(command.seat)
    if player is None or player.bot is None:
        raise Refusal(Code.FORBIDDEN, "A person moves with a token.")
    return referee.decide(game, command)


def appending(game: Game | None, after: Game, event: Event) -> Append:
    """An event, and all that has to agree with it once it is in the log."""
    return Append(
        game=event.game,
        after=game.version if game else Version(0),
        after_hash=game.head.hash if game else "",
        entry=event.entry,
        status=after.status,
        opened_at=after.opened_at,
        row=msgspec.json.encode(sight.row(after)) if after.listed else None,
        due=after.due,
        work="end" if after.over and after.started else None,
        owed=event.at if after.over and after.started else None,
        moves=moves_at(after),
    )


def _credential(game: Game | None, token: str) -> Credential | None:
    """The credential that a token is, compared in constant time."""
    if game is None:
        return None
    known = token_digest(token)
    return next((c for c in game.credentials if compare_digest(c.token, known)), None)


def _given(event: Event) -> Credential | None:
    """The credential that an event gave; by now its seat may be somebody else's."""
    if event.token is None or event.seat is None:
        return None
    return Credential(token=event.token, seat=event.seat, joined=event.version)


def _no_such_game() -> Refusal:
    return Refusal(Code.NOT_FOUND, "There is no such game.")
