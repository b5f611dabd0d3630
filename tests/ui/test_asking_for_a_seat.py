"""Seats whose phone is away: asked for, given, freed; and a table whose opener is gone."""

import pytest

from qwixx_pad.ui.text.table_texts import seat_asked_text, seat_lost_text
from tests.support.ui.quick_pads import NO_MINUTE
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import (
    BEN,
    CLEO,
    code_of,
    device,
    people,
    persons,
    rest,
    share,
    two_phones,
    write,
)

ASKED = seat_asked_text("Ben", WORDS)
GIVEN = seat_lost_text("Ben", WORDS)


@pytest.mark.parametrize("times", [NO_MINUTE])
async def test_second_player_of_a_name_may_rename_or_ask(pad):
    async with (
        two_phones(pad) as (anna, ben),
        device(pad, CLEO, f"/join/{code_of(anna)}") as cleo,
    ):
        await write(cleo, "player-name", "ben")
        await cleo.tap("sit-down")
        assert cleo.has("other-name-2")
        assert not cleo.has("asking-2"), "that phone is here"
        await cleo.tap("cancel")
        await ben.lose_link()
        await rest(anna, cleo)
        await cleo.tap("sit-down")
        await share(cleo, "asking-2", anna)
        assert not cleo.has("person-3"), "a typed name alone takes no sheet"
        assert anna.sees(f"{ASKED}.")
        await share(anna, "keep-2", cleo)
        assert cleo.has("message")
        assert not cleo.has("ask-2")
        await cleo.tap("sit-down")
        assert not cleo.has("asking-2")
        await share(cleo, "other-name-2", anna)
        assert people(anna) == ["Anna", "Ben", "Ben 2"]
        assert persons(anna)[3].ready


@pytest.mark.parametrize("times", [NO_MINUTE])
async def test_granted_seat_moves_with_its_sheet(pad):
    async with (
        two_phones(pad, "start-game") as (anna, ben),
        device(pad, CLEO, f"/join/{code_of(anna)}") as cleo,
    ):
        await share(ben, "b12", anna)
        assert not cleo.has("ask-2")
        await ben.lose_link()
        await rest(anna, cleo)
        await share(cleo, "ask-2", anna)
        assert anna.sees(ASKED)
        assert anna.has("message")
        await anna.tap("menu")
        assert anna.has("give-2")
        await anna.tap("cancel")
        await share(anna, "more-2 give-2", cleo)
        assert not anna.has("give-2")
        assert not anna.sees(ASKED)
        assert cleo.number("total") == 1
        await ben.come_back()
        await rest(anna, ben, cleo)
        assert ben.sees(f"{GIVEN}.")
        assert not ben.has("total")
        await share(ben, "heard-2", cleo)
        assert not ben.sees(GIVEN)
        assert cleo.has("total")


async def test_phone_with_lost_seat_sees_the_table(pad):
    async with two_phones(pad, "start-game") as (anna, ben):
        code = code_of(anna)
        await ben.lose_link()
        await rest(anna)
        await anna.taps("menu free-2")
        async with device(pad, CLEO, f"/join/{code}") as cleo, device(pad, BEN) as again:
            await share(cleo, "sit-2", again)
            await again.tap(f"table-{code}")
            assert again.sees(GIVEN)


@pytest.mark.parametrize("times", [NO_MINUTE])
async def test_players_continue_without_the_host(pad):
    async with two_phones(pad, "start-game r2") as (anna, ben):
        await ben.tap("menu")
        assert not any(map(ben.has, ("finish", "free-1")))
        await ben.tap("cancel")
        assert not ben.has("end-turn")
        await anna.lose_link()
        await rest(ben)
        assert ben.view.button.named, "it ends Anna’s turn"
        await ben.taps("end-turn menu free-1 to-pad")
        async with device(pad, CLEO, f"/join/{code_of(ben)}") as cleo:
            await share(cleo, "sit-1", ben)
            assert cleo.numbers("total") == [1], "what was entered stays on the sheet"
            await share(ben, "menu finish finish-now", cleo)
            await rest(ben, cleo)
            await share(ben, "rematch", cleo)
            assert ben.has("end-turn"), "the first roll is Ben's now"
            await anna.come_back()
            await rest(anna, ben)
            assert not anna.has("end-turn")
            await share(ben, "menu", anna)
            assert not any(map(ben.has, ("finish", "free-1")))
