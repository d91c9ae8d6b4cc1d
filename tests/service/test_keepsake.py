"""What the demo keeps for whoever goes on from it."""

import subprocess
from pathlib import Path

import pytest

from service.demo import keepsake
from service.demo.client import DemoFailed


def test_a_shell_reads_what_is_kept_and_runs_none_of_it(tmp_path: Path) -> None:
    kept = tmp_path / "demo"
    keepsake.write(kept, "abcdefghijklmnop", {1: "$(touch harm)", 2: "a;b"})
    script = f'. {kept}; printf "%s\\n" "$ID" "$SEAT_1" "$SEAT_2"'
    done = subprocess.run(
        ["/bin/sh", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == ["abcdefghijklmnop", "$(touch harm)", "a;b"]
    assert not (tmp_path / "harm").exists()


def test_nobody_else_reads_it(tmp_path: Path) -> None:
    kept = tmp_path / "demo"
    keepsake.write(kept, "abcdefghijklmnop", {})
    assert kept.stat().st_mode & 0o777 == 0o600


def test_a_file_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    kept = tmp_path / "demo"
    kept.write_text("mine")
    with pytest.raises(DemoFailed, match="there already"):
        keepsake.write(kept, "abcdefghijklmnop", {})
    assert kept.read_text() == "mine"
