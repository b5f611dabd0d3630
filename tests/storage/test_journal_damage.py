"""What becomes of a journal that is cut off, damaged, too long, or left at any line of the code."""

import os
import subprocess
import sys
from binascii import crc32
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from contract import NOON, entry, head
from evenings import evenings
from journals import found, summary_of, written

from qwixx_pad.storage import JOURNAL as FILE
from qwixx_pad.storage import journal, open_storage
from qwixx_pad.storage.index import Archive
from qwixx_pad.storage.protocol import Intake


@pytest.fixture(scope="module", autouse=True)
def kind():
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("QWIXX_PAD_STORE", "journal")
        yield "journal"


# damaged


def cuts(tmp_path, whole):
    """Of a journal cut near the ends of its lines, and here and there: its length, what is told."""
    ends = [place for place, byte in enumerate(whole) if byte == ord("\n")]
    near = {end + beside for end in ends for beside in (-1, 0, 1, 2)} | {*range(0, len(whole), 32)}
    for length in sorted(near & {*range(ends[0] + 1, len(whole))}):
        cut = tmp_path / f"cut-{len(whole)}-{length}"
        cut.mkdir()
        (cut / FILE).write_bytes(whole[:length])
        tokens, rescue = found(cut)
        lines = whole[: length + 1].splitlines(keepends=True)
        kept = [line for line in lines if line.endswith(b"\n")]
        assert tokens == ["r2", "r3", "r4", "r5"][: sum(b'"entries"' in line for line in kept)]
        assert rescue is None or rescue.set_aside.read_bytes() == whole[:length]
        yield length, rescue


def test_cut_off_anywhere_a_journal_that_was_settled_tells_it(folder, tmp_path):
    """But where no more than the end of its last line is missing, that is put back."""
    whole = written(folder)
    for length, rescue in cuts(tmp_path, whole):
        assert (rescue is None) == (length == len(whole) - 1)


def test_after_a_kill_only_the_last_line_can_be_cut_off_without_being_missed(
    folder, tmp_path, opened, caplog
):
    """It may just as well never have been whole; the log says so, unless nothing of it is left."""
    written(folder)
    opened().append("one", 3, entry("r5"))
    whole = (folder / FILE).read_bytes()
    last = whole.index(b"\n", whole.index(b'"r4"')) + 1
    for length, rescue in cuts(tmp_path, whole):
        assert (rescue is None) == (length >= last - 1)
        assert ("broke off" in caplog.text) == (length >= last - 1 and length != last)
        caplog.clear()


def spoilt_lines(whole, place):
    """The numbers of the lines that a changed byte spoils: two, if it was the end of one."""
    number = whole.count(b"\n", 0, place)
    is_an_end = whole[place : place + 1] == b"\n" and place + 1 < len(whole)
    return {number, number + 1} if is_an_end else {number}


def test_with_any_byte_changed_the_file_is_set_aside_and_the_rest_is_rescued(folder, tmp_path):
    """Of a game up to the first entry that is lost; a last line without its end is whole."""
    whole = written(folder)
    lines = whole.splitlines()
    begin = next(n for n, line in enumerate(lines) if b'"game"' in line)
    for place in range(len(whole)):
        spoilt = bytearray(whole)
        spoilt[place] ^= 0x41
        there = tmp_path / f"changed-{place}"
        there.mkdir()
        (there / FILE).write_bytes(spoilt)
        lost = spoilt_lines(whole, place) if place + 1 < len(whole) else set()
        first = min((n for n in lost if n >= begin), default=len(lines))
        tokens, rescue = found(there)
        assert tokens == ["r2", "r3", "r4"][: max(0, first - begin - 1)]
        assert rescue.set_aside.read_bytes() == spoilt
        assert (rescue.games, rescue.entries) == (first > begin, len(tokens))
        assert rescue.lost == bool(lost)
        assert found(there) == (tokens, None)


def test_one_damaged_game_costs_no_other_one_anything(folder):
    """Nor deleted ones, nor settings, nor what is counted of them."""
    games = list(evenings(12))
    storage, _ = open_storage(folder, now=NOON)
    archive = Archive(storage, summary_of)
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
        archive = Archive(storage, summary_of)
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
    folder, opened, happens
):
    """All is in memory: it is written again, and what there was instead is kept beside it."""
    storage = opened()
    storage.start(head())
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
    archive = Archive(storage, summary_of)
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
    archive = Archive(storage, summary_of)
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


KILLED = """
import os, shutil, signal, sys
from pathlib import Path
from contract import NOON, entry
from qwixx_pad.storage import open_storage
from qwixx_pad.storage import journal
template, work, what = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]

def act():
    journal._SPARE = 5 if what == "anew" else 1000
    storage, _ = open_storage(work, now=NOON)
    if what == "entry":
        storage.append("one", 3, entry("r5"))

def killed_after(steps):
    left = iter(range(steps))
    def trace(frame, event, _):
        if "/storage/" not in frame.f_code.co_filename or frame.f_code.co_name in {"_say", "apply"}:
            return None
        if event == "line" and next(left, None) is None:
            os.kill(os.getpid(), signal.SIGKILL)
        return trace
    sys.settrace(trace)
    act()
    os._exit(0)

def seen():
    journal._SPARE = 1000
    storage, rescue = open_storage(work, now=NOON)
    tokens = {game: [e.token for e in storage.load(game).entries] for game in storage.games()}
    kept = sorted(path.read_bytes() for path in work.glob("pad-damaged-*.journal"))
    return tokens, storage.settings(), kept, rescue is None

steps, stepped = 0, True
while stepped:
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(template, work)
    child = os.fork()
    if not child:
        killed_after(steps)
    stepped = os.WIFSIGNALED(os.waitpid(child, 0)[1])
    print(repr(seen()), flush=True)
    steps += 1
"""


@pytest.mark.processes
@pytest.mark.parametrize("what", ["anew", "entry", "torn", "rescue"])
def test_killed_at_any_line_of_the_code_nothing_is_lost(folder, tmp_path, what):
    """While a journal is written anew, an entry is kept, a torn line goes, or games are rescued."""
    whole = written(folder)
    spoilt = whole.replace(b"r4", b"r9") if what == "rescue" else whole
    (folder / FILE).write_bytes(spoilt + b"0b5a1f3c [[" * (what == "torn"))
    if what == "anew":
        storage, _ = open_storage(folder, now=NOON)
        for number in range(30):
            storage.put_setting("shade", str(number))
        storage.close()
    here = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    said = subprocess.run(
        [sys.executable, "-c", KILLED, str(folder), str(tmp_path / "work"), what],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": here},
    )
    ends = [eval(line) for line in said.stdout.splitlines()]  # noqa: S307 - our own values
    assert len(ends) > 50
    tokens, settings, kept, _ = ends[-1]
    for end in ends:
        late = [{"one": ["r2", "r3", "r4"]}] if what == "entry" else []
        assert end[0] in [tokens, *late]
        assert end[1] == settings
        assert {*end[2]} == {*kept}
