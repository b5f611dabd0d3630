"""Apps at an online table, each on a disk of its own, beneath the screens."""

from contextlib import asynccontextmanager

from remote_room import URL, service_in, until
from room import Clock

from qwixx_pad.tables.open_tables import Host
from qwixx_pad.tables.remote.online import Online
from qwixx_pad.tables.remote.told import ME
from qwixx_pad.tables.requests import Add, Start
from qwixx_pad.tables.seating import Chair
from qwixx_pad.tables.state import Link


def app(folder, last, dial, url=URL):
    """An app that knows the address of a relay; the `last` thing done is to close its disk."""
    _, service = service_in(folder, Clock(), folder.name, last)
    return Host(service, iter("").__next__, alone=True, online=Online(service, dial, url))


@asynccontextmanager
async def playing(anna, ben):
    """What two apps show of one table whose game has begun; both leave it in the end."""
    opening = anna.open(ME, "classic", (Chair("Anna", 0, ME),))
    await until(lambda: opening.table)
    joining = ben.find(opening.table.seating.code, ME, "").attempt
    await until(lambda: joining.table)
    ones, others = opening.table, joining.table
    leave = [ones.arrive(ME), others.arrive(ME)]
    await until(lambda: others.link is Link.UP)
    assert others.ask(ME, Add("Ben")) is None
    await until(lambda: len(ones.seating.chairs) == 2)
    assert ones.ask(ME, Start()) is None
    await until(lambda: ones.opened and others.opened)
    yield ones, others
    for go in leave:
        go()
