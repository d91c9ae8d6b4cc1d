"""What the demo keeps for whoever goes on from it."""

import subprocess
from pathlib import Path

import pytest

from service.demo import keepsake, show
from service.demo.client import DemoFailed

GAME = "abcdefghijklmnop"

NOWHERE = "http://127.0.0.1:9"
"""No service is there."""


def keep(path: Path, tokens: dict[int, str]) -> None:
    with keepsake.opened(path) as file:
        keepsake.write(file, GAME, tokens)


def test_a_shell_reads_what_is_kept_and_runs_none_of_it(tmp_path: Path) -> None:
    kept = tmp_path / "demo"
    keep(kept, {1: "$(touch harm)", 2: "a;b"})
    script = f'. {kept}; printf "%s\\n" "$ID" "$SEAT_1" "$SEAT_2"'
    done = subprocess.run(
        ["/bin/sh", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == [GAME, "$(touch harm)", "a;b"]
    assert not (tmp_path / "harm").exists()


def test_nobody_else_reads_it(tmp_path: Path) -> None:
    kept = tmp_path / "demo"
    keep(kept, {})
    assert kept.stat().st_mode & 0o777 == 0o600


def test_a_file_that_is_there_stays_as_it_is_and_nothing_is_played(tmp_path: Path) -> None:
    kept = tmp_path / "demo"
    kept.write_text("mine")
    with pytest.raises(DemoFailed, match="there already"):
        show.play(NOWHERE, seed=1, fast=True, keep=kept)
    assert kept.read_text() == "mine"


def test_where_nothing_can_be_written_nothing_is_played(tmp_path: Path) -> None:
    with pytest.raises(DemoFailed, match=r"cannot be written\.$"):
        show.play(NOWHERE, seed=1, fast=True, keep=tmp_path / "missing" / "demo")


def test_of_a_table_that_never_opened_nothing_is_kept(tmp_path: Path) -> None:
    with pytest.raises(DemoFailed, match="does not answer"):
        show.play(NOWHERE, seed=1, fast=True, keep=tmp_path / "demo")
    assert list(tmp_path.iterdir()) == []


def test_what_is_kept_can_be_read_while_the_game_goes_on(tmp_path: Path) -> None:
    kept = tmp_path / "demo"
    with keepsake.opened(kept) as file:
        keepsake.write(file, GAME, {1: "token"})
        assert kept.read_text() == f"ID={GAME}\nSEAT_1=token\n"
