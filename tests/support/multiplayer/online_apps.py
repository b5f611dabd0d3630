"""Apps at an online table, each on a disk of its own, beneath the screens."""

from contextlib import asynccontextmanager

from qwixx_pad.multiplayer.online.link import LinkTimes
from qwixx_pad.multiplayer.online.online_tables import OnlineTables
from qwixx_pad.multiplayer.open_tables import TableRegistry
from qwixx_pad.multiplayer.requests import Add, Start
from qwixx_pad.multiplayer.seating import Chair
from qwixx_pad.multiplayer.state import Link
from qwixx_pad.multiplayer.wire import THIS_DEVICE
from tests.support.multiplayer.remote_room import URL, service_in, until
from tests.support.multiplayer.table_room import NAMES, Clock


def app(folder, last, dial, url=URL, **times):
    """An app that knows the address of a relay; the `last` thing done is to close its disk.

    Of its links some `times` may be others than of the pad.
    """
    _, service = service_in(folder, Clock(), folder.name, last)
    online = OnlineTables(service, dial, url)
    online.times = LinkTimes(**times)
    return TableRegistry(service, iter("").__next__, alone=True, online=online)


async def reached(attempt):
    """The table that an app opens or joins."""
    await until(lambda: attempt.table or attempt.failed)
    assert attempt.failed is None
    return attempt.table


async def join(app, code):
    return await reached(app.find(code, THIS_DEVICE, ""))


@asynccontextmanager
async def playing(*apps, layout="classic"):
    """What apps show of one table whose game has begun; all leave it in the end."""
    tables = [await reached(apps[0].open(THIS_DEVICE, layout, (Chair(NAMES[0], 0, THIS_DEVICE),)))]
    leave = [tables[0].connect_device(THIS_DEVICE)]
    for name, app in zip(NAMES[1:], apps[1:], strict=False):
        tables.append(table := await join(app, tables[0].seating.code))
        leave.append(table.connect_device(THIS_DEVICE))
        await until(lambda table=table: table.link is Link.UP)
        assert table.submit_request(THIS_DEVICE, Add(name)) is None
        await until(lambda: len(tables[0].seating.chairs) == len(tables))
    assert tables[0].submit_request(THIS_DEVICE, Start()) is None
    await until(lambda: all(table.opened for table in tables))
    yield tables
    for go in leave:
        go()
