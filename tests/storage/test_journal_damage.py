"""What becomes of a file that is cut off, damaged or taken away."""

import os
import random
import shutil
from binascii import crc32
from pathlib import Path

import pytest

from qwixx_pad.storage import JOURNAL_FILE as FILE
from qwixx_pad.storage import DiskFull, OlderCopy, Recovery, SavedGame, Storage, open_storage
from qwixx_pad.storage.saved import ImportBatch
from tests.support.breakable_disk import LEFT, full
from tests.support.storage.damaged_journals import (
    DAMAGES,
    GAMES,
    content_of,
    damaged_by_chance,
    played,
    settled,
)
from tests.support.storage.sample_journals import NOON, entry, found, head, written


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    return settled(tmp_path_factory.mktemp("shelf"))


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_undamaged_records_survive_and_damage_is_reported(shelf, tmp_path, damage):
    damaged_by_chance(shelf, damage, random.Random(23), tmp_path, 6)


def test_kill_can_lose_only_the_last_line(tmp_path, caplog):
    """It may just as well never have been whole; the log says so, unless nothing of it is left."""
    storage = played(tmp_path / "open")
    there = tmp_path / "killed"
    before, _ = content_of(storage)
    storage.append("one", 1, entry("r3"))
    whole = (tmp_path / "open" / FILE).read_bytes()
    begin = whole.rindex(b"\n", 0, -1) + 1
    for length in (*range(begin - 9, begin + 9), *range(len(whole) - 9, len(whole) + 1)):
        shutil.rmtree(there, ignore_errors=True)
        there.mkdir()
        (there / FILE).write_bytes(whole[:length])
        caplog.clear()
        killed, rescue = open_storage(there, now=NOON)
        games, _ = content_of(killed)
        killed.close()
        assert len(games.pop("one")[0].entries) == sum(
            length >= end - 1 for end in (begin, len(whole))
        )
        assert games == {game: before[game] for game in games}
        assert games.keys() == before.keys() - {"one"}
        assert (rescue is None) == (length >= begin)
        assert ("broke off" in caplog.text) == (begin < length < len(whole))
    storage.close()


def test_damage_during_opening_is_reported(folder, monkeypatch):
    """Between the first look at the file and the end of the opening."""
    written(folder)
    settle = Storage.checkpoint

    def damaged(storage):
        (folder / FILE).write_bytes(b"not a journal")
        settle(storage)

    monkeypatch.setattr(Storage, "checkpoint", damaged)
    storage, rescue = open_storage(folder, now=NOON)
    assert rescue is storage.notice
    assert rescue.quarantined.read_bytes() == b"not a journal"
    monkeypatch.undo()
    storage.close()


def test_torn_import_is_ignored_entirely(folder, tmp_path):
    """Confirmed as one change, it is stored whole or not at all."""
    written(folder)
    storage, _ = open_storage(folder, now=NOON)
    storage.import_games(ImportBatch(new_games=tuple((saved, None) for saved in GAMES[:2])))
    whole = (folder / FILE).read_bytes()
    there = tmp_path / "broken"
    storage.close()
    ends = [place for place, byte in enumerate(whole) if byte == ord("\t")]
    assert len(ends) > 4
    for length in (*ends, *(end + 1 for end in ends)):
        shutil.rmtree(there, ignore_errors=True)
        there.mkdir()
        (there / FILE).write_bytes(whole[:length])
        assert found(there) == (["r2", "r3", "r4"], None)
        assert b"1-0000" not in (there / FILE).read_bytes()


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"not a journal", b"no\njournal\n", b"\0" * 5000, b"SQLite format 3\0", b"\n"),
        *(b"%08x %s" % (crc32(text), text) for text in (b"\n", b"5\n", b"[5]\n", b'leap ["x"]\n')),
    ],
)
def test_foreign_file_is_quarantined_unchanged(folder, content):
    folder.mkdir()
    (folder / FILE).write_bytes(content)
    tokens, rescue = found(folder)
    assert (tokens, rescue.games, rescue.has_loss) == ([], 0, True)
    assert rescue.quarantined.read_bytes() == content
    assert found(folder) == ([], None)


def test_damaged_file_is_copied_without_hard_links(folder, monkeypatch):
    spoilt = written(folder).replace(b"r3", b"r5")
    (folder / FILE).write_bytes(spoilt)

    def no_link(*_):
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_link, raising=False)
    tokens, rescue = found(folder)
    assert tokens == ["r2"]
    assert rescue.quarantined.read_bytes() == spoilt


def test_damaged_files_of_one_moment_are_both_set_aside(folder):
    copies = set()
    for spoil in (b"r2", b"r4"):
        written_again = written(folder.with_name(spoil.decode())).replace(spoil, b"r9")
        folder.mkdir(exist_ok=True)
        (folder / FILE).write_bytes(written_again)
        copies.add(found(folder)[1].quarantined)
    assert len(copies) == 2
    assert all(path.exists() for path in copies)


# while it is open


def scrawled(path):
    with path.open("ab") as other:
        other.write(b"no line of ours\n")


def cut_off(path):
    os.truncate(path, path.stat().st_size - 1)


def cut_by_a_line(path):
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))


def flipped(path):
    before = path.stat().st_mtime_ns
    path.write_bytes(path.read_bytes().replace(b'"r2"', b'"r3"'))
    os.utime(path, ns=(before, before + 10**9))  # some clocks have milliseconds only


def moved(path):
    path.rename(path.with_name("elsewhere"))


@pytest.mark.parametrize("happens", [Path.unlink, moved, scrawled, cut_off, cut_by_a_line, flipped])
def test_replaced_or_damaged_file_is_written_again_from_memory(folder, storage, happens):
    """All is in memory: it is written again, and the damaged file stays next to it."""
    storage.append("one", 0, entry("r2"), entry("r2"))
    storage.append("one", 2, entry("r4"))
    happens(folder / FILE)
    spoilt = (folder / FILE).read_bytes() if (folder / FILE).exists() else None
    assert len(storage.load("one").entries) == 3
    storage.append("one", 3, entry("r5"))
    assert found(folder) == (["r2", "r2", "r4", "r5"], None)
    if spoilt is None:
        assert storage.notice is None
    else:
        # as it was before its last line a file is as whole as an older copy
        assert isinstance(storage.notice, OlderCopy if happens is cut_by_a_line else Recovery)
        (aside,) = folder.glob("pad-*-*")
        assert aside.read_bytes() == spoilt


def test_process_that_knows_more_restores_lost_entries(folder, storage):
    storage.append("one", 0, entry("r2"), entry("r3"))
    flipped(folder / FILE)
    tokens, rescue = found(folder)
    assert (tokens, rescue.has_loss) == ([], True)
    assert len(storage.load("one").entries) == 2
    storage.append("one", 2, entry("r4"))
    assert found(folder) == (["r2", "r3", "r4"], None)


def test_full_disk_keeps_the_old_file_on_rewrite(folder, storage):
    storage.append("one", 0, entry("r2"))
    before = (folder / FILE).read_bytes()
    with full(storage, -1):
        storage.rewrite()
    assert (folder / FILE).read_bytes() == before
    storage.rewrite()
    storage.append("one", 1, entry("r3"))
    *_, last = (folder / FILE).read_bytes().splitlines()
    assert b'entries ["one",1,["r3"]' in last
    assert storage.load("one") == SavedGame(head(), (entry("r2"), entry("r3")))
    assert {file.name for file in folder.iterdir()} == LEFT


def test_full_disk_quarantines_nothing_repeatedly(folder, storage):
    """Neither is reported until it is done."""
    before = (folder / FILE).read_bytes()
    storage.append("one", 0, *(entry("r2") for _ in range(9)))
    (folder / FILE).write_bytes(before)
    with full(storage):
        for _ in range(3):
            with pytest.raises(DiskFull):
                storage.append("one", 9, entry("r3"))
        assert {file.name for file in folder.iterdir()} == LEFT
        assert storage.notice is None
    storage.append("one", 9, entry("r3"))
    assert storage.notice.path.read_bytes() == before
    assert len(storage.load("one").entries) == 10


def test_lost_cut_record_keeps_later_entries_behind(folder, storage):
    storage.append("one", 0, entry("r2"))
    storage.import_games(ImportBatch(continued=(("one", 1, (entry("r3"), entry("r4"))),)))
    storage.undo_import()
    for number, token in enumerate(("r5", "r6", "r7"), 1):
        storage.append("one", number, entry(token))
    storage.close()
    (folder / FILE).write_bytes((folder / FILE).read_bytes().replace(b"truncate [", b"truncate  "))
    tokens, rescue = found(folder)
    assert tokens == ["r2", "r5", "r6", "r7"]
    assert rescue.has_loss
