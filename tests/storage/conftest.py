"""A folder, and storages on it that are closed in the end."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest

from qwixx_pad.storage import open_storage
from tests.support.memory_folder import tmp_path
from tests.support.storage.sample_journals import NOON, head

__all__ = ("tmp_path",)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "data"


@pytest.fixture
def opened(folder):
    """Opens the folder's storage; all are closed at the end."""
    storages = []

    def open_one():
        storages.append(open_storage(folder, now=NOON)[0])
        return storages[-1]

    yield open_one
    for storage in storages:
        storage.close()


@pytest.fixture
def storage(opened):
    """A storage with one game, in which nothing was entered."""
    storage = opened()
    storage.add_game(head())
    return storage


@pytest.fixture
def others_folder():
    """A folder in which this process may read only, once `as_nobody` has begun."""
    if os.getuid() != 0:
        pytest.skip("only root can become somebody else")
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)
