"""The board in a terminal: two rows of six windows."""

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

Json = dict[str, Any]

STYLES: Mapping[str, str] = {
    "red": "white on red",
    "yellow": "black on yellow",
    "green": "black on green",
    "blue": "white on blue",
    "white": "black on white",
}


def table(game: Json) -> RenderableType:
    """The board, and whom every player holds."""
    return Group(board(game["board"]), *[_holding(player) for player in game["players"]])


def board(windows: list[Json]) -> RenderableType:
    """Every window with its long stick across, and each prisoner beside a short one."""
    rows = Table.grid()
    for start in range(0, len(windows), 6):
        rows.add_row(*[_window(window) for window in windows[start : start + 6]])
    return rows


def _holding(player: Json) -> Text:
    held = ", ".join(prisoner["kind"] for prisoner in player["prisoners"]) or "nobody yet"
    return Text.assemble("  ", (player["name"], "bold"), f": {held}")


def stick(colour: str, length: str) -> Text:
    return Text(f"{length} {colour} stick", style=STYLES[colour])


def _window(window: Json) -> Panel:
    sticks, prisoners = window["sticks"], window["prisoners"]
    drawn = Text("\n").join(
        [
            _bar(sticks["long"], 9),
            Text(" ").join(
                [
                    Text.assemble(_bar(sticks[side], 1), _prisoner(prisoners[side]))
                    for side in ("left", "right")
                ]
            ),
        ]
    )
    return Panel(drawn, title=str(window["window"]), width=13, padding=(0, 1))


def _bar(colour: str | None, width: int) -> Text:
    """A stick: its colour, and for eyes or terminals without colours its first letter."""
    if colour is None:
        return Text(" " * width)
    return Text(colour[0].center(width, "─"), style=STYLES[colour])


def _prisoner(kind: str | None) -> Text:
    return Text((kind or "")[:3].upper().ljust(3), style="bold" if kind else "")
