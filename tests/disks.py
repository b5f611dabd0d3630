"""What tests do to the disk of a storage, whatever its kind is."""

import errno
import os
from contextlib import contextmanager, suppress
from functools import partial

import pytest

from qwixx_pad.storage import DATABASE, JOURNAL, CannotWrite
from qwixx_pad.storage.sql.sqlite_storage import SqliteStorage

FILES = {"sqlite": DATABASE, "journal": JOURNAL}
LEFT = {"sqlite": {DATABASE}, "journal": {JOURNAL, "pad.lock"}}
"""The files that a closed storage leaves."""


class Disk:
    """A storage, or a store of a relay, whose writes are refused while its disk is `full`."""

    def __init__(self, storage, *writes):
        self._storage, self.full = storage, False
        for name in writes:
            setattr(self, name, self._written(getattr(storage, name)))

    def _written(self, write):
        def unless_full(*what):
            if self.full:
                raise CannotWrite("the disk is full")
            return write(*what)

        return unless_full

    def __getattr__(self, reads):
        return getattr(self._storage, reads)


@contextmanager
def unwritable(storage):
    """Nothing reaches the disk of this storage meanwhile."""
    with pytest.MonkeyPatch.context() as patched:
        if isinstance(storage, SqliteStorage):
            storage._connection.execute("PRAGMA query_only = ON")
        else:
            patched.setattr("qwixx_pad.storage.journal.file.append", _refuse)
        yield
    if isinstance(storage, SqliteStorage):
        storage._connection.execute("PRAGMA query_only = OFF")


def _refuse(*_):
    raise OSError(errno.EROFS, os.strerror(errno.EROFS))


@contextmanager
def full(storage, free=0):
    """The disk of this storage takes so many pages more, small ones of a journal, then nothing."""
    if isinstance(storage, SqliteStorage):
        pages = storage._connection.execute("PRAGMA page_count").fetchone()[0]
        storage._connection.execute(f"PRAGMA max_page_count = {pages + free}")
        yield
        storage._connection.execute("PRAGMA max_page_count = 1000000")
    else:
        with pytest.MonkeyPatch.context() as patched:
            largest = storage._journal._path.stat().st_size + 1024 * free
            patched.setattr(os, "fsync", partial(_confirm, os.fsync, largest))
            yield


def fill(storage):
    """Use up what room is left on a full disk."""
    with suppress(CannotWrite):
        for number in range(1000):
            storage.put_setting(f"filling {number}", "." * 90)


def _confirm(fsync, largest, handle):
    if os.fstat(handle).st_size > largest:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    fsync(handle)


def is_sound(storage):
    """Whether all that lies on the disk makes sense."""
    if isinstance(storage, SqliteStorage):
        return storage._connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    return not storage._journal._reading.lost
