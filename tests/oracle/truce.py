"""Games that end on an empty board: five players who free each other from winning (H3)."""

from collections.abc import Iterator
from random import Random

from tests.oracle.model import Json, Model
from tests.oracle.options import random_options
from tests.oracle.play import START, on_board, opening


def truce_game(rng: Random) -> list[tuple[Json, Json, Model]]:
    """A whole game that ends without sticks and without a winner; tried until one does."""
    while True:
        game = list(_attempt(rng))
        if game[-1][2].won_by is None and not on_board(game[-1][2]):
            return game


def _attempt(rng: Random) -> Iterator[tuple[Json, Json, Model]]:
    fixed = {"advanced": True, "kinds": 3, "double_answer": "both", "turn_seconds": None}
    model, now = Model(), START
    commands = [opening(rng, random_options(rng, **fixed))]
    commands += [{"do": "join", "by": None, "name": f"P{seat}"} for seat in range(2, 6)]
    commands.append({"do": "start", "by": 1})
    while model.status != "finished":
        commands = commands or _turn(rng, model)
        command = spoken(model, commands.pop(0))
        now += rng.randint(0, 3_000)
        if model.accepts(command):
            event = model.tell(command, now)
            yield command, event, model.copy()


def _turn(rng: Random, model: Model) -> list[Json]:
    """A whole turn in which nobody comes to win, where there is one."""
    turns = [
        _one_stick(model, stick, right) for stick in _harmless(model) for right in (False, True)
    ]
    if not any(stick["slot"] != "long" for stick in on_board(model)):
        turns += [_farewell(rng, model)] * 3
    rng.shuffle(turns)
    quiet = (turn for turn in turns if turn and not _wins(model, turn))
    return next(quiet, None) or _one_stick(model, on_board(model)[0], True)


def _harmless(model: Model) -> list[Json]:
    """Short sticks while there are any: the long ones still hold everybody."""
    there = on_board(model)
    return [stick for stick in there if stick["slot"] != "long"][:1] or there


def _one_stick(model: Model, stick: Json, right: bool) -> list[Json]:
    mask = {"do": "mask", "by": model.mask}
    return [mask, {"do": "remove", "by": model.lime, "sticks": [stick]}, *_answers(model, 1, right)]


def _farewell(rng: Random, model: Model) -> list[Json]:
    """Two sticks go, then whoever took them: those who escape are nobody's (H2)."""
    lime, there = model.lime, on_board(model)
    playing = [player for player in model.players.values() if player["in_play"]]
    if len(playing) < 3 or len(there) < 2 or not lime or not model.players[lime]["tokens"]:
        return []
    remove = {"do": "remove", "by": lime, "sticks": rng.sample(there, 2)}
    leave = {"do": "leave", "by": lime, "seat": lime}
    return [{"do": "mask", "by": model.mask}, remove, leave, *_answers(model, 2, False)]


def _answers(model: Model, count: int, right: bool) -> list[Json]:
    """`truth` marks an answer that names what is gone when it is given."""
    answer = {"do": "answer", "by": model.mask, "truth": right, "count": count}
    return [answer] if right else [answer, {"do": "decline", "by": model.mask}]


def _wins(model: Model, turn: list[Json]) -> bool:
    trial = model.copy()
    for command in turn:
        if trial.accepts(spoken(trial, command)):
            trial.tell(spoken(trial, command), trial.newest)
    return trial.winner is not None


def spoken(model: Model, command: Json) -> Json:
    """The command with the sticks that its answer names."""
    if command["do"] != "answer":
        return command
    false = {"window": 1, "length": "short", "colour": "red"}
    sticks = [{k: s[k] for k in false} for s in model.removed] if command["truth"] else []
    return {"do": "answer", "by": command["by"], "sticks": sticks or [false] * command["count"]}
