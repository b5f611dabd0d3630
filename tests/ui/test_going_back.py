"""Back, Escape and a tap outside a card are one thing: what lies on top closes, nothing else."""

import re
from itertools import cycle, product
from pathlib import Path

import pytest

import qwixx_pad
from qwixx_pad.ui.flet_support.keyboard import VEIL_DATA
from tests.support.ui.every_screen import screen
from tests.support.ui.pads_with_games import pad_where
from tests.support.ui.session_client import Client
from tests.support.ui.table_devices import (
    BEN,
    HOST,
    device,
    front_view,
    open_table,
    set_up,
    share,
    step_back,
    two_phones,
)

CARDS = {
    "the menu": "",
    "a question": "",
    "a correction": "",
    "a forgotten cross": "",
    "its menu": "",
    "its day": "",
    "what decides it": "",
    "the review's menu": "",
    "correcting": "",
    "games": "more-table",
    "statistics": "stats-span",
    "its lobby": "person-1",
}
"""Screens, and what opens a card on those that have none yet."""
WAYS = ["Go Back", "Escape", "veil", "app"]
STEPS = [*product(["the menu"], WAYS), *zip([*CARDS][1:], cycle(WAYS), strict=False)]
"""Every way from one card, and one way from each of the others: all lie on a page alike."""


def is_covered(tab):
    return bool(tab.find(lambda control: getattr(control, "data", None) == VEIL_DATA))


@pytest.mark.parametrize(("where", "way"), STEPS)
async def test_step_back_closes_the_card_alone(lasting_pad, where, way):
    async with screen(lasting_pad, where) as tab:
        await tab.taps(CARDS[where])
        route = tab.page.route
        assert is_covered(tab)
        await step_back(tab, way)
        assert not is_covered(tab)
        assert tab.page.route == route
        assert front_view(tab).can_pop, "the next step leads to the screen below"
        await tab.press("Go Back")
        assert tab.page.route != route


@pytest.mark.parametrize("way", [*WAYS, "Alt+Go Back"])  # Alt and an arrow is Back as well
async def test_step_back_closes_how_a_total_adds_up(tmp_path, way):
    with pad_where(tmp_path, "bonus_b r6 b4", "") as pad:
        async with Client(pad.show_caller, route="/game/saved") as tab:
            await tab.tap("total")
            await step_back(tab, way)
            assert not is_covered(tab)
            assert tab.page.route == "/game/saved"


async def test_card_below_another_screen_is_still_closed_first(pad):
    async with two_phones(pad, "start-game") as (anna, ben):
        await anna.taps("menu")
        anna.page.navigate(f"{anna.page.route}/settings")
        await anna.settle()
        assert front_view(anna).can_pop
        await anna.press("Go Back")
        assert is_covered(anna)
        assert not front_view(anna).can_pop
        await share(anna, "", ben)


def test_first_screen_has_no_card_of_its_own():
    """A browser leaves from there without asking the pad."""
    ui = Path(qwixx_pad.__file__).parent / "ui"
    texts = [path.read_text("utf-8") for path in (ui / "home").glob("*.py")]
    texts.append((ui / "lobby/table_screen.py").read_text("utf-8"))
    assert not any(re.search("page_under_card|prompt_overlay|card_overlay", text) for text in texts)


@pytest.mark.parametrize("section", ["join", "watch"])
async def test_guest_returns_from_a_link_to_the_first_screen(pad, section):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN, f"/{section}/{code}") as ben:
            await ben.press("Go Back")
            assert ben.page.route == "/"
            assert ben.has("code")
            await ben.press("Go Back")
            assert ben.page.route == "/", "a browser leaves from there by itself"


async def test_reloaded_game_has_the_first_screen_below(tab):
    await set_up(tab, "Anna", "Ben")
    await tab.tap("start-game")
    async with Client(tab._main, route=tab.page.route) as again:
        await again.taps("menu")
        await again.press("Go Back", "Go Back")
        assert again.page.route == "/"
        assert again.has("one-device")
