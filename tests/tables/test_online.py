"""Online tables of a phone: opened, joined, linked again; its sockets are queues here."""

import asyncio
import json
from contextlib import asynccontextmanager

import pytest
from remote_room import URL, Ends, Relay, service_in, until
from room import Clock
from strategies import entry

from qwixx_pad.service.session import EntryOutcome
from qwixx_pad.tables.lobby import No
from qwixx_pad.tables.open_tables import Host
from qwixx_pad.tables.remote import link
from qwixx_pad.tables.remote.link import LinkError
from qwixx_pad.tables.remote.online import Failed, Online, relay_address, site_of
from qwixx_pad.tables.remote.told import ME
from qwixx_pad.tables.requests import Add, Enter, Rematch, Start
from qwixx_pad.tables.seating import Chair
from qwixx_pad.tables.state import Gone, Link


class Net:
    """Connects phones with a relay as long as it is up, and counts how often it is asked."""

    def __init__(self, relay):
        self.relay, self.up, self.sockets, self.dialled = relay, True, [], 0
        self.answer = None

    async def dial(self, url):
        assert url == URL
        self.dialled += 1
        if not self.up:
            raise LinkError
        self.sockets.append(Pipe(self))
        return self.sockets[-1]

    def cut(self):
        self.up = False
        for socket in self.sockets:
            socket.heard.put_nowait(None)


class Pipe:
    """One connection: what is sent is answered at once."""

    def __init__(self, net):
        self.net, self.ends, self.heard = net, Ends(), asyncio.Queue()

    async def send(self, text):
        if not self.net.up:
            raise LinkError
        message = json.loads(text)
        if self.net.answer is not None:
            self.heard.put_nowait(json.dumps(self.net.answer))
        elif message.get("do") == "ping":
            self.heard.put_nowait(json.dumps({"re": message["n"]}))
        else:
            if "open" in message:
                self.net.relay.open(message["secret"])
                message |= {"join": "ABCDEF", "game": None, "seen": 0}
            self.net.relay.hear(self.ends, message)
        for socket in self.net.sockets:
            while socket.ends.down:
                socket.heard.put_nowait(json.dumps(socket.ends.down.popleft()))

    async def receive(self):
        heard = await self.heard.get()
        if heard is None:
            raise LinkError
        return heard

    async def close(self):
        self.net.relay.gone(self.ends)


class Street:
    """A relay, and phones that know its address."""

    def __init__(self, folder, last):
        self.folder, self.clock, self.last = folder, Clock(), last
        self.net = Net(Relay(folder / "relay", self.clock, last))

    def phone(self, name):
        _, service = service_in(self.folder / name, self.clock, name, self.last)
        return Host(
            service, iter("").__next__, alone=True, online=Online(service, self.net.dial, URL)
        )


@pytest.fixture
def street(tmp_path, last, monkeypatch):
    monkeypatch.setattr(link, "_SHORTEST", 0.001)
    monkeypatch.setattr(link, "_LINGER", 0.0)
    return Street(tmp_path, last)


@asynccontextmanager
async def playing(street):
    """Anna and Ben at one table, its game begun; both phones show it, and leave it."""
    before = asyncio.all_tasks()
    anna, ben = street.phone("anna"), street.phone("ben")
    opening = anna.open(ME, "classic", (Chair("Anna", 0, ME),))
    await until(lambda: opening.table)
    joining = ben.find("ABCDEF", ME, "").attempt
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
    await until(lambda: asyncio.all_tasks() <= before)


def test_a_table_is_opened_joined_and_played_at(street):
    async def evening():
        async with playing(street) as (anna, ben):
            assert anna.ask(ME, Enter(entry("1:r5"), 0)) == EntryOutcome()
            await until(lambda: ben.position.made == (1, 0))
            assert (anna.seating.code, anna.seating.opener, ben.seating.seats_of(ME)) == (
                "ABCDEF",
                ME,
                (2,),
            )
            assert (anna.is_here(1), anna.is_here(2)) == (True, True)

    asyncio.run(evening())


def test_a_link_that_breaks_is_made_again_and_what_was_entered_is_sent(street):
    async def evening():
        async with playing(street) as (anna, ben):
            street.net.cut()
            await until(lambda: ben.link is Link.DOWN)
            assert ben.ask(ME, Enter(entry("2:b5"), 0)) == EntryOutcome()
            assert ben.ask(ME, Rematch()) is No.NO_LINK
            assert ben.unsent == (entry("2:b5"),)
            street.net.up = True
            await until(lambda: anna.position.made == (0, 1))
            await until(lambda: ben.unsent == () and ben.link is Link.UP)

    asyncio.run(evening())


def test_nobody_is_asked_before_a_table_is_opened_joined_or_shown(street):
    async def evening():
        async with playing(street):
            pass
        asked = street.net.dialled
        ben = street.phone("ben")
        (table,) = ben.of(ME)
        assert ben.known("ABCDEF", ME) is table is ben.of_game(table.seating.game)
        assert table.opened.game.setup.seats == 2
        await asyncio.sleep(0.01)
        assert street.net.dialled == asked
        leave = table.arrive(ME)
        await until(lambda: table.link is Link.UP)
        leave()
        await until(lambda: table.link is not Link.UP)

    asyncio.run(evening())


def test_a_table_that_the_relay_has_forgotten_is_gone_and_its_game_stays(street):
    async def evening():
        async with playing(street) as (anna, _):
            street.net.answer = {"error": "no-table"}
            street.net.cut()
            street.net.up = True
            await until(lambda: anna.link is Link.GONE)
            assert (anna.gone, anna.closed) == (Gone.NO_TABLE, True)
            assert anna.opened.kept.game.setup.seats == 2

    asyncio.run(evening())


@pytest.mark.parametrize(
    ("answer", "failed"),
    [
        ({"error": "no-table"}, (Failed.NO_TABLE, 0)),
        ({"error": "wait", "seconds": 7}, (Failed.WAIT, 7)),
        ({"error": "version", "wire": [2]}, (Failed.VERSION, 0)),
        ({"error": "bad"}, (Failed.REFUSED, 0)),
        ({"you": "x"}, (Failed.VERSION, 0)),
        ({"you": "x", "table": []}, (Failed.VERSION, 0)),
    ],
)
def test_why_a_table_is_not_joined_is_said(street, answer, failed):
    async def evening():
        street.net.answer = answer
        attempt = street.phone("ben").find("QQQQQQ", ME, "").attempt
        await until(lambda: attempt.failed)
        assert (attempt.failed, attempt.wait) == failed

    asyncio.run(evening())


def test_a_relay_that_is_not_reached_opens_no_table(street):
    async def evening():
        street.net.up = False
        attempt = street.phone("anna").open(ME, "classic", ())
        await until(lambda: attempt.failed)
        assert attempt.failed is Failed.NO_LINK

    asyncio.run(evening())


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("pad.example", "wss://pad.example/relay"),
        (" https://pad.example/ ", "wss://pad.example/relay"),
        ("http://127.0.0.1:8560/games/relay", "ws://127.0.0.1:8560/games/relay"),
        ("wss://pad.example/relay", "wss://pad.example/relay"),
        ("ftp://pad.example", None),
        ("https://", None),
        ("https://me:secret@pad.example", None),
    ],
)
def test_an_address_of_a_relay_is_read_however_it_was_typed(typed, address):
    assert relay_address(typed) == address


def test_guests_find_the_site_that_a_relay_serves():
    assert site_of("wss://pad.example/games/relay") == "https://pad.example/games/#"
