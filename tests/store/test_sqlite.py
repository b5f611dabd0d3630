"""The store on SQLite keeps the contract, and survives what happens to files."""

import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from contract import NOON, StoreContract, entry, head

from qwixx_pad.store import CannotWrite, Conflict, StoreError, TooNew, data_folder, open_store
from qwixx_pad.store.opening import FILE
from qwixx_pad.store.schema import VERSION

HERE = Path(__file__).parent


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "data"


@pytest.fixture
def opened(folder):
    """Opens the folder's store; all are closed at the end."""
    stores = []

    def open_one():
        stores.append(open_store(folder, now=NOON)[0])
        return stores[-1]

    yield open_one
    for store in stores:
        store.close()


class TestContract(StoreContract):
    @pytest.fixture
    def store(self, opened):
        return opened()

    @pytest.fixture
    def again(self, store, opened):
        def reopen():
            store.close()
            return opened()

        return reopen


def test_the_folder_is_made_for_its_owner_only(folder, opened):
    opened()
    assert folder.stat().st_mode & 0o777 == 0o700


def test_writes_are_ahead_logged_and_fully_synchronised(opened):
    connection = opened()._connection
    assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert connection.execute("PRAGMA synchronous").fetchone()[0] == 2


def test_flet_may_say_where_the_data_lives_and_the_command_line_knows_better(monkeypatch, tmp_path):
    monkeypatch.setenv("FLET_APP_STORAGE_DATA", str(tmp_path / "flet"))
    assert data_folder() == tmp_path / "flet"
    assert data_folder(tmp_path / "mine") == tmp_path / "mine"
    monkeypatch.delenv("FLET_APP_STORAGE_DATA")
    assert data_folder().name == "qwixx-pad"


# a second process


def test_of_two_processes_with_the_same_number_one_is_told(opened):
    first, second = opened(), opened()
    first.start(head())
    second.append("one", 0, entry("r2"))
    with pytest.raises(Conflict):
        first.append("one", 0, entry("y2"))
    first.append("one", 1, entry("y3"))
    assert [e.token for e in second.load("one").entries] == ["r2", "y3"]


def test_two_processes_may_open_a_new_folder_at_once(folder):
    code = (
        "import sys; from datetime import UTC, datetime; from pathlib import Path;"
        "from qwixx_pad.store import open_store;"
        "open_store(Path(sys.argv[1]), now=datetime.now(UTC))[0].settings()"
    )
    both = [subprocess.Popen([sys.executable, "-c", code, str(folder)]) for _ in range(4)]
    assert [process.wait(30) for process in both] == [0] * 4


def test_a_database_held_too_long_by_another_is_an_entry_not_saved(folder, opened):
    store = opened()
    store.start(head())
    store._connection.execute("PRAGMA busy_timeout = 50")
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(CannotWrite):
            store.append("one", 0, entry("r2"))
        other.execute("ROLLBACK")
    store.append("one", 0, entry("r2"))


# a full and a read-only disk


def fill(store):
    """Append until the disk is full; how many entries were kept."""
    for number in range(10_000):
        try:
            store.append("one", number, entry("r2" * 100))
        except CannotWrite:
            return number
    raise AssertionError("the disk is never full")


def test_a_full_disk_refuses_the_entry_and_keeps_the_rest(opened):
    store = opened()
    store.start(head())
    pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
    store._connection.execute(f"PRAGMA max_page_count = {pages}")
    kept = fill(store)
    assert len(store.load("one").entries) == kept
    store._connection.execute("PRAGMA max_page_count = 1000000")
    store.append("one", kept, entry("r3"))


def test_a_read_only_database_can_be_looked_at(opened):
    store = opened()
    store.start(head())
    store._connection.execute("PRAGMA query_only = ON")
    with pytest.raises(CannotWrite):
        store.append("one", 0, entry("r2"))
    with pytest.raises(CannotWrite):
        store.put_setting("name", "Ben")
    assert store.load("one").head == head()


def test_a_folder_that_cannot_be_made_is_said_in_a_sentence(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(CannotWrite, match="cannot use the folder"):
        open_store(tmp_path / "file" / "data", now=NOON)


# versions


def test_every_released_version_of_the_database_opens(folder, opened):
    for dump in sorted(HERE.glob("released-*.sql")):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        with closing(sqlite3.connect(folder / FILE)) as old:
            old.executescript(dump.read_text())
        games = opened().latest(9)
        assert [game.head.names for game in games] == [("Anna",), ("Ben",)], dump.name
        assert [entry.token for entry in games[0].entries] == ["r2", "-", "undo"], dump.name


def test_a_database_of_a_newer_pad_is_left_untouched(folder, opened):
    opened().close()
    with closing(sqlite3.connect(folder / FILE)) as newer:
        newer.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = (folder / FILE).read_bytes()
    with pytest.raises(TooNew, match="newer Qwixx Pad"):
        open_store(folder, now=NOON)
    assert (folder / FILE).read_bytes() == before


# damage


@pytest.fixture
def filled(folder):
    """A folder with thirty games of forty entries, cleanly closed; its bytes."""
    store, _ = open_store(folder, now=NOON)
    for game in range(30):
        store.start(head(f"game{game:02}", game))
        for number in range(40):
            store.append(f"game{game:02}", number, entry(f"r{number}", number))
    store.close()
    return (folder / FILE).read_bytes()


def open_damaged(folder, content):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / FILE).write_bytes(content)
    return open_store(folder, now=NOON)


def check_rescue(folder, content, *, same_texts=True):
    """Whatever the damage: the pad opens, takes entries, and the old file is kept."""
    store, rescue = open_damaged(folder, content)
    with closing(store):
        games = store.latest(99)
        for game in games:
            tokens = [e.token for e in game.entries]
            assert not same_texts or tokens == [f"r{number}" for number in range(len(tokens))]
        store.start(head("fresh"))
        store.append("fresh", 0, entry("r2"))
    if rescue is not None:
        assert rescue.set_aside.read_bytes() == content
        assert rescue.games == len(games)
    return rescue, games


def test_garbage_is_set_aside_under_a_dated_name(folder):
    rescue, games = check_rescue(folder, b"this was never a database " * 99)
    assert rescue.set_aside.name == "pad-damaged-2026-01-02T120000Z.db"
    assert games == ()


def test_an_empty_file_is_a_fresh_database(folder):
    rescue, games = check_rescue(folder, b"")
    assert rescue is None
    assert games == ()


@pytest.mark.parametrize("share", [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99])
def test_of_a_torn_file_what_can_be_read_is_rescued(folder, filled, share):
    rescue, _ = check_rescue(folder, filled[: int(len(filled) * share)])
    assert rescue is not None


def test_of_a_file_with_one_broken_page_most_games_are_rescued(folder, filled):
    page = 4096
    last = len(filled) // page - 1
    broken = filled[: last * page] + b"\xff" * page
    rescue, games = check_rescue(folder, broken)
    assert rescue is not None
    assert len(games) >= 25


@pytest.mark.parametrize("seed", range(12))
def test_flipped_bits_never_keep_the_pad_from_opening(folder, filled, seed):
    rng = random.Random(seed)
    content = bytearray(filled)
    for _ in range(rng.choice((1, 20, 400))):
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    if content[60:64] != filled[60:64]:
        content[60:64] = filled[60:64]  # a higher version is not damage: it has a test of its own
    check_rescue(folder, bytes(content), same_texts=False)


def test_a_second_damage_never_overwrites_what_was_set_aside(folder):
    garbage = b"x" * 5000
    first = check_rescue(folder, garbage)[0].set_aside
    (folder / FILE).write_bytes(b"y" * 5000)
    store, rescue = open_store(folder, now=NOON)
    store.close()
    assert rescue.set_aside != first
    assert first.read_bytes() == garbage


# the process is killed

TAPPING = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from qwixx_pad.store import GameHead, SavedEntry, UnknownGame, open_store
store, rescue = open_store(Path(sys.argv[1]), now=datetime.now(UTC))
assert rescue is None
try:
    number = len(store.load("one").entries)
except UnknownGame:
    store.start(GameHead("one", "classic", ("Anna",), datetime.now(UTC)))
    number = 0
while True:
    store.append("one", number, SavedEntry(f"r{number}", datetime.now(UTC)))
    print(number, flush=True)
    number += 1
"""


def test_killed_at_two_hundred_random_moments_no_shown_entry_is_lost(folder):
    """After each kill everything that was said to be kept is there, in order, on a sound disk."""
    rng = random.Random(200)
    for _ in range(200):
        process = subprocess.Popen(
            [sys.executable, "-c", TAPPING, str(folder)], stdout=subprocess.PIPE, text=True
        )
        wanted = rng.randrange(1, 12)
        shown = [process.stdout.readline() for _ in range(wanted)]
        process.send_signal(signal.SIGKILL)
        rest, _ = process.communicate()
        numbers = [
            int(line) for line in (*shown, *rest.splitlines(keepends=True)) if line.endswith("\n")
        ]
        store, rescue = open_store(folder, now=NOON)
        with closing(store):
            kept = [e.token for e in store.load("one").entries]
            assert rescue is None
            assert kept == [f"r{number}" for number in range(len(kept))]
            assert len(kept) > max(numbers)
            check = store._connection.execute("PRAGMA integrity_check").fetchone()[0]
            assert check == "ok"


def test_no_error_of_the_database_leaves_the_store(opened):
    store = opened()
    store.close()
    for ask in (
        lambda: store.load("one"),
        lambda: store.latest(1),
        store.settings,
        lambda: store.start(head()),
        lambda: store.append("one", 0, entry("r2")),
        lambda: store.put_setting("a", "b"),
    ):
        with pytest.raises(StoreError):
            ask()


def test_times_come_back_with_their_zone(opened):
    store = opened()
    store.start(head())
    later = datetime.now(UTC) + timedelta(hours=1)
    store.append("one", 0, entry("r2"))
    assert store.load("one").head.started.utcoffset() == timedelta(0)
    assert store.load("one").entries[0].at < later
