"""Which kind of storage a folder is opened with, and that the other kind's games are never lost."""

import sys
from contextlib import closing

import pytest
from another_python import said_by
from contract import NOON, entry, head

from qwixx_pad.storage import CHOICE, DATABASE, JOURNAL, LeftAlone, data_folder, open_storage
from qwixx_pad.storage.journal import JournalStorage
from qwixx_pad.storage.sql.sqlite_storage import SqliteStorage


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


def test_games_are_kept_by_sqlite(folder):
    assert kind_in(folder) == (SqliteStorage, None)


@pytest.mark.parametrize("without", [by_variable, by_platform, by_absence])
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


def test_a_database_beside_a_journal_is_left_untouched_and_spoken_of(folder, monkeypatch):
    keep_in(folder, "one")
    before = (folder / DATABASE).read_bytes()
    with monkeypatch.context() as patched:
        by_variable(patched)
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
with opened_library(folder) as (service, library, notice):
    assert notice is None
    assert library.numbers(GameQuery(players=("Anna",))).best == 1
    assert library.take_in(library.preview(b"classic r2 r3 end")).stands
    assert library.take_back().stands
    assert [kept.summary.game for kept in library.page(GameQuery(), 0, 9)] == [game.head.id]
print(*(module for module in sys.modules if module.startswith("qwixx_pad.storage.sql")))
"""


@pytest.mark.processes
def test_without_sqlite_one_plays_finds_counts_imports_and_undoes(folder):
    assert said_by(PLAYING, folder).split() == []


def test_flet_may_say_where_the_data_lives_and_the_command_line_knows_better(monkeypatch, tmp_path):
    monkeypatch.setenv("FLET_APP_STORAGE_DATA", str(tmp_path / "flet"))
    assert data_folder() == tmp_path / "flet"
    assert data_folder(tmp_path / "mine") == tmp_path / "mine"
    monkeypatch.delenv("FLET_APP_STORAGE_DATA")
    assert data_folder().name == "qwixx-pad"
