"""A table in a store: which requests of which devices stand in its games."""

from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from qwixx_pad.core.moves import Refusal, parse
from qwixx_pad.layouts import installed
from qwixx_pad.multiplayer.permissions import Attendance
from qwixx_pad.multiplayer.requests import Enter, SayDone, Start
from qwixx_pad.multiplayer.seating import Chair, Seating
from qwixx_pad.multiplayer.shared_table import SharedTable
from qwixx_pad.relay.store import RequestMark
from qwixx_pad.relay.stored_table import MovedError, StoredTable
from tests.support.breakable_disk import Disk
from tests.support.multiplayer.table_room import Clock

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
ANN, BOB = RequestMark("ann", 1), RequestMark("bob", 1)


@pytest.fixture
def table(store):
    """Gives the table of a code, as one more relay has it; the first of them keeps it."""
    ticks = count()

    def of(code="ABCDEF"):
        kept = StoredTable(store, installed(), lambda: NOON + timedelta(seconds=next(ticks)), code)
        if kept.read() is None:
            kept.begin(Seating(code, "ann", "classic"))
        return kept

    return of


def enter(kept, game, token, mark=None):
    kept.mark = mark
    return game.enter(parse(token))


def test_entry_added_by_relay_has_no_mark(table, store):
    kept = table()
    game = kept.start("classic", ("", ""))
    assert enter(kept, game, "1:r2", ANN) == game.enter(parse("end")) is None
    assert store.load(game.head.id, "ABCDEF").marks == {ANN}
    assert kept.mark is None


def test_request_mark_counts_in_its_own_game_after_restart(table):
    kept = table()
    first = kept.start("classic", ("", "")).head.id
    enter(kept, kept.open(first), "1:r2", ANN)
    second = kept.start("classic", ("", "")).head.id
    enter(kept, kept.open(second), "1:r2", BOB)
    for known in (kept, table()):
        known.open(second)
        asked = [known.stands(game, mark) for game in (first, second) for mark in (ANN, BOB)]
        assert asked == [True, False, False, True]
    assert not table("GHJKLM").stands(first, ANN)
    assert table("GHJKLM").rest(first, 0) is None


def test_refused_request_marks_no_entry_of_the_relay(store, table):
    kept = table()
    kept._store = disk = Disk(store, "append")
    chairs = (Chair("Ann", 0, "ann"), Chair("Bob", 1, "bob"))
    at = SharedTable(kept, Seating("ABCDEF", "ann", "classic", chairs), Attendance(Clock()))
    at.ask("ann", Start())
    for token in ["1:-", "/", "/", "1:-", "/", "/", "1:-", "/", "/", "1:-"]:
        assert at.opened.enter(parse(token)) is None
    disk.full = True
    assert at.ask("ann", SayDone(1, yes=True)) == at.ask("bob", SayDone(2, yes=True)) is None
    disk.full, kept.mark = False, BOB
    penalty = Enter(parse("2:-"), len(at.opened.game.log))
    assert at.ask("bob", penalty) is Refusal.OVER
    assert not kept.stands(at.opened.head.id, BOB)


def test_second_relay_learns_marks_on_reload(table):
    one, two = table(), table()
    game = one.start("classic", ("", ""))
    late = two.open(game.head.id)
    enter(one, game, "1:r2", ANN)
    with pytest.raises(MovedError):
        enter(two, late, "1:r2", ANN)
    assert not two.stands(game.head.id, ANN)
    two.open(game.head.id)
    assert two.stands(game.head.id, ANN)
