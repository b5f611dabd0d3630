"""A finger meets the picture that its device still shows, when the pad has the next one already."""

import random

import flet as ft
import pytest

from qwixx_pad.games.session import Failure
from qwixx_pad.ui.flet_support.keyboard import TapArea, TapButton
from tests.support.ui.session_client import CALM, CLOCK, Client
from tests.support.ui.surroundings import WORDS

SIZES = [(390, 844), (844, 390), (1180, 820)]
LATE = WORDS.failure_texts(Failure.CHANGED_ELSEWHERE)[1]


async def tap_late(tab, key, at=None):
    """Tap on what was there, as a device does that has not heard yet that it is gone."""
    CLOCK.wait(CALM)
    event = "tap_up" if isinstance(key, ft.GestureDetector) else "click"
    data = at and {"k": "touch", "l": at, "g": at}
    await tab.session.dispatch_event(key._i, event, data)
    await tab.settle()


def crossed(tab):
    found = tab.find(lambda c: isinstance(c, ft.Semantics) and c.checked)
    return {each.identifier for each in found}


async def test_late_tap_on_a_rebuilt_cell_crosses_it(tab):
    await tab.tap("new-game")
    before = tab.key("r5")
    await tab.lose_link()
    await tab.come_back()
    assert tab.key("r5")._i != before._i
    await tap_late(tab, before)
    assert crossed(tab) == {"r5"}


async def test_late_tap_on_a_removed_button_shows_a_message(tab):
    await tab.taps("new-game menu")
    gone = tab.key("rules")
    await tab.tap("cancel")
    await tap_late(tab, gone)
    assert tab.sees(LATE)


async def test_second_tap_on_a_removed_button_does_nothing(tab):
    await tab.taps("new-game menu")
    gone = tab.key("cancel")
    await tap_late(tab, gone)
    await tap_late(tab, gone)
    assert not tab.has("cancel")
    assert not tab.sees(LATE)


# before the new picture arrives


class Slow(Client):
    """A device that still shows the old screen: it lays nothing out until it must."""

    async def lay_out(self):
        return await self.settle()

    async def lay_out_at_last(self):
        return await super().lay_out()


def answers(tab):
    return sum(LATE in text for text in tab.texts())


async def test_control_numbers_are_ignored_before_the_new_screen(pad):
    """The one that an old picture has for a cell may be another cell's now."""
    async with Slow(pad.show_caller, route="/") as tab:
        await tap_late(tab, tab.key("new-game"))
        assert tab.page.route == "/"
        assert answers(tab) == 1
        await tab.lay_out_at_last()
        await tab.tap("new-game")
        assert tab.has("r5")


async def test_unknown_control_number_is_answered_once(pad):
    async with Slow(pad.show_caller) as tab:
        stranger = ft.CupertinoButton()
        for _ in range(3):
            await tap_late(tab, stranger)
        await tab.lay_out_at_last()
        await tap_late(tab, stranger)
        assert answers(tab) == 1
        await tap_late(tab, ft.CupertinoButton())
        assert answers(tab) == 2


async def test_keys_are_ignored_before_the_new_screen(tab, pad):
    await tab.taps("new-game r5")
    async with Slow(pad.show_caller, route=tab.page.route) as again:
        undo = {"key": "Z", "ctrl": True, "shift": False, "alt": False, "meta": False}
        await again.session.dispatch_event(again.page._i, "keyboard_event", undo)
        assert answers(again) == 1
        await again.lay_out_at_last()
        assert crossed(again) == {"r5"}
        await again.session.dispatch_event(again.page._i, "keyboard_event", undo)
        await again.settle()
        assert crossed(again) == set()


async def test_old_screen_size_does_not_confirm_a_new_screen(pad):
    async with Slow(pad.show_caller) as tab:
        await tab.lay_out_at_last()
        await tab.taps("new-game")
        (old,) = tab.find(lambda c: isinstance(c, ft.SafeArea))
        cell = tab.key("r5")
        await tab.lose_link()
        await tab.come_back()
        await old.on_size_change(ft.Event("size_change", old))
        await tap_late(tab, tab.key("r6"))
        assert answers(tab) == 1
        await tap_late(tab, cell)  # this is known: the same process has shown it
        await tab.lay_out_at_last()
        await tab.tap("r7")
        assert crossed(tab) == {"r5", "r7"}


# the phone was turned meanwhile


async def test_tap_before_a_rotation_hits_the_same_cell(tab):
    await tab.tap("new-game")
    await tab.resize(844, 390)
    before = tab.key("r11")
    width = tab.one("r11").width
    await tab.resize(390, 844)
    await tap_late(tab, before, {"x": width - 1, "y": 3})
    assert crossed(tab) == {"r11"}


async def test_tap_next_to_a_cell_before_a_rotation_is_answered(tab):
    await tab.tap("new-game")
    *_, around = tab.find(lambda c: isinstance(c, ft.GestureDetector) and not c.data)
    for x in range(5, 300, 40):
        await tab.resize(*((844, 390) if tab.page.width == 390 else (390, 844)))
        await tap_late(tab, around, {"x": x, "y": 30})
    assert crossed(tab) == set()
    assert tab.sees(LATE)


# a number means one thing


@pytest.mark.parametrize("seed", range(2))
async def test_control_number_never_changes_its_meaning(tab, seed):
    """A card over a card had its keys by the same numbers: a late tap on one locked another row."""
    chance = random.Random(seed)
    meant = {}
    await tab.tap("new-game")
    for _ in range(40):
        if chance.random() < 0.1:
            await tab.resize(*chance.choice(SIZES))
        keys = tab.find(lambda c: isinstance(c, TapButton | TapArea) and c.data)
        for key in keys:
            assert meant.setdefault(key._i, key.data) == key.data
        await tap_late(tab, chance.choice(keys))
    assert len(meant) > 100
