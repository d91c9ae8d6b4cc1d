"""`singsing audit`: straight from the logs, with an exit status, and nothing written."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from events.board import SeatNo
from events.chain import GameId
from events.commands import Leave
from events.play import Play
from events.store import Stream, connect, stream_key
from service.cli import main
from service.engine import Engine
from service.private_store import PrivateStore
from tests.store.tables import Table, house, opening, running

pytestmark = pytest.mark.real_store

SECRET = b"s" * 32


@pytest.fixture
def play(store_url: str) -> Play:
    return Play(connect(store_url), house(secret=SECRET))


@pytest.fixture(autouse=True)
def _settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, store_url: str) -> None:
    monkeypatch.setenv("SINGSING_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("SINGSING_EVENTS_URL", store_url)
    monkeypatch.setenv("SINGSING_SECRET", SECRET.hex())


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["audit", *words], catch_exceptions=False)


def finished(play: Play, seed: int = 1, **options: Any) -> GameId:
    table, random = running(play, **options), Random(seed)
    while not table.game.over:
        table.move(random)
    return table.id


def damaged(play: Play, seed: int = 2) -> GameId:
    """A game of whose log an entry has gone."""
    game = finished(play, seed)
    raw: Any = play._store._appends
    raw.xdel(stream_key(game), "5-0")
    return game


def test_a_sound_game_is_clean_and_its_docket_is_left_alone(play: Play) -> None:
    game = finished(play)
    result = run(game)
    assert result.exit_code == 0
    assert result.output.startswith(f"Sound: game {game}, ")
    assert "the silent point never mattered here" in result.output
    assert play._store.read(game, stream=Stream.DOCKET) == []


def test_a_damaged_game_is_told_fault_by_fault(play: Play) -> None:
    result = run(damaged(play))
    assert result.exit_code == 1
    assert "the log is sound up to event 4" in result.output
    assert "event 5, version: Event 5 is missing." in result.output


def test_a_program_reads_it_as_json(play: Play) -> None:
    told = json.loads(run(damaged(play), "--json").output)
    assert (told["clean"], told["sound_to"]) == (False, 4)
    assert told["findings"][0]["version"] == 5


def test_a_docket_that_does_not_verify_is_a_finding(play: Play) -> None:
    game = finished(play)
    raw: Any = play._store._appends
    entry = {"event": b"{}", "hash": b"", "private": b"{}"}
    raw.xadd(stream_key(game, Stream.DOCKET), entry, id="1-0")
    result = run(game)
    assert result.exit_code == 1
    assert "The docket does not verify" in result.output


@pytest.mark.slow
def test_all_games_are_swept_and_summed_up(play: Play) -> None:
    sound = [finished(play, seed, advanced=True) for seed in range(30)]
    wrong = damaged(play)
    Table(play, opening())
    result = run("--all", "--processes", "2")
    assert result.exit_code == 1
    assert f"game {wrong}" in result.output
    assert "31 games audited: 1 wrong" in result.output
    told = [json.loads(line) for line in run("--all", "--json").output.splitlines()]
    assert {line["game"] for line in told[:-1]} == {*sound, wrong}
    summary = told[-1]["summary"]
    assert (summary["games"], summary["wrong"], summary["never_started"]) == (31, 1, 0)


@pytest.mark.slow
def test_a_table_that_never_started_is_counted_apart(play: Play) -> None:
    finished(play)
    table = Table(play, opening())
    table.act(Leave(seat=SeatNo(1), leaver=SeatNo(1)))
    result = run("--all")
    assert result.exit_code == 0
    assert "1 games audited: nothing wrong" in result.output
    assert "1 tables never started" in result.output
    assert run(table.id).exit_code == 2


@pytest.mark.parametrize(
    ("words", "sentence"),
    [(("a" * 16,), "no such game"), ((), "Name a game"), (("a" * 16, "--all"), "Name a game")],
)
def test_what_cannot_be_audited_has_a_status_of_its_own(
    words: tuple[str, ...], sentence: str
) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert sentence in result.output


def test_games_of_another_secret_are_not_judged(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = finished(play)
    monkeypatch.setenv("SINGSING_SECRET", (b"o" * 32).hex())
    for words in ([game], ["--all"]):
        result = run(*words)
        assert result.exit_code == 2
        assert "The secret is another one" in result.output


def test_a_running_game_is_not_audited(play: Play) -> None:
    result = run(running(play).id)
    assert result.exit_code == 2
    assert "not over" in result.output


def test_a_store_that_does_not_answer_has_that_status_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SINGSING_EVENTS_URL", "redis://127.0.0.1:1")
    result = run("--all")
    assert result.exit_code == 2
    assert "does not answer" in result.output


def test_a_store_in_memory_is_nobody_else_s(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SINGSING_EVENTS_URL", "memory://")
    result = run("--all")
    assert result.exit_code == 2
    assert "belongs to one process" in result.output


def test_without_the_secret_nobody_can_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SINGSING_SECRET")
    result = run("--all")
    assert result.exit_code == 2
    assert "secret" in result.output


@pytest.fixture
def own(tmp_path: Path, valkey: Engine, monkeypatch: pytest.MonkeyPatch) -> Iterator[PrivateStore]:
    """The data folder's own store, which the service would start."""
    monkeypatch.delenv("SINGSING_EVENTS_URL")
    store = PrivateStore(tmp_path / "data" / "store", valkey)
    store.start()
    yield store
    if store.alive():
        store.stop()


@pytest.mark.skipif(sys.platform == "win32", reason="the folder's store is a POSIX program")
def test_the_store_of_the_data_folder_is_read_whether_it_runs_or_not(own: PrivateStore) -> None:
    game = finished(Play(connect(own.url), house(secret=SECRET)))
    assert run(game).exit_code == 0
    assert own.alive()
    own.stop()
    assert run(game).exit_code == 0
    assert not own.alive()


def test_where_no_games_are_kept_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SINGSING_EVENTS_URL")
    result = run("--all")
    assert result.exit_code == 2
    assert "No games are kept in" in result.output
