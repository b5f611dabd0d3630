"""What is painted of a sheet: made once of equal facts, for every printed sheet from its data."""

import pytest
from alone import WORDS
from strategies import played

from qwixx_pad.core.layout import RowKind
from qwixx_pad.layouts import installed
from qwixx_pad.ui.pad.actions import parse_action
from qwixx_pad.ui.pad.cell import cell_part
from qwixx_pad.ui.pad.row import row_parts
from qwixx_pad.ui.pad.view import Kind, Lock, mini_look, pad_look

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eva")


def sheets(line):
    """All sheets of a table as one screen shows them."""
    game = played(line)
    return [pad_look(game, WORDS, seat, NAMES, f"s{seat}-") for seat in range(1, 6)]


def test_of_five_sheets_a_cross_makes_one_row_anew():
    before = sheets("classic/5 1:r2 2:y3 3:g9")
    after = sheets("classic/5 1:r2 2:y3 3:g9 4:b10")
    anew = [
        (seat, new.letter)
        for seat, (one, other) in enumerate(zip(before, after, strict=True), 1)
        for old, new in zip(one.bands, other.bands, strict=True)
        if old is not new
    ]
    assert anew == [(4, "b")]
    assert [seat for seat in range(5) if before[seat] is not after[seat]] == [3]


def test_the_same_row_of_another_sheet_is_made_for_itself():
    one, *_, other = sheets("classic/5 1:r2 5:r2")
    assert one.bands[0].prefix != other.bands[0].prefix
    assert one.bands[0].points == other.bands[0].points


def test_a_cell_carries_number_colour_and_mark_as_they_are_printed():
    for name, layout in installed().items():
        look = pad_look(played(name), WORDS)
        for row, printed in zip(look.bands, layout.rows, strict=True):
            assert [(c.number, c.color, c.mark, c.other) for c in row.cells] == [
                (cell.number, cell.color, cell.mark, cell.other) for cell in printed.cells
            ]
            assert row.kind is printed.kind
            assert (row.lock is Lock.NONE) == (not printed.lock_mask)
            taps = {cell.token for cell in row.cells}
            assert None not in {parse_action(token) for token in taps - {""}}
            assert ("" in taps) == (printed.kind is RowKind.BAR)


def test_the_row_that_a_pair_has_count_twice_says_so_beside_its_name():
    line = "bonus_b r2 y2 y3 g12 g11 b12 b10 r8"
    for more, names in (("", ["Red ×2", "Yellow"]), ("r9", ["Red", "Yellow ×2"])):
        bands = pad_look(played(f"{line} {more}"), WORDS).bands
        assert [band.name for band in bands[:2]] == names
    assert "×" not in pad_look(played(line), WORDS, hides=True).bands[0].name


@pytest.mark.parametrize("line", ["double_a r5 r5", "double_b r3"])
def test_a_cross_that_counts_twice_is_a_kind_of_its_own(line):
    (row, *_) = pad_look(played(line), WORDS).bands
    assert Kind.DOUBLED in {cell.kind for cell in row.cells}


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
    mixed, shuffled = (
        mini_look(played(name).position.sheets[0], frozenset()) for name in ("mixx_a", "mixx_b")
    )
    assert "".join(mixed.rows[3].inks) == "ggrrrryybbb"
    assert not shuffled.rows[0].inks
