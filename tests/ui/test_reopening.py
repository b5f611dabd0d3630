"""Where a session begins: in the game that its page left, or at home."""

from datetime import timedelta

import pytest

from tests.support.ui.quick_pads import opened_pad
from tests.support.ui.session_client import Client
from tests.support.ui.table_devices import BEN, HOST, code_of, device, rest, set_up, two_phones


async def route_after(pad, taps, **page):
    """The route of a page that is opened after another one has played and gone."""
    async with Client(pad.show_caller) as tab:
        await tab.taps(taps)
    return await first_route(pad, **page)


async def first_route(pad, **page):
    async with Client(pad.show_caller, **page) as tab:
        return tab.page.route.partition("/game/")[0] or "game"


@pytest.mark.parametrize(
    ("taps", "section"),
    [
        ("new-game r2", "game"),
        ("new-game r2 menu settings", "game"),
        ("new-game", "/"),
        ("new-game r2 menu home", "/"),
        ("new-game r2 menu home continue-game", "game"),
        ("new-game r2 menu home new-game y3", "/"),
        ("new-game r2 menu finish", "/"),
    ],
)
async def test_only_unfinished_game_opens_unless_home_closed_it(pad, taps, section):
    assert await route_after(pad, taps) == section


async def test_home_survives_a_restart(tmp_path):
    with opened_pad(tmp_path) as pad:
        assert await route_after(pad, "new-game r2 menu home") == "/"
    with opened_pad(tmp_path) as pad:
        assert await first_route(pad) == "/"


async def test_back_from_a_reopened_game_leads_home(pad):
    await route_after(pad, "new-game r2")
    async with Client(pad.show_caller) as tab:
        await tab.taps("menu home")
        assert tab.page.route == "/"
    assert await first_route(pad) == "/"


async def test_asked_route_wins_over_the_unfinished_game(pad):
    assert await route_after(pad, "new-game r2", route="/stats") == "/stats"


@pytest.mark.parametrize(("asked", "section"), [("/", "game"), ("/stats", "/stats")])
async def test_route_loses_what_a_messenger_put_behind(pad, asked, section):
    assert await route_after(pad, "new-game r2", route=f"{asked}?fbclid=x/y") == section


async def test_second_page_begins_at_home(pad):
    async with Client(pad.show_caller) as tab:
        await tab.taps("new-game r2")
        assert await first_route(pad) == "/"


@pytest.mark.parametrize(
    ("pause", "section"),
    [
        (timedelta(hours=3), "game"),
        (timedelta(hours=3, seconds=1), "/"),
        (timedelta(seconds=-1), "/"),
    ],
)
async def test_game_opens_within_three_hours_of_its_last_entry(pad, pause, section, monkeypatch):
    service = pad._services.registry.service
    last = service.now()
    monkeypatch.setattr(service, "now", lambda: last)
    async with Client(pad.show_caller) as tab:
        await tab.taps("new-game r2")
    monkeypatch.setattr(service, "now", lambda: last + pause)
    assert await first_route(pad) == section


@pytest.mark.parametrize(("taps", "opens"), [("start-game r2", True), ("start-game", False)])
async def test_game_at_a_table_opens_for_its_host_alone(pad, taps, opens):
    async with two_phones(pad, taps) as (anna, ben):
        table = anna.page.route
        guest = ben.page.route
    async with device(pad, HOST) as anna:
        assert anna.page.route == (table if opens else "/")
    assert guest.startswith("/join/")


async def test_host_who_only_watches_begins_at_home(pad):
    async with device(pad, HOST) as host:
        await set_up(host, "Anna", "Ben")
        await host.tap("own-phones")
        async with device(pad, BEN, f"/join/{code_of(host)}") as ben:
            await ben.tap("sit-1")
            await rest(host, ben)
            await host.tap("start-game")
            await rest(host, ben)
            await ben.tap("r2")
            assert ben.number("total") == 1
    async with device(pad, HOST) as host:
        assert host.page.route == "/"
