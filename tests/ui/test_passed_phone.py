"""One phone for several: whose sheet is in front, whose roll it is, and the way back."""

import flet as ft
import pytest

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
    return Client(pad.show, *SIZES[size], route="/game/kept")


async def test_the_chip_that_is_shown_is_the_place_where_we_are(tab):
    await tab.tap("seat-2")
    assert [tab.one(f"seat-{seat}").selected for seat in (1, 2, 3)] == [None, True, None]
    assert roller(tab) == 1


def icons(tab, identifier):
    return [c.icon for c in tab.walk(tab.one(identifier)) if isinstance(c, ft.Icon)]


async def test_a_die_is_on_the_face_of_whoever_rolls(tab):
    assert [icons(tab, f"seat-{seat}") for seat in (1, 2)] == [[ft.Icons.CASINO_ROUNDED], []]
    await tab.taps("r2 end-turn")
    assert [icons(tab, f"seat-{seat}") for seat in (1, 2)] == [[], [ft.Icons.CASINO_ROUNDED]]


@pytest.mark.parametrize("size", SIZES)
async def test_the_menu_has_its_sign_however_the_screen_is_held(tab):
    assert icons(tab, "menu") == [ft.Icons.MENU_ROUNDED]


@pytest.mark.parametrize("size", SIZES)
async def test_back_shows_the_rollers_sheet(tab):
    await tab.taps("seat-3 to-pad")
    assert chip(tab, 1).shown
    assert not tab.has("to-pad")


@pytest.mark.parametrize("size", SIZES)
async def test_a_misthrow_on_the_wrong_sheet_says_whose_it_was_and_is_taken_back(tab):
    await tab.tap("seat-2")
    whose = tab.view.title.title
    await tab.tap("end-turn")
    assert "Anna" in tab.view.message.title
    assert {tab.view.message.title, whose} <= {*tab.texts()}, "whose sheet it is stays to be read"
    await tab.tap("undo-message")
    assert not tab.has("undo-message")
    assert roller(tab) == 1
    await tab.tap("r2")
    assert not tab.view.button.misses


async def test_the_end_of_a_turn_is_taken_back_even_where_the_next_player_has_crossed(tab):
    await tab.taps("b12 seat-2 g12 end-turn")
    assert roller(tab) == 2
    await tab.tap("undo-message")
    assert roller(tab) == 1
    assert chip(tab, 2).total == 1, "a cross of the roll stays"


async def test_whoever_does_not_roll_sees_the_own_misthrows_and_takes_none(tab):
    await tab.taps("end-turn seat-1")
    assert tab.numbers("penalty")[0] == 1
    await tab.tap("penalty")
    assert tab.view.message
    assert tab.numbers("penalty")[0] == 1


async def test_the_next_entry_takes_the_words_away(tab):
    await tab.taps("end-turn r2")
    assert not tab.has("undo-message")


async def test_keys_come_to_both_buttons(tab):
    await tab.tap("seat-2")
    await tab.press("Arrow Right", *["Arrow Down"] * 8)
    assert tab.focused == "penalty"
    await tab.press("Arrow Right")
    assert tab.focused == "to-pad"
    await tab.press("Arrow Right")
    assert tab.focused == "end-turn"
