"""Whoever guesses table codes waits longer and longer."""

from datetime import timedelta

import pytest
from room import NOON

from qwixx_pad.tables.open_tables import ALPHABET, Guesses, clean_code


class Typed(Guesses):
    """Guesses of devices that each have an address of their own."""

    def wait(self, device, now):
        return super().wait(device, f"of {device}", now)

    def wrong(self, device, now):
        super().wrong(device, f"of {device}", now)


def after(wrong, device="10.0.0.7"):
    """Somebody who has tried so many wrong codes, each at noon."""
    guesses = Typed()
    for _ in range(wrong):
        guesses.wrong(device, NOON)
    return guesses


def at(seconds):
    return NOON + timedelta(seconds=seconds)


def test_the_first_codes_are_free():
    assert [after(wrong).wait("10.0.0.7", NOON) for wrong in range(3)] == [0, 0, 0]


def test_from_the_third_wrong_code_on_each_doubles_the_wait_up_to_a_minute():
    waits = [after(wrong).wait("10.0.0.7", NOON) for wrong in range(3, 12)]
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_after_very_many_wrong_codes_the_wait_is_still_a_minute():
    assert after(5000).wait("10.0.0.7", NOON) == 60


def test_the_wait_passes():
    guesses = after(6)
    waits = [guesses.wait("10.0.0.7", at(seconds)) for seconds in (0, 3, 7.5, 8, 100)]
    assert waits == [8, 5, 0.5, 0, 0]


def test_one_device_does_not_wait_for_the_wrong_codes_of_another():
    assert after(9).wait("10.0.0.8", NOON) == 0


def test_a_wrong_code_after_the_wait_still_doubles():
    guesses = after(6)
    guesses.wrong("10.0.0.7", at(9))
    assert guesses.wait("10.0.0.7", at(9)) == 16


def test_after_ten_minutes_without_a_try_all_is_forgiven():
    guesses = after(9)
    guesses.wrong("10.0.0.7", at(601))
    assert guesses.wait("10.0.0.7", at(601)) == 0
    for _ in range(2):
        guesses.wrong("10.0.0.7", at(602))
    assert guesses.wait("10.0.0.7", at(602)) == 1


def test_after_less_than_ten_minutes_nothing_is_forgiven():
    guesses = after(9)
    guesses.wrong("10.0.0.7", at(600))
    assert guesses.wait("10.0.0.7", at(600)) == 60


def test_nobody_waits_for_hours_because_the_clock_was_put_back():
    guesses = after(9)
    assert guesses.wait("10.0.0.7", at(-7200)) == 0


def test_a_guest_who_mistypes_keeps_nobody_else_out_behind_the_same_router():
    guesses = Guesses()
    for _ in range(9):
        guesses.wrong("ben", "10.0.0.7", NOON)
    assert guesses.wait("ben", "10.0.0.7", NOON) == 60
    assert guesses.wait("anna", "10.0.0.7", NOON) == 0


def test_who_is_another_device_at_each_try_waits_as_an_address():
    guesses, waits = Guesses(), []
    for number in range(40):
        waits.append(guesses.wait(f"device {number}", "10.0.0.7", NOON))
        guesses.wrong(f"device {number}", "10.0.0.7", NOON)
    assert waits == [0] * 30 + [1, 2, 4, 8, 16, 32, 60, 60, 60, 60]
    assert guesses.wait("another", "10.0.0.8", NOON) == 0


def test_of_many_addresses_the_oldest_is_forgotten():
    guesses = after(9, "first")
    for number in range(5000):
        guesses.wrong(f"10.0.{number}", NOON)
    assert len(guesses._devices._tries) == len(guesses._addresses._tries) == 1000
    assert guesses.wait("first", NOON) == 0


def test_an_address_that_goes_on_trying_is_not_forgotten():
    guesses = after(9, "first")
    for number in range(5000):
        guesses.wrong(f"10.0.{number}", NOON)
        if number % 900 == 0:
            guesses.wrong("first", NOON)
    assert guesses.wait("first", NOON) == 60


@pytest.mark.parametrize(
    ("typed", "code"),
    [("qw7x", "QW7X"), (" Q W-7 X ", "QW7X"), ("QW7XYZAB", "QW7XYZ"), ("0O1IL", ""), ("ß?ü", "SS")],
)
def test_a_code_is_read_however_it_was_typed(typed, code):
    assert clean_code(typed) == code


def test_no_letter_of_a_code_is_taken_for_another():
    assert not set(ALPHABET) & set("0O1IL")
    assert len(set(ALPHABET)) == len(ALPHABET) == 31


# Where tables are found


def test_the_code_finds_its_table(room):
    table = room.table("anna", "ben")
    assert room.host.find(table.seating.code, "ben", "10.0.0.7").table is table


def test_after_wrong_codes_even_the_right_one_has_to_wait(room):
    table = room.table("anna", "ben")
    for _ in range(3):
        found = room.host.find("WXYZ", "ben", "10.0.0.7")
        assert (found.table, found.wait) == (None, 0)
    found = room.host.find(table.seating.code, "ben", "10.0.0.7")
    assert (found.table, found.wait) == (None, 1)
    room.clock.forward(1)
    assert room.host.find(table.seating.code, "ben", "10.0.0.7").table is table


def test_tries_during_the_wait_do_not_make_it_longer(room):
    for _ in range(3):
        room.host.find("WXYZ", "ben", "10.0.0.7")
    assert [room.host.find("WXYZ", "ben", "10.0.0.7").wait for _ in range(9)] == [1] * 9


def test_who_sits_at_a_table_finds_it_without_a_guess(room):
    table = room.table("anna", "ben", opener="tablet")
    code = table.seating.code
    assert [room.host.known(code, who) for who in ("tablet", "ben")] == [table, table]
    assert room.host.known(code, "stranger") is None
    assert room.host.known("WXYZ", "ben") is None
