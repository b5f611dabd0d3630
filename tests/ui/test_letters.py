"""Whatever the size of a device's letters, they have room on every screen."""

from itertools import pairwise

import flet as ft
import pytest
from everywhere import SIZES, screen, shows_letters
from heights import needs

from qwixx_pad.layouts import installed
from qwixx_pad.service.settings import Direction
from qwixx_pad.ui.pad.geometry import Mode, Space
from qwixx_pad.ui.pad.geometry_pad import pad_geometry
from qwixx_pad.ui.pad.geometry_parts import Beside


async def test_in_columns_nothing_is_cut_off_however_large_letters_are(lasting_pad_in_columns):
    async with screen(lasting_pad_in_columns, "play", 360, 640, text=2.0) as tab:
        assert clipped(tab, 2.0) == []


async def test_numbers_on_the_sheet_grow_no_further_than_their_cells(lasting_pad):
    async with screen(lasting_pad, "play", 844, 390) as tab:
        designed = number_size(tab, "r9")
        await shows_letters(tab, 1.2)
        assert number_size(tab, "r9") == pytest.approx(designed, abs=0.8)
        await shows_letters(tab, 2.0)
        assert designed * 1.15 <= number_size(tab, "r9") * 2 <= designed * 1.3


async def test_what_is_said_twice_is_left_out_where_letters_are_large(lasting_pad):
    async with screen(lasting_pad, "play") as tab:
        assert {"next", "12×"} <= set(tab.texts())
        await shows_letters(tab, 1.5)
        assert not {"next", "12×"} & set(tab.texts())


async def test_where_there_is_no_strip_of_points_words_stand_in_the_place_of_the_name(lasting_pad):
    async with screen(lasting_pad, "a hint", text=2.0) as tab:
        assert "Only to the right of your last cross." in tab.texts()
        assert "Anna" not in tab.texts()


async def test_on_a_wide_screen_a_table_says_why_not_however_large_letters_are(lasting_pad):
    async with screen(lasting_pad, "a table", 844, 390, text=2.0) as tab:
        await tab.tap("r12")
        assert tab.has("message")


@pytest.mark.parametrize("table", [False, True], ids=["alone", "table"])
@pytest.mark.parametrize("direction", Direction)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text", [1.0, 1.3, 2.0])
def test_the_parts_of_a_pad_lie_apart_whatever_the_size_of_letters(size, text, direction, table):
    has = Beside(3, button=True) if table else Beside()
    geometry = pad_geometry(Space(*size, text), direction, installed()["classic"], has)
    row = geometry.sheet.rows[0]
    boxes = sorted(row.cells, key=lambda box: (box.y, box.x))
    assert all(a.right <= b.x or a.bottom <= b.y for a, b in pairwise(boxes))
    assert all(box.right <= row.box.width and box.bottom <= row.box.height for box in boxes)
    if row.mode is Mode.ROWS:
        assert row.head.height >= 14 * 1.19 * text
    if size[0] >= 390:
        assert row.box.width <= size[0]


def number_size(tab, identifier):
    return next(c for c in tab.walk(tab.one(identifier)) if isinstance(c, ft.Text)).size


def clipped(tab, text):
    """Every box of a given height whose content needs more, with both heights."""
    found = []
    for control in tab.walk():
        if isinstance(control, ft.View):
            for content in control.controls:
                needs(content, text, found)
    return found
