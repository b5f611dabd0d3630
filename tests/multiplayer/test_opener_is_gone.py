"""Phones at a table of a relay whose opener's phone is gone, each with what it knows of that."""

import pytest

from qwixx_pad.games.session import Failure
from qwixx_pad.multiplayer.requests import AnswerSeatRequest, Free, Rematch, RequestSeat, Sit
from qwixx_pad.multiplayer.seat_session import SeatSession
from qwixx_pad.multiplayer.wire import THIS_DEVICE
from tests.support.multiplayer.remote_room import World, done
from tests.support.strategies import entry

NOT_YOURS = Failure.NOT_YOURS


@pytest.fixture
def world(tmp_path, last):
    """Anna has opened the table and rolls; her phone has been gone for a minute."""
    world = World(tmp_path, last, "anna", "ben", "cleo").start()
    world.phones[0].cut()
    passes(world, 60)
    return world


def passes(world, seconds):
    world.clock.forward(seconds)
    done(world.relay.rooms.announce_absences())
    world.bring()


def play(phone):
    """The game as its pad has it."""
    return SeatSession(phone.table.opened, phone.table, THIS_DEVICE)


def state(phone):
    """What its pad knows of the table."""
    return play(phone).table_state(("Anna", "Ben", "Cleo"), ())


def test_acting_host_phone_knows_who_is_away(world):
    anna, ben, _ = world.phones
    assert state(ben).unattended == (1,)
    assert state(ben).acts_as_host
    assert state(ben).managed_seats == (1, 2)
    assert not state(ben).is_host
    assert not play(ben).may_correct(1)
    anna.mend()
    world.bring()
    assert state(ben).unattended == state(anna).unattended == ()
    assert not state(ben).acts_as_host
    assert state(anna).acts_as_host


def test_acting_host_phone_decides_like_the_relay(world):
    _, ben, cleo = world.phones
    assert ben.tap("3:out") == ben.tap("1:r5") == NOT_YOURS
    assert ben.ask(Free(3)) is Failure.NOT_ALLOWED
    assert ben.tap("/") is None
    world.bring()
    assert cleo.line == ["/"]
    assert cleo.tap("undo") is None
    world.bring()
    assert (ben.line, ben.table.lost) == (["/", "undo"], ())


def test_evening_continues_without_host_who_later_catches_up(world):
    anna, ben, cleo = world.phones
    assert anna.tap("1:r5") is None
    assert ben.ask(Free(1)) is None
    world.bring()
    assert cleo.ask(Sit(1)) is None
    world.bring()
    for token in ("1:r2", "/", "end"):
        assert cleo.tap(token) is None
        world.bring()
    assert ben.ask(Rematch()) is None
    world.bring()
    anna.mend()
    world.bring()
    assert anna.table.seating.names == ("Ben", "Cleo", "Anna")
    assert anna.table.seating.seats_of(THIS_DEVICE) == ()
    assert [lost.entry for lost in anna.table.lost] == [entry("1:r5")]
    assert state(anna).acts_as_host


def test_granted_seat_request_moves_seat_and_informs_returning_phone(tmp_path, last):
    world = World(tmp_path, last, "anna", "ben", "cleo").start()
    anna, ben, cleo = world.phones
    ben.cut()
    assert cleo.ask(RequestSeat(2)) is Failure.SEAT_TAKEN
    passes(world, 60)
    assert cleo.ask(RequestSeat(2)) is None
    world.bring()
    assert state(anna).requested_seats == (2,)
    assert cleo.ask(AnswerSeatRequest(2, accepted=True)) is Failure.NOT_ALLOWED
    assert anna.ask(AnswerSeatRequest(2, accepted=True)) is None
    world.bring()
    assert cleo.tap("2:r5") is None
    ben.mend()
    world.bring()
    assert state(ben).lost_seats == (2,)
    assert ben.tap("2:r6") == NOT_YOURS
    assert cleo.table.seating.seats_of(THIS_DEVICE) == (2, 3)
    assert ben.ask(AnswerSeatRequest(2, accepted=False)) is None
    world.bring()
    assert state(ben).lost_seats == ()
