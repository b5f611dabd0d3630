"""One table and its phones: whose tap is entered, whose is not, and who hears of it.

Anna, Ben and Cleo sit on seats 1 to 3; Anna has opened the table. What the rules refuse, and what
comes of many taps at once, `test_model.py` compares with the plain rules.
"""

import pytest

from qwixx_pad.core.moves import EndRoll, Entry, Finish
from qwixx_pad.games.session import Failure
from qwixx_pad.multiplayer.requests import (
    Add,
    BestOf,
    ChooseSlip,
    ConfirmWhiteDice,
    DeclareLockDice,
    Decline,
    Enter,
    Free,
    Rematch,
    SetReady,
    Start,
    StopWaiting,
)
from tests.support.multiplayer.table_room import (
    ACCEPTED,
    MOVED_ON,
    NO_GAME,
    NOT_SAVED,
    NOT_YOURS,
    log,
    tap,
    taps,
    waits,
)


def state(room, table):
    """All that a failed tap must not change."""
    return table.seating, log(table), room.stored_log(table), table.roll_answers, waits(table)


# Who may enter what


@pytest.mark.parametrize("phone", ["anna", "cleo", "stranger", ""])
def test_entry_for_seat_of_another_device_is_refused(table, room, phone):
    for token in ("2:r5", "2:undo", "2:redo", "2:-"):
        assert tap(table, phone, token) == NOT_YOURS
    assert log(table) == room.stored_log(table) == []


@pytest.mark.parametrize("move", [EndRoll(), Finish()])
def test_end_entry_with_a_seat_is_refused(table, move):
    assert table.submit_request("anna", Enter(Entry(move, 1), 0)) == NOT_YOURS


def test_white_dice_are_entered_by_roller_or_host_only(table):
    taps(table, "/")
    for phone in ("cleo", "stranger"):
        assert tap(table, phone, "w7") == NOT_YOURS
    for phone in ("ben", "anna"):
        assert tap(table, phone, "w7") == ACCEPTED
    assert tap(table, "cleo", "3:r7", seen=1) == ACCEPTED  # nobody is late for it


# Too late


@pytest.mark.parametrize("seen", [-1, 3])
def test_entry_claiming_an_impossible_log_length_is_late(table, seen):
    taps(table, "1:r5", "2:r5")
    assert tap(table, "cleo", "3:r5", seen=seen) == MOVED_ON
    assert log(table) == ["1:r5", "2:r5"]


@pytest.mark.parametrize(
    ("since", "answer"),
    [
        (["2:r5"], ACCEPTED),
        (["2:r5", "2:undo"], MOVED_ON),
        (["2:undo"], MOVED_ON),
        (["2:undo", "2:redo"], MOVED_ON),
        (["3:undo"], ACCEPTED),
        (["3:undo", "1:r6"], ACCEPTED),
    ],
)
def test_undo_of_the_roller_makes_a_roll_end_late(table, since, answer):
    """It would be a penalty that nobody has decided on."""
    taps(table, "/", *(["2:b12"] if since[0] == "2:undo" else []), "3:g12")
    seen = len(log(table))
    taps(table, *since)
    assert tap(table, "anna", "/", seen) == answer
    assert (log(table)[-1] == "/") is (answer is ACCEPTED)


# Answers outside the log


def test_done_seat_can_change_its_answer(late):
    taps(late, "1:r12")
    late.submit_request("cleo", SetReady(3, ready=True))
    assert waits(late) == (2,)
    late.submit_request("cleo", SetReady(3, ready=False))
    assert waits(late) == (2, 3)


def test_entry_that_revokes_done_is_saved_and_announced_once(late, room):
    late.submit_request("cleo", SetReady(3, ready=True))
    seen = []
    note = room.disk.read_settings()
    late.watch(lambda: seen.append(late.roll_answers.ready))
    taps(late, "3:g12")
    assert seen == [set()]
    assert room.disk.read_settings() == note
    assert room.again().known_table(late.seating.code, "cleo").roll_answers.ready == set()


def test_open_locks_are_recomputed_after_an_answer(late):
    taps(late, "1:r12")
    assert late.open_locks is late.open_locks
    assert late.open_locks.waiting_seats == (2, 3)
    late.submit_request("cleo", SetReady(3, ready=True))
    assert late.open_locks.waiting_seats == (2,)


def test_vouching_for_white_dice_is_open_to_any_seat(late):
    taps(late, "2:g12", "2:r12")
    assert late.submit_request("stranger", ConfirmWhiteDice("r")) is Failure.NOT_ALLOWED
    assert waits(late) == ()
    assert late.submit_request("cleo", ConfirmWhiteDice("r")) is None
    assert waits(late) == (1, 3), "it holds for all seats of this roll"


def test_vouching_does_not_answer_for_the_roller(late):
    taps(late, "2:r12")
    assert late.submit_request("anna", ConfirmWhiteDice("r")) is None
    assert waits(late) == (2,)


def test_entry_and_answers_before_game_are_refused(room):
    table = room.table("anna", "ben")
    assert tap(table, "anna", "1:r5") == NO_GAME
    assert table.submit_request("anna", SetReady(1, ready=True)) is Failure.NOT_ALLOWED
    assert table.submit_request("anna", StopWaiting()) is Failure.NOT_ALLOWED
    assert table.submit_request("anna", DeclareLockDice("r", white=True)) is Failure.NOT_ALLOWED


@pytest.mark.parametrize("letter", ["x", "ry", "", "x" * 200])
def test_answers_for_an_unknown_row_are_refused(late, room, letter):
    taps(late, "1:r12")
    before = state(room, late)
    for phone, word in (
        ("ben", Decline(2, letter)),
        ("anna", DeclareLockDice(letter, white=True)),
        ("cleo", ConfirmWhiteDice(letter)),
    ):
        assert late.submit_request(phone, word) is Failure.NOT_ALLOWED
    assert state(room, late) == before


# Everybody hears of everything, of nothing half


def test_watching_phone_is_notified_once_per_change_until_leaving(late):
    heard = []
    for phone in ("anna", "ben"):
        leave = late.watch(lambda phone=phone: heard.append((phone, log(late)[-1], waits(late))))
    taps(late, "1:r12")
    late.submit_request("ben", Decline(2, "r"))
    leave()
    late.submit_request("cleo", Decline(3, "r"))
    assert heard == [
        *[("anna", "1:r12", (2, 3)), ("ben", "1:r12", (2, 3))],
        *[("anna", "1:r12", (3,)), ("ben", "1:r12", (3,))],
        ("anna", "1:r12", ()),
    ]


def test_failing_watcher_does_not_block_others_or_later_changes(table):
    heard = []
    recovered = []

    def fails_once():
        recovered.append(log(table)[-1])
        if len(recovered) == 1:
            raise OSError("this screen is busy")

    table.watch(fails_once)
    table.watch(lambda: heard.append(log(table)[-1]))
    taps(table, "1:r5", "2:r5")
    assert {"1:r5", "2:r5"} <= set(heard)
    assert recovered == heard


def test_rematch_updates_game_and_seats_together(table):
    tap(table, "anna", "end")
    seen = []
    table.watch(lambda: seen.append(table.opened.head.id == table.seating.game))
    table.submit_request("anna", Rematch())
    assert seen
    assert all(seen)


# Who is there


def test_seat_is_present_while_its_device_shows_the_table(table):
    heard = []
    table.watch(lambda: heard.append([table.is_present(seat) for seat in (1, 2, 3)]))
    table.connect_device("ben")()
    assert heard == [[False, True, False], [False, False, False]]


def test_device_is_present_until_its_last_window_closes(table):
    leave = table.connect_device("ben")
    leave_too = table.connect_device("ben")
    leave()
    leave()
    assert table.is_present(2)
    leave_too()
    assert not table.is_present(2)


# The start and a rematch


def test_game_gets_sheets_option_and_names_of_the_table(room):
    table = room.table("anna", "ben", layout="chain_a", finish_turn=True)
    assert table.submit_request("ben", ChooseSlip(2, "chain_c")) is None
    assert table.submit_request("ben", Start()) is Failure.NOT_ALLOWED
    assert table.submit_request("anna", Start()) is None
    assert table.submit_request("anna", Start()) is Failure.STARTED
    assert table.opened.game.text == "chain_a,chain_c/2+finish-turn"
    assert table.opened.head.names == ("Anna", "Ben")


def test_undone_end_keeps_players_waiting_for_next_game(table):
    assert table.submit_request("dan", Add("Dan")) is None
    tap(table, "anna", "end")
    assert table.submit_request("eva", Add("Eva")) is None
    assert tap(table, "anna", "undo") == ACCEPTED
    taps(table, "2:r5")
    assert tap(table, "dan", "4:r5") == NOT_YOURS
    tap(table, "anna", "end")
    table.submit_request("anna", Rematch())
    assert table.opened.head.names == ("Ben", "Cleo", "Dan", "Eva", "Anna")


def test_rematch_clears_answers_of_the_last_game(table):
    table.submit_request("ben", SetReady(2, ready=True))
    tap(table, "anna", "end")
    assert table.submit_request("cleo", Rematch()) is None
    assert table.roll_answers.ready == set()


def test_rematch_keeps_corners_even_after_restart(table, room):
    tap(table, "anna", "end")
    table.submit_request("cleo", Rematch())
    assert table.opened.first_corner == 2
    back = room.again().known_table(table.seating.code, "ben")
    assert back.opened.first_corner == 2
    tap(back, "anna", "end")
    back.submit_request("ben", Rematch())
    assert back.opened.first_corner == 3


def test_results_of_the_day_survive_rematch_and_restart(table, room):
    for entries in (["1:r5", "1:r6", "2:r6"], ["2:r2", "2:undo"], ["2:r2"]):
        taps(table, *entries)
        tap(table, "anna", "end")
        table.submit_request("cleo", Rematch())
        table = room.again().known_table(table.seating.code, "ben")
    first = (("Anna", 3), ("Ben", 1), ("Cleo", 0))
    third = (("Cleo", 0), ("Anna", 1), ("Ben", 0))
    assert table.seating.earlier_results == (first, third), "the second one was blank"
    room.clock.forward(hours=13)
    tap(table, "anna", "end")
    table.submit_request("cleo", Rematch())
    assert table.seating.earlier_results == (), "another day"


def test_series_length_is_set_by_seated_devices_only(table):
    assert table.submit_request("ben", BestOf(3)) is None
    tap(table, "anna", "end")
    table.submit_request("cleo", Rematch())
    assert table.seating.best_of == 3
    assert table.submit_request("stranger", BestOf(5)) is Failure.NOT_ALLOWED
    assert table.submit_request("ben", BestOf(4)) is Failure.NOT_ALLOWED


# A full disk


def test_entry_on_full_disk_changes_nothing(late, room):
    taps(late, "1:r12", "2:b12")
    late.submit_request("cleo", SetReady(3, ready=True))
    before = state(room, late)
    room.disk.full = True
    assert tap(late, "ben", "2:g12") == NOT_SAVED
    assert state(room, late) == before
    room.disk.full = False
    assert tap(late, "ben", "2:g12") == ACCEPTED


def test_answer_on_full_disk_changes_nothing(late, room):
    taps(late, "1:y12", "2:r12")
    before = state(room, late)
    room.disk.full = True
    assert late.submit_request("cleo", SetReady(3, ready=True)) is Failure.SEATING_NOT_SAVED
    assert late.submit_request("cleo", Free(3)) is Failure.SEATING_NOT_SAVED
    assert state(room, late) == before


def test_start_on_full_disk_begins_no_game(room):
    table = room.table("anna", "ben")
    before = table.seating
    room.disk.full = True
    assert table.submit_request("anna", Start()) is Failure.SEATING_NOT_SAVED
    assert (table.seating, table.opened) == (before, None)
    room.disk.full = False
    assert table.submit_request("anna", Start()) is None


def test_rematch_is_not_shown_if_table_is_unsaved(table, room):
    tap(table, "anna", "end")
    before = state(room, table)
    start = room.disk.add_game

    def start_on_the_last_free_bytes(head):
        start(head)
        room.disk.full = True

    room.disk.add_game = start_on_the_last_free_bytes
    assert table.submit_request("anna", Rematch()) is Failure.SEATING_NOT_SAVED
    assert state(room, table) == before


def test_full_disk_prevents_opening_and_closing_tables(room):
    table = room.table("anna", "ben")
    room.disk.full = True
    assert room.table("anna", "ben") is Failure.SEATING_NOT_SAVED
    assert room.host.close("anna", table.seating.code) is Failure.SEATING_NOT_SAVED
    assert room.host.tables_of("anna") == (table,)
    assert not table.is_closed


# The next process


def test_damaged_table_is_skipped_and_others_restored(room):
    one = room.table("anna", "ben")
    two = room.table("anna", "cleo")
    room.disk.put_setting(f"table/{one.seating.code}", one.seating.text[:-9])
    room.disk.put_setting("table/WXYZ", two.seating.text.replace(two.seating.code, "ABCD"))
    assert [table.seating for table in room.again().tables_of("anna")] == [two.seating]


def test_table_without_its_lost_game_is_restored(room):
    table = room.table("anna", "ben")
    text = table.seating.text.replace('"game": null', '"game": "gone"')
    room.disk.put_setting(f"table/{table.seating.code}", text)
    back = room.again().known_table(table.seating.code, "anna")
    assert tap(back, "anna", "1:r5") == NO_GAME


def test_table_codes_are_unique(room):
    room.codes = iter(["AAAA", "AAAA", "AAAA", "BBBB"])
    room.again()
    codes = [room.table("anna").seating.code for _ in range(2)]
    assert codes == ["AAAA", "BBBB"]


def test_tables_are_found_by_device_and_game(room):
    one = room.game("anna", "ben")
    two = room.table("cleo", "ben")
    assert room.host.tables_of("ben") == (two, one)
    assert room.host.tables_of("anna") == (one,)
    assert room.host.table_of_game(one.seating.game) is one
    assert room.host.table_of_game("another") is None
