"""A folder, and stores on it that are closed in the end."""

import pytest
from contract import NOON

from qwixx_pad.store import open_store


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "data"


@pytest.fixture
def opened(folder):
    """Opens the folder's store; all are closed at the end."""
    stores = []

    def open_one():
        stores.append(open_store(folder, now=NOON)[0])
        return stores[-1]

    yield open_one
    for store in stores:
        store.close()
