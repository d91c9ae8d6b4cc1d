"""What can be read as a transcript, and the one sentence in which everything else ends."""

import time
import tracemalloc
from random import Random

import pytest

from events import transcript
from events.board import Colour, Length, SeatNo, Slot
from events.catalogue import Verdict
from events.rulebook import AfterEscape, DoubleAnswer, Options, TokenPayment
from events.transcript import words
from events.transcript.values import NOBODY, Described, Freed, Leaving, Second, Transcript, Turn

YAML, JSON = "application/yaml", "application/json"


def read(text: str | bytes, media_type: str = YAML) -> Transcript:
    content = text.encode() if isinstance(text, str) else text
    return transcript.read(content, media_type)


def turns(text: str) -> Transcript:
    return read(f"players: [Ana, Ben, Cleo]\nturns:\n{text}")


def one(text: str) -> Turn:
    (entry,) = turns(f"- {{{text}}}").entries
    assert isinstance(entry, Turn)
    return entry


def refusal(text: str | bytes, media_type: str = YAML) -> transcript.Unreadable:
    with pytest.raises(transcript.Unreadable) as caught:
        read(text, media_type)
    assert caught.value.sentence.endswith(".")
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 400
    return caught.value


def answer(content: bytes, media_type: str) -> str:
    """What whoever sends it hears: the refusal, or what cannot be decided."""
    try:
        return "".join(transcript.audit(transcript.read(content, media_type)).undecided)
    except transcript.Unreadable as refused:
        return str(refused)


def test_a_turn_says_only_what_is_written() -> None:
    assert one("") == Turn()
    assert turns("- unknown").entries == turns("- ").entries == (Turn(),)
    assert one("removed: unknown, verdict: Unknown, lime: , escaped: unknown") == Turn()


def test_sticks_are_written_in_any_order_and_as_far_as_they_are_known() -> None:
    red = Described(window=3, slot=Slot.LONG, length=Length.LONG, colour=Colour.RED)
    assert one("removed: 3 long red").removed == one("removed: RED long 3").removed == (red,)
    assert words.stick("3 left") == Described(window=3, slot=Slot.LEFT, length=Length.SHORT)
    assert words.stick("short") == Described(length=Length.SHORT)
    assert words.stick("unknown unknown blue") == Described(colour=Colour.BLUE)
    assert one("removed: [unknown]").removed == (Described(),)


def test_two_sticks_are_a_list_or_stand_between_commas() -> None:
    (entry,) = turns("- removed: 3 long red, 5 left").entries
    assert one("removed: [3 long red, 5 left]") == entry


def test_second_answers_are_given_declined_or_none() -> None:
    assert one("second_answer: none").second_answer is Second.NONE
    assert one("second_answer: declined").second_answer is Second.DECLINED
    assert one("second_answer: 3 long red").second_answer == one("answer: 3 long red").answer
    assert one("answer: nothing").answer == ()


def test_players_are_written_by_name_or_by_seat() -> None:
    assert one("lime: Ben, mask: 3, taken_by: nobody") == Turn(
        lime=SeatNo(2), mask=SeatNo(3), taken_by=NOBODY
    )
    assert one("tokens: {Ana: 1, 2: unknown}").tokens == {SeatNo(1): 1, SeatNo(2): None}


def test_who_escaped_is_a_list_or_none() -> None:
    assert one("escaped: none").escaped == one("escaped: []").escaped == ()
    (left, right) = one("escaped: [3 left, forger 3 right]").escaped or ()
    assert (left, right.kind) == (Freed(window=3, position=left.position), "forger")


def test_somebody_leaves_within_a_turn_or_between_two() -> None:
    between, within = turns("- left: Ana\n- {left: [Ben], verdict: wrong}").entries
    assert between == Leaving(left=(SeatNo(1),))
    assert within == Turn(left=(SeatNo(2),), verdict=Verdict.WRONG)


def test_rulings_that_are_left_out_are_the_default() -> None:
    rulings = "rulings: {advanced: YES, kinds: 8, first_player: 2, after_escape: stay}"
    chosen = read(f"players: [Ana, Ben]\nturns: []\n{rulings}").options
    assert chosen == Options(
        advanced=True,
        kinds=8,
        first_player=2,
        after_escape=AfterEscape.STAY,
        double_answer=DoubleAnswer.BOTH,
        token_payment=TokenPayment.BOX,
        turn_seconds=None,
    )


def test_in_yaml_nothing_is_more_than_its_words() -> None:
    said = read("players: [Yes, 'Null', 1.0, 2001-01-01]\nturns: []").players
    assert said == ("Yes", "Null", "1.0", "2001-01-01")


def test_json_numbers_are_whole_and_may_be_seats() -> None:
    said = '{"players": ["Ana", "Ben"], "turns": [], "lime": 2, "rulings": {"kinds": 4.0}}'
    assert (read(said, JSON).lime, read(said, JSON).options.kinds) == (SeatNo(2), 4)


@pytest.mark.parametrize(
    ("text", "line", "pointer", "word"),
    [
        ("", None, "", "nothing here"),
        ("[]", 1, "", "Named parts"),
        ("players: [Ana, Ben]", 1, "", "no `turns`"),
        ("players: [Ana, Ben]\nturns: []\nturn: 1", 3, "", "Nothing here is called “turn”"),
        ("players: [Ana, Ben]\nplayers: []", 2, "", "twice"),
        ("a: &x 1\nb: 2", 1, "/a", "Anchors"),
        ("a: *x", 1, "/a", "aliases"),
        ("*x : 1", 1, "", "aliases"),
        ("a: !!python/object/apply:os.system ['ls']", 1, "/a", "Tags"),
        ("a: ! b", 1, "/a", "Tags"),
        ("%YAML 1.1\n---\na: b", 1, "", "Directives"),
        ("%TAG ! tag:x,2000:\n---\na: b", 1, "", "Directives"),
        ("a: 1\n---\nb: 2", 2, "", "more than one document"),
        ("{[a]: b}", 1, "", "A name is plain text"),
        ("a: b: c", 1, "", "not YAML"),
        ("a:\n\tb", 2, "", "not YAML"),
        ("a: \x00", 1, "", "never written in YAML"),
        ("a: b\nc: \x1b[2J", 2, "", "never written in YAML"),
        ('a: "\\UFFFFFFFF"', None, "", "not YAML"),
        ("%YAML " + "9" * 6000 + ".1\n---\na", None, "", "not YAML"),
        ("[" * 9 + "]" * 9, 1, "/0/0/0/0/0/0/0/0", "deeper than 8"),
        ("[" * 60_000, 1, "/0/0/0/0/0/0/0/0", "deeper than 8"),
        ("- " * 30_000, 1, "/0/0/0/0/0/0/0/0", "deeper than 8"),
        ("players: [Ana]\nturns: []", 1, "/players", "C5"),
        ("players: [Ana, Ana]\nturns: []", 1, "/players", "same name"),
        ("players: [Ana, 7]\nturns: []", 1, "/players/1", "something else"),
        ("players: [Ana, Nobody]\nturns: []", 1, "/players/1", "something else"),
        ('players: [Ana, "\\e[31m"]\nturns: []', 1, "/players/1", "letters"),
        ("players: [Ana, \u202eneB]\nturns: []", 1, "/players/1", "letters"),
        ("players: [Ana, ...]\nturns: []", 1, "/players/1", "letters"),
        ('"\\e]0;x": 1', 1, "", "Nothing here is called “\ufffd]0;x”"),
        ("players: [A, B]\nturns:\n" + "- {}\n" * 101, 3, "/turns", "more than 100"),
        ("players: [A, B]\nturns:\n- removed: 13 long", 3, "/turns/0/removed", "“13” is no window"),
        ("players: [A, B]\nturns:\n- removed: 3 long left", 3, "/turns/0/removed", "more than one"),
        ("players: [A, B]\nturns:\n- removed: 1, 2, 3", 3, "/turns/0/removed", "One stick"),
        ("players: [A, B]\nturns:\n- removed: " + "9" * 60_000, 3, "/turns/0/removed", "9…”"),
        ("players: [A, B]\nturns:\n- escaped: 3", 3, "/turns/0/escaped", "by window and side"),
        ("players: [A, B]\nturns:\n- escaped: 3 left, 3 left", 3, "/turns/0/escaped", "twice"),
        ("players: [A, B]\nturns:\n- lime: C", 3, "/turns/0/lime", "“C” is none of A, B"),
        ("players: [A, B]\nturns:\n- tokens: {A: 100}", 3, "/turns/0/tokens/A", "small number"),
        ("players: [A, B]\nturns:\n- tokens: {C: 1}", 3, "/turns/0/tokens", "none of A, B"),
        ("players: [A, B]\nturns: []\nwinner: [A]", 3, "/winner", "Plain text"),
        ("players: [A, B]\nturns: x", 2, "/turns", "A list"),
        ("players: [A, B]\nturns: []\nboard: {13: unknown}", 3, "/board", "“13” is no window"),
        ("players: [A, B]\nturns: []\nboard: {1: spy spy}", 3, "/board/1", "A window is written"),
        ("players: [A, B]\nturns: []\nboard: {1: spy / red}", 3, "/board/1", "two prisoners"),
        ("players: [A, B]\nturns: []\nrulings: {kinds: 5}", 3, "/rulings/kinds", "none of 3, 4"),
        ("players: [A, B]\nturns: []\nrulings: {kinds: unknown}", 3, "/rulings/kinds", "known"),
        ("players: [A, B]\nturns: []\nrulings: {turn_seconds: 1}", 3, "/rulings", "turn_seconds"),
    ],
)
def test_yaml_that_is_no_transcript(text: str, line: int | None, pointer: str, word: str) -> None:
    refused = refusal(text)
    assert (refused.line, refused.pointer) == (line, pointer)
    assert word in refused.sentence


@pytest.mark.parametrize(
    ("text", "pointer", "word"),
    [
        ("", "", "not JSON"),
        ('{"a": 1', "", "not JSON"),
        ("[" * 60_000, "", "deeper than 8"),
        ("[" * 9 + "]" * 9, "/0/0/0/0/0/0/0/0", "deeper than 8"),
        ('{"a":' * 10_000, "", "deeper than 8"),
        ('{"players": ["A", "B"], "turns": [], "turns": []}', "", "twice"),
        ('{"players": ["A", "B"], "turns": [{"lime": null}]}', "/turns/0/lime", "null"),
        ('{"players": ["A", "B"], "turns": [], "lime": NaN}', "", "whole number"),
        ('{"players": ["A", "B"], "turns": [], "lime": 1e999}', "", "whole number"),
        ('{"players": ["A", "B"], "turns": [], "lime": 1.5}', "", "whole number"),
        ('{"lime": ' + "9" * 60_000 + "}", "", "too large"),
        ('{"players": ["A\\ud800", "B"], "turns": []}', "/players/0", "letters"),
        ('{"players": ["A", "B"], "turns": [], "\\udc00": 1}', "", "called “\ufffd”"),
        ('{"players": ["A", "B"], "turns": [], "\\u001b[2J": 1}', "", "called “\ufffd[2J”"),
        ('{"players": ["A\\u0000", "B"], "turns": []}', "/players/0", "letters"),
    ],
)
def test_json_that_is_no_transcript(text: str, pointer: str, word: str) -> None:
    refused = refusal(text, JSON)
    assert refused.pointer == pointer
    assert word in refused.sentence


def test_bytes_that_are_no_text_and_types_that_are_not_read() -> None:
    assert refusal(b"a: b\nc: \xff").line == 2
    assert "application/yaml" in refusal("a: b", "text/plain").sentence
    assert "at most 65536 bytes" in refusal("a" * 65_537).sentence
    with pytest.raises(transcript.Unreadable, match="at most 10 bytes"):
        transcript.read(b"a" * 11, YAML, largest=10)


def test_a_byte_order_mark_and_a_charset_do_no_harm() -> None:
    said = "\ufeffplayers: [Ana, Ben]\r\nturns: []\r\n"
    assert read(said, "Application/YAML; charset=utf-8").players == ("Ana", "Ben")


@pytest.mark.parametrize(
    "text",
    [
        "players: [A, B]\nturns:\n" + "- {}\n" * 13_000,
        "rulings: {advanced: yes}\nplayers: [A, B, C, D, E]\nturns:\n" + "- {}\n" * 100,
        "players: [A, B]\nturns:\n" + ("- left: [" + "A, " * 200 + "B]\n") * 100,
        "[" + "a," * 32_000 + "]",
        "\n".join(f"k{n}: 1" for n in range(8_000)),
        'a: "' + "\\x41" * 16_000 + '"',
        "a: |\n" + " b\n" * 21_000,
        "#" * 65_000,
        "'" * 65_001,
        "{" * 65_000,
        "? " * 32_000,
        "a:\n" + " " * 65_000,
    ],
)
def test_nothing_within_the_limit_takes_long_or_much(text: str) -> None:
    tracemalloc.start()
    began = time.process_time()
    answer(text[: 64 * 1024].encode(), YAML)
    took, (_, peak) = time.process_time() - began, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert took < 8
    assert peak < 100 * 2**20


@pytest.mark.parametrize("media_type", [YAML, JSON])
def test_damaged_bytes_are_read_or_refused_and_nothing_else(media_type: str) -> None:
    whole = (
        b'{"players": ["Ana", "Ben"], "rulings": {"advanced": "yes"}, "board": {"3": "spy '
        b'unknown / red unknown blue"}, "turns": [{"removed": ["3 left", "4 long red"], "answer": '
        b'"3 short red", "tokens": {"Ana": 1}, "escaped": "3 left"}, {"left": "Ana"}]}'
    )
    rng = Random(7)
    for _ in range(1_500):
        content = bytearray(whole)
        for _ in range(rng.randint(1, 4)):
            content[rng.randrange(len(content))] = rng.choice(
                b'{}[]",:&*!#|>-?%@ \n\t\x00\x1b\xffa3'
            )
        assert answer(bytes(content), media_type).isprintable()
