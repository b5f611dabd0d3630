"""A finger that comes down changes nothing: the pad acts when it is lifted where it came down."""

import flet as ft
import pytest
from client import Client, named
from table import BEN, HOST, device, open_table, rest, set_up

from qwixx_pad.app import opened_pad

AT_ONCE = ("tap_down", "pan_down", "pan_start", "scale_start", "long_press", "vertical_drag")
"""Gestures that would act before a finger is lifted, or while it rests."""
SIZES = ((390, 844), (844, 390), (1180, 820))


def too_early(tab):
    """What on the screen acts before a finger is lifted."""
    return [
        (type(control).__name__, name)
        for control in tab.walk()
        for name in named(type(control), "on_")
        if any(gesture in name for gesture in AT_ONCE) and getattr(control, name) is not None
    ]


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_on_a_pad_and_all_that_it_asks_nothing_acts_on_touch_down(tmp_path, size):
    with opened_pad(tmp_path / "data") as pad:
        async with device(pad, HOST, width=size[0], height=size[1]) as tab:
            assert too_early(tab) == [], "the first screen"
            for taps in ("new-game", "r5 r3", "menu", "cancel", "y-lock", "cancel penalty"):
                await tab.taps(taps)
                assert too_early(tab) == [], taps
        async with device(pad, HOST, width=size[0], height=size[1]) as tab:
            await set_up(tab, "Anna", "Ben")
            await tab.tap("start-game")
            assert too_early(tab) == []


async def test_at_a_shared_table_nothing_acts_on_touch_down(tmp_path):
    with opened_pad(tmp_path / "data") as pad:
        async with device(pad, HOST) as anna:
            code = await open_table(anna, "Anna", "Ben")
            async with device(pad, BEN, f"/join/{code}") as ben:
                assert too_early(anna) == too_early(ben) == []
                await ben.tap("sit-2")
                await anna.tap("start-game")
                await rest(anna, ben)
                assert too_early(anna) == too_early(ben) == []


async def test_the_search_would_find_what_acts_too_early():
    def main(page):
        page.render_views(lambda: [ft.View(controls=[ft.Container(on_tap_down=print)])])

    async with Client(main) as tab:
        assert too_early(tab) == [("Container", "on_tap_down")]
