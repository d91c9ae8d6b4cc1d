"""Flipped bits: whichever byte of an entry it is, the report names that entry and that part."""

import pytest

from events.audit import audit
from events.chain import Entry, Version, canonical
from events.findings import Report
from events.recorded import Recorded, stored
from tests.audit.copied import as_stored, found
from tests.audit.scribe import GAME, Scribe

GAME_OF_ONE = Scribe(2, advanced=True).mask().remove().answer(right=False).decline()
ENTRIES = GAME_OF_ONE.entries()
SOUND = as_stored(ENTRIES)
VERSIONS = range(1, len(ENTRIES) + 1)


def flipped(content: bytes, place: int, bit: int = 1) -> bytes:
    changed = bytearray(content)
    changed[place] ^= bit
    return bytes(changed)


def audited(version: int, entry: Entry) -> Report:
    log: list[Recorded] = list(SOUND)
    log[version - 1] = stored(Version(version), entry)
    return audit(GAME, log)[0]


def put(version: int, **fields: bytes | str) -> Report:
    sound = ENTRIES[version - 1]
    parts = {"event": sound.event, "hash": sound.hash, "private": sound.private}
    return audited(version, Entry(**{**parts, **fields}))  # type: ignore[arg-type]


@pytest.mark.parametrize("version", VERSIONS)
def test_every_byte_of_the_event_counts(version: int) -> None:
    sound = ENTRIES[version - 1].event
    for place in range(len(sound)):
        report = put(version, event=flipped(sound, place))
        assert report.sound_to < version
        # Where the version itself is flipped, the fault is told of the number that stands there.
        assert any(f.field in ("hash", "event", "version") for f in report.findings)
        if b'"version":' not in sound[max(place - 12, 0) : place + 1]:
            found(report, version, "hash", "event")


@pytest.mark.parametrize("version", VERSIONS)
def test_every_byte_of_the_hash_counts(version: int) -> None:
    sound = ENTRIES[version - 1].hash
    for place in range(len(sound)):
        report = put(version, hash=flipped(sound.encode(), place).decode())
        found(report, version, "hash")
        if version < len(ENTRIES):
            assert any((f.version, f.field) == (version + 1, "previous") for f in report.findings)


HIDING = [v for v in VERSIONS if b'"salt":"' in ENTRIES[v - 1].private]


@pytest.mark.parametrize("version", HIDING)
def test_every_byte_of_what_is_hidden_and_of_its_salt_counts(version: int) -> None:
    sound = ENTRIES[version - 1].private
    first, last = sound.index(b'{"hidden"'), sound.index(b'"key":')
    salt = range(sound.index(b'"salt":'), sound.rindex(b',"token"'))
    for place in [*range(first, last), *salt]:
        found(put(version, private=flipped(sound, place)), version, "veil", "private")


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", ["token", "key", "request"])
@pytest.mark.parametrize("digest", ["", "x", "=" * 43, "a" * 42, "a" * 44, "é" * 43, 7, [], {}])
def test_of_the_digests_the_form_counts(version: int, name: str, digest: object) -> None:
    line = GAME_OF_ONE.copied()[version]
    line.private[name] = digest
    found(put(version, private=canonical(line.private)), version, f"private.{name}")


@pytest.mark.parametrize("name", ["token", "key", "request", "hidden", "salt"])
def test_a_part_that_is_not_there_is_named(name: str) -> None:
    line = GAME_OF_ONE.copied()[HIDING[0]]
    del line.private[name]
    found(put(HIDING[0], private=canonical(line.private)), HIDING[0], f"private.{name}")


def test_a_part_more_is_named() -> None:
    line = GAME_OF_ONE.copied()[2]
    line.private["mood"] = "good"
    found(put(2, private=canonical(line.private)), 2, "private.mood")


def test_no_request_is_without_its_digest() -> None:
    line = GAME_OF_ONE.copied()[2]
    line.private["request"] = None
    found(put(2, private=canonical(line.private)), 2, "private.request")


@pytest.mark.parametrize(
    "private", [b"", b"{", b"[]", b"null", b"\xff", b"7", b"[" * 2000, b'{"hidden":null} ']
)
def test_a_private_part_that_is_none_is_named(private: bytes) -> None:
    found(put(3, private=private), 3, "private")


def test_a_private_part_with_other_blanks_is_named() -> None:
    sound = ENTRIES[2].private
    for change in (sound + b" ", sound.replace(b":", b": ", 1), sound[:-1] + b',"salt":null}'):
        found(put(3, private=change), 3, "private")


@pytest.mark.parametrize(
    "event", [b"", b"{", b"[]", b"null", b"\xff", b"7", b"[" * 100_000, b'{"version":3}']
)
def test_an_event_that_is_none_is_named(event: bytes) -> None:
    found(put(3, event=event), 3, "event")


def test_an_event_in_another_form_is_named_though_its_hash_fits() -> None:
    sound = ENTRIES[2].event
    texts = [
        sound.replace(b":", b": ", 1),
        sound + b"\n",
        sound[:-1] + b',"version":3}',
        sound.replace(b'"seat"', rb'"\u0073eat"'),
        sound.replace(b'"version":3', b'"version":3.0'),
        sound[:-1] + b',"more":1}',
    ]
    from events.chain import digest

    for event in texts:
        found(put(3, event=event, hash=digest(event)), 3, "event")
