"""Mixx: colours mixed on one side, numbers on the other; the rules are the old ones."""

import pytest
from strategies import played, refusal

from qwixx_pad.core.moves import Cross
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.layouts import installed


def test_a_row_is_called_by_its_lock_and_its_cells_have_other_colours():
    [red, *_] = installed()["mixx_a"].rows
    assert "".join(cell.color for cell in red.cells) == "yyybbbgggrr"
    assert refusal("mixx_a r2") is None


def test_a_closed_row_takes_no_cross_and_its_colour_elsewhere_does():
    assert refusal("mixx_a r# r2") == "closed"
    assert refusal("mixx_a r# y2") is None
    assert installed()["mixx_a"].rows[1].cells[0].color == "r"


def test_points_go_by_rows_not_by_colours():
    sheet = played("mixx_a r2 r5 r8").position.sheets[0]
    assert sheet.sum_line.rows == (6, 0, 0, 0)


def test_left_to_right_is_by_place_not_by_number():
    assert refusal("mixx_b r10 r2 r12") is None
    assert refusal("mixx_b r2 r10") == "passed"


def test_the_last_printed_number_is_the_one_that_locks():
    for token in ("r11", "y10", "g3", "b4"):
        assert refusal(f"mixx_b {token}") == "needs_more"
    assert played("mixx_b r10 r6 r2 r8 r3 r11").position.closed == {"r"}


def states_of(layout, row):
    """Every sheet that can be reached by crossing in one row only."""
    letter, numbers = layout.rows[row].letter, layout.rows[row].numbers
    found, fresh = set(), [Sheet.blank(layout)]
    while fresh:
        sheet = fresh.pop()
        found.add(sheet.marks[row])
        moves = (Cross(letter, number) for number in numbers)
        fresh += [sheet.marked(move) for move in moves if sheet.why_not(move) is None]
    return found


@pytest.mark.parametrize("name", ["mixx_a", "mixx_b", "random_numbers:4821", "random_colors:4821"])
def test_a_row_has_as_many_states_as_a_classic_one_whatever_is_printed(name):
    layout = installed()[name]
    assert {len(states_of(layout, row)) for row in range(4)} == {1662}
