"""A pair of X-Change is spent on the sheet itself: nothing lies over it, its numbers are lit."""

import pytest

from qwixx_pad.core.layout import CellRef
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.settings import Direction
from qwixx_pad.ui.flet_support.keyboard import VEIL_DATA
from qwixx_pad.ui.geometry import ScreenSpace
from qwixx_pad.ui.play.geometry import pad_geometry
from qwixx_pad.ui.sheet.drawing import choice_shapes
from qwixx_pad.ui.sheet.look import blank_rows
from qwixx_pad.ui.theme.tokens import LIGHT
from tests.support.ui.pads_with_games import pad_where
from tests.support.ui.session_client import Client
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import cell, front_view, step_back

LINE = "x_change r7 y9 g4"
SPACES = [(390, 844), (320, 568), (844, 390)]


@pytest.fixture
def pad(tmp_path):
    with pad_where(tmp_path, LINE, "Anna") as opened:
        yield opened


def opened(pad, size=(390, 844)):
    return Client(pad.show_caller, *size, route="/game/saved")


def lit(tab):
    return len(tab.view.sheets[0].lit_cells)


def test_cells_to_choose_from_are_ringed_and_all_others_fade():
    layout = installed_layouts()["x_change"]
    boxes = pad_geometry(ScreenSpace(390, 844), Direction.ROWS, layout).first_sheet.rows
    rows = blank_rows(layout, WORDS)
    *faded, ring = choice_shapes([CellRef(4, 0), CellRef(0, 3)], rows, boxes, LIGHT)
    assert len(ring.parts) == 2
    assert sum(len(each.parts) for each in faded) == sum(len(row.cells) for row in rows) - 2


@pytest.mark.parametrize("size", SPACES)
async def test_nothing_lies_over_the_sheet(pad, size):
    async with opened(pad, size) as tab:
        open_before = cell(tab, "r8").spoken
        await tab.tap("x0")
        assert not tab.find(lambda control: getattr(control, "data", None) == VEIL_DATA)
        assert lit(tab) == 4
        assert tab.sees(tab.view.message.title)
        assert cell(tab, "r8").spoken not in {open_before, cell(tab, "r10").spoken}
        assert tab.name("r8") == cell(tab, "r8").spoken
        await tab.tap("r8")
        assert [tab.one(each).checked for each in ("x0", "r8")] == [True, True]
        assert lit(tab) == 0


@pytest.mark.parametrize("way", ["cancel", "undo", "Escape", "Go Back", "app"])
async def test_choice_is_called_off(pad, way):
    async with opened(pad) as tab:
        await tab.tap("x0")
        await step_back(tab, way)
        assert front_view(tab).can_pop, "the next step leads away"
        assert lit(tab) == 0
        assert tab.page.route == "/game/saved"
        assert not tab.one("x0").checked
        assert cell(tab, "g4").is_crossed, "undo took back the choice alone"


async def test_choice_takes_the_place_of_what_was_said_before(pad):
    async with opened(pad) as tab:
        await tab.taps("x0 r8")
        assert tab.has("undo-message")
        await tab.tap("x1")
        assert tab.has("cancel")
        assert not tab.has("undo-message"), "it would undo the cross, not the choice"


async def test_refusal_leaves_the_choice_open(pad):
    async with opened(pad) as tab:
        await tab.tap("x0")
        asked = tab.view.message.title
        await tab.tap("r5")
        assert tab.view.message.title != asked
        assert lit(tab) == 4
        await tab.press("Escape")
        assert tab.page.route == "/game/saved"
        assert lit(tab) == 0


async def test_pair_of_one_of_two_sheets_lights_that_sheet(tmp_path):
    with pad_where(tmp_path, "x_change/2 1:r7 2:y9 /", "Anna", "Ben") as pad:
        async with Client(pad.show_caller, 1180, 820, route="/game/saved") as tab:
            await tab.tap("s2-x0")
            assert [bool(sheet.lit_cells) for sheet in tab.view.sheets] == [False, True]
            assert [bool(card.note) for card in tab.view.cards] == [False, True]
            await tab.tap("s2-r8")
            assert tab.one("s2-x0").checked


async def test_words_next_to_the_penalties_end_above_the_sum(pad):
    async with opened(pad, (360, 640)) as tab:
        await tab.tap("x0")
        message = tab.view.message
        assert message.title in tab.texts()
        assert message.detail not in tab.texts(), "there is room for the first line alone"
    async with opened(pad, (390, 844)) as tab:
        await tab.tap("x0")
        assert message.detail in tab.texts()
