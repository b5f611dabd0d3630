"""Whatever the size of a device's letters, they have room on every screen."""

from dataclasses import replace

import flet as ft
import pytest
from flet import canvas as cv

from qwixx_pad.layouts import installed_layouts
from qwixx_pad.settings import Direction
from qwixx_pad.ui.geometry import ScreenSpace
from qwixx_pad.ui.play.geometry import pad_geometry
from qwixx_pad.ui.sheet.drawing import draw_picture
from qwixx_pad.ui.sheet.look import sheet_look
from qwixx_pad.ui.sheet.shapes import Letters, Path, Side
from qwixx_pad.ui.theme.tokens import LIGHT, TITLE
from tests.support.strategies import played
from tests.support.ui.every_screen import asks, screen, shelf, shows_letters
from tests.support.ui.heights import clipped
from tests.support.ui.session_client import Client
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import set_up
from tests.support.ui.word_room import text_width

BOLD = "Rubik 600"


async def test_columns_clip_nothing_at_any_text_size(tmp_path):
    with shelf(tmp_path, direction="columns") as pad:
        async with screen(pad, "play", 360, 640, text=2.0) as tab:
            assert clipped(tab, 2.0) == []


async def test_sheet_numbers_grow_only_with_their_cells(lasting_pad):
    async with screen(lasting_pad, "play", 844, 390) as tab:
        designed = number_size(tab, "9")
        await shows_letters(tab, 1.2)
        assert number_size(tab, "9") == pytest.approx(1.2 * designed, abs=0.8)
        await shows_letters(tab, 2.0)
        assert designed * 1.15 <= number_size(tab, "9") <= designed * 1.3


async def test_repeated_texts_are_omitted_at_large_sizes(lasting_pad):
    async with screen(lasting_pad, "play") as tab:
        twice = {tab.view.sheets[0].rows[0].next_word, "12×"}
        assert twice <= {*tab.texts()}
        await shows_letters(tab, 1.5)
        assert not twice & {*tab.texts()}


async def test_message_replaces_the_name_without_points_strip(lasting_pad):
    async with screen(lasting_pad, "a hint", text=2.0) as tab:
        assert tab.has("message")
        assert "Anna" not in tab.texts()


async def test_wide_table_shows_refusals_at_large_text(lasting_pad):
    async with screen(lasting_pad, "a table", 844, 390, text=2.0) as tab:
        await tab.tap("r12")
        assert tab.has("message")


@pytest.mark.parametrize(("width", "text"), [(320, 1.2), (360, 1.5), (320, 2.0), (390, 2.0)])
async def test_four_players_keep_names_and_points_at_large_text(pad, width, text):
    async with Client(pad.show_caller, width, 640) as tab:
        await asks(tab)
        await set_up(tab, "Anna", "Ben", "Cleo", "Dan")
        await tab.taps("start-game r2")
        await shows_letters(tab, text)
        for seat, name, points in ((1, "Anna", "1"), (2, "Ben", "0"), (3, "Cleo", "0")):
            chip = tab.one(f"seat-{seat}").content
            words = [c for c in tab.walk(chip) if isinstance(c, ft.Text) and c.value]
            assert [c.value for c in words if c.value != name[0]] == [name, points]
            (said,) = (c for c in words if c.value == name)
            large = text >= 1.5
            edges = chip.border.left.width + chip.border.right.width
            sides = chip.padding.left + chip.padding.right + edges
            room = chip.width - sides - (0 if large else 26)
            assert text_width(name, BOLD, said.size * text) <= room


LONG = "Color 6 crossed, then also color 6 and others 11"
"""As long as what is said of a cross with two that come with it; the others as on misthrows."""


@pytest.mark.parametrize(
    ("text", "width", "height"),
    [(LONG, 176, 112), (LONG, 148, 98), ("Mistaken −5", 86, 62), ("Mistakens", 92, 44)],
)
@pytest.mark.parametrize("larger", [1.0, 1.3, 1.6, 2.0])
def test_text_stops_growing_before_a_word_breaks(larger, text, width, height):
    style = TITLE.resized(14).fitted_to(replace(LIGHT, text_scale=larger), text, width, height)
    size = style.size * larger
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        lines[-1:] = [longer] if text_width(longer, BOLD, size) <= width else [lines[-1], word]
    assert max(text_width(line, BOLD, size) for line in lines) <= width
    assert len(lines) * size * 1.2 <= height
    assert 13.9 <= size <= 14 * larger


def number_size(tab, number):
    """Of a number as it is drawn, in dp: letters of a drawing do not grow by themselves."""
    return next(c for c in tab.walk() if isinstance(c, cv.Text) and c.value == number).style.size


@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("space", [(320, 568), (568, 320), (360, 640), (640, 360)])
def test_cross_in_a_flat_cell_covers_no_digit(space, text):
    """Where there is no space above, the number is left of its cross, and both digits are read."""
    layout = installed_layouts()["longo"]
    geometry = pad_geometry(ScreenSpace(*space, text), Direction.AUTO, layout)
    game = played("longo r2 r12 r13 y10 y11 y12 g16 g12 g10 g4 b16 b15 b5")
    rows, boxes = sheet_look(game, WORDS).rows, geometry.first_sheet.rows
    theme = replace(LIGHT, text_scale=text)
    shapes = draw_picture(rows, boxes, (), theme, "pen").shapes()
    pen = [part[1:3] for shape in shapes if is_pen(shape, theme) for part in shape.parts]
    numbers = [shape for shape in shapes if isinstance(shape, Letters) and shape.side is Side.LEFT]
    flat = [number for number in numbers if number.text.isdigit()]
    assert all(number.size >= 10 for number in flat)
    assert not [number for number in flat for x, y in pen if covers(x, y, number)]
    assert flat or space == (640, 360)


def is_pen(shape, theme):
    """Whether it is a stroke of the pen: the ring around the newest cross has no round ends."""
    return isinstance(shape, Path) and shape.paint.color == theme.pen and shape.paint.round


def covers(x, y, number):
    """Whether a stroke begins, bends or ends inside of a number."""
    left, middle = number.point
    width = 0.6 * number.size * len(number.text)
    half = 0.36 * number.size
    return left <= x < left + width and abs(y - middle) <= half
