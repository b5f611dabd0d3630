"""What only the store on SQLite promises."""

import shutil
import sqlite3
from contextlib import closing

import pytest
from contract import NOON, entry, head, refuses_to_write
from nobody import READ, READING, as_nobody, fill_one

from qwixx_pad.layouts import installed
from qwixx_pad.library.summaries import summarise
from qwixx_pad.store import CannotWrite, StoreError, open_store
from qwixx_pad.store.folder import DATABASE as FILE
from qwixx_pad.store.sql.rows import write_entries
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
            connection.execute("INSERT INTO setting VALUES ('half', 'done', 0)")
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
    store = opened()
    for name in ("one", "two"):
        store.start(head(name))
        store.append(name, 0, entry("r2"), entry("r3"), entry("r4"))
    column = "id" if "game" in change else "game"
    store._connection.execute(
        f"{change} {'AND' if 'WHERE' in change else 'WHERE'} {column} = 'one'"
    )
    with pytest.raises(StoreError, match="damaged"):
        store.load("one")
    assert [e.token for e in store.load("two").entries] == ["r2", "r3", "r4"]
    store.close()
    again, rescue = open_store(folder, now=NOON)
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
    store = opened()
    store.start(head())
    store.put_setting("shade", "dark")
    store.put_setting("name", "Zoë")
    store.archive(summary_of).delete(["one"], NOON)
    store._connection.execute(change)
    store.close()
    again, rescue = open_store(folder, now=NOON)
    with closing(again):
        assert (rescue.games, rescue.lost) == (1, True)
        kept = again.settings(), again.archive(summary_of).deleted()
        both = {"shade": "dark", "name": "Zoë"}
        assert kept == (({"name": "Zoë"}, ("one",)) if "light" in change else (both, ()))


def cut_off(connection):
    connection.execute("DELETE FROM entry WHERE number = 1")


def go_on(connection):
    (last,) = connection.execute("SELECT sum FROM entry WHERE number = 1").fetchone()
    write_entries(connection, "one", last, [(2, "-", "then")])


@pytest.mark.parametrize("change", [cut_off, go_on])
def test_whatever_program_changes_entries_makes_the_summary_stale(folder, opened, change):
    store = opened()
    store.start(head())
    store.append("one", 0, entry("r2"), entry("r3"))
    archive = store.archive(summary_of)
    archive.refresh()
    with closing(sqlite3.connect(folder / FILE)) as other, other:
        change(other)
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
