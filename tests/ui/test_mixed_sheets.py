"""Sheets whose rows have several colours, or whose numbers are shuffled: painted, told, played."""

from strategies import played

from qwixx_pad.i18n import catalogue
from qwixx_pad.ui.design.tokens import LIGHT
from qwixx_pad.ui.pad.cell import cell_part
from qwixx_pad.ui.pad.row import row_parts
from qwixx_pad.ui.pad.view import mini_look, pad_look
from qwixx_pad.ui.speech.words import Words

WORDS = Words(catalogue("en"))


def red_row(line):
    return pad_look(played(line), WORDS).bands[0]


def test_a_number_is_said_with_the_colour_that_it_is_printed_in():
    cells = red_row("mixx_a r2").cells
    assert cells[0].spoken == "Red 2, yellow, crossed, the newest"
    assert cells[4].spoken == "Red 6, blue, open"
    assert red_row("classic r2").cells[4].spoken == "Red 6, open"
    assert red_row("mixx_b r10").cells[4].spoken == "Red 3, open"


def test_the_ground_has_a_block_for_each_colour_and_one_of_one_colour_has_none():
    assert row_parts(red_row("mixx_a"))["r ground"] == (False, (*"yyybbbgggrr",), "")
    assert row_parts(red_row("mixx_b"))["r ground"] == (False, (), "")


def test_the_mark_of_its_colour_stands_beside_what_can_be_crossed():
    row = red_row("mixx_a r4")
    marked = [cell_part(row, cell).marked for cell in row.cells]
    assert marked == [False, False, False, *[True] * 7, False]
    row = red_row("classic r4")
    assert not any(cell_part(row, cell).marked for cell in row.cells)


def test_a_small_picture_knows_the_colours_of_the_cells():
    sheet = played("mixx_a").position.sheets[0]
    assert "".join(mini_look(sheet, frozenset()).rows[3].inks) == "ggrrrryybbb"
    assert all(ink in LIGHT.bands for ink in mini_look(sheet, frozenset()).rows[3].inks)
    assert not mini_look(played("mixx_b").position.sheets[0], frozenset()).rows[0].inks
