"""What a device asks for on behalf of the eyes before it is kept on every screen."""

import flet as ft
import pytest
from flet import canvas as cv

from qwixx_pad.settings import Shade
from qwixx_pad.ui.design.tokens import BLACK, DARK, LIGHT
from qwixx_pad.ui.flet_support.device import SightNeeds, choose_theme
from tests.support.ui.every_screen import asks, screen
from tests.support.ui.moving_controls import moving


@pytest.mark.parametrize(
    ("shade", "dark", "theme"),
    [
        (Shade.DEVICE, False, LIGHT),
        (Shade.DEVICE, True, DARK),
        (Shade.LIGHT, True, LIGHT),
        (Shade.DARK, False, DARK),
        (Shade.BLACK, False, BLACK),
    ],
)
def test_the_shade_is_the_players_choice_or_else_the_devices(shade, dark, theme):
    assert choose_theme(shade, SightNeeds(), dark=dark) == theme


async def test_a_device_that_asks_for_nothing_gets_the_pad_as_it_was_designed(lasting_pad):
    async with screen(lasting_pad, "play") as tab:
        assert next(c for c in tab.walk() if isinstance(c, ft.View)).bgcolor == LIGHT.table
        assert moving(tab)


async def test_high_contrast_is_asked_for_at_the_beginning_and_when_somebody_comes_back(
    lasting_pad,
):
    async with screen(lasting_pad, "play") as tab:
        assert "get_accessibility_features" in tab.wire.asked
        assert not edged_cells(tab)
        await asks(tab, high_contrast=True)
        assert len(edged_cells(tab)) >= 44
        await asks(tab)
        assert not edged_cells(tab)


async def test_a_device_that_does_not_answer_gets_the_pad_as_it_was(lasting_pad):
    async with screen(lasting_pad, "play", reduce_motion=True) as tab:
        tab.wire.device_fails = True
        await tab.page._trigger_event("app_lifecycle_state_change", {"state": "resume"})
        await tab.settle()
        assert not moving(tab)


async def test_a_screen_takes_the_place_of_another_at_once_where_less_motion_is_asked_for(
    lasting_pad,
):
    async with screen(lasting_pad, "home") as tab:
        assert tab.page.theme.page_transitions.android is None
        await asks(tab, reduce_motion=True)
        at_once = ft.PageTransitionTheme.NONE
        ways = tab.page.theme.page_transitions
        assert {ways.android, ways.ios, ways.linux, ways.macos, ways.windows} == {at_once}


def edged_cells(tab):
    """How many cells have an edge of one dp."""
    lines = (c for c in tab.walk() if isinstance(c, cv.Path) and c.paint.stroke_width == 1)
    return {
        (part.x, part.y) for line in lines for part in line.elements if part.height > part.width
    }
