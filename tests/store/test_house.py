"""Chance, names and tokens of the house, and that it keeps its secret."""

import hmac
import re
import traceback
from collections.abc import Callable
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.pretty import pretty_repr

from events.house import text
from events.play import Play
from events.store import Unavailable, connect
from tests.store.conftest import memory
from tests.store.tables import SECRET, Clock, Table, asked, house, opening

KEY = "k" * 22


def drawing(*words: int) -> Callable[[int], bytes]:
    """Chance that gives these words of four bytes, one after the other."""
    left = iter(words)

    def chance(size: int) -> bytes:
        assert size == 4
        return next(left).to_bytes(4, "big")

    return chance


@pytest.mark.parametrize(
    ("n", "words", "drawn"),
    [
        (1, [2**32 - 1], 0),
        (2, [2**32 - 1], 1),
        (3, [2**32 - 2], 2),
        (3, [2**32 - 1, 5], 2),
        (36, [2**32 - 5], 35),
        (36, [2**32 - 4, 2**32 - 1, 37], 1),
        (2**31 + 1, [2**31 + 1, 2**32 - 1, 2**31], 2**31),
        (2**32 - 1, [2**32 - 1, 2**32 - 2], 2**32 - 2),
    ],
)
def test_a_draw_takes_the_next_word_where_one_would_favour_some(
    n: int, words: list[int], drawn: int
) -> None:
    assert house(chance=drawing(*words)).below(n) == drawn


@given(st.integers(1, 2**32 - 1))
def test_every_number_is_drawn_by_equally_many_words(n: int) -> None:
    fair = 2**32 - 2**32 % n
    assert fair % n == 0
    assert house(chance=drawing(fair - 1)).below(n) == n - 1
    if fair < 2**32:
        assert house(chance=drawing(fair, 0)).below(n) == 0


def test_a_mac_says_where_each_word_ends() -> None:
    mac = house().mac
    assert len({mac("ab", "c"), mac("a", "bc"), mac("abc"), mac("abc", ""), mac("", "abc")}) == 5
    told = b"\0\0\0\4seat\0\0\0\1\xff"
    assert mac("seat", b"\xff") == hmac.digest(SECRET, told, "sha256")


def test_a_game_id_is_made_from_the_key_where_there_is_one() -> None:
    ids = [house().game_id(KEY), house().game_id("other"), house(secret=b"t" * 32).game_id(KEY)]
    ids += [house().game_id(None) for _ in range(50)]
    assert len(set(ids)) == 53
    assert all(re.fullmatch("[a-z2-7]{16}", id) for id in ids)
    assert house().game_id(KEY) == ids[0]


def test_a_seat_token_is_43_characters_made_from_the_event_and_the_secret() -> None:
    tokens = {
        house().seat_token("sha256:1"),
        house().seat_token("sha256:2"),
        house(secret=b"t" * 32).seat_token("sha256:1"),
    }
    assert len(tokens) == 3
    assert all(re.fullmatch("[A-Za-z0-9_-]{43}", token) for token in tokens)


def test_a_salt_is_32_hex_digits_of_chance() -> None:
    salts = {house().salt() for _ in range(50)}
    assert len(salts) == 50
    assert all(re.fullmatch("[0-9a-f]{32}", salt) for salt in salts)


def test_the_store_holds_the_digest_of_a_token_and_never_the_token() -> None:
    kept = memory()
    table = Table(Play(kept.store, house(Clock())), key=KEY)
    table.join(key="j" * 22)
    held = b"".join(kept.raw.dump(name) for name in kept.raw.keys("*"))
    for secret in (*table.tokens.values(), KEY, "j" * 22, SECRET.decode()):
        assert secret.encode() not in held
    for token in table.tokens.values():
        credential = table.play.identify(table.id, token).credential
        assert credential is not None
        assert credential.token == text(sha256(token.encode()).digest())


def test_nothing_printed_tells_a_secret() -> None:
    play = Play(memory().store, house(Clock()))
    command = opening()
    done = play.open(command, asked(command, KEY))
    caller = play.identify(done.game.id, done.token)
    printed = [house(), play, asked(command, KEY), done, caller, done.event, done.game, [house()]]
    for thing in printed:
        for said in (repr(thing), str(thing), f"{thing}", pretty_repr(thing)):
            assert (done.token or SECRET.decode()) not in said
            assert SECRET.decode() not in said
            assert KEY not in said


def test_an_unavailable_store_tells_no_password() -> None:
    play = Play(connect("redis://ana:hunter2@127.0.0.1:1", timeout=0.1), house(Clock()))
    with pytest.raises(Unavailable) as raised:
        play.look(house().game_id(KEY))
    told = "".join(traceback.format_exception(raised.value))
    assert "hunter2" not in told
    assert "hunter2" not in repr(play)
