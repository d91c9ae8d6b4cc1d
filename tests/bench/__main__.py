"""``python -m tests.bench`` prints the table, and fails where a bound is missed."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from rich.console import Console
from rich.table import Table

from events.catalogue import Bot
from tests.bench import audits, in_memory, odds, over_http, pages


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
        bounds = [
            *_over_http(Path(folder)),
            *_in_memory(Path(folder)),
            *_audits(Path(folder) / "audits"),
            *_pages(),
            *_odds(console),
        ]
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


def _audits(folder: Path) -> list[Bound]:
    found = audits.measured(folder)
    few, many = f"audit --all, {audits.FEW:,} games", f"audit --all, {audits.MANY:,} games"
    return [
        Bound(
            what=f"games of {audits.EVENTS} events read and audited, per CPU second",
            value=found.audited,
            unit="games/s",
            least=300,
        ),
        Bound(what="the same games only read", value=found.read, unit="games/s"),
        Bound(what=few, value=found.few.games, unit="games/s"),
        Bound(what=many, value=found.many.games, unit="games/s"),
        Bound(
            what=f"{many} / {audits.FEW:,}",
            value=found.many.games / found.few.games,
            unit="",
            least=0.8,
        ),
        Bound(what=f"{few}, events", value=found.few.events, unit="events/s"),
        Bound(what=f"{many}, events", value=found.many.events, unit="events/s"),
        Bound(what=f"{few}, largest process", value=found.few.memory, unit="MiB"),
        Bound(what=f"{many}, largest process", value=found.many.memory, unit="MiB", most=200),
        Bound(what="docket of an audited game", value=found.docket_per_game, unit="bytes/game"),
        Bound(what="docket, beside its log", value=found.docket_per_event, unit="bytes/event"),
        Bound(what="last event to certificate, p50", value=found.p50 * 1000, unit="ms"),
        Bound(what="last event to certificate, p99", value=found.p99 * 1000, unit="ms"),
    ]


def _odds(console: Console) -> list[Bound]:
    return [
        Bound(
            what=f"games that a {each.first} wins against a {each.second}",
            value=each.percent,
            unit="%",
            most=5 if each.second is Bot.ELEPHANT and each.first is Bot.GOLDFISH else None,
        )
        for each in odds.measured(console)
    ]


def _pages() -> list[Bound]:
    shown = pages.measured()
    return [
        Bound(what="event of the stream to frame, p50", value=shown.p50, unit="ms"),
        Bound(what="event of the stream to frame, p99", value=shown.p99, unit="ms", most=100),
        Bound(what="table page, all of it", value=shown.weight, unit="bytes", most=100_000),
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
