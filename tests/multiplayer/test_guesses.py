"""Whoever guesses table codes waits longer and longer."""

from datetime import timedelta

import pytest

from qwixx_pad.identity.devices import household
from qwixx_pad.identity.limiters import CodeGuessLimiter
from qwixx_pad.multiplayer.open_tables import clean_code
from tests.support.multiplayer.table_room import NOON


def at(seconds):
    return NOON + timedelta(seconds=seconds)


def mistypes(guesses, device, seconds=0):
    """A device that has an address of its own types a wrong code."""
    guesses.tried(device, f"of {device}", at(seconds))


def wait(guesses, device="ben", seconds=0):
    return guesses.wait(device, f"of {device}", at(seconds))


def after(wrong):
    """Ben has typed so many wrong codes, each at noon."""
    guesses = CodeGuessLimiter()
    for _ in range(wrong):
        mistypes(guesses, "ben")
    return guesses


def test_from_the_third_wrong_code_on_each_doubles_the_wait_up_to_a_minute():
    waits = [wait(after(wrong)) for wrong in range(12)]
    assert waits == [0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]
    assert wait(after(5000)) == 60


def test_the_wait_passes():
    guesses = after(6)
    waits = [wait(guesses, seconds=seconds) for seconds in (0, 3, 7.5, 8, 100)]
    assert waits == [8, 5, 0.5, 0, 0]


def test_after_ten_minutes_without_a_try_all_is_forgiven():
    guesses = after(9)
    mistypes(guesses, "ben", 601)
    assert wait(guesses, seconds=601) == 0
    for _ in range(2):
        mistypes(guesses, "ben", 602)
    assert wait(guesses, seconds=602) == 1


def test_after_less_than_ten_minutes_nothing_is_forgiven():
    guesses = after(9)
    mistypes(guesses, "ben", 600)
    assert wait(guesses, seconds=600) == 60


def test_nobody_waits_for_hours_because_the_clock_was_put_back():
    assert wait(after(9), seconds=-7200) == 0


def test_a_guest_who_mistypes_keeps_nobody_else_out_behind_the_same_router():
    guesses = CodeGuessLimiter()
    for _ in range(9):
        guesses.tried("ben", "10.0.0.7", NOON)
    assert guesses.wait("ben", "10.0.0.7", NOON) == 60
    assert guesses.wait("anna", "10.0.0.7", NOON) == 0


def test_who_is_another_device_at_each_try_waits_as_an_address():
    guesses, waits = CodeGuessLimiter(), []
    for number in range(40):
        waits.append(guesses.wait(f"device {number}", "10.0.0.7", NOON))
        guesses.tried(f"device {number}", "10.0.0.7", NOON)
    assert waits == [0] * 30 + [1, 2, 4, 8, 16, 32, 60, 60, 60, 60]
    assert guesses.wait("another", "10.0.0.8", NOON) == 0


def test_a_network_of_many_houses_has_ten_times_the_free_tries_of_one():
    """A host has a /48 of IPv6 for itself, and throws house and device away at each try."""
    guesses, waits = CodeGuessLimiter(), []
    for number in range(303):
        house = household(f"2001:db8:7:{number:x}::1")
        waits.append(guesses.wait(f"device {number}", house, NOON))
        guesses.tried(f"device {number}", house, NOON)
    assert waits == [0] * 300 + [1, 2, 4]
    assert guesses.wait("another", household("2001:db8:8::1"), NOON) == 0


def test_a_try_that_was_right_leaves_no_trace():
    guesses = after(5)
    guesses.tried("ben", "of ben", at(4))
    assert wait(guesses, seconds=4) == 8
    guesses.right("ben", "of ben")
    assert (wait(guesses, seconds=3), wait(guesses, seconds=4)) == (1, 0)


def test_tries_that_end_out_of_order_are_no_clock_put_back():
    guesses = after(9)
    mistypes(guesses, "ben", 3)
    mistypes(guesses, "ben", 2)
    assert wait(guesses, seconds=2) == 60


def test_of_many_the_oldest_is_forgotten_and_who_goes_on_trying_is_not():
    guesses = after(9)
    for _ in range(9):
        mistypes(guesses, "burglar")
    for number in range(2000):
        mistypes(guesses, f"device {number}")
        if number % 900 == 0:
            mistypes(guesses, "burglar")
    assert (wait(guesses), wait(guesses, "burglar")) == (0, 60)


@pytest.mark.parametrize(
    ("typed", "code"),
    [("qw7x", "QW7X"), (" Q W-7 X ", "QW7X"), ("QW7XYZAB", "QW7XYZ"), ("0O1IL", ""), ("ß?ü", "SS")],
)
def test_a_code_is_read_however_it_was_typed(typed, code):
    assert clean_code(typed) == code


# Where tables are found


def test_after_wrong_codes_even_the_right_one_has_to_wait(room):
    table = room.table("anna", "ben")
    for _ in range(3):
        assert room.host.find("WXYZ", "ben", "10.0.0.7") is None
    assert room.host.find(table.seating.code, "ben", "10.0.0.7") == 1
    room.clock.forward(1)
    assert room.host.find(table.seating.code, "ben", "10.0.0.7") is table


def test_tries_during_the_wait_do_not_make_it_longer(room):
    for _ in range(3):
        room.host.find("WXYZ", "ben", "10.0.0.7")
    assert [room.host.find("WXYZ", "ben", "10.0.0.7") for _ in range(9)] == [1] * 9


def test_who_sits_at_a_table_finds_it_without_a_guess(room):
    table = room.table("anna", "ben", opener="tablet")
    code = table.seating.code
    assert [room.host.known(code, who) for who in ("tablet", "ben")] == [table, table]
    assert room.host.known(code, "stranger") is None
    assert room.host.known("WXYZ", "ben") is None
