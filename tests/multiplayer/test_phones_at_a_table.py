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
    CloseNow,
    Decline,
    Enter,
    Free,
    Rematch,
    SayDone,
    Start,
    TakeSlip,
    TellDice,
    Vouch,
)
from tests.support.multiplayer.table_room import (
    MOVED_ON,
    NO_GAME,
    NOT_SAVED,
    NOT_YOURS,
    STANDS,
    log,
    tap,
    taps,
    waits,
)


def state(room, table):
    """All that a failed tap must not change."""
    return table.seating, log(table), room.kept(table), table.answers, waits(table)


# Who may enter what


@pytest.mark.parametrize("phone", ["anna", "cleo", "stranger", ""])
def test_a_device_never_enters_for_the_seat_of_another(table, room, phone):
    for token in ("2:r5", "2:undo", "2:redo", "2:-"):
        assert tap(table, phone, token) == NOT_YOURS
    assert log(table) == room.kept(table) == []


@pytest.mark.parametrize("move", [EndRoll(), Finish()])
def test_what_is_everybody_s_is_not_entered_for_a_seat(table, move):
    assert table.ask("anna", Enter(Entry(move, 1), 0)) == NOT_YOURS


def test_the_roller_and_who_opened_the_table_say_what_the_white_dice_show(table):
    taps(table, "/")
    for phone in ("cleo", "stranger"):
        assert tap(table, phone, "w7") == NOT_YOURS
    for phone in ("ben", "anna"):
        assert tap(table, phone, "w7") == STANDS
    assert tap(table, "cleo", "3:r7", seen=1) == STANDS  # nobody is late for it


# Too late


@pytest.mark.parametrize("seen", [-1, 3])
def test_who_says_to_have_seen_what_there_is_not_is_too_late(table, seen):
    taps(table, "1:r5", "2:r5")
    assert tap(table, "cleo", "3:r5", seen=seen) == MOVED_ON
    assert log(table) == ["1:r5", "2:r5"]


# What is said beside the log


def test_a_seat_is_finished_with_the_roll_until_it_changes_its_mind(late):
    taps(late, "1:r12")
    late.ask("cleo", SayDone(3, yes=True))
    assert waits(late) == (2,)
    late.ask("cleo", SayDone(3, yes=False))
    assert waits(late) == (2, 3)


def test_an_entry_that_takes_a_word_back_is_written_once_and_told_once(late, room):
    late.ask("cleo", SayDone(3, yes=True))
    told, note = [], room.disk.settings()
    late.watch(lambda: told.append(late.answers.done))
    taps(late, "3:g12")
    assert told == [set()]
    assert room.disk.settings() == note
    assert room.again().known(late.seating.code, "cleo").answers.done == set()


def test_what_the_locks_leave_open_is_made_anew_when_somebody_has_answered(late):
    taps(late, "1:r12")
    assert late.locks is late.locks
    assert late.locks.waiting == (2, 3)
    late.ask("cleo", SayDone(3, yes=True))
    assert late.locks.waiting == (2,)


def test_whoever_sits_there_may_say_that_a_second_cross_was_made_with_the_white_dice(late):
    taps(late, "2:g12", "2:r12")
    assert late.ask("stranger", Vouch("r")) is Failure.NOT_ALLOWED
    assert waits(late) == ()
    assert late.ask("cleo", Vouch("r")) is None
    assert waits(late) == (1, 3), "it holds for all seats of this roll"


def test_before_the_roller_was_asked_nobody_says_it_for_them(late):
    taps(late, "2:r12")
    assert late.ask("anna", Vouch("r")) is None
    assert waits(late) == (2,)


def test_before_the_game_there_is_nothing_to_enter_and_to_answer(room):
    table = room.table("anna", "ben")
    assert tap(table, "anna", "1:r5") == NO_GAME
    assert table.ask("anna", SayDone(1, yes=True)) is Failure.NOT_ALLOWED
    assert table.ask("anna", CloseNow()) is Failure.NOT_ALLOWED
    assert table.ask("anna", TellDice("r", white=True)) is Failure.NOT_ALLOWED


@pytest.mark.parametrize("letter", ["x", "ry", "", "x" * 200])
def test_of_a_row_that_the_sheet_has_not_nothing_is_heard(late, room, letter):
    taps(late, "1:r12")
    before = state(room, late)
    for phone, word in (
        ("ben", Decline(2, letter)),
        ("anna", TellDice(letter, white=True)),
        ("cleo", Vouch(letter)),
    ):
        assert late.ask(phone, word) is Failure.NOT_ALLOWED
    assert state(room, late) == before


# Everybody hears of everything, of nothing half


def test_every_phone_hears_once_of_every_entry_and_answer_until_it_leaves(late):
    heard = []
    for phone in ("anna", "ben"):
        leave = late.watch(lambda phone=phone: heard.append((phone, log(late)[-1], waits(late))))
    taps(late, "1:r12")
    late.ask("ben", Decline(2, "r"))
    leave()
    late.ask("cleo", Decline(3, "r"))
    assert heard == [
        *[("anna", "1:r12", (2, 3)), ("ben", "1:r12", (2, 3))],
        *[("anna", "1:r12", (3,)), ("ben", "1:r12", (3,))],
        ("anna", "1:r12", ()),
    ]


def test_a_screen_that_cannot_be_told_once_keeps_no_other_waiting_and_hears_the_next(table):
    heard, recovered = [], []

    def fails_once():
        recovered.append(log(table)[-1])
        if len(recovered) == 1:
            raise OSError("this screen is busy")

    table.watch(fails_once)
    table.watch(lambda: heard.append(log(table)[-1]))
    taps(table, "1:r5", "2:r5")
    assert {"1:r5", "2:r5"} <= set(heard)
    assert recovered == heard


def test_nobody_sees_the_people_of_a_rematch_at_the_sheets_of_the_game_before(table):
    tap(table, "anna", "end")
    seen = []
    table.watch(lambda: seen.append(table.opened.head.id == table.seating.game))
    table.ask("anna", Rematch())
    assert seen
    assert all(seen)


# Who is there


def test_a_seat_is_there_while_its_device_shows_the_table_and_all_hear_of_it(table):
    heard = []
    table.watch(lambda: heard.append([table.is_here(seat) for seat in (1, 2, 3)]))
    table.arrive("ben")()
    assert heard == [[False, True, False], [False, False, False]]


def test_a_device_with_two_windows_is_there_until_it_has_left_both(table):
    leave, leave_too = table.arrive("ben"), table.arrive("ben")
    leave()
    leave()
    assert table.is_here(2)
    leave_too()
    assert not table.is_here(2)


# The start and a rematch


def test_the_game_has_the_slips_the_option_and_the_names_of_the_table(room):
    table = room.table("anna", "ben", layout="chain_a", finish_turn=True)
    assert table.ask("ben", TakeSlip(2, "chain_c")) is None
    assert table.ask("ben", Start()) is Failure.NOT_ALLOWED
    assert table.ask("anna", Start()) is None
    assert table.ask("anna", Start()) is Failure.STARTED
    assert table.opened.game.text == "chain_a,chain_c/2+finish-turn"
    assert table.opened.head.names == ("Anna", "Ben")


def test_a_game_that_goes_on_after_its_end_keeps_who_waits_for_the_next_one(table):
    tap(table, "anna", "end")
    assert table.ask("dan", Add("Dan")) is None
    assert tap(table, "anna", "undo") == STANDS
    assert table.ask("eva", Add("Eva")) is Failure.STARTED
    taps(table, "2:r5")
    tap(table, "anna", "end")
    table.ask("anna", Rematch())
    assert table.opened.head.names == ("Ben", "Cleo", "Dan", "Anna")


def test_what_was_said_of_a_game_is_not_said_of_its_rematch(table):
    table.ask("ben", SayDone(2, yes=True))
    tap(table, "anna", "end")
    assert table.ask("cleo", Rematch()) is None
    assert table.answers.done == set()


def test_a_rematch_leaves_everybody_in_their_corner_over_a_restart_too(table, room):
    tap(table, "anna", "end")
    table.ask("cleo", Rematch())
    assert table.opened.first_corner == 2
    back = room.again().known(table.seating.code, "ben")
    assert back.opened.first_corner == 2
    tap(back, "anna", "end")
    back.ask("ben", Rematch())
    assert back.opened.first_corner == 3


def test_a_table_carries_how_its_games_of_the_day_ended_over_a_restart_too(table, room):
    taps(table, "1:r5", "1:r6", "2:r6")
    for _ in range(2):
        tap(table, "anna", "end")
        table.ask("cleo", Rematch())
        table = room.again().known(table.seating.code, "ben")
    first = (("Anna", 3), ("Ben", 1), ("Cleo", 0))
    assert table.seating.played == (first, (("Ben", 0), ("Cleo", 0), ("Anna", 0)))
    room.clock.forward(hours=13)
    tap(table, "anna", "end")
    table.ask("cleo", Rematch())
    assert table.seating.played == (), "another day"


def test_who_sits_at_a_table_says_how_many_games_decide_a_series_there(table):
    assert table.ask("ben", BestOf(3)) is None
    tap(table, "anna", "end")
    table.ask("cleo", Rematch())
    assert table.seating.best_of == 3
    assert table.ask("stranger", BestOf(5)) is Failure.NOT_ALLOWED
    assert table.ask("ben", BestOf(4)) is Failure.NOT_ALLOWED


# A full disk


def test_on_a_full_disk_an_entry_changes_nothing_anywhere(late, room):
    taps(late, "1:r12", "2:b12")
    late.ask("cleo", SayDone(3, yes=True))
    before = state(room, late)
    room.disk.full = True
    assert tap(late, "ben", "2:g12") == NOT_SAVED
    assert state(room, late) == before
    room.disk.full = False
    assert tap(late, "ben", "2:g12") == STANDS


def test_on_a_full_disk_an_answer_changes_nothing_anywhere(late, room):
    taps(late, "1:y12", "2:r12")
    before = state(room, late)
    room.disk.full = True
    assert late.ask("cleo", SayDone(3, yes=True)) is Failure.NOT_KEPT
    assert late.ask("cleo", Free(3)) is Failure.NOT_KEPT
    assert state(room, late) == before


def test_on_a_full_disk_no_game_begins(room):
    table = room.table("anna", "ben")
    before = table.seating
    room.disk.full = True
    assert table.ask("anna", Start()) is Failure.NOT_KEPT
    assert (table.seating, table.opened) == (before, None)
    room.disk.full = False
    assert table.ask("anna", Start()) is None


def test_when_the_table_cannot_be_kept_the_game_that_was_begun_is_not_shown(table, room):
    tap(table, "anna", "end")
    before = state(room, table)
    start = room.disk.start

    def start_on_the_last_free_bytes(head):
        start(head)
        room.disk.full = True

    room.disk.start = start_on_the_last_free_bytes
    assert table.ask("anna", Rematch()) is Failure.NOT_KEPT
    assert state(room, table) == before


def test_on_a_full_disk_no_table_is_opened_or_closed(room):
    table = room.table("anna", "ben")
    room.disk.full = True
    assert room.table("anna", "ben") is Failure.NOT_KEPT
    assert room.host.close("anna", table.seating.code) is Failure.NOT_KEPT
    assert room.host.of("anna") == (table,)
    assert not table.closed


# The next process


def test_a_table_whose_text_is_damaged_is_left_out_and_the_others_come_back(room):
    one, two = room.table("anna", "ben"), room.table("anna", "cleo")
    room.disk.put_setting(f"table/{one.seating.code}", one.seating.text[:-9])
    room.disk.put_setting("table/WXYZ", two.seating.text.replace(two.seating.code, "ABCD"))
    assert [table.seating for table in room.again().of("anna")] == [two.seating]


def test_a_table_whose_game_is_lost_is_there_without_it(room):
    table = room.table("anna", "ben")
    text = table.seating.text.replace('"game": null', '"game": "gone"')
    room.disk.put_setting(f"table/{table.seating.code}", text)
    back = room.again().known(table.seating.code, "anna")
    assert tap(back, "anna", "1:r5") == NO_GAME


def test_two_tables_never_have_the_same_code(room):
    room.codes = iter(["AAAA", "AAAA", "AAAA", "BBBB"])
    room.again()
    codes = [room.table("anna").seating.code for _ in range(2)]
    assert codes == ["AAAA", "BBBB"]


def test_tables_are_found_by_device_and_by_game(room):
    one, two = room.game("anna", "ben"), room.table("cleo", "ben")
    assert room.host.of("ben") == (two, one)
    assert room.host.of("anna") == (one,)
    assert room.host.of_game(one.seating.game) is one
    assert room.host.of_game("another") is None
