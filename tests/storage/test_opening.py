"""What opening a folder reads, makes again, writes anew, and leaves alone."""

import os
import shutil
from contextlib import closing
from dataclasses import replace

import pytest

from qwixx_pad.history.index import LiveIndex
from qwixx_pad.library.library import opened_library
from qwixx_pad.library.summaries import SUMMARY_VERSION, game_line
from qwixx_pad.storage import (
    JOURNAL_FILE,
    CannotWrite,
    content,
    data_folder,
    open_storage,
)
from qwixx_pad.storage.saved import ImportBatch
from qwixx_pad.storage.summary import GameQuery, GameState
from tests.support.random_evenings import evenings
from tests.support.storage.game_lists import archive_on, summary_of
from tests.support.storage.sample_journals import NOON, entry, head

GAMES = tuple(evenings(30))
ALL = GameQuery()


@pytest.fixture(scope="module")
def folded(tmp_path_factory):
    """A folder with thirty games, a line each."""
    folder = tmp_path_factory.mktemp("folded")
    storage, _ = open_storage(folder, now=NOON)
    with closing(storage):
        storage.import_games(ImportBatch(new_games=tuple((saved, None) for saved in GAMES)))
    with opened_library(folder):
        pass
    return folder


@pytest.fixture
def copied(folded, folder):
    return shutil.copytree(folded, folder)


@pytest.fixture
def parsed(monkeypatch):
    """The texts of the cells that were parsed."""
    read = content.read_json
    texts = []
    monkeypatch.setattr(content, "read_json", lambda text: texts.append(text) or read(text))
    return texts


def cells_in(folder):
    lines = (folder / JOURNAL_FILE).read_bytes().splitlines()
    return [cell[9:] for line in lines for cell in line.split(b"\t")]


def test_opening_parses_each_summary_once_and_no_log(copied, parsed):
    others = [cell for cell in cells_in(copied) if not cell.startswith(b"log ")]
    summaries = [cell for cell in others if cell.startswith(b"summary [%d," % SUMMARY_VERSION)]
    assert len(summaries) == len(GAMES)
    with opened_library(copied) as (_, library, _):
        assert len(library.page(ALL, 0, 99)) == len(GAMES)
        assert library.statistics_of(ALL).sheets
        assert library.player_stats(ALL)
        assert library.find(GAMES[0].head.id).summary == summary_of(GAMES[0])
        assert parsed == [cell.decode().partition(" ")[2] for cell in others]
        assert game_line(GAMES[3]) in library.game_file(GAMES[3].head.id)
        logs = parsed[len(others) :]
        assert 20 * (len(logs) - 1) < len(GAMES[3].entries) <= 20 * len(logs)
        assert all(f'"{GAMES[3].head.id}"' in log for log in logs)


def test_only_changed_games_are_summarized_again(copied):
    storage = open_storage(copied, now=NOON, summary_version=SUMMARY_VERSION)[0]
    made = []
    with closing(storage):
        archive = LiveIndex(storage, lambda saved: made.append(saved.head.id) or summary_of(saved))
        assert archive.read_index().count_games(ALL) == len(GAMES)
        played = GAMES[3].head.id
        storage.append(played, len(GAMES[3].entries), entry("undo"))
        assert archive.read_index().find(played) == summary_of(storage.load(played))
        assert made == [played]


def test_unreadable_game_is_retried_on_opening(opened):
    """A later version may know its sheet."""
    storage = opened()
    made = []
    storage.add_game(head(setup="later_sheet"))
    assert archive_on(storage).read_index().find("one").state is GameState.UNREADABLE
    storage.rewrite()
    index = LiveIndex(
        opened(), lambda saved: made.append(saved.head.id) or summary_of(saved)
    ).read_index()
    assert (index.find("one").entries, made) == (0, ["one"])


def test_summaries_of_another_version_are_rebuilt_and_stored(copied):
    """Whoever mends a rule mends what was counted by the wrong one."""

    def mended(saved):
        made.append(saved.head.id)
        return replace(summary_of(saved), roll=99)

    for reckoning, rolls, summed in ((0, {99}, 30), (0, {99}, 0), (1, {99}, 30)):
        storage = open_storage(copied, now=NOON, summary_version=reckoning)[0]
        made = []
        with closing(storage):
            archive = LiveIndex(storage, mended)
            assert {
                summary.roll for summary in archive.read_index().matching_summaries(ALL)
            } == rolls
            storage.compact()
        assert len(made) == summed


def test_summaries_of_another_version_are_rebuilt(copied):
    journal = copied / JOURNAL_FILE
    now, other = (b"summary [%d," % version for version in (SUMMARY_VERSION, SUMMARY_VERSION + 1))
    text = journal.read_bytes().replace(now, other)
    lines = ([cell[9:] for cell in line.split(b"\t")] for line in text.splitlines())
    journal.write_bytes(b"".join(map(content.encode_line, lines)))
    with opened_library(copied) as (_, library, notice):
        assert notice is None
        assert library.find(GAMES[0].head.id).summary == summary_of(GAMES[0])
        assert library.statistics_of(ALL).comeback_stats.wins


@pytest.mark.parametrize(("games", "lines"), [(5, None), (10, 10 + 2)])
def test_journal_is_compacted_only_when_long(folder, opened, monkeypatch, games, lines):
    storage = opened()
    monkeypatch.setattr(os, "fsync", lambda _: None)  # hundreds would be waited for
    for saved in GAMES[:games]:
        storage.add_game(saved.head)
        for number, made in enumerate(saved.entries):
            storage.append(saved.head.id, number, made)
    storage.close()
    before = (folder / JOURNAL_FILE).read_bytes()
    with opened_library(folder):
        pass
    after = (folder / JOURNAL_FILE).read_bytes()
    assert after == before if lines is None else after.count(b"\n") == lines


def test_data_folder_prefers_the_command_line_over_flet(monkeypatch, tmp_path):
    monkeypatch.setenv("FLET_APP_STORAGE_DATA", str(tmp_path / "flet"))
    assert data_folder() == tmp_path / "flet"
    assert data_folder(tmp_path / "mine") == tmp_path / "mine"
    monkeypatch.delenv("FLET_APP_STORAGE_DATA")
    assert data_folder().name == "qwixx-pad"


@pytest.mark.processes
@pytest.mark.parametrize("name", ["pad.journal", "pad.lock", "pad.head", "pad.blocks"])
def test_pipe_in_the_folder_is_refused_not_waited_for(tmp_path, name):
    os.mkfifo(pipe := tmp_path / name)
    with pytest.raises(CannotWrite, match=f"cannot use {pipe}"):
        open_storage(tmp_path, now=NOON)
