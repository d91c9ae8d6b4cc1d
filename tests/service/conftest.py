"""A service for each test."""

import logging

import pytest
import structlog

from tests.service.world import Table, World

structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def table(world: World) -> Table:
    """Ana and Ben, not started."""
    return world.table()


@pytest.fixture
def running(world: World) -> Table:
    """Ana holds the Lime, Ben is to put the mask on, Cleo looks on; with tokens."""
    return world.table("Ana", "Ben", "Cleo", start=True, advanced=True)
