"""The small print of the contract, and what a report shows."""

import pytest
from asked import TWO_ROWS, position, row, shown
from strategies import refusal

ENDED = {
    "a table by its rows": f"{TWO_ROWS} 1:r12 3:y12",
    "a table by penalties": "classic/2 1:- / / 1:- / / 1:- / / 1:-",
    "a sheet by penalties": "classic - - - -",
    "a sheet by others": "classic r# y#",
    "a sheet by others, with its cross": "classic r# y# g12",
}


@pytest.mark.parametrize("ended", ENDED.values(), ids=list(ENDED))
def test_after_the_end_one_close_is_accepted_and_then_only_undo_and_redo(ended):
    at_a_table = "/" in ended
    closes, cross = (("/", "end"), "2:g12") if at_a_table else (("end",), "b12")
    for close in closes:
        assert refusal(f"{ended} {close} undo redo") is None
        for token in (*closes, cross):
            assert refusal(f"{ended} {close} {token}") == "over"


def test_an_end_that_was_declared_needs_no_second_one():
    assert refusal("classic end end") == "over"
    assert refusal("classic/2 end /") == "over"


def test_the_slash_that_closes_the_last_action_changes_neither_roll_nor_active_seat():
    before, after = shown(f"{TWO_ROWS} 1:r12 3:y12"), shown(f"{TWO_ROWS} 1:r12 3:y12 /")
    for key in ("roll", "active", "closed", "over"):
        assert after[key] == before[key]


def test_left_over_cells_of_a_row_locked_in_this_roll_are_closed_at_once():
    cells = row(f"{TWO_ROWS} 1:r12", "r", seat=2)["cells"]
    assert [cells[number] for number in ("7", "8", "11", "12")] == ["closed"] * 4


def test_in_a_row_that_this_seat_locked_left_over_cells_are_skipped():
    cells = row(f"{TWO_ROWS} 1:r12", "r")["cells"]
    assert cells == {
        **dict.fromkeys(("2", "3", "4", "5", "6"), "crossed"),
        **dict.fromkeys(("7", "8", "9", "10", "11"), "skipped"),
        "12": "crossed",
    }


def test_in_a_row_that_another_closed_passed_cells_stay_skipped():
    cells = row("classic r5 r7 r#", "r")["cells"]
    assert [cells[n] for n in ("4", "5", "6", "7", "8")] == [
        *("skipped", "crossed", "skipped", "crossed", "closed"),
    ]


def test_cells_are_open_though_crosses_are_needed_or_the_game_is_over():
    assert row("classic g3", "g")["cells"]["2"] == "open"
    assert set(row("classic end", "b")["cells"].values()) == {"open"}


def test_cells_stand_in_printed_order():
    assert list(row("classic", "r")["cells"]) == [str(n) for n in range(2, 13)]
    assert list(row("classic", "g")["cells"]) == [str(n) for n in range(12, 1, -1)]


def test_settled_means_that_only_undo_and_redo_are_left_beside_closing():
    assert not position(f"{TWO_ROWS} 1:r12 3:y12").settled
    assert position(f"{TWO_ROWS} 1:r12 3:y12 2:g5").settled
    assert not position("classic r# y#").settled
    assert position("classic r# y# g5").settled
    assert position("classic - - - -").settled
