"""Undo and redo: on one sheet, for a whole table, and for one seat within its roll."""

import pytest

from qwixx_pad.core.moves import Refusal, RefusedError
from tests.support.core.line_questions import TWO_ROWS, applied, opened, position
from tests.support.strategies import entry, played, refusal


def test_undo_removes_the_last_entry():
    assert applied("classic r5 - undo") == "r5"
    assert applied("classic r5 r# undo undo") == ""
    assert applied("classic r5 end undo") == "r5"


def test_redo_restores_the_last_undone_entry():
    assert applied("classic r5 y5 undo undo redo") == "r5"
    assert applied("classic r5 y5 undo undo redo redo") == "r5 y5"


def test_new_entry_clears_redo():
    assert refusal("classic r5 undo y5 redo") == "nothing_to_redo"
    assert refusal("classic r5 undo r5 redo") == "nothing_to_redo"


@pytest.mark.parametrize("line", ["- - - - undo", "r# y# undo", "r# y# g5 end undo undo undo"])
def test_end_of_game_can_be_undone(line):
    assert not position(f"classic {line}").is_over


def test_table_undo_takes_the_last_entry_of_any_seat():
    assert applied("classic/3 1:r5 2:y5 undo") == "1:r5"
    assert applied("classic/3 1:r5 2:y5 undo undo redo") == "1:r5"


def test_seat_undo_takes_its_own_last_entry():
    assert applied("classic/3 1:r5 2:y5 1:undo") == "2:y5"
    assert applied("classic/3 1:r5 1:y5 2:y5 1:undo") == "1:r5 2:y5"


def test_seat_undo_stops_at_the_current_roll():
    assert refusal("classic/3 / 1:undo") == "nothing_to_undo"
    assert refusal("classic/3 1:r5 2:y5 / 1:g5 1:undo 1:undo") == "nothing_to_undo"


def test_seat_redo_restores_its_undone_entry():
    assert applied("classic/3 1:r5 2:y5 1:undo 1:redo") == "2:y5 1:r5"


def test_new_entry_clears_only_its_seats_redo():
    line = "classic/3 1:r5 2:y5 1:undo 2:undo"
    assert refusal(f"{line} 1:g5 1:redo") == "nothing_to_redo"
    assert refusal(f"{line} 1:g5 2:redo") is None


@pytest.mark.parametrize("close", ["/", "end"])
def test_slash_and_end_clear_every_redo(close):
    line = f"classic/3 1:r5 2:y5 1:undo 2:undo {close}"
    for token in ("1:redo", "2:redo", "redo"):
        assert refusal(f"{line} {token}") == "nothing_to_redo"


def test_undone_lock_keeps_later_crosses_of_others():
    line = f"{TWO_ROWS} 1:r12 3:y12 2:g12"
    assert position(line).is_over
    assert not position(f"{line} 1:undo").is_over
    assert applied(f"{line} 1:undo").endswith("3:y12 2:g12")


def test_seat_undo_works_after_end():
    """`end` is not the end of a roll, and after the end undo and redo are what is accepted."""
    assert applied("classic/2 1:r5 2:y5 end 1:undo") == "2:y5 end"
    assert applied("classic/2 1:r5 2:y5 end 1:undo 1:redo") == "2:y5 1:r5 end"
    assert refusal("classic/2 1:r5 end 1:undo 1:y5") == "over"


def test_redo_restores_a_cross_in_a_since_locked_row():
    line = f"{TWO_ROWS} 2:y8 2:r8 3:r12"
    assert position(f"{line} 2:undo 2:redo") == position(line)
    assert applied(f"{line} 2:undo 2:redo").endswith("2:y8 2:r8 3:r12")


def test_redo_restores_a_lock_after_fourth_penalty():
    red_closed = f"{opened('classic/2', 'ry')} 1:- / 2:r12 / 1:- / 2:g12 / 1:- / 2:g11 /"
    assert applied(f"{red_closed} 2:y12 2:undo 1:- 2:redo").endswith("1:- 2:y12")


def test_refused_entry_raises_and_keeps_redo():
    game = played("classic r5 r7 undo")
    with pytest.raises(RefusedError, match="passed") as caught:
        game.with_entry(entry("r4"))
    assert caught.value.reason is Refusal.PASSED
    assert game.can_redo(1)
