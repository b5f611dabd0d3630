"""The end of a game waits for the last cross of all others, and is undone by one's own entry."""

import pytest

from qwixx_pad.core.corrections import Change
from qwixx_pad.multiplayer.requests import Correct, SetReady, StopWaiting
from tests.support.multiplayer.remote_room import World
from tests.support.multiplayer.table_room import NOT_YOURS, STANDS, log, tap, taps, waits
from tests.support.strategies import entry

THREE = ("1:-", "/", "2:r2", "/", "3:r2", "/")
"""A round in which Anna takes a penalty, and the others cross."""


@pytest.fixture
def fourth(table):
    """Anna rolls and has three penalties."""
    taps(table, *THREE, "1:-", "/", "2:r3", "/", "3:r3", "/", "1:-", "/", "2:r4", "/", "3:r4", "/")
    return table


def done(table, phone, seat):
    return table.submit_request(phone, SetReady(seat, ready=True))


def away(table, room, *phones):
    """These phones have been gone for a minute, and all others are here."""
    leave = {phone: table.connect_device(phone) for phone in ("anna", "ben", "cleo")}
    for phone in phones:
        leave[phone]()
    room.clock.forward(60)


def test_slash_with_fourth_penalty_waits_for_other_seats(fourth, room):
    away(fourth, room, "cleo")
    assert tap(fourth, "anna", "/") == STANDS
    assert tap(fourth, "anna", "/") == STANDS, "a second time changes nothing"
    assert (log(fourth)[-1], waits(fourth)) == ("/", (2, 3))
    assert not fourth.opened.game.position.is_over
    taps(fourth, "2:y5")
    assert waits(fourth) == (3,), "a phone that is away is waited for"
    assert fourth.submit_request("anna", StopWaiting()) is None
    assert log(fourth)[-2:] == ["2:y5", "/"]
    assert fourth.opened.game.position.finished


# Undo on the result


def test_undo_reverts_end_and_own_last_entry_only(fourth):
    taps(fourth, "2:y5", "3:y5", "1:-")
    assert tap(fourth, "ben", "undo") == STANDS
    assert log(fourth)[-4:] == ["1:-", "end", "undo", "2:undo"]
    done(fourth, "cleo", 3)
    assert log(fourth)[-1] == "2:undo", "no end comes before who has undone it has answered"
    taps(fourth, "2:y6")
    assert log(fourth)[-2:] == ["2:y6", "end"]


def test_undo_of_end_after_done_asks_again(fourth):
    taps(fourth, "1:-")
    done(fourth, "ben", 2)
    done(fourth, "cleo", 3)
    assert tap(fourth, "ben", "undo") == STANDS
    assert (log(fourth)[-1], waits(fourth)) == ("undo", (2,))
    done(fourth, "cleo", 3)
    assert log(fourth)[-1] == "undo"
    done(fourth, "ben", 2)
    assert log(fourth)[-1] == "end"


def test_last_chance_end_cannot_be_undone_by_others(fourth):
    taps(fourth, "1:-")
    done(fourth, "cleo", 3)
    assert tap(fourth, "anna", "end") == STANDS
    assert tap(fourth, "cleo", "undo") == NOT_YOURS


def test_done_before_correction_with_fourth_penalty_does_not_count(table):
    taps(table, "1:r2", "/", "2:r2", "/", "3:r2", "/", *THREE[:2], "2:r3", "/", "3:r3", "/")
    taps(table, "1:-", "/", "2:r4", "/", "3:r4", "/", "1:-")
    done(table, "ben", 2)
    done(table, "cleo", 3)
    change = Change(0, entry("1:r2"), entry("1:-"))
    assert table.submit_request("anna", Correct(change, len(log(table)))) == STANDS
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
