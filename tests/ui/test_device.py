"""What a device can do is asked for, and what it cannot do changes nothing."""

import asyncio
import gc
from contextlib import asynccontextmanager

import flet as ft
import pytest

from qwixx_pad.settings import Settings
from qwixx_pad.ui.flet_support.device import Device
from tests.support.ui.session_client import Client


@asynccontextmanager
async def held(*settings):
    """A tab, its device as the pad's root creates it, and the settings, the newest last."""
    devices = []
    chosen = [Settings(), *settings]

    def main(page):
        devices.append(Device(page, lambda: chosen[-1]))
        page.add(ft.Semantics(identifier="any", content=ft.Container(on_click=lambda _: None)))

    async with Client(main) as tab:
        yield tab, devices[0], chosen


async def test_haptics_distinguish_cross_and_lock():
    async with held(Settings(haptics=False)) as (tab, device, chosen):
        device.haptic_for_cross()
        device.haptic_for_lock()
        await tab.settle()
        assert tab.wire.asked == []
        chosen.append(Settings(haptics=True))
        device.haptic_for_cross()
        await tab.settle()
        device.haptic_for_lock()
        await tab.settle()
        assert tab.wire.asked == ["light_impact", "medium_impact"]


@pytest.mark.parametrize(
    ("settings", "asked"),
    [(Settings(), ["enable", "disable"]), (Settings(awake=False), ["disable", "disable"])],
    ids=["on", "off"],
)
async def test_screen_stays_awake_while_wanted(settings, asked):
    async with held(settings) as (tab, device, _):
        device.keep_screen_on(on=True)
        await tab.settle()
        device.keep_screen_on(on=False)
        await tab.settle()
        assert tab.wire.asked == asked


async def test_words_reach_the_screen_reader():
    async with held() as (tab, device, _):
        device.announce("one")
        device.announce_now("another")
        await tab.settle()
        assert tab.announced() == ["one", "another"]


async def test_failing_device_breaks_nothing():
    async with held() as (tab, device, _):
        tab.wire.device_fails = True
        device.haptic_for_cross()
        device.haptic_for_lock()
        device.announce("x")
        device.keep_screen_on(on=True)
        await tab.settle()
        assert len(tab.wire.asked) == 4
        assert not tab.crashes()


async def test_unresponsive_device_blocks_nothing():
    async with held() as (tab, device, _):
        tab.wire.send_message = lambda message: tab.wire.sent.append((message.action, b""))
        device.haptic_for_cross()
        await asyncio.sleep(0)
        await tab.tap("any")
        assert not tab.crashes()


async def test_disconnected_device_is_not_called():
    async with held() as (tab, device, _):
        await tab.lose_link()
        device.haptic_for_cross()
        await tab.come_back()
        assert tab.wire.asked == []


async def test_device_reference_survives_flets_cleanup():
    async with held() as (tab, device, _):
        gc.collect()
        await tab.taps("any any any")
        device.haptic_for_cross()
        await tab.settle()
        assert tab.wire.asked == ["light_impact"]
