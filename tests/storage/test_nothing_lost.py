"""Games are deleted when somebody says so, can be put back, and are never lost otherwise."""

from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from contract import NOON, entry, head
from evenings import evenings

from qwixx_pad.archive.summaries import summarise
from qwixx_pad.layouts import installed
from qwixx_pad.storage import Conflict, open_storage
from qwixx_pad.storage.index import Archive
from qwixx_pad.storage.protocol import Intake
from qwixx_pad.storage.summary import GameQuery

KEPT = tuple(evenings(20))


@pytest.fixture
def archive_of():
    return lambda storage: Archive(storage, lambda saved: summarise(saved, installed()))


def truth(storage):
    """What may never be lost: the games and their entries."""
    return [storage.load(game) for game in storage.games()]


def test_a_deleted_game_is_out_of_the_list_and_can_be_put_back(opened, archive_of):
    storage = opened()
    for number in range(3):
        storage.start(head(f"g{number}", number))
        storage.append(f"g{number}", 0, entry("r2", number), entry("end", number))
    archive, before = archive_of(storage), truth(storage)
    archive.refresh()
    storage.delete(["g0", "g2", "g2"], NOON)
    storage.delete(["g0"], NOON + timedelta(days=1))
    assert [s.game for s in archive.index.page(GameQuery(), 0, 9)] == ["g1"]
    assert {s.game for s in archive.index.page(GameQuery(deleted=True), 0, 9)} == {"g0", "g2"}
    assert archive.index.numbers(GameQuery()).sheets == 1
    assert [p.games for p in archive.index.players()] == [1]
    assert {saved.head.id: at and datetime.fromisoformat(at) for saved, at in storage.each()} == {
        "g0": NOON,
        "g1": None,
        "g2": NOON,
    }
    assert "g0" in archive.index.deleted
    storage.put_back(["g0", "g1", "never there"])
    assert {s.game for s in archive.index.page(GameQuery(), 0, 9)} == {"g0", "g1"}
    assert archive.index.deleted == {"g2"}
    assert truth(storage) == before


def test_one_game_that_is_not_there_makes_a_deletion_fail_as_a_whole(opened, archive_of):
    storage = opened()
    storage.start(head())
    with pytest.raises(Conflict):
        storage.delete(["one", "two"], NOON)
    assert archive_of(storage).index.deleted == set()


def test_to_wipe_removes_these_games_for_good_and_no_other(opened, archive_of):
    storage = opened()
    for saved in KEPT[:4]:
        storage.start(saved.head)
        storage.append(saved.head.id, 0, *saved.entries)
    archive = archive_of(storage)
    archive.refresh()
    gone, *left = (saved.head.id for saved in KEPT[:4])
    storage.delete([gone], NOON)
    storage.wipe([gone, "never there"])
    assert storage.games() == tuple(left)
    assert archive.index.find(gone) is None
    assert archive.index.deleted == set()
    assert archive.refresh() == 0
    assert [saved for saved, _ in storage.each()] == list(KEPT[1:4])
    storage.start(replace(KEPT[0].head, setup="classic"))
    assert storage.load(gone).entries == ()


def test_neither_asking_nor_deleting_nor_age_removes_a_game(folder, opened, archive_of):
    storage = opened()
    archive = archive_of(storage)
    storage.take_in(Intake(new=tuple((saved, None) for saved in KEPT)))
    before = truth(storage)
    storage.delete(storage.games(), NOON)
    archive.refresh()
    archive.rebuild()
    for gone in (False, True):
        archive.index.page(GameQuery(deleted=gone), 0, 999)
    archive.index.players()
    storage.put_back([saved.head.id for saved in KEPT[:5]])
    storage.close()
    later, rescue = open_storage(folder, now=datetime(2999, 1, 1, tzinfo=UTC))
    with closing(later):
        archive_of(later).rebuild()
        assert rescue is None
        assert truth(later) == before
        assert len(archive_of(later).index.deleted) == len(KEPT) - 5
