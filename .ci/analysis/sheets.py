"""The printed sheets of a box as tables for numba."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from qwixx_pad.analysis.parts import LOWER, UPPER, Part, Parts, is_in_half, parts_of
from qwixx_pad.core.layout import ALIGNED_KINDS, ROW_LETTERS, CellRef, Layout, Mark, Row, RowKind
from qwixx_pad.layouts import installed_layouts

ROWS = 6
"""The most rows of a sheet."""
PLACES = 15
"""The most cells of a row."""
MOST_NUMBER = 16
COLORS = 4
_PARTS = 24
"""The most parts of a sheet."""
_MOST_CROSSES = 22
"""More than the crosses that an open row can have."""
_TABLES = 4
"""The most kinds of rows of a sheet."""
SPACES = 40
"""The spaces of the game board."""
KINDS = {kind: code for code, kind in enumerate(RowKind)}
NUMBERS, BONUS = KINDS[RowKind.NUMBERS], KINDS[RowKind.BONUS]
MARKS = {mark: code for code, mark in enumerate(Mark, 1)}
"""The codes of marks; 0 is a plain cell."""
BOX, LINK, STEP, FEWEST, EACH, LOWEST, PLUS, WAIVE = (MARKS[mark] for mark in Mark)
NO_CELL = -1
LUCKY_NUMBERS = 2
"""How many a sheet has; which ones is not published, so luck is drawn in each roll."""


DTYPE = np.dtype(
    [
        # By row: how many cells it has (0 for no row), and its kind.
        ("cells", np.int64, ROWS),
        ("kinds", np.int64, ROWS),
        # By row: the cells that lock, that count for the lock, and that count twice, as bits.
        ("locks", np.int64, ROWS),
        ("counted", np.int64, ROWS),
        ("doubles", np.int64, ROWS),
        # By row: the crosses that its lock needs, and the most that count.
        ("needs", np.int64, ROWS),
        ("most", np.int64, ROWS),
        # By row: whether the last number may be crossed a second time.
        ("twice", np.int64, ROWS),
        # By row and place: the printed number, and what it may be read as in a pair; 0 for none.
        ("numbers", np.int64, (ROWS, PLACES)),
        ("others", np.int64, (ROWS, PLACES)),
        # By row and number: its place, from 0; -1 for none.
        ("places", np.int64, (ROWS, MOST_NUMBER + 1)),
        # By row and place: the index of the colour, the code of the mark, the linked cell.
        ("colors", np.int64, (ROWS, PLACES)),
        ("marks", np.int64, (ROWS, PLACES)),
        ("partner_rows", np.int64, (ROWS, PLACES)),
        ("partner_places", np.int64, (ROWS, PLACES)),
        # By colour: the row that has its lock.
        ("color_rows", np.int64, COLORS),
        # By bonus row: the two rows that it counts for.
        ("bonus_for", np.int64, (ROWS, 2)),
        # By code of a mark and row: the cells that have it, as bits.
        ("mark_masks", np.int64, (len(MARKS) + 1, ROWS)),
        # By code of a mark: the amount of its pair; 0 for no pair.
        ("amounts", np.int64, len(MARKS) + 1),
        # The parts of the sheet, see `Part`, and how many there are.
        ("parts", np.int64, (_PARTS, len(Part._fields))),
        ("part_count", np.int64),
        # By table of rows, last number, crosses and second cross: the state of a row.
        ("row_states", np.int64, (_TABLES, PLACES + 1, _MOST_CROSSES, 2)),
        # How many parts a half has at most on any sheet of the box, and the numbers of the game,
        # which all of them share: they are read from the first.
        ("most_parts", np.int64),
        ("sides", np.int64),
        ("actions", np.int64),
        ("penalties", np.int64),
        ("penalty_points", np.int64),
        ("to_end", np.int64),
        # The sum of three dice, or the digits of two, that cross a field; 0 for neither.
        ("target", np.int64),
        # How likely the white sum is a lucky number; 0 without them.
        ("lucky", np.float64),
        # The index of the row of this kind; -1 for none.
        ("bar", np.int64),
        ("exchange", np.int64),
        ("track", np.int64),
        # The game board: the row and the number of each space, drawn anew for each game, since the
        # real board is not published.
        ("board", np.int64),
        ("space_rows", np.int64, SPACES),
        ("space_numbers", np.int64, SPACES),
    ]
)
"""What is printed on a sheet, and the numbers of its game."""
Sheets: TypeAlias = np.recarray
"""The sheets of a box, each of `DTYPE`."""


def box_of(name: str) -> list[Layout]:
    """The sheets of a box: those that one net values."""
    return [layout for layout in installed_layouts().values() if layout.box == name]


def sheets_of(layouts: Sequence[Layout]) -> Sheets:
    """Make the tables of the sheets of a box."""
    sheets = np.zeros(len(layouts), DTYPE).view(np.recarray)
    for sheet, layout in zip(sheets, layouts, strict=True):
        _write_layout(sheet, layout)
        for row, printed in enumerate(layout.rows):
            _write_row(sheet, row, printed, layout)
        _write_parts(sheet, parts_of(layout))
    sheets.most_parts = max(
        _width(parts_of(each), half) for each in layouts for half in (UPPER, LOWER)
    )
    return sheets


def _write_layout(sheet: np.record, layout: Layout) -> None:
    """Write the numbers of the game, and what belongs to no row."""
    for name in ("places", "partner_rows", "partner_places", "bonus_for"):
        sheet[name] = NO_CELL
    sheet.color_rows = [layout.row_index_or_raise(letter) for letter in ROW_LETTERS]
    for pair in layout.pairs:
        sheet.amounts[MARKS[pair.mark]] = pair.amount
    sheet.sides = layout.dice_sides
    sheet.actions = layout.actions
    sheet.penalties = layout.penalties
    sheet.penalty_points = layout.penalty_points
    sheet.to_end = layout.rows_to_end
    sheet.target = layout.target or 0
    numbers = 2 * layout.dice_sides - 1
    sheet.lucky = LUCKY_NUMBERS / numbers if layout.has_lucky_numbers else 0.0
    sheet.board = layout.board is not None
    for kind in (RowKind.BAR, RowKind.EXCHANGE, RowKind.TRACK):
        row = layout.row_of_kind(kind)
        sheet[kind.value] = NO_CELL if row is None else row


def _write_row(sheet: np.record, row: int, printed: Row, layout: Layout) -> None:
    """Write what is printed in a row."""
    sheet.cells[row] = len(printed.cells)
    sheet.kinds[row] = KINDS[printed.kind]
    sheet.locks[row] = printed.lock_mask
    sheet.counted[row] = printed.number_mask
    sheet.doubles[row] = printed.double_mask
    sheet.needs[row] = printed.crosses_to_lock
    sheet.most[row] = printed.max_crosses
    sheet.twice[row] = printed.last_counts_twice
    for which, letter in enumerate(printed.bonus_for):
        sheet.bonus_for[row, which] = layout.row_index_or_raise(letter)
    for place, cell in enumerate(printed.cells):
        sheet.numbers[row, place] = cell.number or 0
        sheet.others[row, place] = cell.other or 0
        sheet.colors[row, place] = ROW_LETTERS.find(cell.color)
        if cell.mark:
            sheet.marks[row, place] = MARKS[cell.mark]
            sheet.mark_masks[MARKS[cell.mark], row] |= 1 << place
        if cell.number is not None and printed.kind in ALIGNED_KINDS:
            sheet.places[row, cell.number] = place
        partner = layout.chain_partner(CellRef(row, place))
        if partner is not None:
            sheet.partner_rows[row, place] = partner.row
            sheet.partner_places[row, place] = partner.position


def _write_parts(sheet: np.record, parts: Parts) -> None:
    """Write the parts of a sheet, and the states of its rows."""
    sheet.part_count = len(parts.parts)
    sheet.parts[: len(parts.parts)] = parts.parts
    for at, table in enumerate(parts.row_tables):
        for key, state in table.items():
            sheet.row_states[(at, *key)] = state


def _width(parts: Parts, half: int) -> int:
    """Count the parts of a half, those of both included."""
    return sum(is_in_half(part.half, half) for part in parts.parts)
