"""Folders in memory, if that can be had: whoever saves something there waits for no disk."""

import os
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

MEMORY = "/dev/shm"  # noqa: S108 - each test has a folder of its own there


@contextmanager
def fresh_folder():
    """A folder that goes again."""
    with TemporaryDirectory(dir=MEMORY if os.access(MEMORY, os.W_OK) else None) as folder:
        yield Path(folder)


@pytest.fixture
def tmp_path():
    """In place of pytest's own, which lies on a disk."""
    with fresh_folder() as folder:
        yield folder
