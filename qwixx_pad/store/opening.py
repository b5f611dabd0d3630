"""Opening the store of a folder: on SQLite, or on a journal where SQLite cannot be had."""

import os
import sys
from datetime import datetime
from pathlib import Path

from qwixx_pad.store.folder import DATABASE, JOURNAL
from qwixx_pad.store.notice import LeftAlone, Notice
from qwixx_pad.store.protocol import Store

CHOICE = "QWIXX_PAD_STORE"
"""The environment variable that asks for the journal, with this one word: `journal`."""


def open_store(folder: Path, *, now: datetime) -> tuple[Store, Notice | None]:
    """The store of a folder, and what its owner has to know about it (None: nothing).

    Where nothing can be written but a whole file is there, its games can be read as they are
    now, and each attempt to write raises CannotWrite.

    Args:
        folder: Made, for its owner only, if it is not there.
        now: Dates the name of a file that is set aside.

    Raises:
        CannotWrite: The folder or the file can neither be used nor read.
        OtherVersion: The file is of another version of the pad and is left untouched.
    """
    if _is_for_a_journal(folder):
        from qwixx_pad.store.journal.opening import open_journal  # noqa: PLC0415 - only the one

        journal, rescue = open_journal(folder, now=now)
        return journal, rescue or _left_alone(folder / DATABASE)
    from qwixx_pad.store.sql.opening import open_database  # noqa: PLC0415 - that is there

    database, rescue = open_database(folder, now=now)
    return database, rescue or _left_alone(folder / JOURNAL)


def _is_for_a_journal(folder: Path) -> bool:
    """Whether SQLite is not wanted, not to be had, or not what the games here are kept in."""
    if os.environ.get(CHOICE) == "journal" or _may_abort():
        return True
    begun = (folder / JOURNAL).exists() and not (folder / DATABASE).exists()
    return begun or not _has_sqlite()


def _may_abort() -> bool:
    """Whether SQLite may end the process: https://github.com/flet-dev/flet/issues/5480."""
    return sys.platform == "ios"


def _has_sqlite() -> bool:
    """Whether SQLite loads; that its module is there says little on a phone."""
    try:
        import sqlite3  # noqa: F401, PLC0415 - the only way to know
    except ImportError:
        return False
    return True


def _left_alone(other: Path) -> LeftAlone | None:
    return LeftAlone(other) if other.exists() else None
