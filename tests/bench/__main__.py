"""``python -m tests.bench`` prints the table, and fails where a bound is missed."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from rich.console import Console
from rich.table import Table

from tests.bench import in_memory, over_http


class Bound(msgspec.Struct, frozen=True, kw_only=True):
    """A figure of the table, and the least or most that it may be (None where it is only shown)."""

    what: str
    value: float
    unit: str
    least: float | None = None
    most: float | None = None

    @property
    def kept(self) -> bool:
        return (self.least is None or self.value >= self.least) and (
            self.most is None or self.value <= self.most
        )

    @property
    def limit(self) -> str:
        if self.least is not None:
            return f"≥ {self.least:,g}"
        return "" if self.most is None else f"≤ {self.most:,g}"


def main() -> int:
    console = Console()
    with TemporaryDirectory(prefix="singsing-bench-") as folder:
        console.print(
            f"{over_http.CLIENTS} clients, {over_http.ROUNDS} rounds of {over_http.SECONDS:g} s; "
            "fsync always; medians of one run on this machine"
        )
        bounds = [*_over_http(Path(folder)), *_in_memory(Path(folder))]
    console.print(_table(bounds))
    missed = [bound.what for bound in bounds if not bound.kept]
    if missed:
        console.print("Missed: " + "; ".join(missed))
    return bool(missed)


def _over_http(folder: Path) -> list[Bound]:
    over = over_http.measured(folder)
    rows = []
    for name, rate in (
        ("accepted actions", over.actions),
        ("reads of a game", over.reads),
        ("trivial endpoint", over.trivial),
    ):
        rows += [
            Bound(what=name, value=rate.rate, unit="/s"),
            Bound(what=f"{name}, per CPU second of the web workers", value=rate.per_cpu, unit="/s"),
            Bound(what=f"{name}, p50", value=rate.p50, unit="ms"),
            Bound(what=f"{name}, p99", value=rate.p99, unit="ms"),
        ]
    return [
        *rows,
        Bound(what="bare appends, one client", value=over.appends, unit="/s"),
        Bound(
            what="actions / trivial endpoint",
            value=over.actions.rate / over.trivial.rate,
            unit="",
            least=0.4,
        ),
        Bound(
            what="actions / trivial endpoint, per CPU second",
            value=over.actions.per_cpu / over.trivial.per_cpu,
            unit="",
        ),
        Bound(what="actions / bare appends", value=over.actions.rate / over.appends, unit=""),
        Bound(what="reads / trivial endpoint", value=over.reads.rate / over.trivial.rate, unit=""),
    ]


def _in_memory(folder: Path) -> list[Bound]:
    inside = in_memory.measured(folder / "weight")
    return [
        Bound(what="fold, parsed events", value=inside.fold, unit="events/s", least=150_000),
        Bound(what="chain verification", value=inside.verification, unit="events/s", least=50_000),
        Bound(
            what=f"memory of {in_memory.GAMES:,} finished games",
            value=inside.bytes_per_event,
            unit="bytes/event",
            most=900,
        ),
    ]


def _table(bounds: list[Bound]) -> Table:
    table = Table("figure")
    for title in ("value", "unit", "bound"):
        table.add_column(title, justify="left" if title == "unit" else "right")
    for bound in bounds:
        value = f"{bound.value:,.0f}" if bound.value >= 100 else f"{bound.value:.2f}"
        mark = "" if bound.kept else "  missed"
        table.add_row(bound.what, value, bound.unit, bound.limit + mark)
    return table


if __name__ == "__main__":
    sys.exit(main())
