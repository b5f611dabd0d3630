"""Pads on folders, closed in the end."""

from contextlib import ExitStack

import pytest

from tests.support.library.library_pad import Pad
from tests.support.memory_folder import tmp_path

__all__ = ("tmp_path",)


@pytest.fixture
def pad_on():
    with ExitStack() as pads:

        def open_pad(folder):
            pad = Pad(folder)
            pads.enter_context(pad.closing)
            return pad

        yield open_pad


@pytest.fixture
def pad(pad_on, tmp_path):
    return pad_on(tmp_path / "pad")
