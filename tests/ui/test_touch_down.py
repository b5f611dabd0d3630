"""A finger that comes down changes nothing: the pad acts when it is lifted where it came down."""

from client import named
from table import phones_where

AT_ONCE = ("tap_down", "pan_down", "pan_start", "scale_start", "long_press", "vertical_drag")
"""Gestures that would act before a finger is lifted, or while it rests."""


def too_early(tab):
    """What on the screen acts before a finger is lifted."""
    return [
        (type(control).__name__, name)
        for control in tab.walk()
        for name in named(type(control), "on_")
        if any(gesture in name for gesture in AT_ONCE) and getattr(control, name) is not None
    ]


async def test_at_a_shared_table_nothing_acts_on_touch_down(tmp_path):
    async with phones_where(tmp_path, "classic/2 1:r5") as (anna, ben):
        await ben.tap("menu")
        assert too_early(anna) == too_early(ben) == []
