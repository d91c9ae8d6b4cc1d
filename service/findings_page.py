"""What an audit found, in lines for a terminal."""

from typing import Any

import msgspec

from events.findings import Finding

MOST_SHOWN = 120
"""Characters of a recorded or expected value."""


def heading(game: str, report: Any) -> str:
    """Of whatever has `found`, `events` and `sound_to`."""
    if not report.found:
        return f"Sound: game {game}, {report.events} events, every ruling as the rules have it."
    found = "finding" if report.found == 1 else "findings"
    return (
        f"Wrong: {report.found} {found} in game {game}; "
        f"the log is sound up to event {report.sound_to} of {report.events}."
    )


def lines(finding: Finding) -> list[str]:
    """Which event, if any, and field, the sentence, and what is recorded and expected."""
    cited = f" ({', '.join(finding.clauses)})" if finding.clauses else ""
    event = f"event {finding.version}, " if finding.version else ""
    told = [f"  {event}{finding.field}: {finding.sentence}{cited}"]
    if (finding.recorded, finding.expected) != (None, None):
        told.append(f"    recorded {_short(finding.recorded)}")
        told.append(f"    expected {_short(finding.expected)}")
    return told


def _short(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + "…"
