"""Which kind of storage a folder is opened with, and that the other kind's games are never lost."""

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from contract import NOON, entry, head

from qwixx_pad.storage import CHOICE, DATABASE, JOURNAL, LeftAlone, open_storage
from qwixx_pad.storage.journal import JournalStorage
from qwixx_pad.storage.sql.sqlite_storage import SqliteStorage


@pytest.fixture(autouse=True)
def kind(monkeypatch):
    monkeypatch.delenv(CHOICE, raising=False)


def kind_in(folder):
    storage, notice = open_storage(folder, now=NOON)
    storage.close()
    return type(storage), notice


def keep_in(folder, game):
    storage, _ = open_storage(folder, now=NOON)
    with closing(storage):
        storage.start(head(game))
        storage.append(game, 0, entry("r2"))


def by_variable(patched):
    patched.setenv(CHOICE, "journal")


def by_platform(patched):
    patched.setattr(sys, "platform", "ios")


def by_absence(patched):
    patched.setitem(sys.modules, "sqlite3", None)


WITHOUT = pytest.mark.parametrize("without", [by_variable, by_platform, by_absence])


def test_games_are_kept_by_sqlite(folder):
    assert kind_in(folder) == (SqliteStorage, None)


@WITHOUT
def test_where_sqlite_is_missing_not_trusted_or_not_wanted_games_are_kept_in_a_journal(
    folder, monkeypatch, without
):
    without(monkeypatch)
    assert kind_in(folder) == (JournalStorage, None)
    assert not (folder / DATABASE).exists()


def test_a_folder_with_a_journal_goes_on_in_it_also_where_sqlite_is_there(folder, monkeypatch):
    with monkeypatch.context() as patched:
        by_variable(patched)
        keep_in(folder, "one")
    assert kind_in(folder) == (JournalStorage, None)
    keep_in(folder, "two")
    assert not (folder / DATABASE).exists()


@WITHOUT
def test_a_database_beside_a_journal_is_left_untouched_and_spoken_of(folder, monkeypatch, without):
    keep_in(folder, "one")
    before = (folder / DATABASE).read_bytes()
    with monkeypatch.context() as patched:
        without(patched)
        assert kind_in(folder) == (JournalStorage, LeftAlone(folder / DATABASE))
        keep_in(folder, "two")
    assert (folder / DATABASE).read_bytes() == before
    journal = (folder / JOURNAL).read_bytes()
    assert kind_in(folder) == (SqliteStorage, LeftAlone(folder / JOURNAL))
    assert (folder / JOURNAL).read_bytes() == journal
    storage, _ = open_storage(folder, now=NOON)
    with closing(storage):
        assert storage.games() == ("one",)


def test_of_a_damaged_file_is_spoken_first(folder, monkeypatch):
    keep_in(folder, "one")
    by_variable(monkeypatch)
    (folder / JOURNAL).write_bytes(b"no journal")
    assert kind_in(folder)[1].set_aside.exists()
    assert kind_in(folder)[1] == LeftAlone(folder / DATABASE)


PLAYING = """
import sys
sys.modules["sqlite3"] = sys.modules["_sqlite3"] = None
from pathlib import Path
from strategies import entry
from qwixx_pad.archive.opened import opened_library
from qwixx_pad.storage.summary import GameQuery

folder = Path(sys.argv[1])
with opened_library(folder) as (service, library, notice):
    assert notice is None
    game = service.start("classic", ("Anna", "Ben"))
    for token in ("1:r5", "2:y7", "/", "end"):
        assert game.enter(entry(token)).stands
    name = game.head.id
with opened_library(folder) as (service, library, notice):
    assert notice is None
    assert [kept.summary.game for kept in library.page(GameQuery(), 0, 9)] == [name]
    assert library.numbers(GameQuery(players=("Anna",))).best == 1
    assert [line.name for line in library.standings(GameQuery())] == ["Anna", "Ben"]
    backup = "".join(library.backup_file()).encode()
    assert library.take_in(library.preview(b"classic r2 r3 end")).stands
    assert library.count(GameQuery()) == 2
    assert library.numbers(GameQuery()).sheets == 3
    assert library.take_back().stands
    assert library.delete(name).stands
    assert library.count(GameQuery()) == 0
    assert library.put_back(name).stands
    assert library.rebuild() == 1
    assert library.find(name).over
with opened_library(folder / "another") as (service, library, notice):
    assert library.take_in(library.preview(backup)).stands
    assert [kept.summary.game for kept in library.page(GameQuery(), 0, 9)] == [name]
assert not [module for module in sys.modules if module.startswith("qwixx_pad.storage.sql")]
print("played")
"""


@pytest.mark.processes
def test_without_sqlite_one_plays_finds_counts_imports_deletes_and_undoes(folder):
    here = os.pathsep.join([str(Path(__file__).parents[1]), *sys.path])
    said = subprocess.run(
        [sys.executable, "-c", PLAYING, str(folder)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": here},
    )
    assert (said.stdout, said.stderr) == ("played\n", "")
