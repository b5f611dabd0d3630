"""Whatever the size of a device's letters, they have room on every screen."""

import flet as ft
import pytest
from everywhere import screen, shows_letters
from flet import canvas as cv
from heights import needs


async def test_in_columns_nothing_is_cut_off_however_large_letters_are(lasting_pad_in_columns):
    async with screen(lasting_pad_in_columns, "play", 360, 640, text=2.0) as tab:
        assert clipped(tab, 2.0) == []


async def test_numbers_on_the_sheet_grow_no_further_than_their_cells(lasting_pad):
    async with screen(lasting_pad, "play", 844, 390) as tab:
        designed = number_size(tab, "9")
        await shows_letters(tab, 1.2)
        assert number_size(tab, "9") == pytest.approx(1.2 * designed, abs=0.8)
        await shows_letters(tab, 2.0)
        assert designed * 1.15 <= number_size(tab, "9") <= designed * 1.3


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


def number_size(tab, number):
    """Of a number as it is drawn, in dp: letters of a drawing do not grow by themselves."""
    return next(c for c in tab.walk() if isinstance(c, cv.Text) and c.value == number).style.size


def clipped(tab, text):
    """Every box of a given height whose content needs more, with both heights."""
    found = []
    for control in tab.walk():
        if isinstance(control, ft.View):
            for content in control.controls:
                needs(content, text, found)
    return found
