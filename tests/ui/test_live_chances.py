"""The chances to win while a table is played: for who wants to see them, and never before a tap."""

import asyncio

import pytest

from qwixx_pad.analysis.value import chances
from qwixx_pad.core.game import Game, Setup
from qwixx_pad.layouts import installed
from qwixx_pad.ui.flet_support.times import Times
from qwixx_pad.ui.play import hooks
from tests.support.ui.session_client import Client
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import BEN, HOST, device, open_table, rest, set_up, share

FRESH = [
    WORDS.chance(win)
    for said in chances(Game.start(Setup.of(installed()["classic"], 2)))
    for win in said.win
]
ON = "settings set-play-chances back"


@pytest.fixture
def times():
    """Chances are reckoned soon."""
    return Times(chances=0.001)


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


async def test_nothing_is_shown_or_reckoned_while_nobody_wants_it(tab, monkeypatch):
    reckoned_of = []
    monkeypatch.setattr(hooks, "value_of", reckoned_of.append)
    await begin(tab, "")
    await tab.tap("r2")
    await reckoned(tab)
    assert shown(tab) == reckoned_of == []
    assert tab.numbers("seat-1") == [1]


async def test_each_seat_has_its_chance_beside_its_total_a_moment_after_an_entry(tab):
    await begin(tab)
    assert shown(tab) == FRESH
    await tab.taps("r2 r3")
    await reckoned(tab)
    anna, ben = (int(text.rstrip("%")) for text in shown(tab))
    assert anna > ben
    assert tab.numbers("seat-1") == [3, anna]


async def test_all_sheets_on_a_tablet_have_theirs_in_place_of_what_a_seat_may_do(pad):
    async with Client(pad.show, 1180, 820) as tab:
        await begin(tab)
        roles = [card.role for card in tab.view.cards]
        assert all(role.startswith(chance) for role, chance in zip(roles, FRESH, strict=True))
        assert {*roles} <= {*tab.texts()}


async def test_each_phone_shows_them_for_itself_also_after_what_others_enter(pad):
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


async def test_they_are_hidden_with_the_points_and_gone_when_they_are_turned_off(tab):
    await begin(tab, f"{ON} settings set-hide-points back")
    assert shown(tab) == []
    await tab.taps("menu settings set-hide-points back")
    await reckoned(tab)
    assert shown(tab) == FRESH
    await tab.taps("menu settings set-chances back")
    await reckoned(tab)
    assert shown(tab) == []


async def test_a_single_sheet_has_none(tab):
    await tab.taps(f"{ON} new-game r2")
    await reckoned(tab)
    assert shown(tab) == []


@pytest.mark.parametrize("times", [Times(chances=60)])
async def test_a_tap_waits_for_no_chance(tab):
    await begin(tab)
    await tab.tap("r2")
    assert tab.numbers("seat-1") == [1]
