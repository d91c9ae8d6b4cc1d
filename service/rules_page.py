"""The rules on a terminal."""

from itertools import groupby

from rich.console import Console
from rich.table import Table

from events.rulebook import CLAUSES, OPTIONS, RULINGS


def show(console: Console | None = None) -> None:
    console = console or Console()
    for part, clauses in groupby(CLAUSES, key=lambda clause: clause.part):
        table = _table(part)
        for clause in clauses:
            table.add_row(clause.id, clause.text)
        console.print(table)
    console.print(_rulings())
    console.print(_options())


def _rulings() -> Table:
    table = _table(
        "Where the printed sheet is silent: choose one reading (the first is the default)"
    )
    for ruling in RULINGS:
        table.add_row(ruling.name, f"settles {', '.join(ruling.settles)}")
        for reading in ruling.readings:
            table.add_row("", f"[bold]{reading.value}[/bold]  {reading.text}")
    return table


def _options() -> Table:
    table = _table("House options")
    for option in OPTIONS:
        table.add_row(option.name, f"{option.text} Default: {str(option.default).lower()}.")
    return table


def _table(title: str) -> Table:
    table = Table(
        title=title, title_justify="left", title_style="bold", show_header=False, box=None
    )
    table.add_column(style="cyan", no_wrap=True)
    table.add_column()
    return table
