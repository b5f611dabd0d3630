"""A finger meets the picture that its device still shows, when the pad has the next one already."""

import flet as ft

LATE = "Tap again if it still fits."


async def tap_late(tab, key):
    """Tap on what was there, as a device does that has not heard yet that it is gone."""
    event = "tap_up" if isinstance(key, ft.GestureDetector) else "click"
    await tab.session.dispatch_event(key._i, event, None)
    await tab.settle()


async def test_a_tap_on_a_cell_that_was_built_anew_meanwhile_crosses_it(tab):
    await tab.tap("new-game")
    before = tab.key("r5")
    await tab.lose_link()
    await tab.come_back()
    assert tab.key("r5")._i != before._i
    await tap_late(tab, before)
    assert "crossed" in tab.name("r5")


async def test_a_tap_on_a_button_that_is_gone_is_answered(tab):
    await tab.taps("new-game menu")
    gone = tab.key("rules")
    await tab.tap("cancel")
    await tap_late(tab, gone)
    assert tab.sees(LATE)


async def test_a_second_tap_on_a_button_that_went_with_the_first_is_nothing(tab):
    await tab.taps("new-game menu")
    gone = tab.key("cancel")
    await tap_late(tab, gone)
    await tap_late(tab, gone)
    assert not tab.has("cancel")
    assert not tab.sees(LATE)
