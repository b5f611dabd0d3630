"""One phone for several: whose sheet is in front, whose roll it is, and the way back."""

import flet as ft
import pytest

from qwixx_pad.ui.theme.tokens import LIGHT
from tests.support.ui.pads_with_games import pad_where
from tests.support.ui.session_client import Client
from tests.support.ui.table_devices import chip, roller

SIZES = {"phone": (390, 844), "small": (360, 640), "landscape": (844, 390)}


@pytest.fixture
def pad(tmp_path):
    """An opened pad on which Anna, Ben and Cleo have begun a game."""
    with pad_where(tmp_path, "classic/3", "Anna", "Ben", "Cleo") as opened:
        yield opened


@pytest.fixture
def size():
    return "phone"


@pytest.fixture
def tab(pad, size):
    return Client(pad.show_caller, *SIZES[size], route="/game/saved")


async def test_shown_chip_is_selected(tab):
    await tab.tap("seat-2")
    assert [tab.one(f"seat-{seat}").selected for seat in (1, 2, 3)] == [None, True, None]
    assert roller(tab) == 1


async def test_shown_chip_is_dark_and_the_rollers_has_a_ring(tab):
    await tab.tap("seat-2")
    seats = [f"seat-{seat}" for seat in (1, 2, 3)]
    dark = tab.find(lambda c: getattr(c, "bgcolor", None) == LIGHT.primary)
    assert [any(c in dark for c in tab.walk(tab.one(seat))) for seat in seats] == [0, 1, 0]
    ringed = tab.find(lambda c: isinstance(c, ft.Container) and _has_ring(c))
    assert [any(c in ringed for c in tab.walk(tab.one(seat))) for seat in seats] == [1, 0, 0]


def _has_ring(chip):
    return chip.border is not None and chip.border.left.color != chip.bgcolor


def icons(tab, identifier):
    return [c.icon for c in tab.walk(tab.one(identifier)) if isinstance(c, ft.Icon)]


async def test_roller_chip_has_a_die(tab):
    assert [icons(tab, f"seat-{seat}") for seat in (1, 2)] == [[ft.Icons.CASINO_ROUNDED], []]
    await tab.taps("r2 end-turn")
    assert [icons(tab, f"seat-{seat}") for seat in (1, 2)] == [[], [ft.Icons.CASINO_ROUNDED]]


@pytest.mark.parametrize("size", SIZES)
async def test_menu_button_keeps_its_icon(tab):
    assert icons(tab, "menu") == [ft.Icons.MENU_ROUNDED]


@pytest.mark.parametrize("size", SIZES)
async def test_back_button_shows_the_rollers_sheet(tab):
    await tab.taps("seat-3 to-pad")
    assert chip(tab, 1).shown
    assert not tab.has("to-pad")


@pytest.mark.parametrize("size", SIZES)
async def test_penalty_from_another_sheet_is_named_and_undone(tab):
    await tab.tap("seat-2")
    whose = tab.view.title.title
    await tab.tap("end-turn")
    assert "Anna" in tab.view.message.title
    assert {tab.view.message.title, whose} <= {*tab.texts()}, "whose sheet it is stays to be read"
    await tab.tap("undo-message")
    assert not tab.has("undo-message")
    assert roller(tab) == 1
    await tab.tap("r2")
    assert not tab.view.button.is_penalty


async def test_turn_end_can_be_undone_after_further_crosses(tab):
    await tab.taps("b12 seat-2 g12 end-turn")
    assert roller(tab) == 2
    await tab.tap("undo-message")
    assert roller(tab) == 1
    assert chip(tab, 2).total == 1, "a cross of the roll stays"


async def test_penalty_can_only_be_taken_by_the_roller(tab):
    await tab.taps("end-turn seat-1")
    assert tab.numbers("penalty")[0] == 1
    await tab.tap("penalty")
    assert tab.view.message
    assert tab.numbers("penalty")[0] == 1


async def test_next_entry_dismisses_the_message(tab):
    await tab.taps("end-turn r2")
    assert not tab.has("undo-message")


async def test_keyboard_reaches_both_buttons(tab):
    await tab.tap("seat-2")
    await tab.press("Arrow Right", *["Arrow Down"] * 8)
    assert tab.focused == "penalty"
    await tab.press("Arrow Right")
    assert tab.focused == "to-pad"
    await tab.press("Arrow Right")
    assert tab.focused == "end-turn"
