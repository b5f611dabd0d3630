"""What a device can do is asked for, and what it cannot do changes nothing."""

import asyncio
import gc

import flet as ft
from client import Client

from qwixx_pad.service.settings import Settings
from qwixx_pad.ui.runtime.device import Device


class Held:
    """A main function that keeps its device, as the pad's root does."""

    def __init__(self, settings=None):
        self.settings = settings or Settings()

    def __call__(self, page):
        self.device = Device(page, lambda: self.settings)
        page.add(ft.Semantics(identifier="any", content=ft.Container(on_click=lambda _: None)))


async def test_a_cross_is_felt_lightly_and_a_lock_more_strongly():
    held = Held()
    async with Client(held) as tab:
        held.device.cross()
        await tab.settle()
        held.device.lock()
        await tab.settle()
        assert tab.wire.asked == ["light_impact", "medium_impact"]


async def test_nothing_is_felt_when_the_player_has_switched_it_off():
    held = Held(Settings(haptics=False))
    async with Client(held) as tab:
        held.device.cross()
        held.device.lock()
        await tab.settle()
        assert tab.wire.asked == []


async def test_a_switch_works_at_once():
    held = Held(Settings(haptics=False))
    async with Client(held) as tab:
        held.settings = Settings(haptics=True)
        held.device.cross()
        await tab.settle()
        assert tab.wire.asked == ["light_impact"]


async def test_the_screen_stays_awake_while_it_is_wanted():
    held = Held()
    async with Client(held) as tab:
        held.device.stay_awake(on=True)
        await tab.settle()
        held.device.stay_awake(on=False)
        await tab.settle()
        assert tab.wire.asked == ["enable", "disable"]


async def test_the_screen_may_sleep_when_the_player_has_switched_it_off():
    held = Held(Settings(awake=False))
    async with Client(held) as tab:
        held.device.stay_awake(on=True)
        await tab.settle()
        assert "enable" not in tab.wire.asked


async def test_words_are_said_to_a_screen_reader():
    held = Held()
    async with Client(held) as tab:
        held.device.say("Red 9.")
        held.device.say_now("Game over.")
        await tab.settle()
        assert tab.wire.asked == ["announce_message", "announce_message"]


async def test_a_device_that_can_do_nothing_breaks_nothing():
    held = Held()
    async with Client(held) as tab:
        tab.wire.device_fails = True
        for ask in (held.device.cross, held.device.lock, lambda: held.device.say("x")):
            ask()
        held.device.stay_awake(on=True)
        await tab.settle()
        assert len(tab.wire.asked) == 4
        assert not tab.crashes()


async def test_nobody_waits_for_a_device_that_never_answers():
    held = Held()
    async with Client(held) as tab:
        tab.wire.send_message = lambda message: tab.wire.sent.append((message.action, b""))
        held.device.cross()
        await asyncio.sleep(0)
        await tab.tap("any")
        assert not tab.crashes()


async def test_a_device_that_is_away_is_not_asked():
    held = Held()
    async with Client(held) as tab:
        await tab.lose_link()
        held.device.cross()
        await tab.come_back()
        assert tab.wire.asked == []


async def test_a_held_device_outlives_the_taps_that_make_flet_tidy_up():
    held = Held()
    async with Client(held) as tab:
        gc.collect()
        await tab.taps("any any any")
        held.device.cross()
        await tab.settle()
        kinds = {type(service) for service in tab.page._services._services}
        assert {ft.Wakelock, ft.HapticFeedback, ft.SemanticsService} <= kinds
        assert tab.wire.asked == ["light_impact"]
