"""Which room may import which: the arrows of the house."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("api_spec", "events", "service", "workers")
COMPOSITION_ROOT = "service.cli"
IMPURE = {"asyncio", "gevent", "os", "random", "secrets", "socket", "sys", "threading", "time"}
WEB = {"click", "flask", "gunicorn", "marshmallow", "rich", "rq", "werkzeug"}
STORES = {"fakeredis", "redis"}
IN_ITS_OWN_ROOM = {"events.memory": {"threading"}, "events.store.wire": {"os", "threading"}}


def modules(room: str) -> list[str]:
    paths = sorted((ROOT / room).rglob("*.py"))
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in paths]
    return [name.removesuffix(".__init__") for name in names]


def imports(module: str) -> Iterator[str]:
    """Every module that one imports, also inside functions; `from a import b` gives a.b."""
    path = ROOT / Path(*module.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def tops(module: str) -> set[str]:
    return {name.split(".")[0] for name in imports(module)}


@pytest.mark.parametrize("module", modules("events"))
def test_events_import_no_other_room_and_nothing_of_the_web(module: str) -> None:
    assert tops(module) & ({*ROOMS, *WEB} - {"events"}) == set()


@pytest.mark.parametrize("module", modules("events"))
def test_only_the_store_knows_redis(module: str) -> None:
    assert module.startswith("events.store") or not tops(module) & STORES


@pytest.mark.parametrize("module", modules("events"))
def test_the_game_is_pure(module: str) -> None:
    allowed = IN_ITS_OWN_ROOM.get(module, set())
    assert tops(module) & IMPURE <= allowed


@pytest.mark.parametrize("module", [m for m in modules("service") if m != COMPOSITION_ROOT])
def test_the_web_edge_knows_of_workers_only_the_names_of_jobs(module: str) -> None:
    others = {name for name in imports(module) if name.split(".")[0] in {"workers", "api_spec"}}
    assert all(name.startswith("workers.queue") for name in others)


@pytest.mark.parametrize("module", modules("workers"))
def test_workers_know_only_the_game(module: str) -> None:
    assert tops(module) & set(ROOMS) <= {"events", "workers"}


def test_every_room_is_looked_at() -> None:
    assert all(len(modules(room)) > 1 for room in ROOMS)
