"""A copy of the rules with one thing changed in it, to see whether audits notice."""

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

import events
from events.recorded import Recorded

ROOM = Path(events.__file__).parent
NAME = "mutant"


class Mutated(MetaPathFinder, Loader):
    """Finds the modules of the room under another name, one of them with another text."""

    def __init__(self, module: str, text: str) -> None:
        self._texts = {module: text}

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name.split(".")[0] != NAME:
            return None
        return spec_from_loader(name, self, is_package=name == NAME)

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        own = module.__name__.removeprefix(NAME).removeprefix(".")
        text = self._texts.get(own) or _text(own)
        renamed = re.sub(r"^((?:from|import) )events\b", rf"\g<1>{NAME}", text, flags=re.MULTILINE)
        exec(compile(renamed, f"<{module.__name__}>", "exec"), module.__dict__)  # noqa: S102


def _text(module: str) -> str:
    return (ROOM / f"{module or '__init__'}.py").read_text()


@contextmanager
def mutated(module: str, old: str, new: str) -> Iterator[Any]:
    """The audit of a copy in which `old`, which is there once, reads `new`."""
    text = _text(module)
    assert text.count(old) == 1, f"{module}: {text.count(old)} times {old!r}"
    with loaded(module, text.replace(old, new)) as audit:
        yield audit


@contextmanager
def loaded(module: str, text: str) -> Iterator[Any]:
    finder = Mutated(module, text)
    sys.meta_path.insert(0, finder)
    try:
        __import__(f"{NAME}.audit")
        yield sys.modules[f"{NAME}.audit"].audit
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if name.split(".")[0] == NAME]:
            del sys.modules[name]


Log = tuple[str, list[Recorded]]
Told = list[tuple[int, str, tuple[str, ...]]]


def told(audit: Any, log: Log) -> Told | None:
    """What an audit finds; None where it breaks down, which is noticed as well."""
    try:
        report = audit(*log)[0]
    except Exception:  # noqa: BLE001 - whatever a mutant comes to
        return None
    return [(f.version, f.field, f.clauses) for f in report.findings]


def noticed(audit: Any, logs: Iterable[tuple[Log, Told]]) -> bool:
    """Whether a mutant finds something else in one of these logs than it should."""
    return any(told(audit, log) != expected for log, expected in logs)
