"""What is seen of a sheet: made once of equal facts, for every printed sheet from its data."""

import pytest

from qwixx_pad.core.layout import RowKind
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.ui.actions import find_pressable
from qwixx_pad.ui.sheet.look import sheet_look, stored_look
from qwixx_pad.ui.text import CellKind, LockState
from tests.support.strategies import played
from tests.support.ui.surroundings import WORDS

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eva")


def sheets(line):
    """All sheets of a table as one screen shows them."""
    game = played(line)
    return [sheet_look(game, WORDS, seat, NAMES) for seat in range(1, 6)]


def test_cross_rebuilds_only_its_row_view():
    before = sheets("classic/5 1:r2 2:y3 3:g9")
    after = sheets("classic/5 1:r2 2:y3 3:g9 4:b10")
    anew = [
        (seat, new.letter)
        for seat, (one, other) in enumerate(zip(before, after, strict=True), 1)
        for old, new in zip(one.rows, other.rows, strict=True)
        if old is not new
    ]
    assert anew == [(4, "b")]
    assert [seat for seat in range(5) if before[seat] is not after[seat]] == [3]


def test_cell_view_has_the_printed_content():
    for name, layout in installed_layouts().items():
        look = sheet_look(played(name), WORDS)
        for row, printed in zip(look.rows, layout.rows, strict=True):
            assert tuple(cell.printed_cell for cell in row.cells) == printed.cells
            assert (row.lock is LockState.NONE) == (not printed.lock_mask)
            taps = {cell.token for cell in row.cells}
            assert all(find_pressable(token) for token in taps - {""})
            assert ("" in taps) == (printed.kind is RowKind.BAR)


def test_row_doubled_by_a_pair_shows_it():
    line = "bonus_b r2 y2 y3 g12 g11 b12 b10 r8"
    for more, twice in (("", "r"), ("r9", "y")):
        rows = sheet_look(played(f"{line} {more}"), WORDS).rows
        assert [row.letter for row in rows if row.name.endswith("×2")] == [twice]
    assert "×" not in sheet_look(played(line), WORDS, hides_points=True).rows[0].name


@pytest.mark.parametrize("line", ["double_a r5 r5", "double_b r3"])
def test_double_cross_has_its_own_kind(line):
    (row, *_) = sheet_look(played(line), WORDS).rows
    assert CellKind.DOUBLED in {cell.kind for cell in row.cells}


def cells(line):
    rows = sheet_look(played(line), WORDS).rows
    return {cell.token: cell for row in rows for cell in row.cells}


def test_forced_cross_can_be_undone_by_a_tap():
    for line, ringed in (("chain_a r2 r6", {"r6", "y6"}), ("bonus_a r3", {"r3", "r4"})):
        assert {token for token, cell in cells(line).items() if cell.is_ringed} == ringed


def test_number_that_can_be_crossed_again_is_active():
    assert not cells("double_a r5 y2")["r5"].is_dead
    assert cells("double_a r5 r5 y2")["r5"].is_dead


def test_hidden_points_are_absent_from_the_view():
    look = sheet_look(played("classic r2 r3 y5 -"), WORDS, hides_points=True)
    assert (look.total, {*look.fields}) == (None, {""})
    assert {(row.points, row.gain) for row in look.rows} == {("", None)}
    assert "3" not in look.spoken_sum + look.spoken_total


def test_finished_sheet_view_offers_nothing():
    look = stored_look(played("classic r2").position.sheets[0], frozenset("y"), WORDS)
    assert {row.gain for row in look.rows} == {None}
    assert look.rows[1].is_closed
