"""`singsing bots`: whose moves they were."""

import json
from pathlib import Path
from random import Random

from click.testing import CliRunner

from events import record
from events.board import SeatNo
from events.catalogue import Bot
from events.commands import Leave
from events.play import Play
from events.receipts import Keys
from events.store import connect
from service.cli import main
from tests.store.tables import Clock, Table, house, next_move, opening
from workers import bots

HOST = SeatNo(1)


def finished(*, by_somebody_else: bool, tmp_path: Path) -> Path:
    """The record of a game with a bot, for which somebody else once moved where asked."""
    clock = Clock()
    store = connect(f"memory://{tmp_path}")
    play = Play(store, house(clock, chance=Random(3).randbytes))
    table = Table(play, opening(first_player=2))
    table.add_bot(Bot.ELEPHANT)
    table.start()
    random = Random(2)
    while table.game.turn == 1:
        game = table.game
        clock.at += 1_400
        if game.actor == HOST:
            table.act(next_move(game, random))
        elif by_somebody_else and game.phase == "removal":
            other = next_move(game, random)
            assert play.move(game, other)
        else:
            assert bots.step(store, play, clock()) == 1
    table.act(Leave(seat=HOST, leaver=HOST))
    keys = Keys.fresh().public()
    told = record.written(table.id, "http://h", keys, play.events(table.game, 0), None)
    path = tmp_path / "game.ndjson"
    path.write_bytes(b"".join(told))
    return path


def test_the_command_finds_that_every_move_is_the_bots_own(tmp_path: Path) -> None:
    path = finished(by_somebody_else=False, tmp_path=tmp_path)
    told = CliRunner().invoke(main, ["bots", str(path)])
    assert told.exit_code == 0
    assert told.output.endswith("moves of bots, all of them their own.\n")
    lines = CliRunner().invoke(main, ["bots", str(path), "--json"]).output.splitlines()
    assert {json.loads(line)["same"] for line in lines} == {True}
    assert [json.loads(line)["bot"] for line in lines] == ["elephant"] * len(lines)


def test_the_command_names_a_move_that_is_not_the_bots(tmp_path: Path) -> None:
    path = finished(by_somebody_else=True, tmp_path=tmp_path)
    told = CliRunner().invoke(main, ["bots", str(path)])
    assert told.exit_code == 1
    assert told.output.startswith("Wrong: 1 of ")
    assert "event 5, seat 2, elephant:" in told.output
    assert 'recorded {"type":"sticks-removed"' in told.output
    assert 'expected {"type":"sticks-removed"' in told.output
    assert CliRunner().invoke(main, ["bots", str(path), "--json"]).exit_code == 1


def test_the_command_cannot_read_what_is_no_record(tmp_path: Path) -> None:
    path = finished(by_somebody_else=False, tmp_path=tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[:2_000])
    cut = CliRunner().invoke(main, ["bots", str(path)])
    assert (cut.exit_code, cut.output[:10]) == (2, "Unreadable")
    path.write_bytes(whole.replace(b'"colour":"', b'"colour":"x', 1))
    damaged = CliRunner().invoke(main, ["bots", str(path)])
    assert (damaged.exit_code, damaged.output[:11]) == (2, "This record")


def test_where_no_service_answers_it_cannot_be_told_whose_moves_they_were() -> None:
    nothing = CliRunner().invoke(main, ["bots", "a" * 16, "--url", "http://127.0.0.1:9"])
    assert (nothing.exit_code, nothing.output[:6]) == (2, "Error:")
    assert "does not answer" in nothing.output
