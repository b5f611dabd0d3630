"""Nobody waits for who is away: seats sit out, others end rolls, tables close and open again.

Anna, Ben and Cleo sit on seats 1 to 3; Anna has opened the table unless something else is said.
"""

from qwixx_pad.core.moves import parse_token
from qwixx_pad.games.session import Failure
from qwixx_pad.multiplayer.last_crosses import QuestionKind
from qwixx_pad.multiplayer.requests import Rematch
from tests.support.multiplayer.table_room import (
    ACCEPTED,
    NO_GAME,
    log,
    tap,
    taps,
)


def asked(table):
    return [(ask.kind, ask.seat) for ask in table.open_locks.questions]


# Nobody asks, nobody waits


def test_roller_sitting_out_is_not_asked_which_dice(late):
    taps(late, "2:r12")
    assert asked(late) == [(QuestionKind.WHICH_DICE, 2)]
    assert tap(late, "anna", "2:out") == ACCEPTED
    assert asked(late) == [(QuestionKind.LOCK_TOO, 1), (QuestionKind.LOCK_TOO, 3)]


# Closed and opened again


def test_closed_table_refuses_entries_and_reopens_with_all_seats(room, table):
    taps(table, "1:r5")
    game = table.seating.game
    code = table.seating.code
    assert room.host.close("ben", code) is Failure.NOT_ALLOWED
    assert room.host.close("anna", code) is None
    assert tap(table, "ben", "2:r5") == NO_GAME
    assert room.host.table_of_game(game) is None
    assert room.host.find(code, "stranger", "192.0.2.9") is None
    assert table.submit_request("anna", Rematch()) is Failure.NOT_ALLOWED
    assert room.host.service.open(game).enter(parse_token("3:b12")) is None, (
        "it goes on on one device"
    )
    for phone in ("ben", "stranger"):
        assert room.host.reopen_table(phone, game) is Failure.NOT_ALLOWED
    assert room.host.reopen_table("anna", game) is table
    taps(table, "2:r5")
    assert log(table) == room.stored_log(table) == ["1:r5", "3:b12", "2:r5"]


def test_game_of_a_closed_table_is_free_once_it_is_over(room, table):
    """Its players may be renamed then."""
    tap(table, "anna", "1:r2")
    assert room.host.close("anna", table.seating.code) is None
    assert room.host.games_at_tables == {table.seating.game}
    assert table.opened.enter(parse_token("end")) is None
    assert room.host.games_at_tables == frozenset()


def test_closed_table_can_be_reopened_after_restart(room, table):
    room.host.close("anna", table.seating.code)
    host = room.again()
    assert host.tables_of("anna") == ()
    back = host.reopen_table("anna", table.seating.game)
    assert back.seating.seats_of("ben") == (2,)
    assert host.reopen_table("anna", table.seating.game) is Failure.NOT_ALLOWED, "it is open"


def test_full_disk_prevents_reopening(room, table):
    room.host.close("anna", table.seating.code)
    room.disk.full = True
    assert room.host.reopen_table("anna", table.seating.game) is Failure.SEATING_NOT_SAVED
    assert table.is_closed
