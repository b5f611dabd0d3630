"""The end that is taken back, at a table and on phones; `test_shared_action.py` has the rest."""

from qwixx_pad.core.corrections import Change
from qwixx_pad.multiplayer.requests import Correct, SetReady
from tests.support.multiplayer.remote_room import World
from tests.support.multiplayer.table_room import ACCEPTED, log, tap, taps, waits
from tests.support.strategies import entry

THREE = ("1:-", "/", "2:r2", "/", "3:r2", "/")
"""A round in which Anna takes a penalty, and the others cross."""


def done(table, phone, seat):
    return table.submit_request(phone, SetReady(seat, ready=True))


def test_undo_of_end_after_done_asks_again(table):
    taps(table, *THREE, "1:-", "/", "2:r3", "/", "3:r3", "/", "1:-", "/", "2:r4", "/", "3:r4", "/")
    taps(table, "1:-")
    done(table, "ben", 2)
    done(table, "cleo", 3)
    assert tap(table, "ben", "undo") == ACCEPTED
    assert (log(table)[-1], waits(table)) == ("undo", (2,))
    done(table, "cleo", 3)
    assert log(table)[-1] == "undo"
    done(table, "ben", 2)
    assert log(table)[-1] == "end"


def test_done_before_correction_with_fourth_penalty_does_not_count(table):
    taps(table, "1:r2", "/", "2:r2", "/", "3:r2", "/", *THREE[:2], "2:r3", "/", "3:r3", "/")
    taps(table, "1:-", "/", "2:r4", "/", "3:r4", "/", "1:-")
    done(table, "ben", 2)
    done(table, "cleo", 3)
    change = Change(0, entry("1:r2"), entry("1:-"))
    assert table.submit_request("anna", Correct(change, len(log(table)))) == ACCEPTED
    assert waits(table) == (2, 3)


# On phones at a relay


def test_phone_shows_end_of_roll_only_after_the_table(tmp_path, last):
    world = World(tmp_path, last, "anna", "ben", "cleo").start()
    anna, ben, cleo = world.phones
    for _ in range(3):
        for phone, token in ((anna, "/"), (ben, "/"), (cleo, "/")):
            assert phone.tap(token) is None
            world.bring()
    assert anna.tap("/") is None
    assert not anna.table.opened.game.position.is_over
    world.bring()
    assert cleo.table.roll_answers.ending
    anna.cut()
    ben.ask(SetReady(2, ready=True))
    world.bring()
    cleo.tap("3:y5")
    world.bring()
    assert ben.line[-2:] == cleo.line[-2:] == ["3:y5", "/"]
    anna.mend()
    world.bring()
    assert anna.line == ben.line
    assert anna.tap("undo") is None
    assert anna.table.opened.game.position.is_over, "only the table knows what goes with it"
    world.bring()
    assert ben.line[-1] == "undo"
    assert not ben.table.roll_answers.ending, "its roller is back"
