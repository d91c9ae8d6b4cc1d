"""Secrets are made once, whole, and for their owner alone."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from service import secret_files


def test_the_secret_is_32_bytes_and_stays(tmp_path: Path) -> None:
    first = secret_files.secret(tmp_path / "new" / "folder")
    assert len(first) == 32
    assert secret_files.secret(tmp_path / "new" / "folder") == first


def test_files_are_readable_by_their_owner_alone(tmp_path: Path) -> None:
    secret_files.secret(tmp_path)
    secret_files.keys(tmp_path)
    for path in tmp_path.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_many_first_starts_at_once_agree(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as pool:
        made = set(pool.map(lambda _: secret_files.secret(tmp_path), range(64)))
        kids = set(pool.map(lambda _: secret_files.keys(tmp_path).kid, range(64)))
    assert len(made) == len(kids) == 1
    assert {path.name for path in tmp_path.iterdir()} == {"secret", "keys.json"}


def test_a_secret_that_others_can_read_is_refused(tmp_path: Path) -> None:
    secret_files.secret(tmp_path)
    (tmp_path / "secret").chmod(0o644)
    with pytest.raises(secret_files.Unusable, match="chmod 600"):
        secret_files.secret(tmp_path)


@pytest.mark.parametrize("text", ["", "00", "zz" * 32, "00" * 33])
def test_a_damaged_secret_is_refused_and_not_replaced(tmp_path: Path, text: str) -> None:
    path = tmp_path / "secret"
    path.touch(mode=0o600)
    path.write_text(text)
    with pytest.raises(secret_files.Unusable, match="64 hex digits"):
        secret_files.secret(tmp_path)
    assert path.read_text() == text


def test_keys_are_not_made_over_others(tmp_path: Path) -> None:
    secret_files.make(tmp_path)
    with pytest.raises(secret_files.Unusable, match="rotate"):
        secret_files.make(tmp_path)


def test_rotating_keeps_the_old_key_published(tmp_path: Path) -> None:
    old = secret_files.make(tmp_path)
    new = secret_files.rotate(tmp_path)
    assert [jwk["kid"] for jwk in secret_files.keys(tmp_path).public()["keys"]] == [
        new.kid,
        old.kid,
    ]
    assert stat.S_IMODE((tmp_path / "keys.json").stat().st_mode) == 0o600
