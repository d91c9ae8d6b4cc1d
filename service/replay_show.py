"""A replay in the terminal: the sentences scroll, the board stays below them."""

from collections.abc import Callable, Iterable
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.text import Text

from service.demo import drawing
from service.terminal import plain

Json = dict[str, Any]

_CARDS = {"lime": "Lime", "mask": "mask"}


def console() -> Console:
    return Console(highlight=False)


def show(frames: Iterable[Json], page: Console, go_on: Callable[[], bool]) -> None:
    """Until the frames end, or `go_on` says no after one of them."""
    with Live(console=page, auto_refresh=False) as live:
        for frame in frames:
            page.print(_line(frame))
            live.update(picture(frame["game"]), refresh=True)
            if not go_on():
                break
    if not page.is_terminal:
        page.print()


def _line(frame: Json) -> Text:
    number = str(frame["event"]["version"]).rjust(4)
    return Text.assemble((number, "dim"), "  ", plain(frame["sentence"]))


def picture(game: Json) -> RenderableType:
    """The board as that chair saw it, and whom every player holds."""
    return Group(_board(game), *[_holding(player, game) for player in game["players"]])


def _board(game: Json) -> RenderableType:
    if game["board"]:
        return drawing.board(game["board"])
    if game["turn"] is None:
        return Text("  The board is not dealt yet.", style="dim")
    return Text("  The mask is on: nothing to see.", style="dim")


def _holding(player: Json, game: Json) -> Text:
    held = ", ".join(prisoner["kind"] for prisoner in player["prisoners"]) or "nobody yet"
    cards = [name for card, name in _CARDS.items() if game[card] == player["seat"]]
    tokens = f", {player['tokens']} tokens" if game["options"]["advanced"] else ""
    return Text.assemble(
        "  ",
        (plain(player["name"]), "bold"),
        f" (seat {player['seat']})",
        f" [{', '.join(cards)}]" if cards else "",
        f": {held}{tokens}",
        style="" if player["in_play"] else "dim",
    )
