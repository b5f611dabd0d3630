"""Closing an ended game, the order of cells, and what a table can be asked (rules 6, 9 and 11)."""

import pytest

from qwixx_pad.core.moves import EndRoll, Entry, Finish, Refusal
from qwixx_pad.core.scoring import ranks
from tests.support.core.line_questions import TWO_ROWS, position, row
from tests.support.strategies import played, refusal

ENDED = {
    "a table by its rows": f"{TWO_ROWS} 1:r12 3:y12",
    "a table by penalties": "classic/2 1:- / / 1:- / / 1:- / / 1:-",
    "a sheet by penalties": "classic - - - -",
    "a sheet by others": "classic r# y#",
    "a sheet by others, with its cross": "classic r# y# g12",
}


@pytest.mark.parametrize("ended", ENDED.values(), ids=list(ENDED))
def test_ended_game_accepts_one_closing_entry(ended):
    at_a_table = "/" in ended
    closes, cross = (("/", "end"), "2:g12") if at_a_table else (("end",), "b12")
    for close in closes:
        assert refusal(f"{ended} {close} undo redo") is None
        for token in (*closes, cross):
            assert refusal(f"{ended} {close} {token}") == "over"


def test_cells_are_in_printed_order():
    assert list(row("classic", "r")["cells"]) == [str(n) for n in range(2, 13)]
    assert list(row("classic", "g")["cells"]) == [str(n) for n in range(12, 1, -1)]


def test_settled_game_accepts_only_undo_and_closing():
    assert not position(f"{TWO_ROWS} 1:r12 3:y12").is_settled
    assert position(f"{TWO_ROWS} 1:r12 3:y12 2:g5").is_settled
    assert not position("classic r# y#").is_settled
    assert position("classic r# y# g5").is_settled
    assert position("classic - - - -").is_settled


# Questions about a table


def test_lockers_are_in_seating_order():
    assert position(f"{TWO_ROWS} 3:r12 1:r12").seats_with_lock("r") == (1, 3)
    assert position(f"{TWO_ROWS} 3:r12").seats_with_lock("y") == ()
    assert position(f"{TWO_ROWS} 3:r12").seats_with_lock("q") == ()


def test_row_locked_this_roll_is_open_for_idle_seats():
    line = f"{TWO_ROWS} 1:y12"
    assert position(line).still_open_for(3) == {"y"}
    assert position(line).still_open_for(1) == frozenset()
    assert position(f"{line} 3:b12").still_open_for(3) == frozenset()
    assert position(f"{line} 2:-").still_open_for(2) == frozenset()
    assert position(f"{TWO_ROWS} 3:out 1:y12").still_open_for(3) == frozenset()
    assert position(f"{line} /").still_open_for(3) == frozenset()
    assert position(f"{line} end").still_open_for(3) == frozenset()


def test_last_round_counts_down_its_rolls():
    line = "on_board/3 1:@!"
    assert position("on_board/3 1:@5").rolls_left is None
    assert position(line).rolls_left == 3
    assert position(f"{line} 1:r2 / 2:r2 / 3:r2").rolls_left == 1


@pytest.mark.parametrize(
    ("totals", "places"),
    [((10, 20, 5), (2, 1, 3)), ((7, 7, 3), (1, 1, 3)), ((-5, -5), (1, 1)), ((), ())],
)
def test_equal_totals_share_a_rank(totals, places):
    assert ranks(totals) == places


def test_moves_of_this_roll_exclude_undone_entries():
    game = played("classic/2 1:r2 2:b12 1:r4 1:undo 1:r3")
    assert [move.text for move in game.timeline.moves_this_roll(1)] == ["r2", "r3"]
    assert played("classic/2 1:r2 /").timeline.moves_this_roll(1) == ()


@pytest.mark.parametrize("move", [EndRoll(), Finish()])
def test_table_moves_refuse_a_seat(move):
    assert played("classic/2 1:r2").entry_refusal(Entry(move, 1)) is Refusal.SYNTAX
