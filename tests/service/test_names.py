"""What somebody may be called."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.names import tidy


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("Ana", "Ana"),
        ("  Ana   B  ", "Ana B"),
        ("e\u0301", "é"),
        ("李小龙", "李小龙"),
        ("☃ 7", "☃ 7"),
        ("x" * 40, "x" * 40),
        (" " * 120 + "x" * 40, "x" * 40),
        ("q\u0323\u0307", "q\u0323\u0307"),
        ("<b>&amp;", "<b>&amp;"),
    ],
)
def test_names_are_made_plain(sent: str, shown: str) -> None:
    assert tidy(sent) == shown


@pytest.mark.parametrize(
    "sent",
    [
        "",
        " ",
        "x" * 41,
        " " * 160 + "x",
        "\t",
        "a\tb",
        "a\nb",
        "a\u00a0b",
        "a\u200bb",
        "a\u202eb",
        "\u3164",
        "\uffa0\u115f",
        "...",
        "☃",
        "\u0301",
        "q\u0323\u0307\u0302",
        "a\x00",
        "\ue000a",
        "\U000e0041a",
        "\u2028a",
    ],
)
def test_what_is_empty_invisible_or_runs_away_is_no_name(sent: str) -> None:
    with pytest.raises(ValueError, match=r"[a-z]"):
        tidy(sent)


@given(st.text(max_size=60))
def test_a_name_that_is_plain_stays_as_it_is(sent: str) -> None:
    try:
        shown = tidy(sent)
    except ValueError:
        return
    assert tidy(shown) == shown
