"""Games are deleted when somebody says so, can be put back, and are never lost otherwise."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from qwixx_pad.storage import Conflict
from qwixx_pad.storage.saved import ImportBatch
from qwixx_pad.storage.summary import GameQuery
from tests.support.random_evenings import evenings
from tests.support.storage.game_lists import archive_on
from tests.support.storage.sample_journals import NOON, entry, head

GAMES = tuple(evenings(4))


def truth(storage):
    """What may never be lost: the games and their entries."""
    return [storage.load(game) for game in storage.game_ids()]


def test_deleted_game_can_be_restored(opened):
    storage = opened()
    for number in range(3):
        storage.add_game(head(f"g{number}", number))
        storage.append(f"g{number}", 0, entry("r2", number), entry("end", number))
    archive = archive_on(storage)
    before = truth(storage)
    storage.delete(["g0", "g2", "g2"], NOON)
    storage.delete(["g0"], NOON + timedelta(days=1))
    assert [s.game for s in archive.read_index().page(GameQuery(), 0, 9)] == ["g1"]
    assert archive.read_index().deleted == {"g0", "g2"}
    assert archive.read_index().player_statistics(GameQuery()).sheets == 1
    assert {
        saved.head.id: at and datetime.fromisoformat(at) for saved, at in storage.iter_games()
    } == {
        "g0": NOON,
        "g1": None,
        "g2": NOON,
    }
    storage.restore(["g0", "g1", "never there"])
    assert {s.game for s in archive.read_index().page(GameQuery(), 0, 9)} == {"g0", "g1"}
    assert archive.read_index().deleted == {"g2"}
    assert truth(storage) == before


def test_deletion_with_a_missing_game_fails_entirely(storage):
    with pytest.raises(Conflict):
        storage.delete(["one", "two"], NOON)
    assert archive_on(storage).read_index().deleted == set()


def test_purge_removes_only_the_given_games(opened):
    storage = opened()
    storage.import_games(ImportBatch(new_games=tuple((saved, None) for saved in GAMES)))
    archive = archive_on(storage)
    gone, *left = (saved.head.id for saved in GAMES)
    storage.delete([gone], NOON)
    storage.purge([gone, "never there"])
    assert storage.game_ids() == tuple(left)
    assert archive.read_index().find(gone) is None
    assert archive.read_index().deleted == set()
    assert [saved for saved, _ in storage.iter_games()] == list(GAMES[1:])
    storage.add_game(replace(GAMES[0].head, setup="classic"))
    assert storage.load(gone).entries == ()
