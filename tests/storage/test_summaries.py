"""Summaries follow the entries, whatever they are kept in."""

import random
from contextlib import ExitStack

import pytest
from archives import archive_on, summary_of
from contract import NOON, entry, head
from disks import unwritable
from evenings import evenings
from oddities import ODD

from qwixx_pad.storage import CannotWrite
from qwixx_pad.storage.index import Archive
from qwixx_pad.storage.protocol import Intake
from qwixx_pad.storage.summary import GameQuery, State

pytestmark = pytest.mark.usefixtures("kind")


def everything(archive):
    return [[*archive.index.all(GameQuery(deleted=gone))] for gone in (False, True)]


def test_a_summary_is_stale_after_every_entry_and_fresh_after_a_refresh(opened):
    storage = opened()
    archive = archive_on(storage)
    storage.start(head())
    assert archive.index.find("one") is None
    assert archive.refresh() == 1
    assert archive.index.find("one").state is State.UNTOUCHED
    for number, token in enumerate(("r2", "r5", "undo", "-")):
        storage.append("one", number, entry(token, number))
        assert archive.index.find("one").entries == number
        assert archive.refresh() == 1
        assert archive.index.find("one") == summary_of(storage.load("one"))
    assert archive.refresh() == 0


def test_an_entry_of_another_store_on_the_folder_makes_the_summary_stale(opened):
    mine, other = opened(), opened()
    mine.start(head())
    archive = archive_on(mine)
    archive.refresh()
    other.append("one", 0, entry("r2"))
    other.start(head("two", 1))
    assert archive.refresh() == 2
    assert archive.index.find("one").scores[0].total == 1
    assert archive_on(other).refresh() == 0
    assert everything(archive_on(other)) == everything(archive)


def test_a_rebuild_gives_what_came_game_by_game(opened):
    """Also their order, where games were touched at the same moment."""
    storage, chance = opened(), random.Random(7)
    archive = archive_on(storage)
    games = [*evenings(6, seed=3), *ODD]
    chance.shuffle(games)
    for saved in games:
        storage.start(saved.head)
        half = len(saved.entries) // 2
        storage.append(saved.head.id, 0, *saved.entries[:half])
        if chance.random() < 0.5:
            archive.refresh()
        storage.append(saved.head.id, half, *saved.entries[half:])
        archive.refresh()
    storage.delete((games[0].head.id,), NOON)
    before = everything(archive)
    found = {summary.game: summary for part in before for summary in part}
    touched = {saved.head.id: summary_of(saved) for saved in games}
    assert found == {g: s for g, s in touched.items() if s.state is not State.UNTOUCHED}
    assert archive.rebuild() == len(games)
    assert everything(archive) == before
    assert archive.refresh() == 0


def test_where_nothing_can_be_written_what_was_found_before_is_still_found(storage):
    storage.append("one", 0, entry("r2"))
    archive = archive_on(storage)
    archive.refresh()
    before = everything(archive)
    storage.append("one", 1, entry("r3"))
    with unwritable(storage):
        for write in (archive.refresh, archive.rebuild):
            with pytest.raises(CannotWrite):
                write()
            assert everything(archive) == before
    assert archive.refresh() == 1


def test_a_rebuild_that_the_disk_ends_half_way_hides_no_game(opened):
    storage = opened()
    archive = archive_on(storage)
    storage.take_in(Intake(new=tuple((saved, None) for saved in ODD)))
    archive.refresh()
    before, left = everything(archive), iter(range(5))
    with ExitStack() as disk:

        def failing(saved):
            if next(left, None) is None:
                disk.enter_context(unwritable(storage))
            return summary_of(saved)

        with pytest.raises(CannotWrite):
            Archive(storage, failing).rebuild()
        assert everything(archive) == before
