"""A relay's file of SQLite: its faults, and how it is left."""

import os
import shutil
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import replace

import pytest

from qwixx_pad.relay.store import STORE_FILE, SavedTable, open_store
from qwixx_pad.relay.store.sqlite import LOCK_FILE, SqliteStore
from qwixx_pad.storage import CannotWrite, DiskFull, OtherVersion, StorageError, UnknownGame
from tests.support.recorded_files import RECORDED
from tests.support.relay.stored_games import HEAD, tokens
from tests.support.storage.sample_journals import NOON, entry


@pytest.fixture
def store(tmp_path):
    """One that settles soon."""
    with closing(SqliteStore(tmp_path / STORE_FILE, checkpoint_after_s=0.1)) as opened:
        yield opened


def test_full_disk_refuses_the_entry_and_keeps_the_rest(store):
    store.put_table("ABCDEF", "{}", 0, NOON)
    store.start(HEAD, "ABCDEF")
    store.append("one", 0, entry("-"))
    connection = store._connection
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(DiskFull):
        store.append("one", 1, entry("1:r2"), entry("r" * 10_000))
    connection.execute(f"PRAGMA max_page_count = {pages + 9}")
    store.append("one", 1, entry("1:r3"))
    assert tokens(store) == ["-", "1:r3"]


def test_concurrent_writes_share_a_commit_but_not_results(store):
    games = [f"game {number}" for number in range(8)]
    store.put_table("ABCDEF", "{}", 0, NOON)
    for game in games:
        store.start(replace(HEAD, id=game), "ABCDEF")
    commits = []
    store._connection.set_trace_callback(
        lambda said: commits.append(said) if said == "COMMIT" else None
    )
    with ThreadPoolExecutor(9) as threads:
        with store._write_lock:  # the disk is busy
            asked = [threads.submit(store.append, game, 0, entry("-")) for game in games]
            wrong = threads.submit(store.append, "nobody's", 0, entry("-"))
            while len(store._pending_changes) < 9:
                time.sleep(0.001)
        assert isinstance(wrong.exception(), UnknownGame)
        assert [each.exception() for each in asked] == [None] * 8
    assert [tokens(store, game) for game in games] == [["-"]] * 8
    assert commits == ["COMMIT"]


def test_changes_are_synced_to_disk(store):
    assert store._connection.execute("PRAGMA synchronous").fetchone() == (2,), "in full"


def test_second_relay_on_one_file_is_refused_until_close(tmp_path, store):
    with pytest.raises(CannotWrite, match="another relay keeps its tables in"):
        SqliteStore(tmp_path / STORE_FILE, lock_timeout_s=0)
    store.close()
    open_store(tmp_path).close()


@pytest.fixture
def played(store):
    """A store with a table and its game of two hundred entries."""
    store.put_table("ABCDEF", "{}", 0, NOON)
    store.start(HEAD, "ABCDEF")
    for number in range(0, 200, 20):
        store.append("one", number, *(entry("1:r2", number + more) for more in range(20)))
    return store


def copied(folder, other, name, *places):
    """Copy the store as it is now, and damage these bytes of one file."""
    shutil.rmtree(other, ignore_errors=True)
    shutil.copytree(folder, other)
    with (other / name).open("r+b") as file:
        for place in places:
            file.seek(place)
            byte = file.read(1)[0]
            file.seek(place)
            file.write(bytes([byte ^ 1]))
    return other


def test_damaged_byte_raises_error_or_changes_nothing(played, tmp_path):
    whole = played.load("one", "ABCDEF")
    played.close()
    size = (tmp_path / STORE_FILE).stat().st_size
    errors = 0
    for place in range(4099, size, size // 60):
        with (
            suppress(StorageError),
            closing(
                open_store(copied(tmp_path, tmp_path.with_name("copy"), STORE_FILE, place))
            ) as damaged,
        ):
            errors += 1
            assert damaged.find_table("ABCDEF") == SavedTable("ABCDEF", "{}", 1)
            assert damaged.load("one", "ABCDEF") == whole
            errors -= 1
    assert errors > 10


def test_game_without_its_table_raises_an_error(played):
    played._connection.execute("PRAGMA foreign_keys = OFF")
    played._connection.execute("DELETE FROM relay_table")
    with pytest.raises(StorageError, match="damaged"):
        played.find_table("ABCDEF")


def test_checkpointed_entries_survive_a_damaged_wal(played, tmp_path):
    """The relay moves new entries from the WAL into the database within seconds."""
    whole = played.load("one", "ABCDEF")
    log = f"{STORE_FILE}-wal"
    places = range(0, (tmp_path / log).stat().st_size, 999)

    def after_a_kill():
        copy = copied(tmp_path, tmp_path.with_name("copy"), log, *places)
        try:
            with closing(open_store(copy)) as left:
                return left.load("one", "ABCDEF")
        except StorageError:
            return None

    until = time.monotonic() + 20
    while after_a_kill() != whole:
        assert time.monotonic() < until


def test_closed_store_leaves_private_files_without_wal(tmp_path):
    open_store(tmp_path / "new").close()
    assert {file.name for file in (tmp_path / "new").iterdir()} == {STORE_FILE, LOCK_FILE}
    assert (tmp_path / "new").stat().st_mode & 0o077 == 0


def test_file_of_another_version_is_left_unchanged(tmp_path):
    old = (RECORDED / "relay_old_words.sql").read_text(encoding="utf-8")
    with closing(sqlite3.connect(tmp_path / STORE_FILE)) as file:
        file.executescript(old)
    with pytest.raises(OtherVersion):
        open_store(tmp_path)
    with closing(sqlite3.connect(tmp_path / STORE_FILE)) as file:
        assert "".join(f"{line}\n" for line in file.iterdump()) == old


def test_non_database_file_is_refused_and_left_unchanged(tmp_path):
    (tmp_path / STORE_FILE).write_text("no database" * 99)
    with pytest.raises(CannotWrite, match="cannot use"):
        open_store(tmp_path)
    assert (tmp_path / STORE_FILE).read_text() == "no database" * 99


def test_unreadable_schema_names_raise_a_readable_error(tmp_path, again):
    again().close()
    whole = (tmp_path / STORE_FILE).read_bytes()
    (tmp_path / STORE_FILE).write_bytes(
        whole.replace(b"relay_gamerelay_game", b"\xf5elay_gamerelay_game")
    )
    with pytest.raises(CannotWrite, match="cannot use"):
        again()


def remove(path):
    path.unlink()


def replace_it(path):
    copy = path.with_name("copy")
    copy.write_bytes(path.read_bytes())
    copy.replace(path)


def cut_off(path):
    os.truncate(path, path.stat().st_size - 1)


@pytest.mark.parametrize("file", [STORE_FILE, f"{STORE_FILE}-wal"])
@pytest.mark.parametrize("spoil", [remove, replace_it, cut_off])
def test_append_fails_if_database_or_wal_was_moved(store, tmp_path, file, spoil):
    store.put_table("ABCDEF", "{}", 0, NOON)
    store.start(HEAD, "ABCDEF")
    spoil(tmp_path / file)
    with pytest.raises(CannotWrite, match="was moved"):
        store.append("one", 0, entry("-"))


def test_append_fails_if_wal_vanishes_while_writing(store, tmp_path):
    store.put_table("ABCDEF", "{}", 0, NOON)
    store.start(HEAD, "ABCDEF")
    removed = []
    store._connection.set_trace_callback(
        lambda _: removed or removed.append((tmp_path / f"{STORE_FILE}-wal").unlink())
    )
    with pytest.raises(CannotWrite, match="was moved"):
        store.append("one", 0, entry("-"))
