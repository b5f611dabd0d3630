"""Whoever guesses table codes waits longer and longer."""

from datetime import timedelta

import pytest

from qwixx_pad.identity.devices import client_network
from qwixx_pad.identity.limiters import CodeGuessLimiter
from qwixx_pad.multiplayer.open_tables import clean_code
from tests.support.multiplayer.table_room import NOON


def at(seconds):
    return NOON + timedelta(seconds=seconds)


def mistypes(guesses, device, seconds=0):
    """A device that has an address of its own types a wrong code."""
    guesses.count_attempt(device, f"of {device}", at(seconds))


def wait(guesses, device="ben", seconds=0):
    return guesses.wait_s(device, f"of {device}", at(seconds))


def after(wrong):
    """Ben has typed so many wrong codes, each at noon."""
    guesses = CodeGuessLimiter()
    for _ in range(wrong):
        mistypes(guesses, "ben")
    return guesses


def test_wait_doubles_from_third_wrong_code_to_a_minute():
    waits = [wait(after(wrong)) for wrong in range(12)]
    assert waits == [0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]
    assert wait(after(5000)) == 60


def test_wait_for_codes_counts_down():
    guesses = after(6)
    waits = [wait(guesses, seconds=seconds) for seconds in (0, 3, 7.5, 8, 100)]
    assert waits == [8, 5, 0.5, 0, 0]


def test_wrong_codes_are_forgotten_after_ten_minutes():
    guesses = after(9)
    mistypes(guesses, "ben", 601)
    assert wait(guesses, seconds=601) == 0
    for _ in range(2):
        mistypes(guesses, "ben", 602)
    assert wait(guesses, seconds=602) == 1


def test_wrong_codes_are_remembered_for_ten_minutes():
    guesses = after(9)
    mistypes(guesses, "ben", 600)
    assert wait(guesses, seconds=600) == 60


def test_clock_set_back_does_not_prolong_wait():
    assert wait(after(9), seconds=-7200) == 0


def test_wrong_codes_do_not_block_others_behind_the_router():
    guesses = CodeGuessLimiter()
    for _ in range(9):
        guesses.count_attempt("ben", "10.0.0.7", NOON)
    assert guesses.wait_s("ben", "10.0.0.7", NOON) == 60
    assert guesses.wait_s("anna", "10.0.0.7", NOON) == 0


def test_changing_device_is_limited_by_address():
    guesses = CodeGuessLimiter()
    waits = []
    for number in range(40):
        waits.append(guesses.wait_s(f"device {number}", "10.0.0.7", NOON))
        guesses.count_attempt(f"device {number}", "10.0.0.7", NOON)
    assert waits == [0] * 30 + [1, 2, 4, 8, 16, 32, 60, 60, 60, 60]
    assert guesses.wait_s("another", "10.0.0.8", NOON) == 0


def test_network_of_many_households_gets_ten_times_the_attempts():
    """A host has a /48 of IPv6 for itself, and takes another network and device for each try."""
    guesses = CodeGuessLimiter()
    waits = []
    for number in range(303):
        network = client_network(f"2001:db8:7:{number:x}::1")
        waits.append(guesses.wait_s(f"device {number}", network, NOON))
        guesses.count_attempt(f"device {number}", network, NOON)
    assert waits == [0] * 300 + [1, 2, 4]
    assert guesses.wait_s("another", client_network("2001:db8:8::1"), NOON) == 0


def test_correct_code_leaves_no_trace_of_its_attempt():
    guesses = after(5)
    guesses.count_attempt("ben", "of ben", at(4))
    assert wait(guesses, seconds=4) == 8
    guesses.forgive_attempt("ben", "of ben")
    assert (wait(guesses, seconds=3), wait(guesses, seconds=4)) == (1, 0)


def test_out_of_order_attempts_do_not_count_as_clock_reset():
    guesses = after(9)
    mistypes(guesses, "ben", 3)
    mistypes(guesses, "ben", 2)
    assert wait(guesses, seconds=2) == 60


def test_guess_limiter_forgets_the_oldest_but_not_the_active():
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
def test_code_is_normalized_when_read(typed, code):
    assert clean_code(typed) == code


# Where tables are found


def test_correct_code_must_wait_after_wrong_ones(room):
    table = room.table("anna", "ben")
    for _ in range(3):
        assert room.host.find("WXYZ", "ben", "10.0.0.7") is None
    assert room.host.find(table.seating.code, "ben", "10.0.0.7") == 1
    room.clock.forward(1)
    assert room.host.find(table.seating.code, "ben", "10.0.0.7") is table


def test_attempts_while_waiting_do_not_extend_wait(room):
    for _ in range(3):
        room.host.find("WXYZ", "ben", "10.0.0.7")
    assert [room.host.find("WXYZ", "ben", "10.0.0.7") for _ in range(9)] == [1] * 9


def test_seated_device_finds_its_table_without_guessing(room):
    table = room.table("anna", "ben", opener="tablet")
    code = table.seating.code
    assert [room.host.known_table(code, who) for who in ("tablet", "ben")] == [table, table]
    assert room.host.known_table(code, "stranger") is None
    assert room.host.known_table("WXYZ", "ben") is None
