"""Disks that are full, read-only or held by others: nothing is half written, all can be read."""

import os
from pathlib import Path

import pytest

from qwixx_pad.storage import JOURNAL_FILE, CannotWrite, DiskFull, open_storage
from tests.support.breakable_disk import LEFT, full, refuse, unwritable
from tests.support.storage.another_python import said_by
from tests.support.storage.sample_journals import NOON, entry, head, refuses_to_write, written

# a full disk


def fill(storage):
    """Append until the disk is full; how many entries were stored."""
    for number in range(10_000):
        try:
            storage.append("one", number, entry("r2" * 100))
        except DiskFull:
            return number
    raise AssertionError("the disk is never full")


def test_full_disk_refuses_the_entry_and_keeps_the_rest(storage):
    with full(storage, 3):
        count = fill(storage)
        assert len(storage.load("one").entries) == count > 0
        with pytest.raises(CannotWrite):
            storage.add_game(head("two" * 2000))
    storage.append("one", count, entry("r3"))
    assert not storage._reading.is_damaged


class Failing:
    """A file of a disk that takes nothing back once it has failed."""

    def __init__(self, file):
        self._file = file
        self._cuts = iter([file.truncate])

    def __getattr__(self, name):
        return getattr(self._file, name)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self._file.close()

    def truncate(self, end):
        next(self._cuts, refuse)(end)


def test_refused_entry_is_not_stored_despite_failed_rollback(storage, monkeypatch):
    storage.append("one", 0, entry("r2"))
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", refuse)
        opened = Path.open
        patched.setattr(
            Path, "open", lambda path, *how, **more: Failing(opened(path, *how, **more))
        )
        with pytest.raises(CannotWrite):
            storage.append("one", 1, entry("r3"))
    assert len(storage.load("one").entries) == 1
    storage.append("one", 1, entry("r4"))
    assert [made.token for made in storage.load("one").entries] == ["r2", "r4"]


LIMITED = """
import resource, signal, sys
from pathlib import Path
from tests.support.storage.sample_journals import NOON, entry, head
from qwixx_pad.storage import CannotWrite, open_storage

def let_no_file_grow(size):
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

folder, size = Path(sys.argv[1]), int(sys.argv[2])
"""
FILLING = f"""{LIMITED}
storage, _ = open_storage(folder, now=NOON)
storage.add_game(head())
let_no_file_grow(size)
number = 0
while True:
    try:
        storage.append("one", number, entry("r2" * 40))
    except CannotWrite:
        assert len(storage.load("one").entries) == number
        print(number)
        break
    number += 1
"""


@pytest.mark.processes
@pytest.mark.parametrize("size", [0, 40_001])
def test_file_size_limit_keeps_earlier_entries(folder, opened, size):
    """The limit is one on each file of the process: what comes after it is not written."""
    count = int(said_by(FILLING, folder, size))
    storage = opened()
    assert len(storage.load("one").entries) == count
    assert not storage._reading.is_damaged
    storage.append("one", count, entry("r3"))


OPENING = """
try:
    open_storage(folder, now=NOON)
except CannotWrite as error:
    print(error)
"""


@pytest.mark.processes
def test_opening_fails_clearly_without_any_writable_file(folder):
    said = said_by(f"{LIMITED}let_no_file_grow(size){OPENING}", folder, 0)
    assert said.startswith("cannot use")
    assert str(folder / JOURNAL_FILE) in said


# a read-only disk


def as_nobody(code, folder):
    """Run code as a user who may write in no folder but the temporary one; what it printed."""
    prelude = (
        "import os, sys, tempfile; from pathlib import Path; from qwixx_pad.storage import *\n"
        "from tests.support.storage.sample_journals import *; folder = Path(sys.argv[1])\n"
        "with tempfile.TemporaryDirectory() as elsewhere:\n"  # loads what nobody may not read
        "    open_storage(Path(elsewhere), now=NOON)[0].close()\n"
        "os.setgid(65534); os.setuid(65534)\n"
    )
    return said_by(prelude + code, folder).splitlines()


READING = """
storage, rescue = open_storage(folder, now=NOON)
print([e.token for e in storage.load("one").entries], storage.read_settings(), rescue)
print(refuses_to_write(storage))
storage.close()
"""
READ = ["['r2', 'r3', 'r4'] {'shade': 'dark'} None", "True"]


def test_storage_without_write_permission_can_be_read(storage):
    with unwritable():
        assert refuses_to_write(storage)
        assert storage.load("one").head == head()
    storage.append("one", 0, entry("r2"))


@pytest.mark.processes
@pytest.mark.parametrize("mode", [0o755, 0o777], ids=["folder", "file"])
def test_read_only_folder_or_file_can_be_read(others_folder, mode):
    written(others_folder)
    others_folder.chmod(mode)
    assert as_nobody(READING, others_folder) == READ
    assert {file.name for file in others_folder.iterdir()} == LEFT


@pytest.mark.processes
@pytest.mark.parametrize("content", [None, b"", b"no games" * 999])
def test_unreadable_read_only_folder_is_reported(others_folder, content):
    if content is not None:
        (others_folder / JOURNAL_FILE).write_bytes(content)
    (said,) = as_nobody(OPENING, others_folder)
    assert said.startswith(f"cannot use {others_folder / JOURNAL_FILE}")
    assert [left.name for left in others_folder.iterdir()] == [JOURNAL_FILE] * (content is not None)


def test_uncreatable_folder_is_reported(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(CannotWrite, match="cannot use the folder"):
        open_storage(tmp_path / "file" / "data", now=NOON)


def test_folder_in_place_of_the_file_is_reported(folder):
    (folder / JOURNAL_FILE).mkdir(parents=True)
    with pytest.raises(CannotWrite, match="cannot use"):
        open_storage(folder, now=NOON)
