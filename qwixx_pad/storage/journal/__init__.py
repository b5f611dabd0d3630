"""The store in plain Python: a file of lines, one a write, and all that they say in memory."""

import logging
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from qwixx_pad.storage import JOURNAL, HeldError, Rescue, alone, keep_as, name_aside
from qwixx_pad.storage.journal.content import Content
from qwixx_pad.storage.journal.file import (
    Journal,
    JournalReading,
    append,
    changes_in,
    read,
    replace,
)
from qwixx_pad.storage.journal.journal_store import JournalStore
from qwixx_pad.storage.protocol import CannotWrite, fault_of

_SPARE = 1000
"""Lines more than are needed, and more than as many again, make it worth to write them anew."""


def open_journal(folder: Path, *, now: datetime) -> tuple[JournalStore, Rescue | None]:
    """The store on the journal of a folder, and what had to be rescued to open it.

    Where nothing can be written but a whole journal is there, its games can be read, and each
    attempt to write raises CannotWrite.

    Args:
        folder: Made, for its owner only, if it is not there.
        now: Dates the name of a file that is set aside.

    Raises:
        CannotWrite: The folder or the file can neither be used nor read.
        OtherVersion: The file is of another version of the pad and is left untouched.
    """
    path = folder / JOURNAL
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        said = f"cannot use the folder {folder}: {error.strerror or error}"
        raise fault_of(error)(said) from error
    try:
        with alone(folder):
            reading, rescue = _made_sound(path, now)
    except HeldError as error:
        raise CannotWrite(f"{path} is held by another program") from error
    except OSError as error:
        reading, rescue = _looked_at(path, error), None
    store = JournalStore(Journal(path, reading))
    store.settle()
    return store, rescue


def _made_sound(path: Path, now: datetime) -> tuple[JournalReading, Rescue | None]:
    """The journal once it is whole; a new one where there is none."""
    if not path.exists():
        replace(path, Content().lines())
    reading = read(path)
    rescue = _weighed(path, reading, now)
    if rescue is None and reading.lines > 2 * reading.content.fewest + _SPARE:
        with suppress(OSError):  # where there is no room for it, the long one does as well
            replace(path, reading.content.lines())
    return reading, rescue


def _weighed(path: Path, reading: JournalReading, now: datetime) -> Rescue | None:
    """Mend the end of a journal, or rescue what there is of it.

    A line whose end is not there was never said to be kept: where it breaks off, it goes. Where
    it is all there but for its end, it stays.
    """
    tail, end = reading.tail, reading.end
    whole, spoilt = (changes_in(line) is not None for line in (tail, tail[:-1]))
    if whole or spoilt:
        reading.take((tail if whole else tail[:-1]) + b"\n")
    if reading.lost or spoilt or not reading.end:
        return _set_aside(path, reading, now)
    if tail:
        append(path, end, tail + b"\n" if whole else b"")
        said = "finished" if whole else "dropped"
        logging.getLogger("qwixx_pad").warning("%s: %s a line that broke off", path, said)
    return None


def _set_aside(path: Path, reading: JournalReading, now: datetime) -> Rescue:
    """Keep a damaged journal under a dated name, and what it still says in its place."""
    aside, content = name_aside(path, now), reading.content
    keep_as(path, aside)
    content.summaries.clear()  # they may tell of entries that are lost
    content.stale.update(dict.fromkeys(content.games))
    replace(path, content.lines())
    entries = sum(len(log.tokens) for log in content.games.values())
    return Rescue(aside, len(content.games), entries, reading.lost or not reading.end)


def _looked_at(path: Path, why: OSError) -> JournalReading:
    """A journal that can only be read.

    Raises:
        CannotWrite: There is nothing to read either.
    """
    with suppress(OSError):
        reading = read(path)
        if reading.end and not reading.lost:
            return reading
    raise fault_of(why)(f"cannot use {path}: {why.strerror or why}") from why
