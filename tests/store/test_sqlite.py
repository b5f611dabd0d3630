"""What only the store on SQLite promises."""

import shutil
import sqlite3
from contextlib import closing

import pytest
from contract import NOON, entry, head, refuses_to_write
from nobody import READ, READING, as_nobody, fill_one

from qwixx_pad.layouts import installed
from qwixx_pad.library.summaries import summarise
from qwixx_pad.store import CannotWrite, open_store
from qwixx_pad.store.folder import DATABASE as FILE
from qwixx_pad.store.sql.schema import FINGERPRINT


def summary_of(saved):
    return summarise(saved, installed())


@pytest.fixture(scope="module")
def kind():
    return "sqlite"


@pytest.mark.parametrize(
    ("pragma", "value"),
    [
        ("journal_mode", "wal"),
        ("synchronous", 2),
        ("foreign_keys", 1),
        ("busy_timeout", 5000),
        ("application_id", 0x51505831),
        ("user_version", FINGERPRINT),
    ],
)
def test_a_connection_is_durable_patient_and_marked(opened, pragma, value):
    assert opened()._connection.execute(f"PRAGMA {pragma}").fetchone()[0] == value


def test_an_interrupted_call_leaves_no_transaction_behind(opened):
    """Ctrl-C in the middle of a write: nothing of it stands, and the next write goes on."""
    store = opened()
    store.start(head())

    def interrupted():
        with store.writing() as connection:
            connection.execute("INSERT INTO setting VALUES ('half', 'done')")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    store.append("one", 0, entry("r2"))
    assert store.settings() == {}


@pytest.mark.parametrize("what", ["moved", "deleted", "replaced"])
def test_nothing_is_written_to_a_file_that_nobody_would_find_again(folder, opened, what):
    store = opened()
    store.start(head())
    if what == "deleted":
        (folder / FILE).unlink()
    else:
        (folder / FILE).rename(folder / "elsewhere.db")
    if what == "replaced":
        opened()
    with pytest.raises(CannotWrite, match="moved"):
        store.append("one", 0, entry("r2"))
    assert store.length("one") == 0


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE game SET names = 'no list'",
        "UPDATE game SET names = '{}'",
        "UPDATE game SET names = CAST(x'5bff' AS TEXT)",
        "UPDATE game SET started = 'yesterday'",
        "UPDATE game SET started = '0001-01-01T00:00:00+14:00'",
        "UPDATE entry SET at = ''",
        "UPDATE entry SET at = CAST(x'ff' AS TEXT)",
    ],
)
def test_one_text_that_makes_no_sense_hides_neither_the_game_nor_the_others(opened, change):
    store = opened()
    store.start(head())
    store.append("one", 0, entry("r2"))
    store._connection.execute(change)
    store.start(head("two"))
    assert set(store.games()) == {"one", "two"}
    assert [e.token for e in store.load("one").entries] == ["r2"]


@pytest.mark.parametrize(
    "change", ["DELETE FROM entry WHERE number = 1", "INSERT INTO entry VALUES ('one', 2, '-', '')"]
)
def test_whatever_program_changes_entries_makes_the_summary_stale(folder, opened, change):
    store = opened()
    store.start(head())
    store.append("one", 0, entry("r2"), entry("r3"))
    archive = store.archive(summary_of)
    archive.refresh()
    with closing(sqlite3.connect(folder / FILE)) as other, other:
        other.execute(change)
    assert archive.refresh() == 1
    assert archive.find("one") == summary_of(store.load("one"))


def test_a_database_held_too_long_by_another_is_an_entry_not_saved(folder, opened):
    store = opened()
    store.start(head())
    store._connection.execute("PRAGMA busy_timeout = 50")
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert refuses_to_write(store)
        assert store.load("one").entries == ()
        other.execute("ROLLBACK")
    store.append("one", 0, entry("r2"))


def test_a_database_held_as_a_whole_is_said_to_be_held(folder, opened, monkeypatch):
    opened().close()
    monkeypatch.setattr("qwixx_pad.store.sql.opening.PATIENCE", 0.05)
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(CannotWrite, match="held by another program"):
            open_store(folder, now=NOON)


@pytest.mark.processes
def test_entries_that_are_only_in_the_log_of_a_read_only_folder_can_be_read(others_folder):
    store = fill_one(others_folder)
    for side in ("", "-wal"):
        shutil.copy(others_folder / f"{FILE}{side}", others_folder / f"kept{side}")
    store.close()
    for side in ("", "-wal"):
        (others_folder / f"kept{side}").rename(others_folder / f"{FILE}{side}")
    before = {file.name: file.read_bytes() for file in others_folder.iterdir()}
    assert as_nobody(READING, others_folder) == READ
    assert {file.name: file.read_bytes() for file in others_folder.iterdir()} == before


def test_a_rebuild_removes_what_belongs_to_no_game_and_mends_what_is_wrong(opened):
    store = opened()
    store.start(head())
    store.append("one", 0, entry("r2"))
    archive = store.archive(summary_of)
    archive.refresh()
    with store.writing() as connection:
        connection.execute("UPDATE score SET total = 999")
        connection.execute(
            "INSERT INTO summary SELECT 77, 'ghost', digest, setup, layout, state, started,"
            " touched, seats, roll, entries, corrected FROM summary"
        )
    archive.rebuild()
    assert archive.find("ghost") is None
    assert archive.find("one") == summary_of(store.load("one"))
