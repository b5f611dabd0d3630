"""A relay's file of SQLite: its faults, and how it is left."""

import os
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace

import pytest
from test_store import HEAD, NOON, entry, tokens

from qwixx_pad.relay.store import FILE, open_store
from qwixx_pad.storage import CannotWrite, DiskFull, OtherVersion, UnknownGame


@pytest.fixture
def database():
    return ""


def test_a_full_disk_refuses_the_entry_and_keeps_the_rest(store):
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


def test_what_comes_at_once_shares_a_commit_and_each_has_its_own_answer(store):
    games = [f"game {number}" for number in range(8)]
    store.put_table("ABCDEF", "{}", 0, NOON)
    for game in games:
        store.start(replace(HEAD, id=game), "ABCDEF")
    commits = []
    store._connection.set_trace_callback(
        lambda said: commits.append(said) if said == "COMMIT" else None
    )
    with ThreadPoolExecutor(9) as threads:
        with store._turn:  # the disk is busy
            asked = [threads.submit(store.append, game, 0, entry("-")) for game in games]
            wrong = threads.submit(store.append, "nobody's", 0, entry("-"))
            while len(store._waiting) < 9:
                time.sleep(0.001)
        assert isinstance(wrong.exception(), UnknownGame)
        assert [each.exception() for each in asked] == [None] * 8
    assert [tokens(store, game) for game in games] == [["-"]] * 8
    assert commits == ["COMMIT"]


def test_each_change_is_written_through_to_the_disk(store):
    assert store._connection.execute("PRAGMA synchronous").fetchone() == (2,), "in full"


def test_a_closed_store_leaves_one_file_that_nobody_else_may_read(tmp_path):
    open_store(tmp_path / "new").close()
    assert [file.name for file in (tmp_path / "new").iterdir()] == [FILE]
    assert (tmp_path / "new").stat().st_mode & 0o077 == 0


def test_a_file_of_another_version_is_left_as_it_is(tmp_path, again):
    again().put_table("ABCDEF", "{}", 0, NOON)
    with closing(sqlite3.connect(tmp_path / FILE)) as file, file:
        file.execute("UPDATE relay_form SET said = 1")
    with pytest.raises(OtherVersion):
        again()


def test_a_file_that_is_no_database_is_said_in_a_sentence_and_left(tmp_path):
    (tmp_path / FILE).write_text("no database" * 99)
    with pytest.raises(CannotWrite, match="cannot use"):
        open_store(tmp_path)
    assert (tmp_path / FILE).read_text() == "no database" * 99


def remove(path):
    path.unlink()


def replace_it(path):
    copy = path.with_name("copy")
    copy.write_bytes(path.read_bytes())
    copy.replace(path)


def cut_off(path):
    os.truncate(path, path.stat().st_size - 1)


@pytest.mark.parametrize("file", [FILE, f"{FILE}-wal"])
@pytest.mark.parametrize("spoil", [remove, replace_it, cut_off])
def test_nothing_is_said_to_be_kept_in_a_file_or_a_log_that_nobody_would_find(
    store, tmp_path, file, spoil
):
    store.put_table("ABCDEF", "{}", 0, NOON)
    store.start(HEAD, "ABCDEF")
    spoil(tmp_path / file)
    with pytest.raises(CannotWrite, match="was moved"):
        store.append("one", 0, entry("-"))


def test_an_entry_is_refused_if_its_log_goes_while_it_is_written(store, tmp_path):
    store.put_table("ABCDEF", "{}", 0, NOON)
    store.start(HEAD, "ABCDEF")
    removed = []
    store._connection.set_trace_callback(
        lambda _: removed or removed.append((tmp_path / f"{FILE}-wal").unlink())
    )
    with pytest.raises(CannotWrite, match="was moved"):
        store.append("one", 0, entry("-"))
