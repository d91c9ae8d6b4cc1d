"""Writes the contract, or with --check says whether the committed one is what would be written."""

import json
import logging
import sys
from pathlib import Path
from typing import Any

import click
import structlog
import yaml

from api_spec.document import document

FOLDER = Path(__file__).parent


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; fail where the files are out of date.")
def main(check: bool) -> None:
    """Write api_spec/openapi.json and openapi.yaml from the declarations of the endpoints."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    stale = {path: text for path, text in written().items() if _read(path) != text}
    if check and stale:
        sys.exit(f"Out of date: {', '.join(path.name for path in stale)}. Run python -m api_spec.")
    for path, text in stale.items():
        path.write_text(text)


def written() -> dict[Path, str]:
    """The contract's files and what they must hold."""
    built = document()
    return {
        FOLDER / "openapi.json": json.dumps(built, indent=1, ensure_ascii=False) + "\n",
        FOLDER / "openapi.yaml": yaml.dump(
            built, Dumper=_Whole, sort_keys=False, allow_unicode=True, width=100
        ),
    }


class _Whole(yaml.SafeDumper):
    """What stands in two places is written twice: not every reader follows an alias."""

    def ignore_aliases(self, _: Any) -> bool:
        return True


def _read(path: Path) -> str | None:
    return path.read_text() if path.exists() else None


if __name__ == "__main__":
    main()
