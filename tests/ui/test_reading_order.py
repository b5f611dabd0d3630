"""A screen reader hears a row in its printed order, on all sheets in all forms."""

from itertools import groupby

import flet as ft
import pytest

from qwixx_pad.core.moves import move_at
from qwixx_pad.layouts import installed
from tests.support.ui.pads_with_games import pad_where
from tests.support.ui.session_client import Client

FORMS = {
    "rows": ((360, 640), "rows"),
    "columns": ((390, 844), "columns"),
    "landscape": ((844, 390), "rows"),
}


def tokens(row):
    """What the cells of a row enter, in printed order; fields of a bar have no name."""
    moves = (move_at(row, position) for position in range(len(row.cells)))
    return [move.text for move in moves if move is not None]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", [name for name in installed() if name != "lucky_15"])
async def test_rows_are_read_as_they_are_printed(tmp_path, name, form):
    size, direction = FORMS[form]
    hints = "cross lock misthrow"
    with pad_where(tmp_path, name, "Anna", direction=direction, hints=hints) as pad:
        async with Client(pad.show, *size, route="/game/kept") as tab:
            nodes = tab.find(lambda c: isinstance(c, ft.Semantics))
            read = [node.identifier for node in nodes if node.identifier]
            wanted = [token for row in installed()[name].rows for token in tokens(row)]
            assert [each for each in read if each in {*wanted}] == wanted
            assert [*mixed_lines(tab)] == []


def mixed_lines(tab):
    """Groups in which cells of two lines lie: a reader goes by where things lie, and mixes them."""
    for stack in tab.find(lambda c: isinstance(c, ft.Stack)):
        cells = [c for c in stack.controls if getattr(c, "checked", None) is not None]
        lines, columns = ([*groupby(getattr(c, side) for c in cells)] for side in ("top", "left"))
        if len(lines) > 1 and len(columns) > 1:
            yield [c.identifier for c in cells]
