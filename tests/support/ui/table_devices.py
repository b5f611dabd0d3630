"""Devices at one table: real sessions, each with a visitor of its own."""

from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime

import flet as ft

from qwixx_pad.identity.devices import THIS_COMPUTER_ID, DeviceIdentity, current_device
from qwixx_pad.multiplayer.seating import Chair, Seating
from qwixx_pad.ui.flet_support.keyboard import VEIL_DATA
from qwixx_pad.ui.flet_support.view_source import ViewSource
from qwixx_pad.ui.lobby.people import PersonLook
from tests.support.ui.pads_with_games import game_of, keep
from tests.support.ui.quick_pads import AT_ONCE, opened_pad
from tests.support.ui.session_client import CALM, CLOCK, Client

HOST = DeviceIdentity("host", "127.0.0.1", is_this_computer=True)
BEN = DeviceIdentity("ben", "192.0.2.7", is_this_computer=False)
CLEO = DeviceIdentity("cleo", "192.0.2.8", is_this_computer=False)
TWO = (Chair("Anna", 0, THIS_COMPUTER_ID), Chair("Ben", 1, BEN.id))
"""At a table that the host has opened, each at an own device."""


def as_visitor(pad, identity):
    """What Flet would call for a session of this device."""

    def main(page):
        token = current_device.set(identity)
        pad.show_caller(page)
        current_device.reset(token)

    return main


def device(pad, identity, route="/", **page):
    return Client(as_visitor(pad, identity), route=route, **page)


@contextmanager
def pad_of_one_who_knows(folder, times=AT_ONCE):
    """A pad that explains nothing, and keeps no room for it."""
    keep(folder, (), seen_hints="cross lock penalty")
    with opened_pad(folder, times=times) as pad:
        yield pad


async def write(tab, identifier, text, *then):
    """Type into the field behind an identifier, as a keyboard does; then leave it, or send it."""
    field = tab.field(identifier)
    tab.session.apply_patch(field._i, {"value": text})
    for event in ("change", *then):
        await tab.session.dispatch_event(field._i, event, text)
    await tab.settle()


async def touch_veil(tab):
    """Tap outside the card that lies over the page."""
    veil = next(c for c in tab.walk() if getattr(c, "data", None) == VEIL_DATA)
    CLOCK.wait(CALM)
    await tab.session.dispatch_event(veil._i, "click", None)
    await tab.settle()


def front_view(tab):
    """The screen on top of those that lead to it."""
    return tab.find(lambda control: isinstance(control, ft.View))[-1]


async def step_back(tab, way):
    """Tap on the veil or a button, step back in an app, or press a key."""
    if way == "veil":
        await touch_veil(tab)
    elif way == "app":
        view = front_view(tab)
        assert not view.can_pop, "else it is gone before anybody is asked"
        await tab.session.dispatch_event(view._i, "confirm_pop", None)
        await tab.settle()
    else:
        await (tab.tap(way) if way.islower() else tab.press(way))


async def set_up(tab, *names):
    """The setup of a game with these people and nobody of the last one, from home."""
    await tab.tap("one-device")
    while tab.has("remove-1"):
        await tab.tap("remove-1")
    await add_players(tab, *names)


async def add_players(tab, *names):
    """Type names into the setup."""
    for name in names:
        await write(tab, "player-name", name)
        await tab.tap("add-player")


async def open_table(tab, *names):
    """A table at which the first plays on this device; returns its code."""
    await set_up(tab, *names)
    await tab.taps("own-phones sit-1")
    return code_of(tab)


@asynccontextmanager
async def two_phones(pad, taps=""):
    """Anna, who has opened a table, and Ben, who sits there too; then Anna has tapped these."""
    code = pad._services.registry.open(THIS_COMPUTER_ID, "classic", TWO).seating.code
    async with (
        device(pad, HOST, f"/table/{code}") as anna,
        device(pad, BEN, f"/join/{code}") as ben,
    ):
        await anna.taps(taps)
        await rest(anna, ben)
        yield anna, ben


@asynccontextmanager
async def phones_where(folder, line, times=AT_ONCE):
    """The phones of Anna, who has opened their table, and of Ben, in the game of a line."""
    layout = line.partition("/")[0]
    opened = datetime.now(UTC).isoformat()
    seating = Seating("K7PQ", THIS_COMPUTER_ID, layout, TWO, game="saved", opened=opened)
    keep(folder, [game_of(line, "Anna", "Ben")], **{"table/K7PQ": seating.text})
    with opened_pad(folder, times=times) as pad:
        async with device(pad, HOST, "/table/K7PQ") as anna, device(pad, BEN, "/table/K7PQ") as ben:
            await rest(anna, ben)
            yield anna, ben


async def share(tab, taps, *others):
    """Tap on one device, and let the others at its table hear of it."""
    await tab.taps(taps)
    await rest(tab, *others)


async def rest(*tabs):
    for _ in range(3):
        for tab in tabs:
            await tab.settle()


def code_of(tab):
    """The code of the table that a device is at."""
    return tab.page.route.split("/")[2].partition(".")[0]


def persons(tab):
    """What is seen of who plays, by seats."""
    lists = [each for each in tab.given(list) if isinstance(each[0], PersonLook)]
    return {look.seat: look for looks in lists for look in looks}


def people(tab):
    """The names in the list of who plays, top to bottom."""
    return [look.name for look in persons(tab).values()]


def chip(tab, seat):
    """What the standings show of a seat."""
    return next(chip for chip in tab.view.chips if chip.seat == seat)


def cell(tab, token):
    """What is seen of a cell on the sheet in front."""
    cells = (cell for row in tab.view.sheets[0].rows for cell in row.cells)
    return next(cell for cell in cells if cell.token == token)


def roller(tab):
    """The seat whose roll a device shows; None where it shows none."""
    chips = tab.view.chips if tab.given(ViewSource) else ()
    return next((chip.seat for chip in chips if chip.rolls), None)


def winners(tab):
    """The seats that the result of a game has at the first place."""
    seats = [seat for seat in range(1, 6) if tab.has(f"place-{seat}")]
    return [seat for seat in seats if tab.numbers(f"place-{seat}")[0] == 1]
