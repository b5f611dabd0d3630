"""A sheet is a drawing: the print, which a game never changes, and the ink on it."""

import re
from itertools import product
from pathlib import Path

import pytest

import qwixx_pad
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.settings import Direction
from qwixx_pad.ui.geometry import Box, ScreenSpace
from qwixx_pad.ui.play.geometry import PadContents, cards_geometry, pad_geometry
from qwixx_pad.ui.sheet.cells import LOCK_GLYPH, LOCK_OPEN_GLYPH
from qwixx_pad.ui.sheet.drawing import (
    closed_row_shapes,
    cursor_shapes,
    ink_shapes,
    overlay_shapes,
    print_shapes,
)
from qwixx_pad.ui.sheet.footer import extra_shapes
from qwixx_pad.ui.sheet.look import blank_rows, sheet_look
from qwixx_pad.ui.sheet.shapes import Letters, Verb
from qwixx_pad.ui.sheet.shapes import Path as Drawn
from qwixx_pad.ui.theme.bands import contrast_ratio
from qwixx_pad.ui.theme.tokens import DARK, LIGHT
from tests.support.strategies import played, ready_to_lock
from tests.support.ui.surroundings import WORDS

FORMS = {
    "rows": (ScreenSpace(390, 844), Direction.ROWS),
    "columns": (ScreenSpace(390, 844), Direction.COLUMNS),
    "landscape": (ScreenSpace(844, 390), Direction.ROWS),
    "tablet": None,
}
READY = " ".join(("classic/2", *ready_to_lock("classic/2", "r")))
OVER = 4
"""How far a ring, a block of colour or a wide letter may reach over the edge of its row, in dp."""


def sheet_boxes(name, form):
    layout = installed_layouts()[name]
    if FORMS[form] is None:
        return cards_geometry(
            ScreenSpace(1180, 820), layout, PadContents(2, button=True)
        ).first_sheet
    return pad_geometry(*FORMS[form], layout).first_sheet


def drawn(line, form="rows"):
    """Looks, boxes and inks of the rows of a single sheet."""
    look = sheet_look(played(line), WORDS)
    boxes = sheet_boxes(line.split()[0], form)
    rows = [*zip(look.rows, boxes.rows, strict=True)]
    return [(row, box, ink_shapes(row, box, LIGHT, "pen")) for row, box in rows]


def reach(shape):
    """The corners of all that a shape draws."""
    if isinstance(shape, Letters):
        yield shape.point
        return
    for verb, *numbers in shape.parts:
        if verb in {Verb.RECT, Verb.OVAL}:
            x, y, width, height = numbers[:4]
            yield from ((x, y), (x + width, y + height))
        else:
            yield from zip(numbers[::2], numbers[1::2], strict=True)


def strokes(shapes, color):
    """How many strokes of a pen of this colour there are."""
    lines = (s for s in shapes if isinstance(s, Drawn) and s.paint.round)
    parts = (part for s in lines if s.paint.color == color for part in s.parts)
    return sum(part[0] == Verb.MOVE for part in parts)


@pytest.mark.parametrize(("name", "form"), [*product(installed_layouts(), FORMS)])
def test_print_and_ink_lie_within_their_rows(name, form):
    boxes = sheet_boxes(name, form)
    theme = LIGHT
    printed = print_shapes(
        blank_rows(installed_layouts()[name], WORDS), boxes.rows, boxes.links, theme
    )
    whole = [row.box for row in boxes.rows]
    for x, y in (point for shape in printed for point in reach(shape)):
        assert any(box.inset(-OVER, -OVER - 3).x <= x <= box.right + OVER for box in whole)
        assert min(box.y for box in whole) - OVER <= y <= max(box.bottom for box in whole) + OVER
    for _, box, ink in drawn(f"{name} r3 y4", form):
        for x, y in (point for shape in ink for point in reach(shape)):
            assert -OVER <= x <= box.box.width + OVER
            assert -OVER <= y <= box.box.height + OVER


def test_untouched_row_has_only_letters_as_ink():
    for row, box, ink in drawn("classic"):
        assert closed_row_shapes(row, box, LIGHT) == ()
        assert all(isinstance(shape, Letters) for shape in ink)
        numbers = {f"{at}" for at in range(len(row.cells))}
        assert {x.name for x in ink} == {"sum", "name", "gain", "next", "lock", *numbers}


def test_game_changes_ink_but_not_print():
    boxes = sheet_boxes("classic", "rows")
    rows = blank_rows(installed_layouts()["classic"], WORDS)
    printed = print_shapes(rows, boxes.rows, boxes.links, LIGHT)
    assert not any(x.text.isdigit() for x in printed if isinstance(x, Letters)), "they pale"
    (_, _, before), *_ = drawn("classic r2")
    (_, _, after), *_ = drawn("classic r2 r5")
    for ink in (before, after):
        written = {shape.text for shape in ink if isinstance(shape, Letters)}
        assert written >= {str(number) for number in range(2, 13)}
    assert strokes(before, LIGHT.pen) < strokes(after, LIGHT.pen)


def test_rings_do_not_redraw_other_rows():
    boxes = sheet_boxes("classic", "rows")

    def seen(line):
        look = sheet_look(played(line), WORDS)
        return look.rows[0].drawing_key, overlay_shapes(
            look.ringed_cells, boxes.rows, boxes.links, LIGHT
        )

    (before, (ring,)), (after, (other,)) = seen("classic r2"), seen("classic r2 y5")
    assert before == after
    assert ring.parts != other.parts
    assert len(other.parts) == 1, "the newest alone"


@pytest.mark.parametrize("letter", ["r", "y", "g", "b", ""])
@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_keyboard_focus_has_two_outer_rings(theme, letter):
    """One ring inside a cell is that of the newest cross."""
    box = Box(40, 40, 29, 80)
    wide, between = cursor_shapes(box, letter, theme)
    assert wide.parts == between.parts
    assert wide.paint.width == 3 * between.paint.width
    assert contrast_ratio(wide.paint.color, between.paint.color) >= 4.5
    ((_, x, *_),) = wide.parts
    assert x + between.paint.width / 2 <= box.x


def test_closed_row_is_veiled_below_its_crosses():
    (row, box, ink), *_ = drawn("classic r2 r3 r#")
    assert row.is_closed
    veil = closed_row_shapes(row, box, LIGHT)
    assert LIGHT.bands["r"].closed_band in {s.paint.color for s in veil if isinstance(s, Drawn)}
    assert strokes(ink, LIGHT.pen) == strokes(drawn("classic r2 r3")[0][2], LIGHT.pen)


@pytest.mark.parametrize(
    ("line", "seat", "glyph"),
    [
        (READY, 2, LOCK_OPEN_GLYPH),
        (f"{READY} 1:r12", 2, LOCK_GLYPH),
        (f"{READY} 1:r12 /", 2, LOCK_GLYPH),
    ],
    ids=["open", "just locked", "closed"],
)
def test_padlock_is_closed_once_someone_has_locked_the_row(line, seat, glyph):
    row, *_ = sheet_look(played(line), WORDS, seat, ("Anna", "Ben")).rows
    ink = ink_shapes(row, sheet_boxes("classic", "landscape").rows[0], LIGHT, "pen")
    locks = [each for each in ink if isinstance(each, Letters) and each.name == "lock"]
    assert [each.text for each in locks] == [glyph]


def test_crosses_are_drawn_in_one_package():
    root = Path(qwixx_pad.__file__).parent
    written = re.compile(r"(?<!def )(?<![\w.])cross_strokes\(")
    found = {
        str(path.relative_to(root))
        for path in root.rglob("*.py")
        if "ui" in path.parts and written.search(path.read_text(encoding="utf-8"))
    }
    rooms = {name for name in found if not name.startswith("ui/sheet/")}
    assert rooms == {"ui/result/ranking.py"}, "its confetti"


@pytest.mark.parametrize("width", [26, 52])
def test_pawn_flag_is_in_the_corner_of_its_field(width):
    game = played("on_board @7")
    look = sheet_look(game, WORDS)
    box = Box(0, 0, width, 52)
    *_, flag, digit = extra_shapes(look.extra, box, game.setup.layout, LIGHT)
    assert (digit.text, flag.text == digit.text) == ("7", False)
    low = flag.point[1] + flag.size / 2
    assert low <= digit.point[1] - digit.size / 2 + 1
