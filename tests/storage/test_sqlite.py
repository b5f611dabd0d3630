"""What only the storage on SQLite promises."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from archives import archive_on, summary_of
from contract import NOON, entry, head, refuses_to_write
from journals import found
from nobody import READ, READING, as_nobody, fill_one

from qwixx_pad.storage import DATABASE as FILE
from qwixx_pad.storage import CannotWrite, StorageError, open_storage
from qwixx_pad.storage.sql.database import connect
from qwixx_pad.storage.sql.rows import first_of, write_entries


@pytest.mark.parametrize(
    ("pragma", "value"),
    [
        ("journal_mode", "wal"),
        ("synchronous", 2),
        ("foreign_keys", 1),
        ("busy_timeout", 5000),
        ("application_id", 0x51505831),
    ],
)
def test_a_connection_is_durable_patient_and_marked(folder, opened, pragma, value):
    opened()
    with closing(connect(folder / FILE)) as connection:
        assert connection.execute(f"PRAGMA {pragma}").fetchone()[0] == value


def test_an_interrupted_call_leaves_no_transaction_behind(opened):
    """Ctrl-C in the middle of a write: nothing of it stands, and the next write goes on."""
    storage = opened()
    storage.start(head())

    def interrupted():
        with storage.writing() as connection:
            connection.execute("INSERT INTO setting VALUES ('half', 'done', 0)")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    storage.append("one", 0, entry("r2"))
    assert storage.settings() == {}


def cut_off(path):
    os.truncate(path, path.stat().st_size - 1)


def replaced(path):
    path.replace(path.with_name("elsewhere"))
    path.write_bytes(b"something else")


def as_after_a_kill(folder):
    """What is found in a copy of the files of a storage as they are now."""
    there = folder.with_name("killed")
    shutil.copytree(folder, there)
    return found(there)


@pytest.mark.parametrize("file", [f"{FILE}-wal", FILE])
@pytest.mark.parametrize("happens", [Path.unlink, cut_off, replaced])
def test_whatever_becomes_of_file_and_log_no_entry_is_shown_as_kept_that_is_not(
    folder, opened, file, happens
):
    """All that is still known is written again; another database in its place is not touched."""
    storage = opened()
    storage.start(head())
    for number in range(3):
        storage.append("one", number, entry(f"r{number}"))
    happens(folder / file)
    if (file, happens) == (FILE, replaced):
        with pytest.raises(CannotWrite, match="moved"):
            storage.append("one", 3, entry("r3"))
        assert (folder / FILE).read_bytes() == b"something else"
        return
    for number in (3, 4):
        storage.append("one", number, entry(f"r{number}"))
    assert as_after_a_kill(folder) == ([f"r{n}" for n in range(5)], None)
    assert list(folder.glob("pad-damaged-*"))


def test_a_log_that_is_removed_while_an_entry_is_written_is_noticed_before_it_is_shown(
    folder, opened
):
    storage = opened()
    storage.start(head())
    with storage.writing() as connection:
        write_entries(connection, "one", first_of("one"), [(0, "r2", "then")])
        (folder / f"{FILE}-wal").unlink()
    assert as_after_a_kill(folder) == (["r2"], None)


def test_what_cannot_be_read_any_more_is_an_entry_not_saved(folder, opened):
    storage = opened()
    storage.start(head())
    storage.append("one", 0, entry("r2"))
    os.truncate(folder / f"{FILE}-wal", 50)
    storage._connection.execute("PRAGMA shrink_memory")
    with pytest.raises(CannotWrite, match="damaged while it was open"):
        storage.append("one", 1, entry("r3"))


def test_an_entry_after_the_store_has_settled_waits_for_no_more_flushes_than_another(
    folder, opened
):
    """A log that is begun anew is flushed twice, so it is begun before the next entry comes."""
    storage = opened()
    storage.start(head())
    storage.settle()
    begun = (folder / f"{FILE}-wal").read_bytes()[:32]
    storage.append("one", 0, entry("r2"))
    assert (folder / f"{FILE}-wal").read_bytes()[:32] == begun


def test_once_it_is_settled_a_copy_of_the_file_alone_is_whole(folder, opened):
    storage, copy = opened(), folder.with_name("copy")
    storage.start(head())
    storage.append("one", 0, entry("r2"))
    storage.settle()
    copy.mkdir()
    shutil.copy(folder / FILE, copy)
    assert found(copy) == (["r2"], None)


@pytest.mark.parametrize(
    ("change", "left"),
    [
        ("UPDATE game SET names = '[\"Anne\"]'", ["r2", "r3", "r4"]),
        ("UPDATE game SET names = CAST(x'5bff' AS TEXT)", ["r2", "r3", "r4"]),
        ("UPDATE game SET started = 'yesterday'", ["r2", "r3", "r4"]),
        ("UPDATE entry SET token = 'r7' WHERE number = 1", ["r2"]),
        ("UPDATE entry SET at = CAST(x'ff' AS TEXT) WHERE number = 2", ["r2", "r3"]),
        ("UPDATE entry SET number = 7 WHERE number = 2", ["r2", "r3"]),
        ("DELETE FROM entry WHERE number = 0", []),
    ],
)
def test_what_is_not_as_it_was_written_is_never_taken_but_set_aside_and_told(
    folder, opened, change, left
):
    """A changed letter makes another token or name, which nobody would know from a true one."""
    storage = opened()
    for name in ("one", "two"):
        storage.start(head(name))
        storage.append(name, 0, entry("r2"), entry("r3"), entry("r4"))
    column = "id" if "game" in change else "game"
    storage._connection.execute(
        f"{change} {'AND' if 'WHERE' in change else 'WHERE'} {column} = 'one'"
    )
    with pytest.raises(StorageError, match="damaged"):
        storage.load("one")
    assert [e.token for e in storage.load("two").entries] == ["r2", "r3", "r4"]
    storage.close()
    again, rescue = open_storage(folder, now=NOON)
    with closing(again):
        assert (rescue.set_aside.exists(), rescue.games, rescue.lost) == (True, 2, True)
        assert [e.token for e in again.load("one").entries] == left
        assert [e.token for e in again.load("two").entries] == ["r2", "r3", "r4"]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE setting SET value = 'light' WHERE key = 'shade'",
        "UPDATE deleted SET at = '2026'",
    ],
)
def test_settings_and_deletions_are_held_to_what_was_written_as_well(folder, opened, change):
    storage = opened()
    storage.start(head())
    storage.put_setting("shade", "dark")
    storage.put_setting("name", "Zoë")
    storage.delete(["one"], NOON)
    storage._connection.execute(change)
    storage.close()
    again, rescue = open_storage(folder, now=NOON)
    with closing(again):
        assert (rescue.games, rescue.lost) == (1, True)
        kept = again.settings(), archive_on(again).index.deleted
        both = {"shade": "dark", "name": "Zoë"}
        assert kept == (({"name": "Zoë"}, {"one"}) if "light" in change else (both, set()))


def test_a_database_held_too_long_by_another_is_an_entry_not_saved(folder, opened):
    storage = opened()
    storage.start(head())
    storage._connection.execute("PRAGMA busy_timeout = 50")
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert refuses_to_write(storage)
        assert storage.load("one").entries == ()
        other.execute("ROLLBACK")
    storage.append("one", 0, entry("r2"))


def test_a_database_held_as_a_whole_is_said_to_be_held(folder, opened, monkeypatch):
    opened().close()
    monkeypatch.setattr("qwixx_pad.storage.sql.PATIENCE", 0.05)
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(CannotWrite, match="held by another program"):
            open_storage(folder, now=NOON)


@pytest.mark.processes
def test_entries_that_are_only_in_the_log_of_a_read_only_folder_can_be_read(others_folder):
    storage = fill_one(others_folder)
    for side in ("", "-wal"):
        shutil.copy(others_folder / f"{FILE}{side}", others_folder / f"kept{side}")
    storage.close()
    for side in ("", "-wal"):
        (others_folder / f"kept{side}").rename(others_folder / f"{FILE}{side}")
    before = {file.name: file.read_bytes() for file in others_folder.iterdir()}
    assert as_nobody(READING, others_folder) == READ
    assert {file.name: file.read_bytes() for file in others_folder.iterdir()} == before


def test_a_rebuild_removes_what_belongs_to_no_game_and_mends_what_is_wrong(opened):
    storage = opened()
    storage.start(head())
    storage.append("one", 0, entry("r2"))
    archive = archive_on(storage)
    archive.refresh()
    with storage.writing() as connection:
        (wrong,) = connection.execute("SELECT replace(text, 'Anna', 'Ben') FROM summary").fetchone()
        connection.execute("UPDATE summary SET number = 70, text = ?", (wrong,))
        ghost = wrong.replace("one", "ghost")
        connection.execute("INSERT INTO summary VALUES (77, 'ghost', ?)", (ghost,))
    assert archive.index.find("one").names == archive.index.find("ghost").names == ("Ben",)
    archive.rebuild()
    assert archive.index.find("ghost") is None
    assert archive.index.find("one") == summary_of(storage.load("one"))
