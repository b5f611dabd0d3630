"""Summaries follow the entries, whoever has written them."""

import random

import pytest

from qwixx_pad.history.index import LiveIndex
from qwixx_pad.storage import StorageError
from qwixx_pad.storage.summary import GameQuery, GameState
from tests.support.breakable_disk import unwritable
from tests.support.random_evenings import evenings
from tests.support.storage.game_lists import archive_on, summary_of
from tests.support.storage.odd_games import ODD
from tests.support.storage.sample_journals import NOON, entry, head, refuses_to_write


def everything(archive):
    return [
        [*archive.read_index().matching_summaries(GameQuery(deleted=gone))]
        for gone in (False, True)
    ]


def test_game_summary_follows_entries_of_any_process(opened):
    mine = opened()
    other = opened()
    archive = archive_on(mine)
    assert archive.read_index().find("one") is None
    other.add_game(head())
    assert archive.read_index().find("one").state is GameState.UNTOUCHED
    for number, token in enumerate(("r2", "r5", "undo", "-")):
        (mine, other)[number % 2].append("one", number, entry(token, number))
        assert archive.read_index().find("one") == summary_of(mine.load("one"))
        assert archive.read_index().find("one").entries == number + 1
    assert everything(archive_on(other)) == everything(archive)


def test_repeated_queries_find_new_games_in_order(opened):
    """Also in the same order, where games were touched at the same moment."""
    storage = opened()
    chance = random.Random(7)
    archive = archive_on(storage)
    games = [*evenings(6, seed=3), *ODD]
    chance.shuffle(games)
    for saved in games:
        storage.add_game(saved.head)
        half = len(saved.entries) // 2
        storage.append(saved.head.id, 0, *saved.entries[:half])
        if chance.random() < 0.5:
            everything(archive)
        storage.append(saved.head.id, half, *saved.entries[half:])
    storage.delete((games[0].head.id,), NOON)
    known = everything(archive)
    found = {summary.game: summary for part in known for summary in part}
    touched = {saved.head.id: summary_of(saved) for saved in games}
    assert found == {g: s for g, s in touched.items() if s.state is not GameState.UNTOUCHED}
    assert everything(archive_on(storage)) == everything(archive_on(opened())) == known


def test_unchanged_summary_is_built_once(storage):
    made = []
    archive = LiveIndex(storage, lambda saved: made.append(saved) or summary_of(saved))
    assert archive.read_index() is archive.read_index()
    storage.put_setting("shade", "dark")
    assert archive.read_index().find("one").entries == 0
    assert len(made) == 1


def test_read_only_storage_still_lists_games(storage):
    storage.append("one", 0, entry("r2"))
    with unwritable():
        archive = archive_on(storage)
        assert archive.read_index().find("one") == summary_of(storage.load("one"))
        assert refuses_to_write(storage)


def test_failed_summary_does_not_hide_a_game_for_good(opened):
    storage = opened()
    left = iter(range(5))
    for saved in ODD:
        storage.add_game(saved.head)
        storage.append(saved.head.id, 0, *saved.entries)

    def failing(saved):
        if next(left, None) is None:
            raise StorageError
        return summary_of(saved)

    archive = LiveIndex(storage, failing)
    with pytest.raises(StorageError):
        _ = archive.read_index()
    assert everything(archive_on(storage)) == everything(archive_on(opened()))


def test_invalidated_games_are_summarized_again(storage):
    made = []
    archive = LiveIndex(storage, lambda saved: made.append(saved.head.id) or summary_of(saved))
    storage.add_game(head("two", setup="later_sheet"))
    assert archive.read_index().find("two").state is GameState.UNREADABLE
    made.clear()
    storage.invalidate_summaries(GameState.UNREADABLE)
    assert archive.read_index().find("two").state is GameState.UNREADABLE
    assert made == ["two"]
