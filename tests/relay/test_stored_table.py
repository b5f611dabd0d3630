"""A table in a store: which requests of which devices stand in its games."""

from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from qwixx_pad.core.moves import Refusal, parse_token
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.multiplayer.presence import Presence
from qwixx_pad.multiplayer.requests import Enter, SetReady, Start
from qwixx_pad.multiplayer.seating import Chair, Seating
from qwixx_pad.multiplayer.shared_table import SharedTable
from qwixx_pad.relay.store import RequestMark
from qwixx_pad.relay.stored_table import StoredTable, TableMovedError
from tests.support.breakable_disk import Disk
from tests.support.multiplayer.table_room import Clock

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
ANN = RequestMark("ann", 1)
BOB = RequestMark("bob", 1)


@pytest.fixture
def table(store):
    """Gives the table of a code, as one more relay has it; the first of them keeps it."""
    ticks = count()

    def of(code="ABCDEF"):
        stored = StoredTable(
            store, installed_layouts(), lambda: NOON + timedelta(seconds=next(ticks)), code
        )
        if stored.read() is None:
            stored.create(Seating(code, "ann", "classic"))
        return stored

    return of


def enter(stored, game, token, mark=None):
    stored.request_mark = mark
    return game.enter(parse_token(token))


def test_entry_added_by_relay_has_no_mark(table, store):
    stored = table()
    game = stored.start("classic", ("", ""))
    assert enter(stored, game, "1:r2", ANN) == game.enter(parse_token("end")) is None
    assert store.load(game.head.id, "ABCDEF").marks == {ANN}
    assert stored.request_mark is None


def test_request_mark_counts_in_its_own_game_after_restart(table):
    stored = table()
    first = stored.start("classic", ("", "")).head.id
    enter(stored, stored.open(first), "1:r2", ANN)
    second = stored.start("classic", ("", "")).head.id
    enter(stored, stored.open(second), "1:r2", BOB)
    for known in (stored, table()):
        known.open(second)
        asked = [known.has_request(game, mark) for game in (first, second) for mark in (ANN, BOB)]
        assert asked == [True, False, False, True]
    assert not table("GHJKLM").has_request(first, ANN)
    assert table("GHJKLM").entries_from(first, 0) is None


def test_refused_request_marks_no_entry_of_the_relay(store, table):
    stored = table()
    stored._store = disk = Disk(store, "append")
    chairs = (Chair("Ann", 0, "ann"), Chair("Bob", 1, "bob"))
    at = SharedTable(stored, Seating("ABCDEF", "ann", "classic", chairs), Presence(Clock()))
    at.submit_request("ann", Start())
    for token in ["1:-", "/", "/", "1:-", "/", "/", "1:-", "/", "/", "1:-"]:
        assert at.opened.enter(parse_token(token)) is None
    disk.full = True
    assert (
        at.submit_request("ann", SetReady(1, ready=True))
        == at.submit_request("bob", SetReady(2, ready=True))
        is None
    )
    disk.full = False
    stored.request_mark = BOB
    penalty = Enter(parse_token("2:-"), len(at.opened.game.log))
    assert at.submit_request("bob", penalty) is Refusal.OVER
    assert not stored.has_request(at.opened.head.id, BOB)


def test_second_relay_learns_marks_on_reload(table):
    one = table()
    two = table()
    game = one.start("classic", ("", ""))
    late = two.open(game.head.id)
    enter(one, game, "1:r2", ANN)
    with pytest.raises(TableMovedError):
        enter(two, late, "1:r2", ANN)
    assert not two.has_request(game.head.id, ANN)
    two.open(game.head.id)
    assert two.has_request(game.head.id, ANN)
