"""The command line says what it can do, and what is wrong."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from events.play import Play
from events.rulebook import CLAUSES, RULINGS
from events.store import connect
from service.cli import main
from tests.store.tables import Table, house


@pytest.fixture(autouse=True)
def _no_variables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SINGSING_DATA", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("SINGSING_EVENTS_URL", raising=False)


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words, catch_exceptions=False)


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("serve",),
        ("web",),
        ("worker",),
        ("keys",),
        ("keys", "make"),
        ("keys", "rotate"),
        ("keys", "show"),
        ("rules",),
        ("demo",),
        ("bots",),
    ],
)
def test_every_command_explains_itself(words: tuple[str, ...]) -> None:
    result = run(*words, "--help")
    assert result.exit_code == 0
    assert len(result.output.splitlines()) > 4


def test_keys_are_made_shown_and_rotated() -> None:
    assert "keys make" in run("keys", "show").output
    made = run("keys", "make").output.split()[0]
    assert run("keys", "make").exit_code == 1
    rotated = run("keys", "rotate").output.split()[0]
    shown = json.loads(run("keys", "show").output)
    assert [key["kid"] for key in shown["keys"]] == [rotated, made]
    assert "d" not in shown["keys"][0]


def test_keys_in_a_folder_that_does_not_count_are_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SINGSING_SIGNING_KEY", "{}")
    assert "SINGSING_SIGNING_KEY" in run("keys", "rotate").output


def test_the_folder_on_the_command_line_wins(tmp_path: Path) -> None:
    run("keys", "make", "--data", str(tmp_path / "other"))
    assert (tmp_path / "other" / "keys.json").exists()


def test_rules_print_every_clause_and_every_reading() -> None:
    words = run("rules").output.split()
    assert {clause.id for clause in CLAUSES} <= set(words)
    assert {str(reading.value) for ruling in RULINGS for reading in ruling.readings} <= set(words)


@pytest.mark.parametrize("command", ["web", "worker"])
def test_without_a_store_to_join_they_say_so(command: str) -> None:
    result = run(command)
    assert result.exit_code == 1
    assert "SINGSING_EVENTS_URL" in result.output


@pytest.mark.real_store
def test_a_worker_leaves_a_store_of_another_secret_alone(
    monkeypatch: pytest.MonkeyPatch, store_url: str
) -> None:
    Table(Play(connect(store_url), house()))
    monkeypatch.setenv("SINGSING_EVENTS_URL", store_url)
    monkeypatch.setenv("SINGSING_SECRET", (b"o" * 32).hex())
    result = run("worker")
    assert result.exit_code == 1
    assert result.output == (
        "Error: The secret is another one than that of the games in the store.\n"
    )


def test_a_bad_setting_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SINGSING_WEB_WORKERS", "many")
    result = run("serve")
    assert result.exit_code == 1
    assert result.output.startswith("Error: SINGSING_WEB_WORKERS: it must be a whole number")


def test_a_demo_without_a_service_at_the_address_says_so() -> None:
    result = run("demo", "--url", "http://127.0.0.1:1")
    assert result.exit_code == 1
    assert "does not answer" in result.output
