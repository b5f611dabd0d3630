"""The chances to win while a table is played: for who wants to see them, and never before a tap."""

import asyncio

import pytest

from qwixx_pad.analysis.value import game_chances
from qwixx_pad.core.game import Game, Setup
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.ui.flet_support.times import Times
from qwixx_pad.ui.play import hooks
from tests.support.ui.session_client import CLOCK, Client
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import BEN, HOST, device, open_table, rest, set_up, share

FRESH = [
    WORDS.chance_text(win)
    for said in game_chances(Game.start(Setup.for_layout(installed_layouts()["classic"], 2)))
    for win in said.win
]
ON = "settings set-play-chances back"


@pytest.fixture
def times():
    """Chances are reckoned soon."""
    return Times(chances=0.001, clock=CLOCK)


def shown(tab):
    """The chances on the screen."""
    return [text for text in tab.texts() if text.endswith("%")]


async def begin(tab, taps=ON):
    """Begin a table of two on this device, after some taps."""
    await tab.taps(taps)
    await set_up(tab, "Anna", "Ben")
    await tab.tap("start-game")
    await reckoned(tab)


async def reckoned(*tabs):
    for _ in range(3):
        await asyncio.sleep(0.01)
        await rest(*tabs)


async def test_unwanted_chances_are_neither_shown_nor_computed(tab, monkeypatch):
    reckoned_of = []
    monkeypatch.setattr(hooks, "value_of", reckoned_of.append)
    await begin(tab, "")
    await tab.tap("r2")
    await reckoned(tab)
    assert shown(tab) == reckoned_of == []
    assert tab.numbers("seat-1") == [1]


async def test_each_seat_shows_its_chance_after_an_entry(tab):
    await begin(tab)
    assert shown(tab) == FRESH
    await tab.taps("r2 r3")
    await reckoned(tab)
    anna, ben = (int(text.rstrip("%")) for text in shown(tab))
    assert anna > ben
    assert tab.numbers("seat-1") == [3, anna]


async def test_tablet_cards_show_chances(pad):
    async with Client(pad.show_caller, 1180, 820) as tab:
        await begin(tab)
        roles = [card.role for card in tab.view.cards]
        assert all(role.startswith(chance) for role, chance in zip(roles, FRESH, strict=True))
        assert {*roles} <= {*tab.texts()}


async def test_phones_show_chances_after_entries_of_others(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN, "/settings") as ben:
            await ben.tap("set-play-chances")
            ben.page.navigate(f"/join/{code}")
            await ben.settle()
            await ben.tap("sit-2")
            await share(anna, "start-game r2 r3", ben)
            await reckoned(anna, ben)
            assert shown(anna) == []
            assert len(shown(ben)) == 2
            assert shown(ben) != FRESH


async def test_chances_follow_the_hide_and_off_settings(tab):
    await begin(tab, f"{ON} settings set-hide-points back")
    assert shown(tab) == []
    await tab.taps("menu settings set-hide-points back")
    await reckoned(tab)
    assert shown(tab) == FRESH
    await tab.taps("menu settings set-chances back")
    await reckoned(tab)
    assert shown(tab) == []


async def test_single_sheet_shows_no_chances(tab):
    await tab.taps(f"{ON} new-game r2")
    await reckoned(tab)
    assert shown(tab) == []


@pytest.mark.parametrize("times", [Times(chances=60, clock=CLOCK)])
async def test_tap_does_not_wait_for_chances(tab):
    await begin(tab)
    await tab.tap("r2")
    assert tab.numbers("seat-1") == [1]
