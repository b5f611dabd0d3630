"""A device's settings for its eyes, on every screen."""

import flet as ft
import pytest
from flet import canvas as cv

from qwixx_pad.settings import Shade
from qwixx_pad.ui.flet_support.device import SightNeeds
from qwixx_pad.ui.theme.choice import choose_theme
from qwixx_pad.ui.theme.tokens import BLACK, DARK, LIGHT
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
def test_theme_follows_the_setting_or_the_device(shade, dark, theme):
    assert choose_theme(shade, SightNeeds(), dark=dark) == theme


async def test_device_without_needs_gets_the_designed_look(lasting_pad):
    async with screen(lasting_pad, "play") as tab:
        assert next(c for c in tab.walk() if isinstance(c, ft.View)).bgcolor == LIGHT.background
        assert moving(tab)


async def test_high_contrast_is_detected_at_start_and_return(
    lasting_pad,
):
    async with screen(lasting_pad, "play") as tab:
        assert "get_accessibility_features" in tab.wire.asked
        assert not edged_cells(tab)
        await asks(tab, high_contrast=True)
        assert len(edged_cells(tab)) >= 44
        await asks(tab)
        assert not edged_cells(tab)


async def test_unresponsive_device_keeps_the_current_look(lasting_pad):
    async with screen(lasting_pad, "play", reduce_motion=True) as tab:
        tab.wire.device_fails = True
        await tab.page._trigger_event("app_lifecycle_state_change", {"state": "resume"})
        await tab.settle()
        assert not moving(tab)


async def test_reduced_motion_disables_page_transitions(
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
