"""What is seen of a sheet: made once of equal facts, for every printed sheet from its data."""

import pytest

from qwixx_pad.core.layout import RowKind
from qwixx_pad.layouts import installed
from qwixx_pad.ui.actions import find_pressable
from qwixx_pad.ui.sheet.look import kept_look, sheet_look
from qwixx_pad.ui.text import Kind, Lock
from tests.support.strategies import played
from tests.support.ui.surroundings import WORDS

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eva")


def sheets(line):
    """All sheets of a table as one screen shows them."""
    game = played(line)
    return [sheet_look(game, WORDS, seat, NAMES) for seat in range(1, 6)]


def test_of_five_sheets_a_cross_makes_one_row_anew():
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


def test_a_cell_carries_what_is_printed_there():
    for name, layout in installed().items():
        look = sheet_look(played(name), WORDS)
        for row, printed in zip(look.rows, layout.rows, strict=True):
            assert tuple(cell.printed for cell in row.cells) == printed.cells
            assert (row.lock is Lock.NONE) == (not printed.lock_mask)
            taps = {cell.token for cell in row.cells}
            assert all(find_pressable(token) for token in taps - {""})
            assert ("" in taps) == (printed.kind is RowKind.BAR)


def test_the_row_that_a_pair_has_count_twice_says_so_beside_its_name():
    line = "bonus_b r2 y2 y3 g12 g11 b12 b10 r8"
    for more, twice in (("", "r"), ("r9", "y")):
        rows = sheet_look(played(f"{line} {more}"), WORDS).rows
        assert [row.letter for row in rows if row.name.endswith("×2")] == [twice]
    assert "×" not in sheet_look(played(line), WORDS, hides=True).rows[0].name


@pytest.mark.parametrize("line", ["double_a r5 r5", "double_b r3"])
def test_a_cross_that_counts_twice_is_a_kind_of_its_own(line):
    (row, *_) = sheet_look(played(line), WORDS).rows
    assert Kind.DOUBLED in {cell.kind for cell in row.cells}


def cells(line):
    rows = sheet_look(played(line), WORDS).rows
    return {cell.token: cell for row in rows for cell in row.cells}


def test_a_forced_cross_can_be_taken_back_by_a_tap_like_the_one_that_forced_it():
    for line, ringed in (("chain_a r2 r6", {"r6", "y6"}), ("bonus_a r3", {"r3", "r4"})):
        assert {token for token, cell in cells(line).items() if cell.ringed} == ringed


def test_a_number_that_may_be_crossed_again_takes_a_finger_as_an_open_one_does():
    assert not cells("double_a r5 y2")["r5"].is_dead
    assert cells("double_a r5 r5 y2")["r5"].is_dead


def test_no_number_that_adds_up_crosses_is_in_the_look_of_hidden_points():
    look = sheet_look(played("classic r2 r3 y5 -"), WORDS, hides=True)
    assert (look.total, {*look.fields}) == (None, {""})
    assert {(row.points, row.gain) for row in look.rows} == {("", None)}
    assert "3" not in look.spoken_sum + look.spoken_total


def test_a_kept_sheet_offers_nothing():
    look = kept_look(played("classic r2").position.sheets[0], frozenset("y"), WORDS)
    assert {row.gain for row in look.rows} == {None}
    assert look.rows[1].closed
