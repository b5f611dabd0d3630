"""A room that is left in the end, and tables in it."""

import pytest

from tests.support.memory_folder import tmp_path
from tests.support.multiplayer.breakable_links import air
from tests.support.multiplayer.online_apps import app
from tests.support.multiplayer.table_room import room

__all__ = ("air", "room", "tmp_path")


@pytest.fixture
def table(room):
    """A game of Anna, Ben and Cleo before its first entry; Anna has opened the table."""
    return room.game("anna", "ben", "cleo")


@pytest.fixture
def late(room):
    """The same in its eleventh roll, Ben's: all have five crosses in red and yellow."""
    return room.game("anna", "ben", "cleo", rows="ry")


@pytest.fixture
def phone(air, tmp_path, last):
    """Makes an app of somebody that offers some sheets, or starts it anew."""

    def start(name, *offered):
        made = app(tmp_path / name, last, air.dial(name), min_backoff_s=0.001, linger_s=0)
        for layout in offered:
            made.service.sheets.add(layout)
        return made

    return start
