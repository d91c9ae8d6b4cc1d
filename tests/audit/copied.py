"""A copy of a stored log that a test can change, and make consistent again as a forger would."""

import json
from collections.abc import Iterable
from typing import Any, Self

import msgspec

from events import audit as audits
from events import chain
from events.chain import Entry, GameId, Version, canonical, digest
from events.findings import Finding, Report
from events.recorded import Recorded, stored
from tests.golden.games import Golden, entry

Json = dict[str, Any]


class Line(msgspec.Struct, kw_only=True):
    """One entry, taken apart."""

    event: Json
    hash: str
    private: Json

    def veil(self) -> None:
        """A fitting veil over what is hidden, whatever that is by now."""
        hidden, salt = self.private["hidden"], self.private["salt"]
        self.event["veil"] = None if hidden is None else chain.veil(hidden, salt or "")

    def entry(self) -> Entry:
        line, private = canonical(self.event), canonical(self.private)
        return Entry(event=line, hash=self.hash, private=private)


class Copied:
    """The lines of one log; versions count from 1."""

    def __init__(self, game: str, entries: Iterable[Entry]) -> None:
        self.game = GameId(game)
        self.lines = [_line(entry) for entry in entries]

    def __getitem__(self, version: int) -> Line:
        return self.lines[version - 1]

    def __len__(self) -> int:
        return len(self.lines)

    def forged(self, start: int = 1, veils: bool = True) -> Self:
        """Every veil, link and hash from a version on made anew."""
        previous = self[start - 1].hash if start > 1 else None
        for line in self.lines[start - 1 :]:
            if veils:
                line.veil()
            line.event["previous"] = previous
            previous = line.hash = digest(canonical(line.event))
        return self

    def renumbered(self) -> Self:
        for version, line in enumerate(self.lines, 1):
            line.event["version"] = version
        return self

    def told(self) -> list[Json]:
        """The events, whole, as they are served when a game is over."""
        opened = [
            {name: line.private[name] for name in ("hidden", "salt") if line.private["hidden"]}
            for line in self.lines
        ]
        return [
            {**line.event, "hash": line.hash, **more}
            for line, more in zip(self.lines, opened, strict=True)
        ]

    def entries(self) -> list[Entry]:
        return [line.entry() for line in self.lines]

    def recorded(self) -> list[Recorded]:
        return as_stored(self.entries())

    def audited(self) -> Report:
        return audited(self.game, self.entries())


def copied(golden: Golden) -> Copied:
    return Copied(golden.game, map(entry, golden.entries))


def as_stored(entries: Iterable[Entry]) -> list[Recorded]:
    return [stored(Version(version), entry) for version, entry in enumerate(entries, 1)]


def audited(game: str, entries: Iterable[Entry]) -> Report:
    return audits.audit(GameId(game), as_stored(entries))[0]


def found(report: Report, version: int, *fields: str) -> Finding:
    """The finding on one of these fields of that event, which is the first that is wrong."""
    there = [finding for finding in report.findings if finding.version == version]
    named = [finding for finding in there if finding.field in fields]
    assert named, (version, fields, [(f.version, f.field) for f in report.findings][:5])
    assert report.sound_to == version - 1, (report.sound_to, version, fields)
    assert report.found >= len(report.findings)
    assert named[0].sentence
    return named[0]


def _line(entry: Entry) -> Line:
    return Line(event=json.loads(entry.event), hash=entry.hash, private=json.loads(entry.private))
