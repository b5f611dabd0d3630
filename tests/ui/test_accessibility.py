"""What a screen reader finds: names, roles, states, rows in order; see `test_every_screen.py`."""

from itertools import groupby

import flet as ft
import pytest

from qwixx_pad.core.moves import move_at
from qwixx_pad.layouts import installed_layouts
from tests.support.strategies import ready_to_lock
from tests.support.ui.every_screen import screen
from tests.support.ui.pads_with_games import pad_where
from tests.support.ui.screen_reader import Heard, unclear
from tests.support.ui.session_client import Client
from tests.support.ui.table_devices import phones_where, share


async def test_open_question_exposes_only_its_answers(tmp_path):
    ready = " ".join(ready_to_lock("classic/2", "r"))
    async with phones_where(tmp_path, f"classic/2 {ready} 2:b12 /") as (anna, ben):
        await anna.tap("r12")
        assert unclear(anna) == []
        assert [n.identifier for n in Heard(anna).actionable()] == ["white-r", "colored-r"]
        await share(anna, "white-r", ben)
        assert unclear(ben) == []
        offered = [n.identifier for n in Heard(ben).actionable()]
        assert offered == ["r12", "no-r"], "the row above the veil is a picture"
        assert sum("12" in (n.label or "") for n in Heard(ben).nodes) == 1


async def test_crossed_cells_are_checked_and_dead_ones_disabled(tab):
    await tab.taps("new-game r2 r4")
    cells = Heard(tab).by_name
    assert [x for x in ("r2", "r3", "r4", "r5", "r12") if cells[x].checked] == ["r2", "r4"]
    assert [x for x in ("r2", "r3", "r4", "r5", "r12") if cells[x].disabled] == ["r3"]
    assert cells["redo"].disabled
    assert not cells["undo"].disabled


async def test_reading_order_runs_from_title_to_redo(tab):
    await tab.taps("new-game r2")
    heard = Heard(tab)
    order = [n.identifier for n in heard.nodes if n.identifier]
    wanted = ["menu", "r2", "r-lock", "y2", "g12", "b2", "penalty", "total", "undo", "redo"]
    assert sorted(wanted, key=order.index) == wanted
    bands = [n.label for n in heard.nodes if n.container and n.label and not n.identifier][:1]
    (sheet,) = tab.view.sheets
    assert bands == [sheet.rows[0].spoken]
    assert sheet.spoken_sum in [n.label for n in heard.nodes]


async def test_current_screen_is_selected_in_the_navigation_bar(lasting_pad):
    async with screen(lasting_pad, "games") as tab:
        selected = {x: tab.one(x).selected for x in ("play", "history", "statistics")}
        assert selected == {"play": False, "history": True, "statistics": False}


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
@pytest.mark.parametrize("name", [name for name in installed_layouts() if name != "lucky_15"])
async def test_rows_are_read_in_printed_order(tmp_path, name, form):
    size, direction = FORMS[form]
    hints = "cross lock penalty"
    with pad_where(tmp_path, name, "Anna", direction=direction, hints=hints) as pad:
        async with Client(pad.show_caller, *size, route="/game/saved") as tab:
            nodes = tab.find(lambda c: isinstance(c, ft.Semantics))
            read = [node.identifier for node in nodes if node.identifier]
            wanted = [token for row in installed_layouts()[name].rows for token in tokens(row)]
            assert [each for each in read if each in {*wanted}] == wanted
            assert [*mixed_lines(tab)] == []


def mixed_lines(tab):
    """Groups in which cells of two lines lie: a reader goes by where things lie, and mixes them."""
    for stack in tab.find(lambda c: isinstance(c, ft.Stack)):
        cells = [c for c in stack.controls if getattr(c, "checked", None) is not None]
        lines, columns = ([*groupby(getattr(c, side) for c in cells)] for side in ("top", "left"))
        if len(lines) > 1 and len(columns) > 1:
            yield [c.identifier for c in cells]
