"""Disks that are full, read-only or held by others: nothing is half written, all can be read."""

import pytest
from another_python import said_by
from contract import NOON, entry, head, refuses_to_write
from disks import LEFT, full, is_sound, unwritable
from nobody import READ, READING, as_nobody, fill_one

from qwixx_pad.storage import CannotWrite, DiskFull, open_storage

pytestmark = pytest.mark.usefixtures("kind")


# a full disk


def fill(storage):
    """Append until the disk is full; how many entries were kept."""
    for number in range(10_000):
        try:
            storage.append("one", number, entry("r2" * 100))
        except DiskFull:
            return number
    raise AssertionError("the disk is never full")


def test_a_full_disk_refuses_the_entry_and_keeps_the_rest(storage):
    with full(storage, 3):
        kept = fill(storage)
        assert storage.length("one") == kept > 0
        with pytest.raises(CannotWrite):
            storage.start(head("two" * 2000))
    storage.append("one", kept, entry("r3"))
    assert is_sound(storage)


LIMITED = """
import resource, signal, sys
from pathlib import Path
from contract import NOON, entry, head
from qwixx_pad.storage import CannotWrite, open_storage

def let_no_file_grow(size):
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

folder, size = Path(sys.argv[1]), int(sys.argv[2])
"""
FILLING = f"""{LIMITED}
storage, _ = open_storage(folder, now=NOON)
storage.start(head())
let_no_file_grow(size)
number = 0
while True:
    try:
        storage.append("one", number, entry("r2" * 40))
    except CannotWrite:
        assert storage.length("one") == number
        print(number)
        break
    number += 1
"""


@pytest.mark.processes
@pytest.mark.parametrize("size", [0, 40_001])
def test_when_no_file_can_grow_what_was_kept_before_is_kept(folder, opened, size):
    """The limit is one on each file of the process: what comes after it is not written."""
    kept = int(said_by(FILLING, folder, size))
    storage = opened()
    assert storage.length("one") == kept
    assert is_sound(storage)
    storage.append("one", kept, entry("r3"))


OPENING = """
try:
    open_storage(folder, now=NOON)
except CannotWrite as error:
    print(error)
"""


@pytest.mark.processes
def test_where_no_file_can_be_written_at_all_opening_says_so(folder, file):
    said = said_by(f"{LIMITED}let_no_file_grow(size){OPENING}", folder, 0)
    assert said.startswith("cannot use")
    assert str(folder / file) in said


# a read-only disk


def test_a_store_that_lost_its_right_to_write_can_still_be_read(storage):
    with unwritable(storage):
        assert refuses_to_write(storage)
        assert storage.load("one").head == head()
    storage.append("one", 0, entry("r2"))


@pytest.mark.processes
def test_games_in_a_read_only_folder_can_be_read(others_folder, kind):
    fill_one(others_folder).close()
    assert as_nobody(READING, others_folder) == READ
    assert {file.name for file in others_folder.iterdir()} == LEFT[kind]


@pytest.mark.processes
def test_a_read_only_file_in_a_folder_of_ours_can_be_read(others_folder):
    fill_one(others_folder).close()
    others_folder.chmod(0o777)
    assert as_nobody(READING, others_folder) == READ


@pytest.mark.processes
@pytest.mark.parametrize("content", [None, b"", b"no games" * 999])
def test_a_read_only_folder_without_readable_games_is_said_in_a_sentence(
    others_folder, file, content
):
    if content is not None:
        (others_folder / file).write_bytes(content)
    (said,) = as_nobody(OPENING, others_folder)
    assert said.startswith(f"cannot use {others_folder / file}")
    assert [left.name for left in others_folder.iterdir()] == [file] * (content is not None)


def test_a_folder_that_cannot_be_made_is_said_in_a_sentence(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(CannotWrite, match="cannot use the folder"):
        open_storage(tmp_path / "file" / "data", now=NOON)


def test_a_folder_where_the_file_should_be_is_said_in_a_sentence(folder, file):
    (folder / file).mkdir(parents=True)
    with pytest.raises(CannotWrite, match="cannot use"):
        open_storage(folder, now=NOON)
