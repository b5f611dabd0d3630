"""The small print of the contract, and what a report shows."""

import pytest
from asked import TWO_ROWS, position, row
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


def test_cells_stand_in_printed_order():
    assert list(row("classic", "r")["cells"]) == [str(n) for n in range(2, 13)]
    assert list(row("classic", "g")["cells"]) == [str(n) for n in range(12, 1, -1)]


def test_settled_means_that_only_undo_and_redo_are_left_beside_closing():
    assert not position(f"{TWO_ROWS} 1:r12 3:y12").settled
    assert position(f"{TWO_ROWS} 1:r12 3:y12 2:g5").settled
    assert not position("classic r# y#").settled
    assert position("classic r# y# g5").settled
    assert position("classic - - - -").settled
