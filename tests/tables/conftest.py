"""A room that is left in the end."""

from contextlib import ExitStack

import pytest
from room import Room


@pytest.fixture
def room(tmp_path):
    made = Room(tmp_path / "data")
    yield made
    made.close()


@pytest.fixture
def last():
    """What is done when a test is over: disks are closed, also those of processes that died."""
    with ExitStack() as stack:
        yield stack
