"""What is printed around numbers, what links cells, and how a number is crossed twice."""

from dataclasses import replace
from itertools import product

import flet as ft
import pytest
from alone import WORDS
from flet import canvas as cv
from strategies import played
from test_geometry import apart

from qwixx_pad.core.layout import Mark
from qwixx_pad.layouts import installed
from qwixx_pad.service.settings import Direction
from qwixx_pad.ui.design.tokens import DARK, LIGHT
from qwixx_pad.ui.pad.cell import RowPaint, cell_control, cell_part
from qwixx_pad.ui.pad.geometry import Box, Space
from qwixx_pad.ui.pad.geometry_pad import pad_geometry
from qwixx_pad.ui.pad.printed import printed, second_box
from qwixx_pad.ui.pad.view import CellLook, Kind, pad_look

CELLS = [Box(0, 0, *size) for size in [(24, 24), (31, 62), (34, 30), (66, 30), (90, 44)]]
DRAWN = [mark for mark in Mark if mark is not Mark.STEP]


def cell(**more):
    return CellLook("r5", 5, Kind.OPEN, "Red 5", **more)


def reach(shape):
    """The corners of all that a shape draws."""
    if hasattr(shape, "elements"):
        return [(part.x, part.y) for part in shape.elements if hasattr(part, "x")]
    return [(shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height)]


@pytest.mark.parametrize(("mark", "box"), [*product(DRAWN, CELLS)])
def test_a_mark_is_drawn_inside_its_cell(mark, box):
    shapes = printed(cell(mark=mark), box, "#000000", 7)
    assert shapes
    assert all(0 <= x <= box.width and 0 <= y <= box.height for s in shapes for x, y in reach(s))


def test_a_plain_number_has_nothing_around_it():
    assert printed(cell(), CELLS[0], "#000000", 7) == []


def test_each_pair_has_a_symbol_of_its_own():
    drawn = {mark: printed(cell(mark=mark), CELLS[1], "#000000", 7)[0] for mark in DRAWN[2:]}
    assert len({str(shape.elements) for shape in drawn.values()}) == len(drawn) == 5


@pytest.mark.parametrize("box", CELLS)
def test_the_second_box_of_a_number_is_in_its_cell_and_beside_its_middle(box):
    second = second_box(box)
    assert min(second.x, second.y) >= 0
    assert max(second.right - box.width, second.bottom - box.height) <= 0
    assert not (second.x < box.middle[0] < second.right and second.y < box.middle[1])


def geometry(name):
    return pad_geometry(Space(390, 844), Direction.ROWS, installed()[name]).sheet


def painted(line, row, token, theme=LIGHT):
    """What is painted of a cell: its paper, and the shapes on it."""
    layout = line.split()[0]
    look = pad_look(played(line), WORDS).bands[row]
    index = next(i for i, each in enumerate(look.cells) if each.token == token)
    paint = RowPaint(look.letter, "", geometry(layout).rows[row], theme, "pen", print)
    parts = [*walk(cell_control(cell_part(look, look.cells[index]), paint, index))]
    canvas = [part for part in parts if isinstance(part, cv.Canvas)]
    paper = next(part for part in parts if getattr(part, "bgcolor", None))
    return paper, [shape for part in canvas for shape in part.shapes]


def walk(control):
    yield control
    inside = [getattr(control, "content", None), *(getattr(control, "controls", None) or [])]
    for part in inside:
        if isinstance(part, ft.Control):
            yield from walk(part)


def lines(shapes):
    """How many strokes of a pen there are."""
    moves = [part for s in shapes for part in getattr(s, "elements", ())]
    return sum(isinstance(part, cv.Path.MoveTo) for part in moves)


@pytest.mark.parametrize(
    ("one", "two"), [("double_a r5", "double_a r5 r5"), ("double_b r4", "double_b r3")]
)
def test_what_counts_twice_has_two_crosses(one, two):
    (_, once), (_, twice) = (painted(line, 0, line.split()[-1]) for line in (one, two))
    assert lines(twice) == 2 * lines(once) > 0


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_a_step_is_dark_until_it_is_passed(theme):
    assert painted("steps_a", 1, "y6", theme)[0].bgcolor == theme.pen
    assert painted("steps_a y6", 1, "y6", theme)[0].bgcolor == theme.pen
    assert painted("steps_a y7", 1, "y6", theme)[0].bgcolor == theme.bands["y"].skipped


def test_a_field_of_a_bar_cannot_be_tapped_and_says_what_it_is():
    look = pad_look(played("bonus_a"), WORDS).bands[-1]
    paint = RowPaint("bar", "", geometry("bonus_a").rows[-1], LIGHT, "pen", print)
    field = cell_control(cell_part(look, look.cells[0]), paint, 0)
    assert field.label == look.cells[0].spoken
    assert not any(isinstance(part, ft.CupertinoButton) for part in walk(field))


@pytest.mark.parametrize("name", [name for name in installed() if installed()[name].chains])
def test_no_link_lies_over_a_name_or_what_the_next_cross_adds(name):
    sheet = geometry(name)
    for link, row in product(sheet.links, sheet.rows):
        name_, gain = row.head.within(row.box), row.gain.within(row.box)
        assert apart(link, replace(name_, width=76))
        assert apart(link, replace(gain, x=gain.right - 56, width=56))
