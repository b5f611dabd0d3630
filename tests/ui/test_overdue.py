"""Shown only once it has lasted: a phone that is away, an entry that is not sent."""

import asyncio
from dataclasses import replace

import pytest

from qwixx_pad.ui.flet_support.times import TIMES
from qwixx_pad.ui.text.table_texts import away_text, unsent_text
from tests.support.ui.online_phones import playing
from tests.support.ui.quick_pads import AT_ONCE
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import (
    CLEO,
    cell,
    chip,
    device,
    persons,
    phones_where,
    rest,
    share,
    two_phones,
    write,
)

AWAY = away_text(["Ben"], WORDS)
ONE_UNSENT = unsent_text(1, WORDS)
SIZES = [(390, 844), (844, 390)]
NOTICED_AT_ONCE = replace(AT_ONCE, phone_away=0, unsent=0)
"""Everything is shown at once."""


def waiting():
    """How many timers run."""
    tasks = (task for task in asyncio.all_tasks() if not task.done())
    return sum(task.get_name().startswith(("PhoneAway", "Unsent")) for task in tasks)


async def test_brief_disconnection_is_not_reported(
    tmp_path,
):
    async with phones_where(tmp_path, "classic/2") as (anna, ben):
        assert waiting() == 0
        await ben.lose_link()
        await rest(anna)
        assert waiting() == 1
        assert not anna.sees(AWAY)
        await ben.come_back()
        await rest(anna, ben)
        assert waiting() == 0
        await ben.lose_link()
        await rest(anna)
        await anna.lose_link()
        assert waiting() == 0, "a device that is away gets no messages"
        await anna.come_back()
        assert waiting() == 1
    assert waiting() == 0, "a session that has ended waits for nobody"


@pytest.mark.parametrize("size", SIZES)
async def test_absent_phone_notice_opens_its_seat_card(tmp_path, size):
    async with phones_where(tmp_path, "classic/2", NOTICED_AT_ONCE) as (anna, ben):
        await anna.resize(*size)
        await ben.lose_link()
        await rest(anna)
        await anna.taps("r2 more-2")
        assert anna.sees(f"{AWAY}. ")
        assert anna.has("free-2")
        await anna.tap("s2-out")
        assert not anna.has("free-2"), "the card is closed"
        assert (chip(anna, 2).away, chip(anna, 2).out) == (True, True)
        assert not anna.has("more-2"), "nobody waits for who sits out"


async def later(monkeypatch, seconds, tab):
    """By the clock of the loop; nobody waits."""
    loop = asyncio.get_running_loop()
    now = loop.time
    monkeypatch.setattr(loop, "time", lambda: now() + seconds)
    await rest(tab)


async def test_absence_is_announced_once(tmp_path, monkeypatch):
    async with phones_where(tmp_path, "classic/2") as (anna, ben):
        await ben.lose_link()
        await rest(anna)
        await later(monkeypatch, TIMES.phone_away, anna)
        assert anna.has("message")
        await anna.taps("r2 undo")
        await ben.come_back()
        await rest(anna, ben)
        assert not anna.sees(AWAY)
        await ben.lose_link()
        await rest(anna)
        await anna.lose_link()
        await anna.come_back()
        await rest(anna)
        assert anna.name("more-2") == f"{anna.view.title.title}. {AWAY}"
        assert not anna.has("message")


@pytest.mark.parametrize("times", [NOTICED_AT_ONCE])
async def test_several_absent_phones_are_counted(pad):
    async with two_phones(pad) as (anna, ben), device(pad, CLEO, anna.page.route) as cleo:
        await write(cleo, "player-name", "Cleo")
        await share(cleo, "sit-down", anna)
        await share(anna, "start-game", ben, cleo)
        await ben.lose_link()
        await cleo.lose_link()
        await rest(anna)
        assert anna.sees(away_text(["Ben", "Cleo"], WORDS))
        await anna.tap("seats")
        assert not persons(anna)[3].ready


async def test_relay_absence_is_reported_by_connected_phones_only(air, tmp_path):
    async with playing(air, tmp_path, times=NOTICED_AT_ONCE) as (anna, ben):
        air.cut("Ben")
        await rest(anna, ben)
        assert anna.name("more-2").endswith(AWAY)
        assert not ben.has("more-1")


async def test_offline_phone_counts_its_unsent_entries(air, tmp_path):
    async with playing(air, tmp_path, times=NOTICED_AT_ONCE) as (anna, ben):
        air.cut("Ben")
        await rest(ben, anna)
        await ben.taps("b12 undo")
        assert ben.sees(unsent_text(2, WORDS))
        assert ben.announced().count(ONE_UNSENT) == 1
        assert unsent_text(2, WORDS) not in ben.announced()


async def test_unanswered_entry_is_reported_until_answered(air, tmp_path):
    async with playing(air, tmp_path, times=NOTICED_AT_ONCE) as (anna, ben):
        brought = []
        hear = air.relay.hear
        air.relay.hear = lambda *message: brought.append(message)
        await share(ben, "b12", anna)
        assert ben.sees(ONE_UNSENT)
        assert ONE_UNSENT in ben.announced()
        assert cell(ben, "b12").is_unsent
        for message in brought:
            hear(*message)
        for socket in air.sockets:
            socket.check()
        await rest(ben, anna)
        assert not cell(ben, "b12").is_unsent
        assert ben.view.title.banner is None
