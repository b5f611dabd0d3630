"""An older copy of the file that is put back while it is open is noticed, and told."""

import os
import shutil

import pytest
from journals import NOON, entry, found, head

from qwixx_pad.storage import JOURNAL, CannotWrite, Rescue, open_storage

LATER = ["r2", "r3", "r4", "r5"]


def tokens(storage):
    return [made.token for made in storage.load("one").entries]


def enter(storage, *more):
    for token in more:
        storage.append("one", storage.length("one"), entry(token))


def fold(storage):
    storage._journal.fold()


def renamed(copy, path):
    copy.replace(path)


def overwritten(copy, path):
    """In its place: it is the same file for the system."""
    before = path.stat().st_mtime_ns
    shutil.copyfile(copy, path)
    os.utime(path, ns=(before, before + 10**9))  # some clocks have milliseconds only


put_back = pytest.mark.parametrize("put_back", [renamed, overwritten])


@pytest.fixture
def copied(folder, storage):
    """The journal with two entries, and a copy of it; settled or not makes no difference."""
    enter(storage, *LATER[:2])
    copy = folder.with_name("copy")
    shutil.copyfile(folder / JOURNAL, copy)
    return copy


@put_back
@pytest.mark.parametrize("meanwhile", ["", "fold first", "fold last", "settle", "another"])
def test_all_that_was_acknowledged_is_written_again_and_the_copy_set_aside_and_told(
    folder, storage, opened, copied, put_back, meanwhile
):
    other = opened()
    if meanwhile == "fold first":
        fold(storage)
    enter(other if meanwhile == "another" else storage, *LATER[2:])
    if meanwhile == "fold last":
        fold(storage)
    if meanwhile == "settle":
        storage.settle()
    assert tokens(storage) == LATER
    older = copied.read_bytes()
    put_back(copied, folder / JOURNAL)
    assert tokens(storage) == LATER
    enter(storage, "r6")
    assert isinstance(storage.notice, Rescue)
    assert (storage.notice.games, storage.notice.entries) == (1, 4)
    assert storage.notice.set_aside.read_bytes() == older
    assert tokens(other) == [*LATER, "r6"]
    assert other.notice is None
    assert found(folder) == ([*LATER, "r6"], None)


@put_back
def test_what_another_process_had_written_is_written_again_by_that_one(
    folder, storage, opened, copied, put_back
):
    other = opened()
    enter(other, *LATER[2:])
    put_back(copied, folder / JOURNAL)
    enter(other, "r6")
    assert tokens(storage) == [*LATER, "r6"]
    assert found(folder) == ([*LATER, "r6"], None)


@put_back
def test_a_copy_of_the_file_as_it_is_changes_nothing_and_is_not_told(folder, storage, put_back):
    enter(storage, *LATER)
    copy = folder.with_name("copy")
    shutil.copyfile(folder / JOURNAL, copy)
    put_back(copy, folder / JOURNAL)
    enter(storage, "r6")
    assert storage.notice is None
    assert found(folder) == ([*LATER, "r6"], None)


@put_back
def test_games_of_another_pad_are_not_taken_for_ones_own_nor_written_to(folder, storage, put_back):
    enter(storage, "r2")
    others, _ = open_storage(folder.with_name("others"), now=NOON)
    others.start(head("two"))
    others.close()
    theirs = (folder.with_name("others") / JOURNAL).read_bytes()
    put_back(folder.with_name("others") / JOURNAL, folder / JOURNAL)
    with pytest.raises(CannotWrite, match="other games"):
        enter(storage, "r3")
    assert tokens(storage) == ["r2"]
    assert (folder / JOURNAL).read_bytes() == theirs
