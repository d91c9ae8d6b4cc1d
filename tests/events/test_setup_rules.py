"""Components, set-up and seats: clauses C1 to C5 and S1 to S5."""

from collections import Counter
from hashlib import sha256

import pytest

from events.board import Board, SeatNo, deal
from events.commands import Join, Start
from tests.events.given import SEED, playing, table


def dealt(kinds: int = 3, seed: str = SEED) -> Board:
    return deal(seed, kinds, 1, [SeatNo(1), SeatNo(2)]).board


def test_C1_there_are_twelve_windows_numbered_from_one() -> None:
    assert [window.window for window in dealt()] == list(range(1, 13))


@pytest.mark.parametrize("kinds", [3, 4, 6, 8])
def test_C2_ruling_kinds_says_how_many_kinds_share_the_24_prisoners(kinds: int) -> None:
    prisoners = Counter(
        prisoner for w in dealt(kinds) for prisoner in (w.prisoners.left, w.prisoners.right)
    )
    assert len(prisoners) == kinds
    assert set(prisoners.values()) == {24 // kinds}


def test_C3_no_colour_has_more_than_7_short_and_4_long_sticks() -> None:
    for number in range(50):
        board = dealt(seed=f"{number:032x}")
        short = Counter(stick for w in board for stick in (w.sticks.left, w.sticks.right))
        long = Counter(w.sticks.long for w in board)
        assert max(short.values()) <= 7
        assert max(long.values()) <= 4


def test_C4_one_seat_holds_the_lime_and_another_the_mask() -> None:
    assert playing(2).cards == (1, 2)


def test_C4_ten_tokens_serve_five() -> None:
    given = playing(5, advanced=True)
    assert sum(player.tokens for player in given.game.players) == 10


def test_C5_one_player_cannot_start() -> None:
    assert table().refusal(Start(seat=SeatNo(1))) == ("rule-broken", "C5")


def test_C5_a_sixth_player_is_refused() -> None:
    assert table().join(4).refusal(Join(name="P6")) == ("rule-broken", "C5")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_C5_two_to_five_play(seats: int) -> None:
    assert playing(seats).game.in_play == tuple(range(1, seats + 1))


def test_S1_every_window_shows_two_prisoners() -> None:
    assert all(w.prisoners.left and w.prisoners.right for w in dealt())


def test_S2_every_window_has_three_sticks() -> None:
    assert all(w.sticks.left and w.sticks.right and w.sticks.long for w in dealt())


def test_S3_sticks_left_over_are_nowhere_in_the_game() -> None:
    given = playing(2)
    sticks = [s for w in given.game.board or () for s in (w.sticks.left, w.sticks.right)]
    assert len(sticks) == 24


@pytest.mark.parametrize("first", [1, 2, 3, 4, 5])
def test_S4_ruling_first_player_names_the_seat_that_gets_the_lime(first: int) -> None:
    given = playing(5, first_player=first)
    assert given.cards == (first, first % 5 + 1)


def test_S4_ruling_first_player_names_a_seat_that_must_be_taken() -> None:
    given = table(first_player=3).join()
    assert given.refusal(Start(seat=SeatNo(1))) == ("rule-broken", "S4")
    assert given.join().start().cards == (3, 1)


def test_S4_ruling_first_player_random_comes_from_the_seed_among_taken_seats() -> None:
    firsts = {
        deal(f"{number:032x}", 3, "random", [SeatNo(1), SeatNo(3), SeatNo(4)]).first
        for number in range(60)
    }
    assert firsts == {1, 3, 4}


def test_S4_the_mask_goes_to_the_next_taken_seat() -> None:
    given = table().join(3).leave(2).start()
    assert given.cards == (1, 3)


def test_S4_nobody_joins_or_starts_a_started_game() -> None:
    given = playing(2)
    assert given.refusal(Join(name="Late")) == ("rule-broken", "S4")
    assert given.refusal(Start(seat=SeatNo(1))) == ("rule-broken", "S4")


def test_S4_a_joiner_gets_the_lowest_free_seat() -> None:
    given = table().join(3).leave(2)
    assert given.join().outcome == {"seat": 2}
    assert [player.seat for player in given.game.players] == [1, 2, 3, 4]


def test_S4_only_the_host_starts_and_removes() -> None:
    given = table().join(2)
    assert given.refusal(Start(seat=SeatNo(2))) == ("forbidden",)
    assert given.leave(3, by=1).outcome == {"removed_by": 1}
    assert given.leave(2).outcome == {"removed_by": None}


def test_S5_the_same_seed_deals_the_same_board_and_another_one_another() -> None:
    assert dealt() == dealt()
    assert dealt() != dealt(seed="11" * 16)


def test_S5_a_deal_worked_by_hand_from_its_seed() -> None:
    """The first draws from the zero seed, as SHA-256 of its 16 bytes and the counter gives them."""
    block = sha256(bytes(16) + bytes(4)).digest()
    last = int.from_bytes(block[:4], "big") % 24
    kinds = ["forger"] * 8 + ["smuggler"] * 8 + ["burglar"] * 8
    assert dealt()[11].prisoners.right == kinds[last]
