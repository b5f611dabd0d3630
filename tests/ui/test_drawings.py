"""What is drawn of every printed sheet, where and in which colour, as a text that was accepted.

`pytest tests/ui/test_drawings.py --accept-golden` writes the texts anew.
"""

from itertools import groupby
from pathlib import Path
from textwrap import fill

import pytest

from qwixx_pad.settings import Direction
from qwixx_pad.ui.geometry import ScreenSpace
from qwixx_pad.ui.play.geometry import PadContents, cards_geometry, pad_geometry
from qwixx_pad.ui.sheet.drawing import draw_picture
from qwixx_pad.ui.sheet.footer import (
    PenaltyBoxes,
    draw_extra,
    pair_shapes,
    penalty_shapes,
    sum_digit_shapes,
    sum_print_shapes,
    total_shapes,
)
from qwixx_pad.ui.sheet.look import sheet_look
from qwixx_pad.ui.sheet.shapes import Letters, Sketch, Verb
from qwixx_pad.ui.theme.tokens import DARK, LIGHT
from tests.support.crossed_sheets import SHEETS, crossed, file_name
from tests.support.ui.surroundings import WORDS

ACCEPTED = Path(__file__).with_name("drawings")
PHONE = ScreenSpace(390, 844)
SIDE = ScreenSpace(844, 390)
TABLET = ScreenSpace(1180, 820)
TABLE = PadContents(2, button=True)
FORMS = {
    "upright, in rows": (LIGHT, lambda sheet: pad_geometry(PHONE, Direction.ROWS, sheet)),
    "upright, in columns": (LIGHT, lambda sheet: pad_geometry(PHONE, Direction.COLUMNS, sheet)),
    "on its side, dark": (DARK, lambda sheet: pad_geometry(SIDE, Direction.AUTO, sheet)),
    "a card on a tablet": (LIGHT, lambda sheet: cards_geometry(TABLET, sheet, TABLE)),
}


def drawn(look, boxes, theme):
    """The parts of a sheet by their names, and the shapes of each."""
    yield "rows", draw_picture(look.rows, boxes.rows, boxes.links, theme, "pen").shapes()
    for pair, box in zip(look.pairs, boxes.pairs, strict=True):
        yield "pair", pair_shapes(pair, box, theme)
    taken = PenaltyBoxes(look.penalties, look.layout.penalties)
    yield "penalties", penalty_shapes(taken, boxes.penalties, theme, "pen")
    if boxes.sum.line is not None:
        yield "sum", sum_print_shapes(look.layout, boxes.sum, boxes.sum.line, theme)
        yield "digits", sum_digit_shapes(look.fields, boxes.sum, boxes.sum.line, theme)
    if boxes.sum.extra is not None and look.extra is not None:
        sketch = Sketch()
        draw_extra(sketch, look.extra.icon, boxes.sum.extra, look.layout, theme)
        yield "extra", sketch.shapes()
    yield "total", total_shapes(look.total, "", boxes.sum.total, theme)


def text_of(layout):
    """All forms of a sheet."""
    look = sheet_look(crossed(layout), WORDS)
    for form, (theme, geometry) in FORMS.items():
        yield f"# {form}\n"
        for part, shapes in drawn(look, geometry(layout).first_sheet, theme):
            yield f"{part}\n"
            yield from map(line_of, shapes)


def line_of(shape):
    """A shape in a line, or in a few where it has many parts."""
    if isinstance(shape, Letters):
        side = f" {shape.side.name.lower()}" if shape.side else ""
        where = dp(*shape.point)
        font = f"{shape.family} {dp(shape.size)} {shape.color}"
        return f"  {shape.text!a} at {where}{side} in {font}\n"
    paint = shape.paint
    how = f"line {paint.width:g}" if paint.width else "fill"
    blend = f" to {paint.second_color}" if paint.second_color else ""
    parts = "; ".join(map(path_of, paths(shape.parts)))
    whole = f"  {how} {paint.color}{blend}: {parts}"
    return fill(whole, 100, subsequent_indent="    ") + "\n"


def paths(parts):
    """The parts of a shape, those of one line together: it begins where the pen is put down."""
    lines = 0

    def line(part):
        nonlocal lines
        lines += part[0] not in {Verb.LINE, Verb.BEND, Verb.CLOSE}
        return lines

    return [[*group] for _, group in groupby(parts, line)]


def path_of(line):
    """A rectangle, an oval or the way of a pen."""
    (verb, *numbers), *_ = line
    if verb == Verb.MOVE:
        return " to ".join(dp(*numbers) if numbers else "start" for _, *numbers in line)
    size = f"{dp(*numbers[:2])} {dp(numbers[2])}x{dp(numbers[3])}"
    corners = [*dict.fromkeys(numbers[4:])]
    round_ = (
        f" round {dp(*(corners if len(corners) == 1 else numbers[4:]))}" if any(corners) else ""
    )
    return f"{Verb(verb).name.lower()} {size}{round_}"


def dp(*lengths):
    """Lengths in tenths of a dp: no eye sees less."""
    return ",".join(f"{round(length, 1):g}" for length in lengths)


@pytest.mark.parametrize("name", SHEETS)
def test_sheet_drawing_matches_its_recording(name, request):
    file = ACCEPTED / f"{file_name(name)}.txt"
    text = "".join(text_of(SHEETS[name]))
    if request.config.getoption("--accept-golden"):
        file.write_text(text, encoding="utf-8")
    assert file.read_text(encoding="utf-8").splitlines() == text.splitlines()
