"""Long tests in chunks: the first of them with every test run, all the others with `make soak`."""

from typing import Any

import pytest


def chunks(of: int, soon: int) -> list[Any]:
    """Parameters of a test: the numbers of its chunks."""
    later = [pytest.param(chunk, marks=pytest.mark.soak) for chunk in range(soon, of)]
    return [*range(soon), *later]
