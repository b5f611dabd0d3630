"""The switch that lets phones in, on the screens of its owner and of a phone."""

import pytest

from qwixx_pad.multiplayer.network_access import NetworkProblem
from qwixx_pad.ui.lobby.phones import closed_texts, problem_text
from tests.support.breakable_disk import unwritable
from tests.support.ui.dark_buttons import dark_buttons
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import BEN, HOST, device, open_table, rest, share

URL = "http://192.0.2.2:8550"
CLOSED = closed_texts(WORDS)[0]


@pytest.fixture(autouse=True)
def network(pad):
    """The switch of a served pad."""
    pad.network.offer(8550)
    return pad.network


async def test_lobby_leads_to_letting_phones_in_until_they_are(pad):
    async with device(pad, HOST) as anna:
        await open_table(anna, "Anna", "Ben")
        assert dark_buttons(anna) == ["let-phones-in"]
        assert anna.has("start-game")
        assert not anna.has("copy-command")
        await anna.tap("let-phones-in")
        pad.set_addresses((URL,))
        await anna.settle()
        assert anna.sees(URL)
        assert not anna.has("let-phones-in")
        assert dark_buttons(anna) == ["start-game"]


async def test_phone_of_a_running_game_is_refused_and_goes_on(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        await anna.tap("let-phones-in")
        async with device(pad, BEN, f"/join/{code}") as ben:
            await share(ben, "sit-2", anna)
            await share(anna, "start-game r2", ben)
            await share(anna, "menu seats close-to-phones", ben)
            assert ben.sees(CLOSED)
            assert not ben.has("r2")
            await anna.taps("to-pad r3")
            assert anna.numbers("total") == [3]
            await share(anna, "menu seats let-phones-in", ben)
            assert not ben.sees(CLOSED)
            assert ben.has("r2")


async def test_settings_switch_phones_in_and_out_for_the_owner_alone(pad, network):
    async with device(pad, HOST, "/settings") as anna:
        await anna.tap("let-phones-in")
        assert network.is_open
        async with device(pad, BEN, "/settings") as ben:
            assert ben.has("set-awake")
            assert not ben.has("close-to-phones")
            assert not ben.has("set-phones-at-start")
        await anna.tap("set-phones-at-start")
        assert network.state.opens_at_start
        await anna.tap("set-phones-at-start")
        assert not network.state.opens_at_start
        await anna.taps("set-phones-at-start close-to-phones")
        assert not network.is_open
        assert not network.state.opens_at_start
        assert anna.has("let-phones-in")


async def test_pad_without_a_switch_shows_none_in_its_settings(pad, network):
    network.offer(0)
    async with device(pad, HOST, "/settings") as anna:
        assert not anna.has("let-phones-in")


async def test_closed_switch_that_is_still_remembered_can_be_forgotten(pad, network):
    network.let_phones_in(HOST)
    network.set_opens_at_start(HOST, wanted=True)
    async with device(pad, HOST, "/settings") as anna:
        with unwritable():
            await anna.tap("close-to-phones")
        assert anna.has("let-phones-in")
        await anna.tap("set-phones-at-start")
        assert not network.state.opens_at_start
        assert not anna.has("set-phones-at-start")


@pytest.mark.parametrize("problem", NetworkProblem)
async def test_owner_reads_what_keeps_phones_out_until_it_is_gone(pad, network, problem):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        await anna.tap("let-phones-in")
        network.report(problem)
        await anna.settle()
        said = problem_text(network.state, WORDS)
        assert anna.sees(said)
        async with device(pad, BEN, f"/join/{code}") as ben:
            assert not ben.sees(said)
        network.report(None)
        await rest(anna)
        assert not anna.sees(said)
