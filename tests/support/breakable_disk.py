"""What tests do to the disk of a storage."""

import errno
import os
import sys
from contextlib import contextmanager
from functools import partial

import pytest

from qwixx_pad.storage import JOURNAL_FILE, CannotWrite

LEFT = {JOURNAL_FILE, "pad.lock"} | ({"pad.head"} if sys.platform != "emscripten" else set())
"""The files that a closed storage leaves."""


class Disk:
    """A storage, or a store of a relay, whose writes are refused while its disk is `full`.

    While it is `mute` they are done, but it says that they are not.
    """

    def __init__(self, storage, *writes):
        self._storage = storage
        self.full = False
        self.mute = False
        for name in writes:
            setattr(self, name, self._written(getattr(storage, name)))

    def _written(self, write):
        def unless_full(*what, **more):
            if self.full:
                raise CannotWrite("the disk is full")
            written = write(*what, **more)
            if self.mute:
                raise CannotWrite("the connection was lost")
            return written

        return unless_full

    def __getattr__(self, reads):
        return getattr(self._storage, reads)


@contextmanager
def unwritable():
    """Nothing reaches the disk of any storage meanwhile."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("qwixx_pad.storage.journal_file.append_line", refuse)
        yield


def refuse(*_):
    """What a function of the system does where the disk takes nothing."""
    raise OSError(errno.EROFS, os.strerror(errno.EROFS))


@contextmanager
def full(storage, free=0):
    """The disk of this storage takes so many kilobytes more, then nothing."""
    with pytest.MonkeyPatch.context() as patched:
        largest = storage._path.stat().st_size + 1024 * free
        patched.setattr(os, "fsync", partial(_confirm, os.fsync, largest))
        yield


def _confirm(fsync, largest, handle):
    if os.fstat(handle).st_size > largest:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    fsync(handle)
