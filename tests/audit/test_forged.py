"""A log that was forged whole is certified on no path, and one honest receipt says no."""

from random import Random
from typing import Any

import pytest

from events import record
from events.certificates import certified
from events.chain import Entry, GameId
from events.docket import Claim, Judgement, Standing
from events.receipts import Claims, Keys
from events.store import Stream
from events.verification import verify
from tests.audit.copied import Copied, audited
from tests.audit.world import ISS, KEYS, World
from tests.record.games import Log, random_log
from tests.record.signed import Signed
from tests.store.tables import Table, next_move

OTHER = Keys.fresh()


@pytest.fixture(scope="module")
def world() -> World:
    return World()


@pytest.fixture
def table(world: World) -> Table:
    world.restart()
    return world.finished(seed=5, seats=3, advanced=True)


class Forger(World):
    """Another service, with a secret and keys of its own, that plays what it likes."""

    def __init__(self) -> None:
        super().__init__(secret=b"f" * 32)

    def whole(self, table: Table) -> list[Entry]:
        """Another game of as many seats under the name of that one, from the opening on."""
        played = self.finished(seed=99, seats=3, advanced=True)
        return self._named(played, table)

    def _named(self, played: Table, table: Table) -> list[Entry]:
        copy = self.copied(played.id)
        for line in copy.lines:
            line.event["game"] = table.id
        return copy.forged().entries()


def middle(world: World, table: Table, keep: int) -> list[Entry]:
    """The same game up to an event, and from there on another one that keeps to the rules."""
    sound = world.entries(table.id)
    world.put(table.id, sound[:keep])
    other, random = Table.__new__(Table), Random(1234)
    other.play, other.id, other.tokens = world.play, table.id, table.tokens
    while not other.game.over:
        other.act(next_move(other.game, random))
    forged = world.entries(table.id)
    world.put(table.id, sound)
    return forged


def with_digests_of(sound: list[Entry], forged: list[Entry], game: GameId) -> list[Entry]:
    """The private digests copied from the honest log, as far as it goes."""
    old, new = Copied(game, sound), Copied(game, forged)
    for line, honest in zip(new.lines, old.lines, strict=False):
        line.private |= {name: honest.private[name] for name in ("token", "key", "request")}
    return new.entries()


def test_the_forgeries_keep_to_the_rules(world: World, table: Table) -> None:
    """Else the rules alone would name them, and nothing below would be shown."""
    assert audited(table.id, Forger().whole(table)).found == 0
    forged = middle(world, table, keep=8)
    assert audited(table.id, forged).found == 0
    assert forged[7] == world.entries(table.id)[7]
    assert forged[-1] != world.entries(table.id)[-1]


@pytest.mark.parametrize("docket", ["kept", "dropped", "never there"])
@pytest.mark.parametrize("copied", [True, False])
def test_a_log_rewritten_from_the_opening_is_never_certified(
    world: World, table: Table, docket: str, copied: bool
) -> None:
    if docket != "never there":
        world.settle(table.id)
    forged = Forger().whole(table)
    if copied:
        forged = with_digests_of(world.entries(table.id), forged, table.id)
    world.put(table.id, forged)
    if docket == "dropped":
        world.drop(table.id, Stream.DOCKET)
    report = world.examined(table.id)
    assert (report.findings[0].version, report.findings[0].field) == (1, "private.token")
    assert world.settle(table.id).standing is Standing.OVERTURNED
    assert not world.certified(table.id)


@pytest.mark.parametrize("keep", [4, 8, 20])
def test_a_log_rewritten_in_the_middle_after_its_audit_is_never_certified(
    world: World, table: Table, keep: int
) -> None:
    world.settle(table.id)
    world.put(table.id, middle(world, table, keep))
    assert "hash" in [finding.field for finding in world.examined(table.id).findings]
    assert world.settle(table.id).standing is Standing.OVERTURNED
    assert not world.certified(table.id)


def test_a_log_rewritten_in_the_middle_before_its_audit_is_overturned_by_one_receipt(
    world: World, table: Table
) -> None:
    """Nothing in the store tells of it; whoever was told something else can."""
    receipt = world.receipt(table.id, 12)
    world.put(table.id, middle(world, table, keep=8))
    filed = world.dispute(table, 12, Claim.RECORD, receipt=receipt)
    assert world.ruling(table.id, filed.id).verdict is Judgement.UPHELD
    assert world.clerk.docket(table.id).standing is Standing.OVERTURNED
    assert not world.certified(table.id)


def test_a_docket_forged_beside_the_log_is_believed_by_nobody(world: World, table: Table) -> None:
    """A clean report that the service never wrote: the forger's own docket under this name."""
    forger = Forger()
    played = forger.finished(seed=99, seats=3, advanced=True)
    forger.settle(played.id)
    docket = forger.copied(played.id, Stream.DOCKET)
    log = forger._named(played, table)
    for line in docket.lines:
        line.event["game"] = table.id
        if "head" in line.event["outcome"]:
            line.event["outcome"]["head"] = log[-1].hash
    world.put(table.id, log)
    world.put(table.id, docket.forged().entries(), Stream.DOCKET)
    with pytest.raises(Exception, match="did not write"):
        world.certified(table.id)
    with pytest.raises(Exception, match="did not write"):
        world.clerk.audit(table.id)


def test_a_process_that_saw_the_honest_log_serves_no_other(world: World, table: Table) -> None:
    play, clerk = world.play, world.clerk
    world.put(table.id, middle(world, table, keep=8))
    with pytest.raises(Exception, match="not the one seen"):
        play.look(table.id)
    with pytest.raises(Exception, match="not the one seen"):
        clerk.audit(table.id)


# As a record


def _forged_record(game: GameId) -> bytes:
    """A whole game with keys and a certificate of the forger's own, under an honest name."""
    log = Log(Random(7), game)
    for event in random_log(Random(7)).events:
        log.add(event.at, event.seat, event.body)
    return Signed(Random(4), OTHER, log).content


def _record(world: World, table: Table, certificate: str | None) -> record.Record:
    events = world.events(table.id)
    lines = record.written(table.id, ISS, KEYS.public(), events, certificate)
    return record.read(b"".join(lines))


def test_a_record_with_keys_of_its_own_is_vouched_for_by_nobody(world: World, table: Table) -> None:
    found = record.read(_forged_record(table.id))
    assert verify(found).ok
    assert any("nobody vouches here" in note for note in verify(found).unchecked)
    ours: Any = KEYS.public()
    assert not verify(found, ours).ok
    assert not verify(found, None, [KEYS.kid]).ok
    for version in (1, 3, len(found.events)):
        receipts = [world.receipt(table.id, version)]
        assert not verify(found, ours, receipts=receipts).ok
        assert not verify(found, receipts=receipts).ok


def test_a_record_rewritten_in_the_middle_says_no_to_our_keys(world: World, table: Table) -> None:
    world.settle(table.id)
    honest = certified(world.clerk.docket(table.id), ISS, KEYS)
    receipt = world.receipt(table.id, 12)
    world.put(table.id, middle(world, table, keep=8))
    ours: Any = KEYS.public()
    for certificate in (honest, None):
        found = _record(world, table, certificate)
        assert not verify(found, ours).ok
        assert not verify(found, ours, receipts=[receipt]).ok
        assert not verify(found, receipts=[receipt]).ok


def test_what_the_service_certifies_of_a_forged_log_says_no_itself(
    world: World, table: Table
) -> None:
    world.settle(table.id)
    world.put(table.id, middle(world, table, keep=8))
    certificate = certified(world.settle(table.id), ISS, KEYS)
    assert certificate
    ours: Any = KEYS.public()
    verdict = verify(_record(world, table, certificate), ours)
    assert not verdict.ok
    assert [finding.field for finding in verdict.findings] == ["certificate.standing"]


def test_a_certificate_of_another_game_or_key_says_no(world: World, table: Table) -> None:
    world.settle(table.id)
    other = world.finished(seed=6, seats=3)
    world.settle(other.id)
    ours: Any = KEYS.public()
    for certificate in (
        certified(world.clerk.docket(other.id), ISS, KEYS),
        certified(world.clerk.docket(table.id), ISS, OTHER),
        certified(world.clerk.docket(table.id), "https://other.example", KEYS),
    ):
        assert not verify(_record(world, table, certificate), ours).ok


def test_a_receipt_is_worth_what_its_key_is() -> None:
    """The forger's own receipt for the honest log proves nothing against it."""
    world = World()
    table = world.finished(seed=5)
    world.settle(table.id)
    ours: Any = KEYS.public()
    found = _record(world, table, certified(world.clerk.docket(table.id), ISS, KEYS))
    told = Claims(iss=ISS, game=table.id, version=3, hash="sha256:" + "0" * 64, at="x")
    assert verify(found, ours, receipts=[OTHER.sign(told)]).ok
    assert not verify(found, ours, receipts=[KEYS.sign(told)]).ok
