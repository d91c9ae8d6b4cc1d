"""A client as anybody would generate it from the committed contract."""

import importlib
import logging
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
import structlog

ROOT = Path(__file__).parents[2]

CONFIG = """\
post_hooks: []
content_type_overrides: {application/yaml: application/json}
"""

structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))

Module = Callable[[str], ModuleType]


@pytest.fixture(scope="session")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Module]:
    """Imports a module of the generated client by its name."""
    folder = tmp_path_factory.mktemp("generated")
    config = folder / "config.yaml"
    config.write_text(CONFIG)
    options = {
        "--meta": "none",
        "--config": config,
        "--path": ROOT / "api_spec/openapi.json",
        "--output-path": folder / "generated_client",
    }
    command = [str(Path(sys.executable).with_name("openapi-python-client")), "generate"]
    words = [str(word) for option in options.items() for word in option]
    subprocess.run([*command, "--fail-on-warning", *words], check=True, cwd=folder)
    sys.path.insert(0, str(folder))
    yield lambda name: importlib.import_module(f"generated_client.{name}")
    sys.path.remove(str(folder))
