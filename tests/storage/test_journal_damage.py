"""What becomes of a journal that is cut off, damaged or too long."""

import os
import shutil
from binascii import crc32
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from archives import archive_on, summary_of
from contract import NOON, entry, head
from damaging import a_few, change, cut, cut_settled, lengths_of
from evenings import evenings
from journals import found, written

from qwixx_pad.storage import JOURNAL as FILE
from qwixx_pad.storage import journal, open_storage
from qwixx_pad.storage.protocol import Intake

pytestmark = pytest.mark.usefixtures("in_a_journal")


# damaged


def test_cut_off_anywhere_a_journal_that_was_settled_tells_it(folder, tmp_path):
    whole = written(folder)
    for length in a_few(lengths_of(whole)):
        cut_settled(whole, length, tmp_path / f"cut-{length}")


def test_after_a_kill_only_the_last_line_can_be_cut_off_without_being_missed(
    folder, tmp_path, opened, caplog
):
    """It may just as well never have been whole; the log says so, unless nothing of it is left."""
    written(folder)
    opened().append("one", 3, entry("r5"))
    whole = (folder / FILE).read_bytes()
    last = whole.index(b"\n", whole.index(b'"r4"')) + 1
    for length in (*a_few(lengths_of(whole), 8), *range(last - 2, last + 3)):
        there = tmp_path / f"cut-{length}"
        shutil.rmtree(there, ignore_errors=True)
        rescue = cut(whole, length, there)
        assert (rescue is None) == (length >= last - 1)
        assert ("broke off" in caplog.text) == (length >= last - 1 and length != last)
        caplog.clear()


def test_with_any_byte_changed_the_file_is_set_aside_and_the_rest_is_rescued(folder, tmp_path):
    whole = written(folder)
    ends = [place for place, byte in enumerate(whole) if byte == ord("\n")]
    for place in sorted({*a_few(range(len(whole))), *ends}):
        change(whole, place, tmp_path / f"changed-{place}")


def test_one_damaged_game_costs_no_other_one_anything(folder):
    """Nor deleted ones, nor settings, nor what is counted of them."""
    games = list(evenings(12))
    storage, _ = open_storage(folder, now=NOON)
    archive = archive_on(storage)
    storage.take_in(Intake(new=tuple((saved, None) for saved in games[:6])))
    for saved in games[6:]:
        storage.start(saved.head)
        storage.append(saved.head.id, 0, *saved.entries)
    archive.refresh()
    storage.delete([games[7].head.id], NOON)
    storage.put_setting("shade", "dark")
    storage.close()
    lines = (folder / FILE).read_bytes().splitlines(keepends=True)
    hit = next(n for n, line in enumerate(lines) if games[9].head.id.encode() in line)
    lines[hit + 1] = lines[hit + 1].replace(b"entries", b"ENTRIES")
    (folder / FILE).write_bytes(b"".join(lines))
    storage, rescue = open_storage(folder, now=NOON)
    with closing(storage):
        archive = archive_on(storage)
        assert (rescue.games, rescue.lost) == (12, True)
        left = [saved for saved in games if saved is not games[9]]
        assert [storage.load(saved.head.id) for saved in left] == left
        assert storage.load(games[9].head.id).entries == ()
        assert archive.refresh() == 12
        assert [archive.index.find(saved.head.id) for saved in left] == list(map(summary_of, left))
        assert archive.index.deleted == {games[7].head.id}
        assert storage.settings()["shade"] == "dark"


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"not a journal", b"no\njournal\n", b"\0" * 5000, b"SQLite format 3\0", b"\n"),
        *(b"%08x %s\n" % (crc32(text), text) for text in (b"", b"5", b"[5]", b'[["leap"]]')),
    ],
)
def test_what_is_no_journal_is_set_aside_as_it_is(folder, content):
    folder.mkdir()
    (folder / FILE).write_bytes(content)
    tokens, rescue = found(folder)
    assert (tokens, rescue.games, rescue.lost) == ([], 0, True)
    assert rescue.set_aside.read_bytes() == content
    assert found(folder) == ([], None)


def test_where_a_file_has_one_name_only_the_damaged_one_is_copied(folder, monkeypatch):
    spoilt = written(folder).replace(b"r3", b"r5")
    (folder / FILE).write_bytes(spoilt)

    def no_link(*_):
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_link, raising=False)
    tokens, rescue = found(folder)
    assert tokens == ["r2"]
    assert rescue.set_aside.read_bytes() == spoilt


def test_two_damaged_files_of_one_moment_are_both_kept(folder):
    kept = set()
    for spoil in (b"r2", b"r4"):
        written_again = written(folder.with_name(spoil.decode())).replace(spoil, b"r9")
        folder.mkdir(exist_ok=True)
        (folder / FILE).write_bytes(written_again)
        kept.add(found(folder)[1].set_aside)
    assert len(kept) == 2
    assert all(path.exists() for path in kept)


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
def test_whatever_becomes_of_the_file_no_entry_is_shown_as_kept_that_is_not(
    folder, storage, happens
):
    """All is in memory: it is written again, and what there was instead is kept beside it."""
    storage.append("one", 0, entry("r2"), entry("r2"))
    storage.append("one", 2, entry("r4"))
    happens(folder / FILE)
    assert storage.length("one") == 3
    storage.append("one", 3, entry("r5"))
    assert found(folder) == (["r2", "r2", "r4", "r5"], None)
    assert bool([*folder.glob("pad-damaged-*")]) == (happens not in {Path.unlink, moved})


# written anew


def filled(folder):
    """A folder with evenings, some deleted and one import, and what is found there."""
    storage, _ = open_storage(folder, now=NOON)
    archive = archive_on(storage)
    games = list(evenings(9))
    for saved in games[:4]:
        storage.start(saved.head)
        for number, made in enumerate(saved.entries):
            storage.append(saved.head.id, number, made)
    archive.refresh()
    new = tuple((saved, None) for saved in games[4:])
    storage.take_in(Intake(new=new, settings=(("shade", "dark"),)))
    storage.delete([games[0].head.id, games[5].head.id], NOON + timedelta(days=1))
    storage.put_setting("name", "Zoë")
    storage.close()


def everything(storage):
    archive = archive_on(storage)
    each = list(storage.each())
    found = [archive.index.find(saved.head.id) for saved, _ in each]
    return each, found, storage.settings(), archive.can_take_back()


def test_a_long_journal_is_written_anew_when_it_is_opened_and_says_the_same(
    folder, opened, monkeypatch
):
    filled(folder)
    long = opened()
    before = everything(long)
    monkeypatch.setattr(journal, "_SPARE", 5)
    short = opened()
    assert (folder / FILE).read_bytes().count(b"\n") == 3 + 9 + 4  # games, and summaries of some
    assert everything(short) == everything(long) == before
    long.start(head())
    short.append("one", 0, entry("r2"))
    assert long.length("one") == 1
    assert short.take_back() == 5
    assert everything(opened()) == everything(long)


def test_where_there_is_no_room_to_write_it_anew_the_long_one_does_as_well(
    folder, opened, monkeypatch
):
    filled(folder)
    monkeypatch.setattr(journal, "_SPARE", 5)

    def full(*_):
        raise OSError(28, "No space left on device")

    before = (folder / FILE).read_bytes()
    monkeypatch.setattr(journal, "replace", full)
    assert len(opened().games()) == 9
    assert (folder / FILE).read_bytes() == before
