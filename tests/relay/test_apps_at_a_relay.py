"""Apps at a table of a real relay, over the sockets that they have on a phone."""

import asyncio
import sys
from pathlib import Path

import pytest
from running_relay import Relay
from strategies import entry

from qwixx_pad.server.relay_link import dial
from qwixx_pad.service.session import EntryOutcome
from qwixx_pad.tables.open_tables import Host
from qwixx_pad.tables.remote.link import LinkError
from qwixx_pad.tables.remote.online import Online
from qwixx_pad.tables.remote.told import ME
from qwixx_pad.tables.requests import Add, Enter, Start
from qwixx_pad.tables.seating import Chair
from qwixx_pad.tables.state import Link

sys.path.append(str(Path(__file__).parents[1] / "tables"))

from remote_room import service_in, until
from room import Clock


@pytest.fixture
def relay(tmp_path):
    running = Relay(tmp_path / "relay")
    yield running
    running.close()


@pytest.fixture
def phone(tmp_path, relay, last):
    """Makes a phone with a pad of its own."""

    def new(name):
        _, service = service_in(tmp_path / name, Clock(), name, last)
        return Host(service, iter("").__next__, alone=True, online=Online(service, dial, relay.url))

    return new


def test_what_one_app_enters_the_other_has_on_its_disk_and_an_end_of_the_relay_is_seen(
    relay, phone
):
    async def evening():
        opening = phone("anna").open(ME, "classic", (Chair("Anna", 0, ME),))
        await until(lambda: opening.table)
        anna = opening.table
        joining = phone("ben").find(anna.seating.code, ME, "").attempt
        await until(lambda: joining.table)
        ben = joining.table
        leave = [anna.arrive(ME), ben.arrive(ME)]
        await until(lambda: ben.link is Link.UP)
        assert ben.ask(ME, Add("Ben")) is None
        await until(lambda: len(anna.seating.chairs) == 2)
        assert anna.ask(ME, Start()) is None
        await until(lambda: anna.opened and ben.opened)
        assert anna.ask(ME, Enter(entry("1:r5"), 0)) == EntryOutcome()
        await until(lambda: [each.text for each in ben.opened.game.log] == ["1:r5"])
        relay.server.should_exit = True
        await until(lambda: anna.link is ben.link is Link.DOWN)
        for go in leave:
            go()

    asyncio.run(evening())


@pytest.mark.parametrize("url", ["ws://127.0.0.1:1/relay", "wss://127.0.0.1:1/relay", "nonsense"])
def test_what_is_no_relay_is_not_reached(url):
    with pytest.raises(LinkError):
        asyncio.run(dial(url))


def test_an_address_that_no_relay_is_behind_is_not_reached_either(relay):
    with pytest.raises(LinkError):
        asyncio.run(dial(relay.url.replace("/relay", "/elsewhere")))
