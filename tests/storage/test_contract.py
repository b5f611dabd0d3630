"""What a storage promises: it keeps what it is given, shares its file, and says what it refuses."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta, timezone

import pytest

from qwixx_pad.storage import (
    CannotWrite,
    Conflict,
    GameHead,
    SavedEntry,
    SavedGame,
    StorageError,
    UnknownGame,
    open_storage,
)
from qwixx_pad.storage.saved import ImportBatch
from tests.support.breakable_disk import LEFT
from tests.support.storage.sample_journals import NOON, entry, head


@pytest.fixture
def storage(opened):
    """An empty one."""
    return opened()


@pytest.fixture
def again(storage, opened):
    """Closes the storage and opens it again."""

    def reopen():
        storage.close()
        return opened()

    return reopen


def test_stored_game_is_loaded_unchanged(storage, again):
    entries = tuple(entry(token, i) for i, token in enumerate(("r2", "-", "undo", "r#")))
    storage.add_game(head(names=("Anna", "", "Zoë ✗ 名"), setup="classic/3+finish-turn"))
    for number, made in enumerate(entries):
        storage.append("one", number, made)
    loaded = again().load("one")
    assert loaded.head == head(names=("Anna", "", "Zoë ✗ 名"), setup="classic/3+finish-turn")
    assert loaded.entries == entries


@pytest.mark.parametrize("name", ["nobody", "", "\x00", "\ud800", "one' OR '1'='1"])
def test_unknown_game_raises(storage, name):
    storage.add_game(head())
    with pytest.raises(UnknownGame):
        storage.load(name)
    with pytest.raises(UnknownGame):
        storage.append(name, 0, entry("r2"))


def test_entries_are_loaded_in_number_order(storage, again):
    """Not in that of their texts: 10 comes after 9; nor of their times: clocks are put back."""
    storage.add_game(head())
    for number in range(12):
        assert len(storage.load("one").entries) == number
        storage.append("one", number, entry(f"r{number}", seconds=-number))
    assert [e.token for e in again().load("one").entries] == [f"r{n}" for n in range(12)]


def test_game_identifier_is_unique(storage):
    storage.add_game(head())
    with pytest.raises(Conflict):
        storage.add_game(head(names=("Ben",)))
    assert storage.load("one").head.names == ("Anna",)


def test_entry_number_out_of_order_is_a_conflict(storage):
    storage.add_game(head())
    for number in (1, 7, -1, 2**70):
        with pytest.raises(Conflict):
            storage.append("one", number, entry("r3"))
    assert storage.load("one").entries == ()


def test_newest_game_is_the_last_started(storage):
    assert storage.newest_game() is None
    storage.add_game(head("new", 10))
    storage.add_game(head("old", 0))
    storage.append("old", 0, entry("r2", seconds=3600))
    storage.append("new", 0, entry("r3"))
    assert storage.newest_game() == storage.load("new")


def test_several_entries_are_stored_together_or_not(storage):
    storage.add_game(head())
    storage.append("one", 0, entry("r2"), entry("r3"))
    with pytest.raises(Conflict):
        storage.append("one", 1, entry("r4"), entry("r5"))
    with pytest.raises(ValueError, match="surrogates"):
        storage.append("one", 2, entry("r4"), entry("r\udfff"))
    assert [e.token for e in storage.load("one").entries] == ["r2", "r3"]


def test_games_are_ordered_by_time_even_at_full_seconds(storage):
    for name, microseconds in (("b", 1), ("a", 0), ("c", 2)):
        at = NOON.replace(microsecond=microseconds)
        storage.add_game(GameHead(name, "classic", ("",), at))
    assert storage.game_ids() == ("a", "b", "c")


def test_import_can_be_undone_after_a_rewrite(storage, again):
    storage.add_game(head())
    new = ((SavedGame(head("two", 1), (entry("r2"),)), None),)
    storage.import_games(ImportBatch(new, continued=(("one", 0, (entry("r3"),)),)))
    storage.rewrite()
    reopened = again()
    reopened.undo_import()
    assert [*reopened.iter_games()] == [(SavedGame(head(), ()), None)]


def test_settings_are_stored_and_replaced(storage, again):
    storage.put_setting("shade", "dark")
    storage.put_setting("shade", "light")
    storage.put_setting("name", "Zoë")
    assert again().read_settings() == {"shade": "light", "name": "Zoë"}


def test_removed_setting_is_gone(storage, again):
    storage.put_setting("shade", "dark")
    storage.put_setting("name", "Zoë")
    storage.drop_setting("shade")
    storage.drop_setting("never there")
    assert again().read_settings() == {"name": "Zoë"}


@pytest.mark.parametrize(
    "odd",
    ["\x00", "a\x00b", "a\nb\tc\x1b", "'; DROP TABLE game; --", "x" * 1_000_000],
    ids=["nul", "nul inside", "control", "statement", "long"],
)
def test_odd_texts_are_stored_unchanged(storage, again, odd):
    odd_head = GameHead(odd, odd, (odd, "", odd), NOON)
    storage.add_game(odd_head)
    storage.append(odd, 0, entry(odd))
    storage.put_setting(odd, odd)
    reopened = again()
    assert reopened.load(odd) == SavedGame(odd_head, (entry(odd),))
    assert reopened.newest_game() == SavedGame(odd_head, (entry(odd),))
    assert reopened.read_settings() == {odd: odd}


def test_names_with_half_a_character_are_stored(storage, again):
    storage.add_game(head("half", names=("A\ud83d", "B")))
    storage.add_game(head("none", names=()))
    reopened = again()
    assert reopened.load("half").head.names == ("A\ud83d", "B")
    assert reopened.load("none").head.names == ()


def test_half_a_character_or_naive_time_is_refused(storage):
    nowhere = NOON.replace(tzinfo=None)
    storage.add_game(head())
    for write in (
        lambda: storage.add_game(GameHead("two", "classic", ("",), nowhere)),
        lambda: storage.append("one", 0, SavedEntry("r2", nowhere)),
        lambda: storage.add_game(head("\ud800")),
        lambda: storage.add_game(head("two", setup="\ud800")),
        lambda: storage.append("one", 0, entry("r\udfff")),
        lambda: storage.put_setting("\ud800", "dark"),
        lambda: storage.put_setting("shade", "\ud800"),
        lambda: storage.drop_setting("\ud800"),
    ):
        with pytest.raises(ValueError, match=r"surrogates|without a zone"):
            write()
    assert storage.game_ids() == ("one",)
    assert storage.load("one") == SavedGame(head(), ())
    assert storage.read_settings() == {}
    storage.append("one", 0, entry("r2"))


def test_time_of_another_zone_is_the_same_moment(storage):
    there = NOON.astimezone(timezone(timedelta(hours=5, minutes=30)))
    storage.add_game(GameHead("one", "classic", ("",), there))
    storage.append("one", 0, SavedEntry("r2", there))
    loaded = storage.load("one")
    for at in (loaded.head.started, loaded.entries[0].at):
        assert at == NOON
        assert at.utcoffset() == timedelta(0)


@pytest.mark.processes
def test_concurrent_threads_append_an_entry_once(storage):
    storage.add_game(head())

    def append(thread):
        try:
            storage.append("one", thread % 5, entry(f"of {thread}"))
        except Conflict:
            return 0
        return 1

    with ThreadPoolExecutor(4) as pool:
        appended = sum(pool.map(append, range(40)))
    assert appended == len(storage.load("one").entries)
    assert appended >= 1


def test_folder_is_private_to_its_owner(folder, opened):
    opened()
    assert folder.stat().st_mode & 0o777 == 0o700


def test_closed_storage_leaves_only_its_file(tmp_path):
    folder = tmp_path / "a?b#c %41" / "é 名"
    for game in ("one", "two"):
        storage, rescue = open_storage(folder, now=NOON)
        storage.add_game(head(game))
        storage.close()
        assert rescue is None
    assert {file.name for file in folder.iterdir()} == LEFT


RACING = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from qwixx_pad.storage import Conflict, SavedEntry, open_storage
storage, _ = open_storage(Path(sys.argv[1]), now=datetime.now(UTC))
won = 0
while (number := len(storage.load("one").entries)) < 100:
    try:
        storage.append("one", number, SavedEntry(sys.argv[2], datetime.now(UTC)))
    except Conflict:
        continue
    won += 1
    if not won % 9:
        storage.rewrite()
print(won)
"""


@pytest.mark.processes
def test_two_processes_append_without_overwriting(folder, storage):
    """Each finds its confirmed entries, however often the file is rewritten."""
    storage.add_game(head())
    command = [sys.executable, "-c", RACING, str(folder)]
    both = {
        name: subprocess.Popen([*command, name], stdout=subprocess.PIPE, text=True)
        for name in ("r2", "y2")
    }
    won = {name: int(process.communicate(timeout=60)[0]) for name, process in both.items()}
    tokens = [e.token for e in storage.load("one").entries]
    assert len(tokens) == 100
    assert {name: tokens.count(name) for name in both} == won


OPENING = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from qwixx_pad.storage import open_storage
sys.stdin.read()
storage, rescue = open_storage(Path(sys.argv[1]), now=datetime.now(UTC))
storage.put_setting(sys.argv[2], "opened")
assert rescue is None
"""


@pytest.mark.processes
def test_processes_can_create_a_folder_at_once(folder, opened):
    command = [sys.executable, "-c", OPENING, str(folder)]
    processes = [
        subprocess.Popen([*command, str(number)], stdin=subprocess.PIPE) for number in range(4)
    ]
    for process in processes:
        process.stdin.close()
    assert [process.wait(60) for process in processes] == [0] * 4
    assert opened().read_settings() == {str(number): "opened" for number in range(4)}


def test_closed_storage_raises_only_storage_errors(opened):
    storage = opened()
    storage.close()
    for ask in (
        lambda: storage.load("one"),
        storage.newest_game,
        storage.game_ids,
        storage.read_settings,
    ):
        with pytest.raises(StorageError):
            ask()
    for write in (
        lambda: storage.add_game(head()),
        lambda: storage.append("one", 0, entry("r2")),
        lambda: storage.put_setting("a", "b"),
    ):
        with pytest.raises(CannotWrite):
            write()
    storage.close()
