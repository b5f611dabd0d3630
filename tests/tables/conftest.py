"""A room that is left in the end."""

import pytest
from room import Room


@pytest.fixture
def room(tmp_path):
    made = Room(tmp_path / "data")
    yield made
    made.close()
