"""Nobody waits for who is away: seats sit out, others end rolls, tables close and open again.

Anna, Ben and Cleo sit on seats 1 to 3; Anna has opened the table unless something else is said.
"""

import pytest

from qwixx_pad.core.moves import parse
from qwixx_pad.service.session import Failure
from qwixx_pad.tables.lock_questions import QuestionKind
from qwixx_pad.tables.requests import CloseNow, Rematch
from tests.support.tables.table_room import (
    NO_GAME,
    NOT_SAVED,
    NOT_YOURS,
    STANDS,
    log,
    tap,
    taps,
    waits,
)


@pytest.fixture
def watched(room):
    """A game of three that was opened by a computer which plays no seat."""
    return room.game("anna", "ben", "cleo", opener="computer")


def asked(table):
    return [(ask.asking, ask.seat) for ask in table.locks.questions]


# Who may seat whom out


@pytest.mark.parametrize("token", ["2:out", "2:in"])
def test_one_seats_oneself_out_and_who_opened_the_table_seats_anybody_out(table, token):
    assert tap(table, "ben", token) == STANDS
    assert tap(table, "anna", token) == STANDS
    for phone in ("cleo", "stranger", ""):
        assert tap(table, phone, token) == NOT_YOURS


@pytest.mark.parametrize("token", ["0:out", "4:in"])
def test_for_a_seat_that_there_is_not_nobody_says_so(table, token):
    assert tap(table, "anna", token) == NOT_YOURS


# Who ends whose roll


def test_everybody_who_plays_ends_the_roll_of_a_roller_who_sits_out(late):
    taps(late, "2:out", "1:out")
    assert tap(late, "stranger", "/") == NOT_YOURS
    assert tap(late, "cleo", "/") == STANDS


def test_who_sits_out_ends_no_roll_of_others(watched):
    for token in ("1:out", "3:out"):
        assert tap(watched, "computer", token) == STANDS
    assert tap(watched, "cleo", "/") == NOT_YOURS
    assert tap(watched, "ben", "/") == STANDS


def test_the_end_of_a_roll_is_taken_back_by_whose_it_was_or_who_could_end_it_in_its_place(late):
    tap(late, "anna", "/")
    for phone in ("anna", "cleo"):
        assert tap(late, phone, "undo") == NOT_YOURS
    assert tap(late, "ben", "undo") == STANDS
    taps(late, "2:out")
    tap(late, "cleo", "/")
    assert tap(late, "stranger", "undo") == NOT_YOURS
    assert tap(late, "anna", "undo") == STANDS


def test_a_computer_that_only_looks_on_ends_a_roll_and_takes_that_back(watched):
    taps(watched, "1:r5")
    assert tap(watched, "computer", "/") == STANDS
    assert tap(watched, "computer", "undo") == STANDS
    assert log(watched) == ["1:r5", "/", "undo"]
    for token in ("1:r6", "1:undo", "2:-"):
        assert tap(watched, "computer", token) == NOT_YOURS


# Nobody asks, nobody waits


def test_a_roller_who_sits_out_is_not_asked_for_the_dice_and_the_others_say_for_themselves(late):
    taps(late, "2:r12")
    assert asked(late) == [(QuestionKind.WHICH_DICE, 2)]
    assert tap(late, "anna", "2:out") == STANDS
    assert asked(late) == [(QuestionKind.LOCK_TOO, 1), (QuestionKind.LOCK_TOO, 3)]


def test_everybody_who_plays_goes_on_without_the_answers_while_the_roller_sits_out(late):
    taps(late, "2:out", "3:r12")
    assert late.ask("stranger", CloseNow()) is Failure.NOT_ALLOWED
    assert late.ask("cleo", CloseNow()) is None
    assert waits(late) == ()


# Closed and opened again


def test_a_table_closed_in_its_game_enters_nothing_and_is_opened_again_with_all_its_seats(
    room, table
):
    taps(table, "1:r5")
    game, code = table.seating.game, table.seating.code
    assert room.host.close("ben", code) is Failure.NOT_ALLOWED
    assert room.host.close("anna", code) is None
    assert tap(table, "ben", "2:r5") == NO_GAME
    assert room.host.of_game(game) is None
    assert room.host.find(code, "stranger", "192.0.2.9") is None
    assert table.ask("anna", Rematch()) is Failure.NOT_ALLOWED
    assert room.host.service.open(game).enter(parse("3:b12")) is None, "it goes on on one device"
    for phone in ("ben", "stranger"):
        assert room.host.open_again(phone, game) is Failure.NOT_ALLOWED
    assert room.host.open_again("anna", game) is table
    taps(table, "2:r5")
    assert log(table) == room.kept(table) == ["1:r5", "3:b12", "2:r5"]


def test_a_closed_table_is_opened_again_by_the_next_process_too(room, table):
    room.host.close("anna", table.seating.code)
    host = room.again()
    assert host.of("anna") == ()
    back = host.open_again("anna", table.seating.game)
    assert back.seating.seats_of("ben") == (2,)
    assert host.open_again("anna", table.seating.game) is Failure.NOT_ALLOWED, "it is open"


def test_a_full_disk_closes_nothing_and_opens_nothing(room, table):
    room.disk.full = True
    assert room.host.close("anna", table.seating.code) is Failure.NOT_KEPT
    assert tap(table, "ben", "2:r5") == NOT_SAVED
    room.disk.full = False
    room.host.close("anna", table.seating.code)
    room.disk.full = True
    assert room.host.open_again("anna", table.seating.game) is Failure.NOT_KEPT
    assert table.closed
