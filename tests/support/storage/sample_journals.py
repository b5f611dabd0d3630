"""Small games and journals, and what is found in the folder of one."""

from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from qwixx_pad.storage import (
    JOURNAL_FILE,
    CannotWrite,
    GameHead,
    SavedEntry,
    UnknownGame,
    open_storage,
)

NOON = datetime(2026, 1, 2, 12, 0, 0, 123456, tzinfo=UTC)


def head(name="one", minutes=0, names=("Anna",), setup="classic"):
    return GameHead(name, setup, names, NOON + timedelta(minutes=minutes))


def entry(token, seconds=0):
    return SavedEntry(token, NOON + timedelta(seconds=seconds))


def refuses_to_write(storage):
    """Whether each kind of write is refused."""
    for write in (
        lambda: storage.add_game(head("two")),
        lambda: storage.append("one", len(storage.load("one").entries), entry("r2")),
        lambda: storage.put_setting("shade", "dark"),
    ):
        with pytest.raises(CannotWrite):
            write()
    return True


def written(folder):
    """A journal of one game with three entries and a setting, as bytes."""
    storage, _ = open_storage(folder, now=NOON)
    storage.put_setting("shade", "dark")
    storage.add_game(head())
    for number, token in enumerate(("r2", "r3", "r4")):
        storage.append("one", number, entry(token))
    storage.close()
    return (folder / JOURNAL_FILE).read_bytes()


def found(folder):
    """The tokens that are in a folder, none where the game is not, and what was rescued."""
    storage, rescue = open_storage(folder, now=NOON)
    with closing(storage):
        assert not storage._reading.is_damaged
        try:
            return [e.token for e in storage.load("one").entries], rescue
        except UnknownGame:
            return [], rescue
