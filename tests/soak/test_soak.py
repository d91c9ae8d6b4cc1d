"""A small soak: the same as ``make soak``, in less than a minute."""

from pathlib import Path
from random import Random

import pytest

from tests.soak import audits
from tests.soak.__main__ import soak


@pytest.mark.slow
@pytest.mark.real_store
def test_random_games_over_http_and_under_kills_leave_nothing_wrong(tmp_path: Path) -> None:
    assert soak(tmp_path, games=16, threads=4, kills=2, seed=1) == []


@pytest.mark.slow
@pytest.mark.real_store
def test_games_that_end_while_their_audit_is_killed_are_audited_once(tmp_path: Path) -> None:
    assert audits.soak(tmp_path, games=12, kills=6, outage=3.0, rng=Random(1)) == []
