"""Times as they are written and read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.times import LAST, Millis, read, written


@given(st.integers(0, LAST))
def test_what_is_written_is_read(at: int) -> None:
    assert read(written(Millis(at))) == at


@pytest.mark.parametrize("more", [1, 86_400_000, 10**15])
def test_what_lies_beyond_the_last_time_is_written_as_that(more: int) -> None:
    assert written(Millis(LAST + more)) == "9999-12-31T23:59:59.999Z"
