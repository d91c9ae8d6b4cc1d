"""Two logs of one game beside each other: where the one that was sent in is not our own."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from events.chain import canonical
from events.findings import Finding
from events.recorded import Plain, Recorded

OTHER = "The service's own log holds another event {version}."
OPENED = "The service's own log opens something else in event {version}."
MISSING = "The service's own log goes on with event {version}."
BEYOND = "The service's own log ends before event {version}."

_PARTS = ("action", "outcome", "hidden")
_OPENED = ("hidden", "salt")


def differences(theirs: Sequence[Recorded], ours: Sequence[Recorded]) -> Iterator[Finding]:
    """Each field of each event that is not the same in both logs, then where one goes on alone."""
    for version, (record, own) in enumerate(zip(theirs, ours, strict=False), 1):
        for field, recorded, expected in _unlike(_told(record), _told(own)):
            text = OPENED if field.split(".")[0] in _OPENED else OTHER
            yield _finding(version, field, text, recorded, expected)
    end = min(len(theirs), len(ours))
    if len(theirs) < len(ours):
        yield _finding(end + 1, "hash", MISSING, None, ours[end].hash)
    if len(theirs) > len(ours):
        yield _finding(end + 1, "hash", BEYOND, theirs[end].hash, None)


def _told(event: Recorded) -> Plain:
    """All that an event says, what is not hashed too; what has not its form is there as null."""
    opened = {"hidden": event.hidden, "salt": event.salt}
    return {
        **dict.fromkeys(event.faults),
        **msgspec.json.decode(event.line),
        **{name: value for name, value in opened.items() if value is not None},
        "hash": event.hash,
    }


def _unlike(recorded: Plain, expected: Plain) -> Iterator[tuple[str, Any, Any]]:
    """Fields that are not the same on both sides, absent counting as something of its own."""
    for name in sorted(recorded.keys() | expected.keys()):
        one, other = recorded.get(name), expected.get(name)
        if name in recorded and name in expected and canonical(one) == canonical(other):
            continue
        if name in _PARTS and isinstance(one, dict) and isinstance(other, dict):
            yield from ((f"{name}.{inner}", *both) for inner, *both in _unlike(one, other))
        else:
            yield name, one, other


def _finding(version: int, field: str, text: str, recorded: Any, expected: Any) -> Finding:
    return Finding(
        version=version,
        field=field,
        clauses=(),
        recorded=recorded,
        expected=expected,
        sentence=text.format(version=version),
    )
