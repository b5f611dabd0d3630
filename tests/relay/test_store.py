"""A store keeps what the protocol promises, whatever engine is beneath."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta, timezone

import pytest

from qwixx_pad.relay.store import RequestMark, SavedTable
from qwixx_pad.storage import Conflict, GameHead, SavedEntry, SavedGame, StorageError, UnknownGame
from tests.support.relay.stored_games import HEAD, tokens
from tests.support.storage.sample_journals import NOON, entry


@pytest.fixture(params=["sqlite", "postgres"])
def database(request):
    """Each engine in turn."""
    return "" if request.param == "sqlite" else request.getfixturevalue("postgres").address


@pytest.fixture
def begun(store):
    """A store with a table ABCDEF and its game."""
    store.put_table("ABCDEF", "{}", 0, NOON)
    store.start(HEAD, "ABCDEF")
    return store


def test_game_is_loaded_as_saved(begun, again):
    made = tuple(entry(f"1:r{number}", seconds=-number) for number in range(12))
    begun.append("one", 0, *made[:2])
    begun.append("one", 2, *made[2:])
    assert again().load("one", "ABCDEF").saved == SavedGame(HEAD, made)


def test_request_mark_is_saved_only_with_its_entries(begun, again):
    begun.append("one", 0, entry("1:r2"), entry("1:r3"), mark=RequestMark("Zoë", 1))
    begun.append("one", 2, entry("end"))
    begun.append("one", 3, entry("1:r4"), mark=RequestMark("bob", 2**31 - 1))
    with pytest.raises(Conflict):
        begun.append("one", 3, entry("1:r5"), mark=RequestMark("Zoë", 2))
    assert again().load("one", "ABCDEF").marks == {
        RequestMark("Zoë", 1),
        RequestMark("bob", 2**31 - 1),
    }


def test_game_is_loaded_only_at_its_own_table(begun):
    begun.put_table("GHJKLM", "{}", 0, NOON)
    with pytest.raises(UnknownGame):
        begun.load("one", "GHJKLM")


def test_time_of_another_zone_is_loaded_as_utc(begun):
    begun.append("one", 0, SavedEntry("-", NOON.astimezone(timezone(timedelta(hours=5)))))
    (saved,) = begun.load("one", "ABCDEF").saved.entries
    assert (saved.at, saved.at.utcoffset()) == (NOON, timedelta(0))


@pytest.mark.parametrize("number", [0, 2, -1, 2**70])
def test_append_with_wrong_number_conflicts_and_saves_nothing(begun, number):
    begun.append("one", 0, entry("1:r2"))
    with pytest.raises(Conflict):
        begun.append("one", number, entry("1:r3"), entry("1:r4"))
    assert tokens(begun) == ["1:r2"]


def test_game_id_is_unique_and_needs_an_existing_table(begun):
    for head, code in ((HEAD, "ABCDEF"), (GameHead("two", "classic", (), NOON), "NOBODY")):
        with pytest.raises(Conflict):
            begun.start(head, code)
    with pytest.raises(UnknownGame):
        begun.load("two", "ABCDEF")


@pytest.mark.parametrize("name", ["never", "", "\0", "\ud800", "one' OR '1'='1"])
def test_unknown_names_raise_unknown_game(begun, name):
    for game, table in ((name, "ABCDEF"), ("one", name)):
        with pytest.raises(UnknownGame):
            begun.load(game, table)
    with pytest.raises(UnknownGame):
        begun.append(name, 0, entry("-"))
    assert begun.find_table(name) is None
    begun.drop_table(name)


def test_put_table_replaces_only_the_version_seen(store, again):
    assert store.put_table("ABCDEF", "first", 0, NOON) == 1
    assert store.put_table("ABCDEF", "second {} %s ?", 1, NOON) == 2
    for version in (0, 1, 3):
        with pytest.raises(Conflict):
            store.put_table("ABCDEF", "too late", version, NOON)
    with pytest.raises(Conflict):
        store.put_table("GHJKLM", "never there", 1, NOON)
    assert again().find_table("ABCDEF") == SavedTable("ABCDEF", "second {} %s ?", 2)


@pytest.mark.parametrize("odd", ["\0", "a\0b", "\ud800"])
def test_unstorable_text_is_refused_and_changes_nothing(begun, odd):
    for write in (
        lambda: begun.put_table("ABCDEF", odd, 1, NOON),
        lambda: begun.put_table(odd, "{}", 0, NOON),
        lambda: begun.start(GameHead("two", odd, (), NOON), "ABCDEF"),
        lambda: begun.append("one", 0, entry("-"), entry(odd)),
        lambda: begun.append("one", 0, SavedEntry("-", NOON.replace(tzinfo=None))),
        lambda: begun.append("one", 0, entry("-"), mark=RequestMark(odd, 1)),
        lambda: begun.append("one", 0, entry("-"), mark=RequestMark("ann", 2**31)),
    ):
        with pytest.raises(ValueError, match=r"surrogates|NUL|zone|bounds"):
            write()
    assert begun.find_table("ABCDEF") == SavedTable("ABCDEF", "{}", 1)
    assert tokens(begun) == []


def test_dropping_a_table_drops_its_games(begun, again):
    begun.append("one", 0, entry("-"))
    begun.drop_table("ABCDEF")
    with pytest.raises(UnknownGame):
        begun.load("one", "ABCDEF")
    later = again()
    assert later.find_table("ABCDEF") is None
    assert later.put_table("ABCDEF", "anew", 0, NOON) == 1


def test_table_is_forgotten_a_week_after_its_last_change(store):
    for minutes, code in enumerate(("PLAYED", "SEATED", "EMPTYY", "SILENT")):
        store.put_table(code, "{}", 0, NOON - timedelta(days=9, minutes=minutes))
        store.start(GameHead(code, "classic", (), NOON), code)
        store.append(code, 0, entry("-", -700_000))
    store.append("PLAYED", 1, entry("-"))
    store.put_table("SEATED", "{}", 1, NOON)
    assert sorted(store.drop_old_tables(NOON)) == ["EMPTYY", "SILENT"]
    assert [store.find_table(code) is None for code in ("PLAYED", "SEATED", "EMPTYY")] == [0, 0, 1]
    with pytest.raises(UnknownGame):
        store.load("SILENT", "SILENT")
    assert store.drop_old_tables(NOON) == ()


OF_GAMES = [
    "UPDATE relay_entry SET token = '1:r3' WHERE number = 1",
    "UPDATE relay_entry SET at = 'never' WHERE number = 1",
    "UPDATE relay_entry SET number = 9 WHERE number = 1",
    "UPDATE relay_entry SET request = 2 WHERE number = 1",
    "DELETE FROM relay_entry WHERE number = 2",
    "DELETE FROM relay_entry",
    "UPDATE relay_game SET length = 2",
    "UPDATE relay_game SET length = 4",
    "UPDATE relay_game SET checksum = 1",
    "UPDATE relay_game SET names = '[]'",
    "UPDATE relay_game SET started = 'never'",
    "UPDATE relay_game SET setup = 'classic/3'",
]


@pytest.mark.parametrize("damage", OF_GAMES)
def test_damaged_game_raises_error_and_spares_others(begun, damage):
    begun.append("one", 0, entry("1:r2"), entry("1:r4"), mark=RequestMark("ann", 1))
    begun.append("one", 2, entry("1:r5"))
    with begun._write_transaction() as connection:
        connection.execute(damage)
    begun.start(GameHead("two", "classic/2", ("", ""), NOON), "ABCDEF")
    begun.append("two", 0, entry("-"))
    assert tokens(begun, "two") == ["-"]
    with pytest.raises(StorageError, match="damaged"):
        begun.load("one", "ABCDEF")


OF_TABLES = [
    "UPDATE relay_table SET seating = 'other'",
    "UPDATE relay_table SET version = 2",
    "UPDATE relay_table SET at = 'never'",
    "UPDATE relay_table SET checksum = 1",
]


@pytest.mark.parametrize("damage", OF_TABLES)
def test_damaged_table_raises_error_and_spares_others(begun, damage):
    with begun._write_transaction() as connection:
        connection.execute(damage)
    begun.put_table("GHJKLM", "{}", 0, NOON)
    assert begun.find_table("GHJKLM") == SavedTable("GHJKLM", "{}", 1)
    with pytest.raises(StorageError, match="damaged"):
        begun.find_table("ABCDEF")


def test_concurrent_appends_of_one_entry_succeed_once(begun):
    def append(thread):
        try:
            begun.append("one", thread % 5, entry(f"of {thread}"), entry("and another"))
        except Conflict:
            return 0
        return 2

    with ThreadPoolExecutor(4) as pool:
        appended = sum(pool.map(append, range(40)))
    assert appended == len(tokens(begun)) >= 2


def test_closed_store_raises_storage_error(begun):
    begun.close()
    with pytest.raises(StorageError):
        begun.load("one", "ABCDEF")
    with pytest.raises(StorageError):
        begun.append("one", 0, entry("-"))


WRITER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from qwixx_pad.relay.store import open_store
from qwixx_pad.storage import Conflict, SavedEntry, StorageError
store, name = open_store(Path(sys.argv[1]), sys.argv[2]), sys.argv[3]
for count in range(100_000):
    while True:
        try:
            kept = [entry.token for entry in store.load("one", "ABCDEF").saved.entries]
            if f"{name}{count}" not in kept:
                now = datetime.now(UTC)
                both = SavedEntry(f"{name}{count}", now), SavedEntry(f"{name}{count}+", now)
                store.append("one", len(kept), *both)
            break
        except StorageError:
            continue
    print(f"{name}{count}", flush=True)
"""


@pytest.mark.processes
def test_killed_writers_lose_no_confirmed_entries(store, again, database, tmp_path, request):
    store.put_table("ABCDEF", "{}", 0, NOON)
    store.start(HEAD, "ABCDEF")
    store.close()
    command = [sys.executable, "-c", WRITER, str(tmp_path), database]

    def begin(name):
        return subprocess.Popen([*command, name], stdout=subprocess.PIPE, text=True)

    writers = [*map(begin, "ab" if database else "a")]
    confirmed = [writers[0].stdout.readline() for _ in range(20)]
    writers[0].kill()
    writers += [] if database else [begin("b")]
    confirmed += [writers[1].stdout.readline() for _ in range(20)]
    if database:
        server = request.getfixturevalue("postgres")
        server.stop("immediate")
        server.start()
        confirmed += [writers[1].stdout.readline() for _ in range(20)]
    writers[1].kill()
    for writer in writers:
        confirmed += writer.communicate()[0].splitlines(keepends=True)
    stored = tokens(again())
    assert len(stored) == len({*stored})
    whole = [line.strip() for line in confirmed if line.endswith("\n")]
    assert [line for line in whole if line not in stored or f"{line}+" not in stored] == []
    assert [one + "+" for one in stored[::2]] == stored[1::2], "half of a change"
