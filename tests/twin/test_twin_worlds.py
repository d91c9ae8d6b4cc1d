"""The law at the end of `log.md`'s account of secrecy, over every path of the contract."""

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any

import msgspec
import pytest
from werkzeug.test import TestResponse

from events import permission, referee, sight
from events.catalogue import Phase
from events.docket import Claim
from events.game import Game
from events.refusal import Refusal
from service import preconditions
from service.hearing import Hearing
from tests.chunks import chunks
from tests.service.world import told
from tests.twin import walk
from tests.twin.law import Seen, seen
from tests.twin.pair import Asked, Over, Pair

PAIRS = 400
CHUNKS = 20
SOON = 5
"""Chunks that every test run plays: two hundred games."""

REPLAYS = 20
"""So many old requests are sent again, by each pair in each phase."""

THIN = 5
"""Each pair asks this share of everything; those of a test run ask it some twenty times."""

WAITING = {Phase.ANSWER, Phase.SECOND_ANSWER}


def parted(seed: int) -> Pair:
    """Two worlds a moment after a different removal; another game where this one ends too soon."""
    while True:
        pair = Pair(seed)
        pair.open(bots=0.4)
        try:
            pair.play_to_a_removal(pair.rng.choice([0, 0, 1, 2, 4, 8]))
        except Over:
            seed += 1_000_000
            continue
        pair.part()
        return pair


def blind(pair: Pair) -> list[int | None]:
    """Everybody who must not know: the wearer, the public, whoever has left."""
    left = [player.seat for player in pair.game.players if not player.in_play]
    return [pair.game.mask, None, *left]


def unresolved(pair: Pair) -> bool:
    return all(game.phase in WAITING for game in pair.games())


def alike(pair: Pair, asked: Asked) -> None:
    first, second = pair.compare(asked)
    assert first == second, f"{asked} tells the worlds apart"


def hold(pair: Pair) -> None:
    """The law, from the removal until the turn is resolved."""
    while unresolved(pair):
        before = pair.game.version
        for by in blind(pair):
            walked = [*walk.reading(pair.id, before, by), *walk.refused(pair.id, before, by)]
            for asked in pair.rng.sample(walked, len(walked) // THIN):
                alike(pair, asked)
        again = list(replays(pair))
        for asked in pair.rng.sample(again, min(len(again), REPLAYS)):
            alike(pair, asked)
        watch(pair, before)
        assert pair.game.version == before
        act(pair)
        if pair.game.version == before:
            return


def replays(pair: Pair) -> Iterator[Asked]:
    """Old requests with their keys, as they were and changed, by those who must not know."""
    unknowing = blind(pair)
    for asked, seat in pair.asked:
        if seat in unknowing:
            yield asked
            yield msgspec.structs.replace(asked, body={"name": "Other"})


def watch(pair: Pair, version: int) -> None:
    """The stream, from its start and resumed, up to the newest event."""
    for after in (0, version - 1):
        asked = Asked(method="GET", path=f"{pair.path}/stream?after={after}")
        first, second = [_read(answer, 1 + version - after) for answer in pair.ask(asked)]
        assert first == second, "the stream tells the worlds apart"


def _read(answer: TestResponse, chunks: int) -> Seen:
    frames: Any = iter(answer.response)
    read: bytes = b"".join(next(frames) for _ in range(chunks))
    answer.close()
    return seen(answer, read)


def act(pair: Pair) -> None:
    """Whatever anybody who must not know can do; the wearer is wrong first, where that is told."""
    wearer, *others = blind(pair)
    for by in others:
        for asked in walk.written(pair.id, pair.game.version, by):
            alike(pair, asked)
    tries = list(walk.written(pair.id, pair.game.version, wearer))
    pair.rng.shuffle(tries)
    if pair.game.phase is Phase.ANSWER:
        tries = [pair.wrong_answer(), *tries]
    version = pair.game.version
    for asked in tries:
        first, second = pair.compare(asked)
        if not unresolved(pair):
            return
        assert first == second, f"{asked} tells the worlds apart"
        if pair.game.version != version:
            pair.asked.append((asked, wearer))
            return


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("chunk", chunks(CHUNKS, SOON))
def test_two_worlds_that_differ_in_what_was_removed_answer_alike(chunk: int) -> None:
    hold_all(range(chunk, PAIRS, CHUNKS))


def test_a_live_stream_tells_no_worlds_apart() -> None:
    for number in range(6):
        pair = Pair(10_000 + number)
        pair.open()
        pair.accepted(pair.mask())
        asked = Asked(method="GET", path=f"{pair.path}/stream?after={pair.game.version}")
        streams = pair.ask(asked)
        frames: list[Any] = [iter(stream.response) for stream in streams]
        heads = [next(frame) for frame in frames]
        pair.part()
        read = [head + next(frame) for head, frame in zip(heads, frames, strict=True)]
        first, second = [seen(*both) for both in zip(streams, read, strict=True)]
        assert first == second
        pair.close()


@pytest.mark.parametrize("claim", Claim)
def test_a_wearer_s_disputes_tell_no_worlds_apart(claim: Claim) -> None:
    pair = parted(30_000 + list(Claim).index(claim))
    version = pair.game.version
    receipt = told(pair.ask(Asked(method="GET", path=f"{pair.path}/receipts/{version}"))[0])
    words = {"statement": "I peeped.", "receipt": receipt["receipt"]}
    for disputed in (version, 1, version + 1):
        body = {"version": disputed, "claim": claim, **words}
        alike(
            pair, Asked(method="POST", path=f"{pair.path}/disputes", by=pair.game.mask, body=body)
        )
    for path, by in product(("", "/disputes", "/disputes/1", "/docket", "/audits"), blind(pair)):
        alike(pair, Asked(method="GET", path=pair.path + path, by=by))
    pair.close()


def _leak_sticks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, "_blind", lambda *_: False)
    shown = sight._removed

    def leaky(game: Game, seat: Any) -> Any:
        told = shown(game, seat)
        return told and {**told, "sticks": game.removed}

    monkeypatch.setattr(sight, "_removed", leaky)


def _leak_in_etag(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        preconditions, "etag", lambda game, *_: f'"{hash(game.removed) % 1000}.0.-"'
    )


def _leak_in_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = permission._not_now

    def told(game: Game, *rest: Any) -> Refusal | None:
        refusal = asked(game, *rest)
        if refusal is not None and game.removed:
            refusal.sentence += f" It was {game.removed[0].colour}."
        return refusal

    monkeypatch.setattr(permission, "_not_now", told)


def _leak_in_length(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = sight.row
    monkeypatch.setattr(
        sight,
        "row",
        lambda game, *_: {**shown(game), "pad": " " * sum(s.window for s in game.removed)},
    )


def _leak_in_outcome(monkeypatch: pytest.MonkeyPatch) -> None:
    decided = referee._removed
    monkeypatch.setattr(
        referee,
        "_removed",
        lambda game, command: msgspec.structs.replace(
            found := decided(game, command), paid_to=found.sticks[0].window
        ),
    )


def _leak_in_dispute(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Hearing.dispute
    monkeypatch.setattr(
        Hearing,
        "dispute",
        lambda heard, number: {**shown(heard, number), "pad": heard.game.removed},
    )


@pytest.mark.parametrize(
    "plant",
    [
        _leak_in_dispute,
        _leak_sticks,
        _leak_in_etag,
        _leak_in_refusal,
        _leak_in_length,
        _leak_in_outcome,
    ],
    ids=lambda plant: plant.__name__,
)
def test_a_planted_leak_is_seen(
    plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    with pytest.raises(AssertionError, match="worlds apart"):
        hold_all(range(20_000, 20_020))


def hold_all(seeds: Iterable[int]) -> None:
    for seed in seeds:
        pair = parted(seed)
        try:
            hold(pair)
        finally:
            pair.close()
