"""Disks that are full, read-only or held by others: nothing is half written, all can be read."""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from contract import NOON, entry, head

from qwixx_pad.store import CannotWrite, open_store
from qwixx_pad.store.opening import FILE


def refuses_to_write(store):
    for write in (
        lambda: store.start(head("two")),
        lambda: store.append("one", store.length("one"), entry("r2")),
        lambda: store.put_setting("shade", "dark"),
    ):
        with pytest.raises(CannotWrite):
            write()
    return True


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
    monkeypatch.setattr("qwixx_pad.store.opening.PATIENCE", 0.05)
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(CannotWrite, match="held by another program"):
            open_store(folder, now=NOON)


# a full disk


def fill(store):
    """Append until the disk is full; how many entries were kept."""
    for number in range(10_000):
        try:
            store.append("one", number, entry("r2" * 100))
        except CannotWrite:
            return number
    raise AssertionError("the disk is never full")


def test_a_full_disk_refuses_the_entry_and_keeps_the_rest(opened):
    store = opened()
    store.start(head())
    pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
    store._connection.execute(f"PRAGMA max_page_count = {pages}")
    kept = fill(store)
    assert store.length("one") == kept > 0
    with pytest.raises(CannotWrite, match="full"):
        store.start(head("two" * 2000))
    store._connection.execute("PRAGMA max_page_count = 1000000")
    store.append("one", kept, entry("r3"))


FILLING = """
import resource, signal, sys
from datetime import UTC, datetime
from pathlib import Path
from qwixx_pad.store import CannotWrite, SavedEntry, open_store
store, _ = open_store(Path(sys.argv[1]), now=datetime.now(UTC))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)
number = store.length("one")
while True:
    try:
        store.append("one", number, SavedEntry("r2", datetime.now(UTC)))
    except CannotWrite:
        assert store.length("one") == number
        print(number)
        break
    number += 1
"""


@pytest.mark.processes
@pytest.mark.parametrize("size", [0, 40_000, 80_001, 123_456])
def test_when_no_file_can_grow_what_was_kept_before_is_kept(folder, opened, size):
    """The limit is one on each file of the process: what comes after it is not written."""
    opened().start(head())
    command = [sys.executable, "-c", FILLING, str(folder), str(size)]
    said = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    store = opened()
    assert store.length("one") == int(said.stdout)
    assert store._connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    store.append("one", int(said.stdout), entry("r3"))


@pytest.mark.processes
def test_where_no_file_can_be_written_at_all_opening_says_so(folder):
    code = (
        "import resource, signal, sys; from contract import NOON; from pathlib import Path;"
        "from qwixx_pad.store import CannotWrite, open_store;"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))\n"
        "try: open_store(Path(sys.argv[1]), now=NOON)\n"
        "except CannotWrite as error: print(error)"
    )
    command = [sys.executable, "-c", code, str(folder)]
    here = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    environment = {**os.environ, "PYTHONPATH": here}
    said = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert said.stdout.startswith("cannot use")
    assert str(folder / FILE) in said.stdout


# a read-only disk


def test_a_store_that_lost_its_right_to_write_can_still_be_read(opened):
    store = opened()
    store.start(head())
    store._connection.execute("PRAGMA query_only = ON")
    assert refuses_to_write(store)
    assert store.load("one").head == head()


@pytest.fixture
def others_folder():
    """A folder in which this process may read only, once `as_nobody` has begun."""
    if os.getuid() != 0:
        pytest.skip("only root can become somebody else")
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def as_nobody(code, folder):
    """Run code as a user who may write in no folder but the temporary one; what it printed."""
    prelude = (
        "import os, sys, tempfile, urllib.parse; from contract import *; from pathlib import Path;"
        "from qwixx_pad.store import *; os.setgid(65534); os.setuid(65534);"
        "folder = Path(sys.argv[1])\n"
    )
    here = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", prelude + code, str(folder)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": here},
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


READING = """
store, rescue = open_store(folder, now=NOON)
print([e.token for e in store.load("one").entries], store.settings(), rescue)
for write in (
    lambda: store.start(head("two")),
    lambda: store.append("one", 1, entry("r3")),
    lambda: store.put_setting("shade", "light"),
):
    try:
        write()
    except CannotWrite:
        print("refused")
store.close()
"""
READ = ["['r2'] {'shade': 'dark'} None", "refused", "refused", "refused"]


def fill_one(folder):
    store, _ = open_store(folder, now=NOON)
    store.start(head())
    store.append("one", 0, entry("r2"))
    store.put_setting("shade", "dark")
    return store


@pytest.mark.processes
def test_games_in_a_read_only_folder_can_be_read(others_folder):
    fill_one(others_folder).close()
    assert as_nobody(READING, others_folder) == READ
    assert [file.name for file in others_folder.iterdir()] == [FILE]


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


@pytest.mark.processes
def test_a_read_only_file_in_a_folder_of_ours_can_be_read(others_folder):
    fill_one(others_folder).close()
    others_folder.chmod(0o777)
    assert as_nobody(READING, others_folder) == READ


OPENING = """
try:
    open_store(folder, now=NOON)
except CannotWrite as error:
    print(error)
"""


@pytest.mark.processes
@pytest.mark.parametrize("content", [None, b"not a database" * 999, b"", b"SQLite format 3\0"])
def test_a_read_only_folder_without_readable_games_is_said_in_a_sentence(others_folder, content):
    if content is not None:
        (others_folder / FILE).write_bytes(content)
    (said,) = as_nobody(OPENING, others_folder)
    assert said.startswith(f"cannot use {others_folder / FILE}")
    assert [file.name for file in others_folder.iterdir()] == [FILE] * (content is not None)


def test_a_folder_that_cannot_be_made_is_said_in_a_sentence(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(CannotWrite, match="cannot use the folder"):
        open_store(tmp_path / "file" / "data", now=NOON)


def test_a_folder_where_the_file_should_be_is_said_in_a_sentence(folder):
    (folder / FILE).mkdir(parents=True)
    with pytest.raises(CannotWrite, match="cannot use"):
        open_store(folder, now=NOON)
