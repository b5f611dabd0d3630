"""The file of a storage: its lines, its versions, and whom it shares them with."""

import os
from binascii import crc32

import pytest

from qwixx_pad.storage import JOURNAL_FILE as FILE
from qwixx_pad.storage import CannotWrite, OtherVersion, SavedGame, file_lock, open_storage
from qwixx_pad.storage.content import JOURNAL_VERSION
from qwixx_pad.storage.journal_file import encode_line
from qwixx_pad.storage.saved import ImportBatch
from tests.support.breakable_disk import refuse
from tests.support.storage.sample_journals import (
    NOON,
    entry,
    found,
    head,
    refuses_to_write,
    written,
)


def test_write_is_one_line_of_checksummed_records(folder, opened):
    *_, last = written(folder).splitlines(keepends=True)
    said = b'entries ["one",2,["r4"],[1767355200123456]]\n'
    assert last == b"%08x %s" % (crc32(said), said)
    opened().import_games(
        ImportBatch(new_games=((SavedGame(head("two"), (entry("-", 1),)), None),))
    )
    cells = (folder / FILE).read_bytes().splitlines(keepends=True)[-1].split(b"\t")
    assert [cell[9:] for cell in cells] == [
        b'game ["two","classic",["Anna"],1767355200123456,1]',
        b'log ["two",0,["-"],[1000000]]',
        b'imported [["two",-1,1,null]]',
        b'set ["undo-import","{}"]\n',
    ]
    sums = [crc32(cell[9:] if cell.endswith(b"\n") else cell[9:] + b"\t") for cell in cells]
    assert [cell[:9] for cell in cells] == [b"%08x " % each for each in sums]


def test_write_is_synced_before_it_is_confirmed(folder, opened, monkeypatch):
    storage = opened()
    synchronised = []
    fsync = os.fsync

    def noted(handle):
        fsync(handle)
        synchronised.append((folder / FILE).read_bytes())

    monkeypatch.setattr(os, "fsync", noted)
    storage.add_game(head())
    assert synchronised == [(folder / FILE).read_bytes()]
    assert b'"one"' in synchronised[0]


def test_failed_sync_stores_nothing(folder, storage, monkeypatch):
    _, *before = (folder / FILE).read_bytes().splitlines()
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", refuse)
        assert refuses_to_write(storage)
    assert (folder / FILE).read_bytes().splitlines()[1:] == before
    storage.append("one", 0, entry("r2"))
    assert found(folder) == (["r2"], None)


def test_interrupted_write_leaves_nothing(folder, storage, monkeypatch):
    """Ctrl-C while the disk is asked to confirm: nothing is stored, and the next write goes on."""

    def interrupted(_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", interrupted)
        with pytest.raises(KeyboardInterrupt):
            storage.append("one", 0, entry("r2"))
    assert len(storage.load("one").entries) == 0
    storage.append("one", 0, entry("r3"))
    assert found(folder) == (["r3"], None)


@pytest.mark.parametrize("version", [0, JOURNAL_VERSION + 1])
def test_journal_of_another_version_is_left_untouched(folder, version):
    other = encode_line([b"journal [%d]" % version]) + encode_line([b'leap ["one"]'])
    folder.mkdir()
    (folder / FILE).write_bytes(other)
    with pytest.raises(OtherVersion, match="another version of Qwixx Pad"):
        open_storage(folder, now=NOON)
    assert (folder / FILE).read_bytes() == other


@pytest.mark.processes  # the other is one; browsers tell no moments of a millisecond apart
@pytest.mark.parametrize("instead", ["", "r3", "r3" * 500], ids=["nothing", "as long", "longer"])
def test_line_rolled_back_by_another_process_is_forgotten(folder, opened, monkeypatch, instead):
    """Its disk did not confirm the line, so it cut it off again; what it wrote next counts."""
    storage = opened()
    other = opened()
    storage.add_game(head())

    def read_before(handle):
        assert len(storage.load("one").entries) == 1
        refuse(handle)

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", read_before)
        with pytest.raises(CannotWrite):
            other.append("one", 0, entry("r2"))
    if instead:
        other.append("one", 0, entry(instead))
    assert [e.token for e in storage.load("one").entries] == [instead] * bool(instead)
    storage.append("one", bool(instead), entry("r9"))
    assert found(folder)[0] == [instead, "r9"][not instead :]


@pytest.mark.processes
def test_lock_timeout_refuses_the_entry(folder):
    storage, _ = open_storage(folder, now=NOON, lock_timeout_s=0)
    storage.add_game(head())
    with file_lock(folder):
        assert refuses_to_write(storage)
        assert storage.load("one").entries == ()
        with pytest.raises(CannotWrite, match="held by another program"):
            open_storage(folder, now=NOON, lock_timeout_s=0)
    storage.append("one", 0, entry("r2"))
