"""Phones at an online table: each a real session on a pad of its own, and a relay for all."""

from contextlib import asynccontextmanager

from qwixx_pad.multiplayer.online.online_tables import OnlineTables
from tests.support.multiplayer.breakable_links import CODE
from tests.support.multiplayer.remote_room import URL
from tests.support.ui.pads_with_games import keep
from tests.support.ui.quick_pads import AT_ONCE, opened_pad
from tests.support.ui.session_client import Client
from tests.support.ui.table_devices import rest, share, write

__all__ = ["CODE", "phone", "playing"]
SITE = "https://pad.test/#"


@asynccontextmanager
async def phone(air, folder, name, route="/", built_for=URL, times=AT_ONCE, own=(), **page):
    """A phone with a pad of its own that knows the relay and offers some `own` sheets."""
    data = folder / name
    keep(data, (), seen_hints="cross lock penalty", name=name)

    def online(service):
        return OnlineTables(service, air.dial(name), built_for, SITE)

    with opened_pad(data, browsers=False, online=online, times=times) as pad:
        for layout in own:
            sheets_of(pad).add(layout)
        async with Client(pad.show_owner, route=route, **page) as tab:
            tab.sheets = sheets_of(pad)
            yield tab


def sheets_of(pad):
    return pad._services.registry.service.sheets


@asynccontextmanager
async def playing(air, folder, taps="", times=AT_ONCE):
    """Anna has opened a table, Ben sits there, and the game has begun."""
    async with phone(air, folder, "Anna", times=times) as anna:
        await share(anna, "own-phones")
        async with phone(air, folder, "Ben", f"/join/{CODE}", times=times) as ben:
            await rest(ben)
            await write(ben, "player-name", "Ben")
            await share(ben, "sit-down", anna)
            await share(anna, f"start-game {taps}", ben)
            yield anna, ben
