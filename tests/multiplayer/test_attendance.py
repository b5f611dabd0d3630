"""Who is away from a table, by the clock of who keeps it; and who leads it meanwhile."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx_pad.core.corrections import Change
from qwixx_pad.games.session import Failure
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.multiplayer import lobby
from qwixx_pad.multiplayer.permissions import Rights
from qwixx_pad.multiplayer.presence import Absence, Presence
from qwixx_pad.multiplayer.requests import (
    AnswerSeatRequest,
    Correct,
    Free,
    Remove,
    Rename,
    RequestSeat,
    Sit,
    StopWaiting,
)
from qwixx_pad.multiplayer.seating import Chair, Seating
from tests.support.multiplayer.table_room import ACCEPTED, NAMES, NOT_YOURS, Clock, tap
from tests.support.strategies import examples

CHAIRS = tuple(Chair(NAMES[i], i, key) for i, key in enumerate(["anna", "ben", "cleo", None]))
TABLE = Seating("QW7X", "anna", "classic", CHAIRS, game="one")
ALL = frozenset({"anna", "ben", "cleo"})


def changed(seating, by, change, away=frozenset()):
    """The table after what a device asks while these are away."""
    return lobby.seating_after(Rights(by, seating, away), change, installed_layouts().__getitem__)


def there(clock, *keys):
    attendance = Presence(clock)
    attendance.set_present(frozenset(keys))
    return attendance


# The minute


def test_device_is_away_one_minute_after_leaving():
    clock = Clock()
    at = there(clock, *ALL)
    clock.forward(100)
    at.set_present(ALL - {"anna"})
    clock.forward(59)
    assert not at.absent_devices(TABLE)
    clock.forward(1)
    assert at.absent_devices(TABLE) == {"anna"}


def test_restart_starts_the_away_minute_again():
    clock = Clock()
    at = there(clock, "ben")
    clock.forward(59)
    assert not at.absent_devices(TABLE)
    clock.forward(1)
    assert at.absent_devices(TABLE) == {"anna", "cleo"}


def test_guest_is_never_away():
    clock = Clock()
    at = there(clock, "ben", "guest")
    at.set_present(frozenset())
    clock.forward(3600)
    assert at.absent_devices(TABLE) == ALL


@examples(100)
@given(st.lists(st.tuples(st.sampled_from(sorted(ALL)), st.integers(0, 90)), max_size=20))
def test_away_devices_were_absent_for_a_minute(comings):
    clock = Clock()
    here = frozenset()
    left = dict.fromkeys(ALL, Clock().time)
    at = Presence(clock)
    for key, seconds in comings:
        if key in here:
            left[key] = clock.time
        here ^= {key}
        at.set_present(here)
        clock.forward(seconds)
    gone = {key for key in ALL - here if (clock.time - left[key]).total_seconds() >= 60}
    assert at.absent_devices(TABLE) == gone


# Who leads


def acting_hosts(away=frozenset()):
    return [by for by in ("anna", "ben", "cleo", "guest") if Rights(by, TABLE, away).acts_as_host]


def test_seated_devices_act_as_host_while_host_is_away():
    assert acting_hosts() == ["anna"]
    assert acting_hosts(frozenset({"anna"})) == ["anna", "ben", "cleo"]
    assert acting_hosts(frozenset({"cleo"})) == ["anna"]


def managed(by, away=frozenset()):
    rights = Rights(by, TABLE, away)
    return [seat for seat in (0, 1, 2, 3, 4, 5) if rights.may_manage_seat(seat)]


def test_acting_host_manages_only_empty_or_away_seats():
    assert managed("ben", frozenset({"anna"})) == [1, 2, 4]
    assert managed("ben", ALL) == [1, 2, 3, 4]
    assert managed("ben", frozenset({"cleo"})) == [2]
    assert managed("guest", ALL) == []
    assert managed("anna") == [1, 2, 3, 4]


# A seat that others have freed


def test_returning_phone_gets_its_freed_seat_back():
    freed = changed(TABLE, "ben", Free(1), frozenset({"anna"}))
    assert freed.chairs[0].device is None
    assert changed(freed, "ben", Free(1), frozenset({"anna"})) == freed
    assert freed.is_member("anna")
    assert Seating.read(freed.text) == freed
    assert lobby.restore_seats(freed, "ben") == freed
    assert lobby.restore_seats(freed, "anna") == TABLE


def test_returning_phone_is_a_guest_if_seat_was_taken():
    freed = changed(TABLE, "ben", Free(3), frozenset({"anna", "cleo"}))
    taken = changed(freed, "dan", Sit(3))
    assert lobby.restore_seats(taken, "cleo") == taken
    assert not taken.is_member("cleo")
    assert lobby.restore_seats(changed(taken, "dan", Free(3)), "cleo").chairs[2].device is None


def test_freed_own_seat_is_given_up():
    freed = changed(TABLE, "cleo", Free(3))
    assert lobby.restore_seats(freed, "cleo") == freed
    assert not freed.is_member("cleo")


# A seat that another device asks for


AWAY = frozenset({"cleo"})
ASKED = changed(TABLE, "dan", RequestSeat(3), AWAY)
"""Cleo's phone is away, and Dan's would like to play her seat."""


def test_seat_of_away_phone_takes_one_request():
    assert ASKED.chairs[2].asker == "dan"
    assert ASKED.chairs[2].device == "cleo"
    assert changed(ASKED, "dan", RequestSeat(3), AWAY) == ASKED
    assert changed(ASKED, "eva", RequestSeat(3), AWAY) is Failure.SEAT_TAKEN
    assert Seating.read(ASKED.text) == ASKED


@pytest.mark.parametrize(
    ("by", "seat", "away"),
    [
        ("dan", 3, frozenset()),
        ("dan", 2, AWAY),
        ("dan", 4, ALL),
        ("dan", 5, ALL),
        ("cleo", 3, AWAY),
        ("anna", 3, AWAY),
        ("ben", 3, ALL),
    ],
)
def test_seat_request_is_refused_if_not_needed(by, seat, away):
    """The seat's phone is present, the seat is free, or the device may free it itself."""
    assert changed(TABLE, by, RequestSeat(seat), away) is Failure.SEAT_TAKEN


def test_device_requests_one_seat_and_none_once_seated():
    both = frozenset({"ben", "cleo"})
    other = changed(ASKED, "dan", RequestSeat(2), both)
    assert [chair.asker for chair in other.chairs] == [None, "dan", None, None]
    assert [chair.asker for chair in changed(other, "dan", Sit(4)).chairs] == [None] * 4


def test_seat_request_is_granted_by_host_only():
    """By the host, or by an acting host that doesn't ask for the seat itself."""
    given = changed(ASKED, "anna", AnswerSeatRequest(3, accepted=True), AWAY)
    assert given.chairs[2] == Chair("Cleo", 2, "dan", previous_device="cleo")
    assert not given.is_member("cleo")
    assert lobby.restore_seats(given, "cleo") == given
    for by in ("ben", "cleo", "dan", "guest"):
        assert changed(ASKED, by, AnswerSeatRequest(3, accepted=True), AWAY) is Failure.NOT_ALLOWED
    without_anna = AWAY | {"anna"}
    assert changed(ASKED, "ben", AnswerSeatRequest(3, accepted=True), without_anna) == given
    sits = changed(TABLE, "ben", RequestSeat(3), AWAY)
    assert (
        changed(sits, "ben", AnswerSeatRequest(3, accepted=True), without_anna)
        is Failure.NOT_ALLOWED
    )
    assert changed(TABLE, "anna", AnswerSeatRequest(3, accepted=True), AWAY) is Failure.NOT_ALLOWED
    assert (
        changed(ASKED, "anna", AnswerSeatRequest(3, accepted=True), frozenset())
        is Failure.NOT_ALLOWED
    )


def test_denied_seat_request_holds_until_phone_returns():
    denied = changed(ASKED, "anna", AnswerSeatRequest(3, accepted=False), AWAY)
    assert denied.chairs[2] == Chair("Cleo", 2, "cleo", denied="dan")
    assert changed(denied, "dan", RequestSeat(3), AWAY) is Failure.SEAT_TAKEN
    assert changed(denied, "eva", RequestSeat(3), AWAY).chairs[2].asker == "eva"
    assert lobby.restore_seats(denied, "cleo") == TABLE
    assert lobby.restore_seats(ASKED, "cleo") == TABLE


def test_lost_seat_is_reported_until_phone_confirms():
    freed = changed(TABLE, "anna", Free(3))
    assert freed.seats_lost_by("cleo") == ()
    for taken in (
        changed(ASKED, "anna", AnswerSeatRequest(3, accepted=True), AWAY),
        changed(freed, "dan", Sit(3)),
    ):
        assert taken.seats_lost_by("cleo") == (3,)
        assert taken.is_expected("cleo")
        heard = changed(taken, "cleo", AnswerSeatRequest(3, accepted=False), frozenset())
        assert heard.seats_lost_by("cleo") == ()
        assert not heard.is_expected("cleo")
        assert 3 in heard.seats_of("dan")
        assert (
            changed(heard, "cleo", AnswerSeatRequest(3, accepted=False), frozenset())
            is Failure.NOT_ALLOWED
        )


# At a table


@pytest.fixture
def table(room):
    """Anna has opened it, rolls, and has been away for a minute."""
    table = room.game("anna", "ben", "cleo")
    for phone in ("ben", "cleo"):
        table.connect_device(phone)
    room.clock.forward(60)
    return table


def test_acting_host_has_no_rights_before_the_away_minute(room):
    table = room.game("anna", "ben")
    table.connect_device("ben")
    room.clock.forward(59)
    for token in ("/", "end", "1:out"):
        assert tap(table, "ben", token) == NOT_YOURS
    assert table.submit_request("ben", Free(1)) is Failure.NOT_ALLOWED
    assert table.submit_request("ben", StopWaiting()) is Failure.NOT_ALLOWED


def test_acting_host_cannot_correct_sheets_or_free_present_phones(table):
    assert tap(table, "cleo", "3:r5") == ACCEPTED
    for token in ("1:r5", "3:undo", "3:out", "3:r6"):
        assert tap(table, "ben", token) == NOT_YOURS
    assert (
        table.submit_request("ben", Correct(Change(0, table.opened.game.log[0], None), 1))
        == NOT_YOURS
    )
    assert table.submit_request("ben", Free(3)) is Failure.NOT_ALLOWED
    for request in (Remove(1), Rename(1, "X")):
        assert table.submit_request("ben", request) is Failure.NOT_ALLOWED


def test_returning_host_gets_its_seat_and_sole_rights_back(table, room):
    assert table.submit_request("ben", Free(1)) is None
    table.connect_device("anna")
    assert 1 in table.seating.seats_of("anna")
    assert Seating.read(room.disk.read_settings()["table/" + table.seating.code]) == table.seating
    assert tap(table, "ben", "/") == NOT_YOURS
    assert tap(table, "anna", "1:r5") == ACCEPTED


def test_all_phones_are_notified_when_the_away_minute_ends(room):
    wakes = []
    seen = []
    room.host._absence = Absence(call_later=lambda seconds, do: wakes.append((seconds, do)))
    table = room.game("anna", "ben")
    table.connect_device("ben")
    leave = table.connect_device("anna")
    leave()
    table.watch(lambda: seen.append(table.away_devices))
    seconds, look = wakes[-1]
    room.clock.forward(seconds)
    look()
    assert seen == [{"anna"}]
