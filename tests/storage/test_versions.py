"""One schema: a database of any other version is told apart, refused and left as it is."""

import shutil
import sqlite3
from contextlib import closing

import pytest
from contract import NOON, entry, head

from qwixx_pad.storage import DATABASE as FILE
from qwixx_pad.storage import OtherVersion, open_storage
from qwixx_pad.storage.sql.database import connect
from qwixx_pad.storage.sql.schema import FINGERPRINT, SCHEMAS, STRICT, create, schema_of
from qwixx_pad.storage.sql.sqlite_storage import SqliteStorage

needs_strict = pytest.mark.skipif(not STRICT, reason="this SQLite knows no strict tables")
OTHER = ("ALTER TABLE game ADD COLUMN code TEXT", "DROP INDEX game_started")


def changed(folder, *statements):
    """Another program changes the database of a folder."""
    with closing(sqlite3.connect(folder / FILE)) as other, other:
        for statement in statements:
            other.execute(statement)


def refused(folder):
    """Whether a folder is refused, and nothing in it has changed."""
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    with pytest.raises(OtherVersion, match="another version of Qwixx Pad"):
        open_storage(folder, now=NOON)
    return {file.name: file.read_bytes() for file in folder.iterdir()} == before


@pytest.mark.parametrize("strict", [pytest.param(True, marks=needs_strict), False])
@pytest.mark.parametrize(
    "row",
    [
        "entry VALUES ('one', 0, x'00', 'now', 7)",
        "entry VALUES ('one', -1, 'r2', 'now', 7)",
        "entry VALUES ('one', 0, NULL, 'now', 7)",
        "entry VALUES ('nobody', 0, 'r2', 'now', 7)",
        "game VALUES (NULL, 'classic', '[]', 'now', 7)",
        "deleted VALUES ('nobody', 'now', 7)",
    ],
)
def test_the_tables_take_no_row_of_another_kind(strict, row):
    with closing(connect(":memory:")) as connection:
        create(connection, strict=strict)
        SqliteStorage(connection).start(head())
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute(f"INSERT INTO {row}")


def test_the_store_works_on_tables_of_an_older_sqlite_which_are_of_the_same_version():
    with closing(connect(":memory:")) as connection:
        create(connection, strict=False)
        assert schema_of(connection) in SCHEMAS
        assert not any("STRICT" in sql for sql in schema_of(connection))
        storage = SqliteStorage(connection)
        storage.start(head())
        storage.append("one", 0, entry("r2"))
        assert [e.token for e in storage.load("one").entries] == ["r2"]


@pytest.mark.parametrize("version", [1, FINGERPRINT + 1])
@pytest.mark.parametrize("change", OTHER)
def test_a_database_of_another_version_older_or_newer_is_left_untouched(
    folder, opened, version, change
):
    opened().close()
    changed(folder, change, f"PRAGMA user_version = {version}")
    assert refused(folder)


def test_entries_that_another_version_has_only_logged_are_left_in_its_log(folder, opened):
    other = opened()
    changed(folder, *OTHER, f"PRAGMA user_version = {FINGERPRINT + 1}")
    other.start(head())
    killed = folder.with_name("killed")
    killed.mkdir()
    for side in ("", "-wal"):
        shutil.copy(folder / f"{FILE}{side}", killed / f"{FILE}{side}")
    assert (killed / f"{FILE}-wal").stat().st_size
    assert refused(killed)


def illegible(folder):
    file = folder / FILE
    file.write_bytes(file.read_bytes().replace(b"CREATE TABLE game", b"CREATE TABLE \xa0ame"))


@pytest.mark.parametrize(
    "damage",
    [
        lambda folder: changed(folder, OTHER[0]),
        lambda folder: changed(folder, f"PRAGMA user_version = {FINGERPRINT + 1}"),
        illegible,
    ],
    ids=["other tables", "other number", "illegible"],
)
def test_where_version_and_tables_disagree_one_of_them_is_damaged(folder, opened, damage):
    storage = opened()
    storage.start(head())
    storage.close()
    damage(folder)
    storage, rescue = open_storage(folder, now=NOON)
    with closing(storage):
        assert rescue.set_aside.exists()
        assert storage.games() == ("one",)


def test_the_store_goes_on_after_another_version_has_added_to_its_tables(folder, opened):
    """An old process may still be running when the new one opens the file."""
    old = opened()
    changed(folder, OTHER[0])
    old.start(head())
    old.append("one", 0, entry("r2"))
    assert old.newest().head == head()
