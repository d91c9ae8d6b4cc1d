"""A desk for each test."""

import pytest

from tests.workers.desk import Desk


@pytest.fixture
def desk() -> Desk:
    return Desk()
