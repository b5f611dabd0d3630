"""A row is locked: who is asked what, whom the table waits for, and when the game may end.

The opening is ten rolls of `classic/3`: seat 2 rolls, all have five crosses in red and yellow.
"""

from dataclasses import replace

from qwixx_pad.multiplayer.last_crosses import (
    closing_entry,
    current_answers,
    decline_for_all,
    open_questions,
    unshared_locks,
    waiting_seats,
)
from qwixx_pad.multiplayer.seating import RollAnswers
from tests.support.strategies import entry, played, ready_to_lock

READY = " ".join(("classic/3", *ready_to_lock("classic/3", "ry")))
FINISH_TURN = READY.replace("classic/3", "classic/3+finish-turn")
FEW = " ".join(("classic/3", *(f"1:r{n} 2:r{n} 3:b{14 - n} /" for n in range(2, 7))))
"""Seat 3 rolls; it has no cross in red, the others have five."""
ALMOST_MISTHROWN = " ".join((READY, *(f"2:- / 3:b{n} / 1:b{n} /" for n in (12, 11, 10))))
"""Seat 2 rolls and has three penalties."""
WHITE = {"white": frozenset("r")}
COLORED = {"colored": frozenset("r")}
VOUCHED = {"confirmed": frozenset("r")}


def said(game, **answers):
    return RollAnswers(game.position.roll, **answers)


def asked(line, **answers):
    game = played(line)
    found = open_questions(game, said(game, **answers))
    return [f"{ask.seat} {ask.kind.name} {ask.letter}" for ask in found]


def waits(line, **answers):
    game = played(line)
    return waiting_seats(game, said(game, **answers))


def unshared(line, **answers):
    game = played(line)
    return "".join(sorted(unshared_locks(game, said(game, **answers))))


def ends(line, **answers):
    game = played(line)
    return closing_entry(game, said(game, **answers)) is not None


# Whether a lock can be shared


def test_no_lock_asks_no_questions():
    assert asked(READY) == []
    assert asked(f"{READY} 1:r8 2:y9 3:g12") == []


def test_lock_by_another_seat_counts_as_white_dice():
    assert asked(f"{READY} 1:r12") == ["2 LOCK_TOO r", "3 LOCK_TOO r"]


def test_lock_by_rollers_first_cross_asks_which_dice():
    assert asked(f"{READY} 2:r12") == ["2 WHICH_DICE r"]
    assert unshared(f"{READY} 2:r12") == "", "and nobody holds it to be a coloured die's"


def test_lock_with_white_dice_can_be_shared():
    assert asked(f"{READY} 2:r12", **WHITE) == ["1 LOCK_TOO r", "3 LOCK_TOO r"]


def test_lock_with_colored_die_cannot_be_shared():
    assert asked(f"{READY} 2:r12", **COLORED) == []
    assert asked(f"{READY} 2:r12", **WHITE, **COLORED) == []


def test_lock_that_became_the_first_cross_asks_which_dice():
    assert asked(f"{READY} 2:g12 2:r12 2:undo 2:undo 2:r12") == ["2 WHICH_DICE r"]


def test_lock_by_two_seats_is_shared_regardless_of_dice():
    assert asked(f"{READY} 2:r12 3:r12") == ["1 LOCK_TOO r"]
    assert asked(f"{READY} 2:r12 3:r12", **COLORED) == ["1 LOCK_TOO r"]
    assert asked(f"{READY} 2:g12 2:r12 3:r12") == ["1 LOCK_TOO r"]


def test_lock_by_second_cross_is_colored_until_vouched_white():
    line = f"{READY} 2:g12 2:r12"
    assert unshared(line) == "r"
    assert asked(line) == asked(line, **WHITE) == []
    assert unshared(line, **VOUCHED) == ""
    assert asked(line, **VOUCHED) == ["1 LOCK_TOO r", "3 LOCK_TOO r"]


def test_lock_called_colored_can_still_be_vouched_white():
    assert unshared(f"{READY} 2:r12", **COLORED) == "r"
    assert asked(f"{READY} 2:r12", **COLORED, **VOUCHED) == ["1 LOCK_TOO r", "3 LOCK_TOO r"]


def test_unshared_lock_needs_roller_alone_in_current_roll():
    assert unshared(f"{READY} 1:r12") == ""
    assert unshared(f"{READY} 2:g12 2:r12 3:r12") == ""
    assert unshared(f"{READY} 2:g12 2:r12 /") == ""
    assert unshared(f"{READY} 2:g12 2:r12 2:undo") == ""


# Who is asked


def test_seat_with_under_five_crosses_cannot_lock_too():
    assert asked(f"{FEW} 1:r12") == ["2 LOCK_TOO r", "3 JUST_CLOSES r"]
    assert asked(f"{READY} 1:r12".replace("3:r6", "3:g12")) == ["2 LOCK_TOO r", "3 JUST_CLOSES r"]


def test_two_rows_locked_in_one_roll_ask_separately():
    assert asked(f"{READY} 3:y12 1:r12") == ["2 LOCK_TOO r", "2 LOCK_TOO y"]


def test_single_player_game_asks_no_lock_questions():
    assert asked("classic r2 r3 r4 r5 r6 r12 y#") == []
    assert waits("classic r2 r3 r4 r5 r6 r12 y#") == ()
    assert not ends("classic r2 r3 r4 r5 r6 r12 y#")


# Answers


def test_done_seat_is_not_asked_again():
    assert asked(f"{READY} 1:r12", ready=frozenset({2})) == ["3 LOCK_TOO r"]
    assert asked(f"{READY} 1:r12", ready=frozenset({2, 3})) == []


def test_declined_row_is_not_asked_again():
    declined = frozenset({("r", 2)})
    assert asked(f"{READY} 1:r12", declined=declined) == ["3 LOCK_TOO r"]
    assert asked(f"{READY} 3:y12 1:r12", declined=declined) == ["2 LOCK_TOO y"]


def test_answers_of_another_roll_are_ignored():
    game = played(f"{READY} 1:r12")
    old = RollAnswers(game.position.roll - 1, frozenset({1, 2, 3}), frozenset({("r", 2)}))
    assert len(open_questions(game, old)) == 2
    assert waiting_seats(game, old) == (2, 3)
    second = played(f"{READY} 2:g12 2:r12")
    assert unshared_locks(second, RollAnswers(10, **VOUCHED)) == {"r"}


def test_close_now_stops_asking_which_dice():
    game = played(f"{READY} 2:r12")
    closed = decline_for_all(game, RollAnswers(game.position.roll))
    assert open_questions(game, closed) == ()
    assert closed.colored == frozenset("r")
    assert closed.ready == frozenset()


# Whom the table waits for


def test_table_waits_for_asked_seats():
    assert waits(f"{READY} 1:r12") == (2, 3)
    assert waits(f"{READY} 2:r12", **COLORED) == ()


def test_second_lock_waits_for_seats_with_possible_crosses():
    assert waits(f"{READY} 3:y12 1:r12") == (2,)
    assert waits(f"{READY} 1:r12 / 1:y12") == (2, 3)


def test_table_waits_for_dice_only_while_lock_is_shareable():
    assert waits(f"{READY} 2:r12 3:y12") == (1, 2)
    assert waits(f"{READY} 2:r12 3:y12 1:g12") == ()


# When the game may end


def test_game_ends_after_all_last_crosses_or_done():
    line = f"{READY} 1:r12 / 1:y12"
    assert not ends(line)
    assert not ends(line, ready=frozenset({2}))
    assert ends(line, ready=frozenset({2, 3}))
    assert ends(f"{line} 3:g12", ready=frozenset({2}))
    assert ends(f"{line} 2:g12 3:y12")


def test_fourth_penalty_waits_for_locks_and_last_crosses():
    line = f"{ALMOST_MISTHROWN} 1:r12 2:-"
    assert asked(line) == ["3 LOCK_TOO r"]
    assert waits(line) == (3,)
    assert waits(f"{ALMOST_MISTHROWN} 2:-") == (1, 3)
    assert ends(f"{line} 3:r12")
    assert ends(line, ready=frozenset({3}))
    assert waits(f"{ALMOST_MISTHROWN} 3:out 2:-") == (1,)


def test_fourth_penalty_by_slash_waits_for_crosses_or_done():
    assert not ends(ALMOST_MISTHROWN, ready=frozenset({1, 3}))
    assert waits(ALMOST_MISTHROWN, ending=True) == (1, 3)
    assert ends(f"{ALMOST_MISTHROWN} 1:b9", ending=True, ready=frozenset({3}))


def test_done_before_fourth_penalty_does_not_count():
    idle = played(ALMOST_MISTHROWN)
    before = said(idle, ready=frozenset({1, 3}), base_length=len(idle.log))
    ended = idle.with_entry(entry("2:-"))
    assert current_answers(before, idle, ()).ready == {1, 3}
    assert current_answers(before, ended, ()).ready == set()
    again = replace(before, base_length=len(ended.log))
    assert current_answers(again, ended.with_entry(entry("1:b9")), ()).ready == {3}


def test_ending_is_cancelled_by_rollers_own_entry():
    idle = played(ALMOST_MISTHROWN)
    ending = said(idle, ending=True, base_length=len(idle.log))
    assert current_answers(ending, idle.with_entry(entry("1:b9")), ()).ending
    for line in ("2:b9", "2:b9 2:undo"):
        crossed = played(f"{ALMOST_MISTHROWN} {line}")
        assert not current_answers(ending, crossed, ()).ending


def test_ended_game_does_not_end_again():
    for close in ("/", "end"):
        assert not ends(f"{READY} 1:r12 / 1:y12 {close}", ready=frozenset({2, 3}))
        assert asked(f"{READY} 1:r12 / 1:y12 {close}") == []


def test_finish_turn_game_ends_at_slash_not_by_answers():
    line = f"{FINISH_TURN} 3:y12 1:r12"
    assert waits(line) == (2,)
    assert not ends(line, ready=frozenset({1, 2, 3}))


# Sheets on which more than the last number locks


LONGO = " ".join(("longo/2", *(f"1:r{n} 2:r{n} /" for n in range(2, 8))))
"""Six rolls: seat 1 rolls, both have six crosses in red."""
BAR = " ".join(("bonus_a/2", *(f"1:r{n} 2:r{n} /" for n in (2, 4, 5, 7)), "1:r8 2:r8 / 1:r11 /"))
"""Six rolls: seat 1 rolls; red 12 is the next free cell of its red row, and red the bar's next."""


def test_lock_question_names_the_crossed_cell():
    for number in (15, 16):
        game = played(f"{LONGO} 2:r{number}")
        (ask,) = open_questions(game, said(game))
        assert (ask.seat, ask.kind.name, ask.lock_cross.number) == (1, "LOCK_TOO", number)


def test_forced_lock_asks_no_questions():
    line = f"{BAR} 1:y5"
    assert "r" in played(line).position.locked_this_roll
    assert asked(line) == []
    assert unshared(line) == ""


def test_row_with_connecting_fields_asks_lock_questions():
    ready = " ".join(("connect_15/2", *(f"1:r{n} 2:r{n} /" for n in range(2, 7))))
    assert asked(f"{ready} 1:r12") == ["2 LOCK_TOO r"]


# Crosses that were won, and whose row is still to be chosen


OWING = "bonus_b/2 2:r2 1:y11 / 2:b12 2:y11 / 2:g9 1:r2"
"""Seat 1 rolls; seat 2 has completed a pair, and three of its rows tie."""


def test_table_waits_for_an_owed_row_choice():
    assert waits(OWING) == (2,)
    assert waits(f"{OWING} 2:pr") == ()
    assert asked(OWING) == []


def test_owed_row_choice_stays_open_after_close_now():
    game = played(OWING)
    answers = decline_for_all(game, said(game))
    assert waiting_seats(game, answers) == ()
    assert game.entry_refusal(entry("2:pr")) is None
    assert played(f"{OWING} /").position.sheets[1].pending_choices == ()


def test_owed_row_choice_is_awaited_after_the_last_lock():
    five = " ".join(ready_to_lock("bonus_b/2", "ry"))
    line = f"bonus_b/2 {five} 1:y11 1:b12 / 1:g9 2:r12 2:y12"
    assert 1 in waits(line)
    assert waits(f"{line} 1:pg") == ()


def test_sitting_out_seat_is_not_waited_for():
    assert waits(f"{OWING} 2:out") == ()
