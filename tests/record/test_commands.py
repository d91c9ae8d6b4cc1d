"""Records on the command line: verified offline, exported, replayed."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from events.board import SeatNo
from events.chain import GameId, canonical
from events.commands import Join, Leave, OpenTable, Start
from events.house import Asked
from events.play import Caller
from events.receipts import Keys
from events.replay import frames
from events.settings import Settings
from service import composition, environment
from service.cli import main
from service.verify_command import CONFIRMED
from tests.record.damage import rechained
from tests.record.example import STORED
from tests.record.signed import Signed

KEYS = Keys.fresh()
SIGNED = Signed(Random(9), KEYS)
LAST = len(SIGNED.log.events)
NASTY = "\x1b[31m\x9b2J‮evil⁦\x07"

OFFLINE = """
import socket, sys
for name in ("redis", "fakeredis", "flask", "gevent", "rq", "rich"):
    sys.modules[name] = None
def refuse(*args, **named): raise AssertionError("no network")
socket.socket.connect = socket.getaddrinfo = refuse
from service.cli import main
main(sys.argv[1:])
"""


def run(*arguments: str, **given: Any) -> Result:
    return CliRunner().invoke(main, arguments, **given)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.ndjson"
    path.write_bytes(SIGNED.content)
    return path


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    path = tmp_path / "keys.json"
    path.write_text(json.dumps(KEYS.public()))
    return path


@pytest.fixture
def nasty(tmp_path: Path) -> Path:
    """A record of its own chain whose host has a name that a terminal would act on."""
    lines = [json.loads(line) for line in SIGNED.content.splitlines()]
    lines[1]["action"]["name"] = NASTY
    lines[-1]["certificate"] = None
    path = tmp_path / "nasty.ndjson"
    path.write_bytes(rechained(lines))
    return path


def harmless(text: str) -> bool:
    return all(letter.isprintable() or letter == "\n" for letter in text)


# verify


def test_a_sound_record_ends_with_0_and_says_who_certified_it(file: Path, keys: Path) -> None:
    result = run("verify", str(file), "--keys", str(keys))
    assert result.exit_code == 0
    assert result.output.startswith("Sound: ")
    assert "Certified by https://sing.example" in result.output


def test_without_keys_it_says_that_nobody_vouches(file: Path) -> None:
    result = run("verify", str(file))
    assert result.exit_code == 0
    assert "Not checked: Signed by a key for which nobody vouches here" in result.output
    assert "whoever wrote this file could have written all of it" in result.output


def test_of_a_record_that_nobody_signed_it_says_what_to_do_and_blames_no_event(
    file: Path, keys: Path
) -> None:
    file.write_bytes(SIGNED.written(None))
    result = run("verify", str(file), "--keys", str(keys))
    assert result.exit_code == 1
    assert f"the log is sound up to event {LAST} of {LAST}." in result.output
    assert "\n  certificate: No key that you trust signed for this record. " in result.output
    assert "Export it again, or give the receipt" in result.output


def test_a_damaged_byte_ends_with_1_and_is_named(file: Path) -> None:
    file.write_bytes(SIGNED.content.replace(b'"version":7', b'"version":8', 1))
    result = run("verify", str(file))
    assert result.exit_code == 1
    assert "the log is sound up to event 6" in result.output
    assert "event 8, hash: The hash is not that of the event." in result.output


def test_what_is_no_record_ends_with_2_and_names_the_line(file: Path) -> None:
    file.write_bytes(SIGNED.content.replace(b'"version":7', b'"version": 7', 1))
    result = run("verify", str(file))
    assert result.exit_code == 2
    assert result.output.startswith("Unreadable. Line 8: It is not in its canonical form")
    assert run("verify", str(file.with_name("missing"))).exit_code == 2


@pytest.mark.parametrize("option", ["--keys", "--receipt"])
def test_what_is_no_key_or_receipt_ends_with_2(option: str, file: Path) -> None:
    result = run("verify", str(file), option, str(file))
    assert result.exit_code == (2 if option == "--keys" else 0)
    assert run("verify", str(file), option, "nowhere").exit_code == 2


def test_receipts_are_given_as_such_or_in_a_file(file: Path, keys: Path, tmp_path: Path) -> None:
    lying = SIGNED.receipt(5, hash="sha256:" + "0" * 64)
    kept = tmp_path / "receipts"
    kept.write_text(f"{SIGNED.receipt(4)}\n{lying}\n")
    trust = ("verify", str(file), "--keys", str(keys))
    assert run(*trust, "--receipt", SIGNED.receipt(4)).exit_code == 0
    for given in (lying, str(kept)):
        result = run(*trust, "--receipt", given)
        assert result.exit_code == 1
        assert "event 5, receipt: The service signed another event 5" in result.output


def test_of_a_receipt_that_agrees_it_says_which_event_and_that_a_trusted_key_signed_it(
    file: Path, keys: Path
) -> None:
    trust = ("verify", str(file), "--keys", str(keys))
    receipts = [part for n in (9, 4, 4) for part in ("--receipt", SIGNED.receipt(n))]
    result = run(*trust, *receipts)
    assert result.exit_code == 0
    for version in (4, 9):
        assert f"\n{CONFIRMED.format(version)}\n" in result.output
    assert json.loads(run(*trust, *receipts, "--json").output)["confirmed"] == [4, 9]
    assert "receipt" not in run(*trust).output


def test_a_receipt_confirms_nothing_where_nobody_vouches_or_the_record_says_otherwise(
    file: Path, keys: Path
) -> None:
    lying = SIGNED.receipt(4, hash="sha256:" + "0" * 64)
    for more in (("--receipt", SIGNED.receipt(4)), ("--receipt", lying, "--keys", str(keys))):
        told = json.loads(run("verify", str(file), *more, "--json").output)
        assert told["confirmed"] == []


def test_a_program_reads_the_verdict_as_json(file: Path) -> None:
    told = json.loads(run("verify", str(file), "--json").output)
    assert (told["ok"], told["unreadable"], told["findings"]) == (True, None, [])
    told = json.loads(run("verify", "-", "--json", input=b"{}\n").output)
    assert (told["ok"], told["unreadable"]["line"]) == (False, 1)


def test_nothing_in_a_record_reaches_the_terminal_as_an_order(nasty: Path) -> None:
    lines = nasty.read_bytes().splitlines()
    for damaged in (lines, [*lines[:-2], lines[-1]], [lines[0].replace(b"sing", b"\x1b[2J")]):
        nasty.write_bytes(b"".join(line + b"\n" for line in damaged))
        result = run("verify", str(nasty), "--receipt", "a.b.c")
        assert harmless(result.output)


def test_verifying_needs_no_redis_flask_or_network() -> None:
    trust = ("--trust", "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
    done = subprocess.run(
        [sys.executable, "-c", OFFLINE, "verify", str(STORED), *trust],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


# replay


@pytest.mark.parametrize("chair", ["table", "public", "1", "2"])
def test_a_record_is_replayed_from_any_chair(file: Path, chair: str) -> None:
    result = run("replay", str(file), "--as", chair)
    assert result.exit_code == 0
    told = [frame.sentence for frame in frames(SIGNED.log.events, "public")]
    assert told[0] in result.output
    assert "╭" in result.output


def test_from_a_seat_where_nobody_ever_sat_nothing_is_shown(file: Path) -> None:
    result = run("replay", str(file), "--as", "5")
    assert (result.exit_code, result.stderr) == (2, "Error: Nobody ever sat at seat 5.\n")
    assert "opens a table" not in result.stdout


def test_steps_go_on_at_a_key_and_end_at_q(file: Path) -> None:
    result = run("replay", str(file), "--step", input="  q")
    assert "   3  " in result.output
    assert "   4  " not in result.output


def test_a_replay_shows_names_harmlessly(nasty: Path) -> None:
    result = run("replay", str(nasty))
    assert result.exit_code == 0
    assert harmless(result.output)
    assert "\\x1b[31m" in result.output


def test_a_damaged_record_is_not_replayed_to_its_end(file: Path) -> None:
    file.write_bytes(SIGNED.content.replace(b'"version":7', b'"version":8', 1))
    result = run("replay", str(file))
    assert result.exit_code == 1
    assert "See: singsing verify" in result.output


# what is no record, for all that read one

OF_RECORDS = ("verify", "replay", "bots")


def test_of_what_is_no_record_it_is_not_said_that_it_is_cut_short(file: Path) -> None:
    file.write_text("hello\n")
    assert run("verify", str(file)).output.startswith("Unreadable. Line 1: It is not JSON: ")
    file.write_text("hello")
    told = run("verify", str(file)).output
    assert told == "Unreadable. Line 1: It is no first line of a record.\n"


@pytest.mark.parametrize("command", OF_RECORDS)
def test_whatever_reads_a_record_ends_with_2_where_there_is_none(
    command: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.ndjson"
    path.write_bytes(SIGNED.content[:-9])
    result = run(command, str(path))
    assert result.exit_code == 2
    assert "Unreadable. Line " in result.output
    assert run(command, str(tmp_path)).exit_code == 2
    assert run(command, str(tmp_path / "missing")).exit_code == 2


UNREAD = Path("/proc/self/mem")
"""A file that can be opened, but not read from its beginning."""


@pytest.mark.skipif(not UNREAD.exists(), reason="only Linux has such a file")
@pytest.mark.parametrize("command", OF_RECORDS)
def test_a_file_that_cannot_be_read_is_a_sentence(command: str) -> None:
    result = run(command, str(UNREAD))
    assert (result.exit_code, result.stderr) == (2, f"Error: {UNREAD} cannot be read.\n")


@pytest.mark.parametrize("command", ["replay", "bots"])
@pytest.mark.parametrize("name", ["gmae.ndjson", "a" * 300, "\x1b[2J", "é" * 16, "A" * 16])
def test_what_is_neither_a_file_nor_an_id_is_a_bad_argument(command: str, name: str) -> None:
    result = run(command, name)
    assert result.exit_code == 2
    assert "is neither a file that is there nor the id of a game." in unfolded(result.stderr)
    assert harmless(result.stderr)


@pytest.mark.parametrize("command", ["replay", "bots"])
def test_of_a_service_only_an_id_is_asked(command: str, file: Path) -> None:
    result = run(command, str(file), "--url", "http://127.0.0.1:9")
    assert result.exit_code == 2
    assert "is no game's id." in unfolded(result.stderr)


@pytest.mark.parametrize("command", ["replay", "bots"])
def test_what_a_service_refuses_to_tell_ends_with_2(command: str) -> None:
    problem = canonical({"detail": "There is no such game."})
    asked = {"replay": "replay?as=table", "bots": "record"}[command]
    with serving({f"/v1/games/{'a' * 16}/{asked}": (404, problem)}) as url:
        result = run(command, "a" * 16, "--url", url)
    assert (result.exit_code, result.stderr) == (2, "Error: There is no such game.\n")


def unfolded(text: str) -> str:
    return " ".join(text.split())


# a running service


@contextmanager
def serving(answers: dict[str, tuple[int, bytes]]) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = answers[self.path]
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *said: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_record_is_exported_over_http(tmp_path: Path) -> None:
    path = f"/v1/games/{SIGNED.game}/record"
    with serving({path: (200, SIGNED.content)}) as url:
        result = run("export", SIGNED.game, "--url", url)
        assert (result.stdout_bytes, result.stderr) == (SIGNED.content, "")
        wanted = tmp_path / "game.ndjson"
        assert run("export", SIGNED.game, "--url", url, "-o", str(wanted)).exit_code == 0
    assert wanted.read_bytes() == SIGNED.content


def test_an_export_warns_where_the_record_has_no_certificate_yet() -> None:
    path = f"/v1/games/{SIGNED.game}/record"
    with serving({path: (200, SIGNED.written(None))}) as url:
        result = run("export", SIGNED.game, "--url", url)
    assert (result.exit_code, result.stdout_bytes) == (0, SIGNED.written(None))
    assert "has no certificate yet" in result.stderr
    assert "Export it again" in result.stderr


def test_an_export_warns_that_a_table_that_never_started_has_no_certificate() -> None:
    closed = never_started()
    path = f"/v1/games/{closed.game}/record"
    with serving({path: (200, closed.content)}) as url:
        result = run("export", closed.game, "--url", url)
    assert result.exit_code == 0
    assert "a table that never started is not audited" in result.stderr


def never_started() -> Signed:
    return next(
        signed
        for signed in (Signed(Random(seed), KEYS) for seed in range(200))
        if not signed.log.games[-1].started
    )


@pytest.mark.real_store
def test_a_record_is_exported_from_the_store(
    store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SINGSING_EVENTS_URL", store_url)
    monkeypatch.setenv("SINGSING_DATA", str(tmp_path))
    settings = environment.settings(os.environ)
    game = _shortest_game(settings)
    record = tmp_path / "game.ndjson"
    assert run("export", game, "-o", str(record)).exit_code == 0
    (tmp_path / "public.json").write_bytes(msgspec.json.encode(settings.keys.public()))
    result = run("verify", str(record), "--keys", str(tmp_path / "public.json"))
    assert result.exit_code == 0
    assert f"Certified by {settings.base_url}" in result.output
    assert "no such game" in run("export", "a" * 16).output


def _shortest_game(settings: Settings) -> GameId:
    """Two sit down, one leaves, and the audit is made."""
    store = composition.store(settings)
    play = composition.play(settings, store)
    asked = Asked(key=None, method="POST", path="/", body={})
    game = play.open(OpenTable(name="Ana"), asked).game.id
    play.join(Caller(game=game), Join(name="Ben"), asked)
    host = Caller(game=game, credential=play.look(game).credentials[0])
    play.act(host, Start(seat=SeatNo(1)), asked)
    play.act(host, Leave(seat=SeatNo(1), leaver=SeatNo(1)), asked)
    composition.clerk(settings, store, play).audit(game)
    return game


def test_a_problem_is_told_and_nothing_written(tmp_path: Path) -> None:
    problem = canonical({"detail": "This game is not over yet."})
    wanted = tmp_path / "game.ndjson"
    with serving({"/v1/games/abc/record": (409, problem)}) as url:
        result = run("export", "abc", "--url", url, "-o", str(wanted))
    assert result.exit_code == 1
    assert "Error: This game is not over yet." in result.output
    assert not wanted.exists()


def test_a_game_is_replayed_over_http() -> None:
    told = [msgspec.json.encode(frame) for frame in frames(SIGNED.log.events, "public")]
    path = f"/v1/games/{SIGNED.game}/replay?as=public"
    with serving({path: (200, b"\n".join(told) + b"\n")}) as url:
        result = run("replay", SIGNED.game, "--as", "public", "--url", url)
    assert result.exit_code == 0
    assert "(seat 1) opens a table." in result.output


def test_no_service_is_said_in_a_sentence() -> None:
    result = run("export", "abc", "--url", "http://127.0.0.1:9")
    assert result.exit_code == 1
    assert "does not answer" in result.output
