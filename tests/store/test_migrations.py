"""A file of any released version opens, one of a newer version is left alone."""

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from contract import NOON, entry, head

from qwixx_pad.store import TooNew, open_store
from qwixx_pad.store.opening import FILE
from qwixx_pad.store.schema import (
    MIGRATIONS,
    STRICT,
    VERSION,
    first_version,
    migrate,
    second_version,
    version_of,
)
from qwixx_pad.store.sqlite import SqliteStore, connect

RELEASED = sorted(Path(__file__).parent.glob("released-*.sql"))
needs_strict = pytest.mark.skipif(not STRICT, reason="this SQLite knows no strict tables")


def tables(connection):
    """What the schema says, without its white space."""
    rows = connection.execute("SELECT sql FROM sqlite_master WHERE sql NOT NULL ORDER BY name")
    return ["".join(sql.split()) for (sql,) in rows]


def test_a_database_is_kept_of_every_version():
    assert [file.stem for file in RELEASED] == [f"released-{n + 1}" for n in range(VERSION)]


@needs_strict
@pytest.mark.parametrize("dump", RELEASED, ids=lambda dump: dump.stem)
def test_every_released_version_opens_with_all_that_is_in_it(folder, opened, dump):
    folder.mkdir()
    with closing(sqlite3.connect(folder / FILE)) as old:
        old.executescript(dump.read_text())
    store = opened()
    first, second = store.load("first"), store.load("second")
    assert (first.head.id, first.head.setup, first.head.names) == ("first", "classic", ("Anna",))
    assert [e.token for e in first.entries] == ["r2", "-", "undo"]
    assert (second.head.setup, second.head.names) == ("classic/3+finish-turn", ("Ben", "", "Zoë"))
    assert second.entries == ()
    assert store.settings() == {"shade": "dark"}
    store.append("first", 3, entry("r3"))
    assert version_of(store._connection) == VERSION


@needs_strict
@pytest.mark.parametrize("dump", RELEASED, ids=lambda dump: dump.stem)
def test_a_released_migration_is_never_changed(dump):
    version = int(dump.stem.removeprefix("released-"))
    with closing(sqlite3.connect(":memory:")) as old, closing(connect(":memory:")) as new:
        old.executescript(dump.read_text())
        migrate(new, MIGRATIONS[:version])
        assert tables(new) == tables(old)


@pytest.mark.parametrize("strict", [pytest.param(True, marks=needs_strict), False])
@pytest.mark.parametrize(
    "row",
    [
        "entry VALUES ('one', 0, x'00', 'now')",
        "entry VALUES ('one', 'zero', 'r2', 'now')",
        "entry VALUES ('one', -1, 'r2', 'now')",
        "entry VALUES ('one', 0, NULL, 'now')",
        "entry VALUES ('nobody', 0, 'r2', 'now')",
        "game VALUES (NULL, 'classic', '[]', 'now')",
        "game VALUES ('two', 'classic', x'00', 'now')",
        "setting VALUES ('shade', x'00')",
        "deleted VALUES ('nobody', 'now')",
        "deleted VALUES ('one', x'00')",
        "score VALUES (7, 1, 'Anna', 'anna', 1, 0, 0, 0, NULL)",
    ],
)
def test_the_tables_take_no_row_of_another_kind(strict, row):
    with closing(connect(":memory:")) as connection:
        migrate(connection, (first_version(strict=strict), second_version(strict=strict)))
        SqliteStore(connection).start(head())
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute(f"INSERT INTO {row}")


def test_the_store_works_on_tables_of_an_older_sqlite():
    with closing(connect(":memory:")) as connection:
        migrate(connection, (first_version(strict=False), second_version(strict=False)))
        assert not any("STRICT" in sql for sql in tables(connection))
        store = SqliteStore(connection)
        store.start(head())
        store.append("one", 0, entry("r2"))
        assert [e.token for e in store.load("one").entries] == ["r2"]


NEXT = (*MIGRATIONS, ("ALTER TABLE game ADD COLUMN table_code TEXT", "CREATE TABLE later (id)"))
BROKEN = (*NEXT, ("DROP TABLE later", "this is no SQL"))


def test_a_step_keeps_what_is_there_and_is_taken_once(opened):
    store = opened()
    store.start(head())
    for _ in range(2):
        migrate(store._connection, NEXT)
    assert version_of(store._connection) == VERSION + 1
    assert store.load("one").head == head()


def test_a_step_that_fails_changes_nothing_and_the_steps_before_it_stand(opened):
    store = opened()
    store.start(head())
    with pytest.raises(sqlite3.OperationalError):
        migrate(store._connection, BROKEN)
    assert version_of(store._connection) == VERSION + 1
    assert store._connection.execute("SELECT count(*) FROM later").fetchone() == (0,)
    store.append("one", 0, entry("r2"))


def test_the_store_goes_on_after_a_newer_pad_has_added_to_its_tables(opened):
    """An old process may still be running when the new one opens the file."""
    old, new = opened(), opened()
    migrate(new._connection, NEXT)
    old.start(head())
    old.append("one", 0, entry("r2"))
    assert old.newest().head == head()


def test_a_database_of_a_newer_pad_is_left_untouched(folder, opened):
    opened().close()
    with closing(sqlite3.connect(folder / FILE)) as newer:
        newer.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = (folder / FILE).read_bytes()
    with pytest.raises(TooNew, match="newer Qwixx Pad"):
        open_store(folder, now=NOON)
    assert (folder / FILE).read_bytes() == before


def test_entries_that_a_newer_pad_has_only_logged_are_left_in_its_log(folder, opened):
    newer = opened()
    newer._connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    newer.start(head())
    killed = folder.with_name("killed")
    shutil.copytree(folder, killed)
    log = (killed / f"{FILE}-wal").read_bytes()
    with pytest.raises(TooNew):
        open_store(killed, now=NOON)
    assert (killed / f"{FILE}-wal").read_bytes() == log != b""


OPENING = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from qwixx_pad.store import open_store
sys.stdin.read()
store, rescue = open_store(Path(sys.argv[1]), now=datetime.now(UTC))
store.put_setting(sys.argv[2], "opened")
assert rescue is None
"""


@pytest.mark.processes
def test_processes_may_open_a_new_folder_at_the_same_moment(tmp_path):
    for attempt in range(4):
        folder = tmp_path / str(attempt)
        processes = [
            subprocess.Popen(
                [sys.executable, "-c", OPENING, str(folder), str(number)], stdin=subprocess.PIPE
            )
            for number in range(5)
        ]
        for process in processes:
            process.stdin.close()
        assert [process.wait(60) for process in processes] == [0] * 5
        store, _ = open_store(folder, now=NOON)
        with closing(store):
            assert store.settings() == {str(number): "opened" for number in range(5)}
