"""An older copy of the file that is put back, while it is open or closed, is reported."""

import os
import shutil
import sys

import pytest

from qwixx_pad.storage import JOURNAL_FILE, CannotWrite, OlderCopy, open_storage
from tests.support.storage.sample_journals import NOON, entry, found, head, refuses_to_write

LATER = ["r2", "r3", "r4", "r5"]


def tokens(storage):
    return [made.token for made in storage.load("one").entries]


def enter(storage, *more):
    for token in more:
        storage.append("one", len(storage.load("one").entries), entry(token))


def fold(storage):
    storage.rewrite()


def renamed(copy, path):
    copy.replace(path)


def overwritten(copy, path):
    """In its place: it is the same file for the system."""
    before = path.stat().st_mtime_ns
    shutil.copyfile(copy, path)
    os.utime(path, ns=(before, before + 10**9))  # some clocks have milliseconds only


notes = sys.platform != "emscripten"
"""Whether a file notes how far it was: in a browser nobody else has the folder."""
put_back = pytest.mark.parametrize("put_back", [renamed, overwritten])


@pytest.fixture
def copied(folder, storage):
    """The journal with two entries, and a copy of it; settled or not makes no difference."""
    enter(storage, *LATER[:2])
    copy = folder.with_name("copy")
    shutil.copyfile(folder / JOURNAL_FILE, copy)
    return copy


@put_back
@pytest.mark.parametrize("meanwhile", ["", "fold first", "fold last", "settle", "another"])
def test_restored_older_copy_is_replaced_and_reported(
    folder, storage, opened, copied, put_back, meanwhile
):
    other = opened()
    if meanwhile == "fold first":
        fold(storage)
    enter(other if meanwhile == "another" else storage, *LATER[2:])
    if meanwhile == "fold last":
        fold(storage)
    if meanwhile == "settle":
        storage.checkpoint()
    assert tokens(storage) == LATER
    older = copied.read_bytes()
    put_back(copied, folder / JOURNAL_FILE)
    assert tokens(storage) == LATER
    enter(storage, "r6")
    assert isinstance(storage.notice, OlderCopy)
    assert (storage.notice.missing_games, storage.notice.awaits_choice) == (0, False)
    assert storage.notice.path.read_bytes() == older
    assert tokens(other) == [*LATER, "r6"]
    assert other.notice is None
    assert found(folder) == ([*LATER, "r6"], None)


@put_back
def test_each_process_restores_its_own_entries(folder, storage, opened, copied, put_back):
    other = opened()
    enter(other, *LATER[2:])
    put_back(copied, folder / JOURNAL_FILE)
    enter(other, "r6")
    assert tokens(storage) == [*LATER, "r6"]
    assert found(folder) == ([*LATER, "r6"], None)


@put_back
def test_identical_copy_changes_nothing(folder, storage, put_back):
    enter(storage, *LATER)
    copy = folder.with_name("copy")
    shutil.copyfile(folder / JOURNAL_FILE, copy)
    put_back(copy, folder / JOURNAL_FILE)
    enter(storage, "r6")
    assert storage.notice is None
    assert found(folder) == ([*LATER, "r6"], None)


@put_back
def test_journal_of_another_pad_is_not_written_to(folder, storage, put_back):
    enter(storage, "r2")
    others, _ = open_storage(folder.with_name("others"), now=NOON)
    others.add_game(head("two"))
    others.close()
    theirs = (folder.with_name("others") / JOURNAL_FILE).read_bytes()
    put_back(folder.with_name("others") / JOURNAL_FILE, folder / JOURNAL_FILE)
    with pytest.raises(CannotWrite, match="other games"):
        enter(storage, "r3")
    assert tokens(storage) == ["r2"]
    assert (folder / JOURNAL_FILE).read_bytes() == theirs


@pytest.fixture
def back(folder, storage):
    """A folder in which an older copy, without one of two games, lies in the place of the newest.

    The newest lies next to it as `newest`.
    """
    enter(storage, *LATER[:2])
    storage.checkpoint()
    copy = folder / "copy"
    shutil.copyfile(folder / JOURNAL_FILE, copy)
    storage.add_game(head("two", minutes=1))
    storage.append("two", 0, entry("r2"))
    storage.add_game(head("never played"))
    storage.close()
    (folder / JOURNAL_FILE).replace(folder / "newest")
    copy.replace(folder / JOURNAL_FILE)
    return folder


@pytest.mark.skipif(not notes, reason="in a browser nobody else has the folder")
def test_older_copy_is_not_written_before_the_owner_decides(back, opened):
    older = (back / JOURNAL_FILE).read_bytes()
    for _ in range(2):
        again = opened()
        assert isinstance(again.notice, OlderCopy)
        assert (again.notice.missing_games, again.notice.awaits_choice) == (1, True)
        assert "is an older copy; missing of the games of 20" in str(again.notice)
        assert tokens(again) == LATER[:2]
        assert refuses_to_write(again)
        again.compact()
        again.close()
        assert (back / JOURNAL_FILE).read_bytes() == older
    chosen = opened()
    other = opened()
    chosen.adopt_older_copy()
    enter(chosen, "b12")
    enter(other, "b11")
    assert (chosen.notice, other.notice) == (None, None)
    assert found(back) == ([*LATER[:2], "b12", "b11"], None)


@pytest.mark.skipif(not notes, reason="in a browser nobody else has the folder")
def test_newest_file_put_back_resumes_normally(back, opened):
    again = opened()
    assert refuses_to_write(again)
    (back / "newest").replace(back / JOURNAL_FILE)
    assert set(again.game_ids()) == {"one", "two", "never played"}
    assert again.notice is None
    enter(again, "b12")
    assert found(back) == ([*LATER[:2], "b12"], None)


@pytest.mark.skipif(not notes, reason="in a browser nobody else has the folder")
@pytest.mark.parametrize("what", ["half of the newest", "still older", "nothing"])
def test_nothing_is_written_while_files_are_exchanged(back, opened, what):
    again = opened()
    newest = (back / "newest").read_bytes()
    older = (back / JOURNAL_FILE).read_bytes()
    put = {
        "half of the newest": newest[:-9],
        "still older": older[: older.rindex(b"\n", 0, -1) + 1],
    }
    (back / JOURNAL_FILE).unlink()
    if what in put:
        (back / JOURNAL_FILE).write_bytes(put[what])
    before = {path: path.read_bytes() for path in back.glob("pad*")}
    assert refuses_to_write(again)
    assert {path: path.read_bytes() for path in back.glob("pad*")} == before
    (back / JOURNAL_FILE).write_bytes(newest)
    enter(again, "b12")
    assert again.notice is None
    assert found(back) == ([*LATER[:2], "b12"], None)


@put_back
@pytest.mark.parametrize("stays", [True, False])
def test_copy_set_aside_while_open_can_be_chosen_later(folder, storage, copied, put_back, stays):
    enter(storage, *LATER[2:])
    storage.checkpoint()
    put_back(copied, folder / JOURNAL_FILE)
    enter(storage, "r6")
    if stays:
        storage.dismiss_older_copy()
    else:
        storage.adopt_older_copy()
        (newer,) = folder.glob("pad-newer-*")
        assert b"r6" in newer.read_bytes()
    assert storage.notice is None
    enter(storage, "b12")
    assert found(folder) == ([*(LATER if stays else LATER[:2]), *["r6"][:stays], "b12"], None)


@pytest.mark.parametrize("noted", [b"", b"[1]", b'["a", "b", 1, 1]', b"\xff", b"[" * 100_000])
def test_invalid_head_file_is_harmless(folder, storage, opened, noted):
    storage.close()
    (folder / "pad.head").write_bytes(noted)
    again = opened()
    assert again.notice is None
    enter(again, "r2")
