"""The Game that a viewer may see (api.md, Game; log.md, Who sees what)."""

import copy
from typing import Any

from tests.oracle.model import Json, Model
from tests.oracle.times import stamp


def view(model: Model, viewer: int | None, game: str) -> Json:
    """`viewer` is a seat, or None for the public."""
    me = model.players.get(viewer) if viewer else None
    sees = me if me and me["in_play"] else None
    masked = model.phase == "removal" and (sees is None or viewer == model.mask)
    return copy.deepcopy(
        {
            "id": game,
            "version": model.version,
            "status": model.status,
            "seed_from": model.seed_from,
            "options": model.options,
            "phase": model.phase,
            "deadline": stamp(model.deadline) if model.deadline is not None else None,
            "turn": model.turn,
            "lime": model.lime,
            "mask": model.mask,
            "players": [_player(p) for p in model.players.values()],
            "board": None if masked else model.board,
            "removed": _removed(model, sees),
            "answers": model.answers if model.phase == "second_answer" else [],
            "last_turn": model.last_turn,
            "you": {"seat": viewer, "may": may(model, viewer)} if me and viewer else None,
            "winner": model.winner,
            "won_by": model.won_by,
            "standing": "unaudited" if model.status == "finished" and model.turn else None,
        }
    )


def _player(player: Json) -> Json:
    return {k: v for k, v in player.items() if k != "since"}


def _removed(model: Model, sees: Json | None) -> Json | None:
    if model.phase not in ("answer", "second_answer"):
        return None
    knows = sees is not None and sees["seat"] != model.mask
    return {"count": len(model.removed), "sticks": model.removed if knows else None}


def may(model: Model, seat: int) -> list[str]:
    """Every word is tried on the model; nothing here repeats a rule."""
    others = [s for s in model.players if s != seat]
    on_board = [
        {"window": w["window"], "slot": slot}
        for w in model.board or []
        for slot, colour in w["sticks"].items()
        if colour
    ]
    answers: list[Json] = [{"window": 1, "length": "long", "colour": "red"}]
    trials: dict[str, list[Json]] = {
        "start": [{"do": "start"}],
        "add_bot": [{"do": "join", "bot": "magpie", "seed": "00" * 16}],
        "remove_player": [{"do": "leave", "seat": other} for other in others],
        "mask": [{"do": "mask"}],
        "remove": [{"do": "remove", "sticks": on_board[:1]}],
        "remove_two": [{"do": "remove", "sticks": on_board[:2]}] if len(on_board) > 1 else [],
        "answer": [{"do": "answer", "sticks": answers * n} for n in (1, 2)],
        "decline": [{"do": "decline"}],
        "leave": [{"do": "leave", "seat": seat}],
    }
    by = {"by": seat}
    words = [word for word, tries in trials.items() if any(model.accepts(t | by) for t in tries)]
    return [*words, "dispute"] if model.turn else words


def differences(expected: Any, got: Any, where: str = "", exact: bool = False) -> list[str]:
    """Where `got` is not as expected; members that are not expected pass unless `exact`."""
    if isinstance(expected, dict) and isinstance(got, dict):
        faults = [f"{where}/{key} is missing" for key in expected if key not in got]
        faults += [f"{where}/{key} is not expected" for key in got if exact and key not in expected]
        for key in (key for key in expected if key in got):
            faults += differences(expected[key], got[key], f"{where}/{key}", exact)
        return faults
    if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        pairs = enumerate(zip(expected, got, strict=True))
        return [f for i, (a, b) in pairs for f in differences(a, b, f"{where}/{i}", exact)]
    same = type(expected) is type(got) and expected == got
    return [] if same else [f"{where}: expected {expected!r}, got {got!r}"]
