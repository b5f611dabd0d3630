"""What the others see on a Wi-Fi while the browser that opened their table is closed."""

import pytest

from tests.support.ui.quick_pads import NO_MINUTE
from tests.support.ui.table_devices import CLEO, code_of, device, rest, share, two_phones


@pytest.mark.parametrize("times", [NO_MINUTE])
async def test_who_sits_goes_on_without_the_browser_that_opened_the_table(pad):
    async with two_phones(pad, "start-game r2") as (anna, ben):
        code = code_of(anna)
        await ben.tap("menu")
        assert not ben.has("finish")
        await ben.tap("cancel")
        assert not ben.has("end-turn")
        await anna.lose_link()
        await rest(ben)
        await ben.taps("menu free-1 to-pad")
        async with device(pad, CLEO, f"/join/{code}") as cleo:
            await share(cleo, "sit-1", ben)
            assert cleo.name("total") == "Total 1", "what was entered stays on the sheet"
            await share(cleo, "end-turn", ben)
            await share(ben, "menu finish", cleo)
            await rest(ben, cleo)
            await share(ben, "rematch", cleo)
            assert ben.has("end-turn"), "the first roll is Ben's now"


@pytest.mark.parametrize("times", [NO_MINUTE])
async def test_its_roll_is_ended_by_who_sits_and_it_comes_back_to_its_own_seat(pad):
    async with two_phones(pad, "start-game r2") as (anna, ben):
        await anna.lose_link()
        await rest(ben)
        assert ben.view.button.named
        await ben.taps("end-turn menu free-1 to-pad")
        await anna.come_back()
        await rest(anna, ben)
        assert anna.name("total") == "Total 1"
        assert not anna.has("end-turn")
        await share(ben, "menu", anna)
        assert not ben.has("free-1")
        assert not ben.has("finish")


async def test_before_the_minute_is_over_nothing_is_offered(pad):
    async with two_phones(pad, "start-game") as (anna, ben):
        await anna.lose_link()
        await rest(ben)
        assert not ben.has("end-turn")
        await ben.tap("menu")
        assert not ben.has("free-1")
        assert not ben.has("finish")
