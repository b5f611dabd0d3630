"""Help for large or shaky fingers: a tap near a legal cell is taken for it, else it says why."""

from dataclasses import replace

import flet as ft
import pytest

from qwixx_pad.layouts.loader import installed_layouts
from qwixx_pad.settings import Direction
from qwixx_pad.ui.geometry import ScreenSpace
from qwixx_pad.ui.play.geometry import PadContents, cards_geometry, pad_geometry
from qwixx_pad.ui.sheet.boxes import RowMode, cell_at
from qwixx_pad.ui.sheet.look import sheet_look
from qwixx_pad.ui.text import CellKind
from tests.support.strategies import played
from tests.support.ui.surroundings import WORDS

SPACES = {
    "rows at 390": (ScreenSpace(390, 844), Direction.ROWS),
    "rows at 360": (ScreenSpace(360, 640), Direction.ROWS),
    "columns": (ScreenSpace(390, 844), Direction.COLUMNS),
    "landscape": (ScreenSpace(640, 340), Direction.ROWS),
}
LINES = (
    "classic",
    "classic r5",
    "classic r#",
    "classic b12 r5 r6 r9",
    "classic r2 r3 r4 r5 r6 b12",
)


def band_of(line):
    return sheet_look(played(line), WORDS).rows[0]


def rows():
    classic = installed_layouts()["classic"]
    tablet = ScreenSpace(1180, 820)
    pads = {name: pad_geometry(*space, classic) for name, space in SPACES.items()}
    cards = {f"tablet {n}": cards_geometry(tablet, classic, PadContents(n)) for n in (2, 4)}
    return {name: geometry.first_sheet.rows[0] for name, geometry in (pads | cards).items()}


ROWS = rows()


def along(row, box):
    """Start, middle and end of a cell in the direction of its band."""
    if row.mode is RowMode.COLUMNS:
        return box.y, box.y + box.height / 2, box.bottom
    return box.x, box.x + box.width / 2, box.right


def at(row, where):
    """The point so far along the band, in the middle of its cells."""
    box = row.cells[0]
    if row.mode is RowMode.COLUMNS:
        return box.x + box.width / 2, where
    return where, box.y + box.height / 2


def every_half_dp(row):
    area = row.touch_area
    first, length = (area.y, area.height) if row.mode is RowMode.COLUMNS else (area.x, area.width)
    return [first + step / 2 for step in range(int(length * 2))]


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_touch_rule_holds_at_every_half_dp(row, line):
    look = band_of(line)
    cells = list(zip(look.cells, row.cells, strict=True))
    for where in every_half_dp(row):
        meant = cell_at(look, row, *at(row, where))
        hit = [c for c, box in cells if along(row, box)[0] <= where < along(row, box)[2]]
        legal = {cell: abs(where - along(row, box)[1]) for cell, box in cells if cell.is_legal}
        if hit and not hit[0].is_dead:
            assert meant == hit[0], "what is hit squarely is meant"
        elif legal and min(legal.values()) <= row.reach:
            assert legal[meant] == min(legal.values()), "the nearest legal one"
        else:
            explained = hit[0] if hit else None
            assert meant == explained, "a dead cell far from legal ones explains itself"


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_gap_between_legal_cells_always_hits_one(row):
    look = band_of("classic")
    for left, right in zip(row.cells[:9], row.cells[1:10], strict=True):
        middle = (along(row, left)[2] + along(row, right)[0]) / 2
        assert cell_at(look, row, *at(row, middle)) is not None


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_dead_cell_hit_in_its_middle_is_meant(row):
    look = band_of("classic r5")
    for cell, box in zip(look.cells, row.cells, strict=True):
        if cell.is_dead:
            assert cell_at(look, row, *at(row, along(row, box)[1])) == cell


def test_second_line_of_a_row_hits_no_first_line_cell():
    row = pad_geometry(
        ScreenSpace(360, 640), Direction.ROWS, installed_layouts()["longo"]
    ).first_sheet.rows[0]
    pattern = band_of("classic")
    kinds = [CellKind.OPEN] * 8 + [CellKind.SKIPPED] * 7
    cells = [replace(pattern.cells[0], token=str(i), kind=k) for i, k in enumerate(kinds)]
    look = replace(pattern, cells=tuple(cells))
    assert cell_at(look, row, *row.cells[9].middle).token == "9"


# on the screen


def around(tab, cell):
    """What hears a finger that no cell of a row takes."""
    node = tab.one(cell)
    heard = tab.find(lambda c: isinstance(c, ft.GestureDetector) and c.on_tap_up is not None)
    return next(c for c in heard if node in [*tab.walk(c)])


async def test_touch_next_to_an_open_cell_crosses_it(tab):
    await tab.taps("new-game r5 b3")
    crossed = tab.one("r5")
    await tab.lift(crossed, crossed.width - 2, 20, tab.key("r5"))
    assert tab.one("r6").checked
    await tab.tap("undo")
    assert not tab.one("r6").checked


async def test_touch_in_a_gap_crosses_the_nearer_cell(tab):
    await tab.tap("new-game")
    await tab.lift(tab.one("g12"), 29.2 + 1.5, 20)
    assert tab.one("g11").checked


async def test_touch_on_a_waiting_cell_explains_it(tab):
    await tab.tap("new-game")
    await tab.lift(tab.one("r12"), 15, 20)
    assert tab.has("message")
    assert tab.number("total") == 0


async def test_dead_cell_is_disabled_but_its_surroundings_respond(tab):
    await tab.taps("new-game r5 b3 r4")
    assert tab.has("message")
    assert tab.one("r4").disabled
    assert around(tab, "r4").exclude_from_semantics


@pytest.mark.parametrize("name", installed_layouts())
def test_tap_on_and_near_every_cell_reaches_it(name):
    look = sheet_look(played(name), WORDS)
    for space in SPACES.values():
        rows = pad_geometry(*space, installed_layouts()[name]).first_sheet.rows
        for band, row in zip(look.rows, rows, strict=True):
            for cell, box in zip(band.cells, row.cells, strict=True):
                if cell.is_legal:
                    assert cell_at(band, row, *box.middle) is cell
                    assert row.reach > min(box.width, box.height) / 2
