"""The switch of a served pad: phones come in and go while it runs, and only its owner decides."""

import asyncio
import contextlib
import socket
import sys

import pytest
from websockets.exceptions import InvalidMessage, InvalidStatus
from websockets.protocol import State

from qwixx_pad.multiplayer.network_access import NetworkProblem
from qwixx_pad.ui.lobby.phones import closed_texts
from tests.support.deaf_caller import CLOSE, GREETING, PING, WHOLE, Deaf, frame, waiting
from tests.support.server.counting_pad import (
    HELLO,
    LAN,
    NETWORK,
    OWNER,
    PATIENCE,
    REGISTER,
    Pad,
    is_hung_up,
    say,
    still_counts,
    until,
)
from tests.support.server.hostile_guest import FakeDevice, evening
from tests.support.ui.surroundings import WORDS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs a second loopback address")
PHONE = "127.0.0.4"
OTHER = "127.0.0.5"
SECRET = "s" * 43
REFUSED = (ConnectionRefusedError, ConnectionResetError, InvalidMessage, InvalidStatus)


def has_listener(pad, address=NETWORK):
    with contextlib.suppress(ConnectionRefusedError):
        socket.create_connection((address, pad.port), PATIENCE).close()
        return True
    return False


# While it runs


def test_open_tabs_stay_when_phones_are_let_in_and_out():
    with Pad("") as pad, pad.tab() as owner:
        assert not has_listener(pad)
        pad.let_phones_in()
        with pad.tab(host=LAN, source=PHONE) as phone, pad.call(PHONE) as idle:
            assert still_counts(phone)
            assert still_counts(owner)
            pad.close_to_phones()
            assert not has_listener(pad)
            assert is_hung_up(phone[0])
            assert idle.recv(1) == b""
        assert still_counts(owner)
        assert pad.page(Host=f"{LAN}:{pad.port}").status == 403
        pad.let_phones_in()
        with pad.tab(host=LAN, source=PHONE) as again:
            assert still_counts(again)


def test_deaf_phone_is_cut_off_when_it_closes():
    with Pad("switch") as pad, pad.call(PHONE) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.sendall(f"GET /main.dart.wasm HTTP/1.1\r\nHost: {NETWORK}\r\n\r\n".encode())
        until(lambda: pad.server.server_state.connections)
        pad.close_to_phones()
        until(lambda: not pad.server.server_state.connections)


def test_phone_that_reads_nothing_keeps_no_other_phone_connected():
    with Pad("switch") as pad:
        name = f"{LAN}:{pad.port}"
        greeting = GREETING.replace("127.0.0.1", f"{name}\r\nOrigin: http://{name}")
        with Deaf(pad.port, NETWORK, PHONE).dial("/ws", greeting) as deaf:
            lines = pad.server.server_state.connections
            while not pad.do(lambda: waiting(pad.server)):
                deaf.line.sendall(frame(PING | WHOLE, b"x" * 120) * 100)
            deaf.say(CLOSE, b"\x03\xe8")
            until(lambda: any(line.conn.state is State.CLOSING for line in tuple(lines)))
            with pad.tab(host=LAN, source=OTHER) as other:
                pad.close_to_phones()
                assert is_hung_up(other[0])


def test_session_of_the_owner_does_not_go_on_at_a_phone():
    """Not even at one that has its secret, and knows the session."""
    with Pad("switch") as pad, pad.tab(secret=SECRET) as owner:
        session = owner[1].page.session.id
        with pad.dial(host=LAN, secret=SECRET, source=PHONE) as wire:
            shown = len(pad.buttons)
            say(wire, REGISTER, {**HELLO, "session_id": session})
            until(lambda: len(pad.buttons) > shown)
        assert not pad.visitors[-1].is_this_computer
        assert still_counts(owner)


def test_lost_network_ends_its_listener_and_a_new_one_gets_one():
    addresses = ["127.0.0.9"]
    with Pad("switch", find_addresses=lambda: tuple(addresses)) as pad:
        addresses[:] = ["127.0.0.8"]
        until(lambda: has_listener(pad, "127.0.0.8"))
        assert not has_listener(pad, "127.0.0.9")
        assert pad.reached[-1].elsewhere == (f"http://127.0.0.8:{pad.port}",)


# What keeps phones out


def problem(pad):
    return pad.network.state.problem


def test_missing_network_is_reported_until_there_is_one():
    addresses = []
    with Pad("", find_addresses=lambda: tuple(addresses)) as pad:
        assert problem(pad) is None
        pad.do(lambda: pad.network.let_phones_in(OWNER))
        until(lambda: problem(pad) is NetworkProblem.NO_NETWORK)
        addresses.append(NETWORK)
        until(lambda: problem(pad) is None)
        assert has_listener(pad)


def test_taken_port_is_reported_until_it_is_free():
    with Pad("") as pad:
        with socket.create_server((NETWORK, pad.port)):
            pad.do(lambda: pad.network.let_phones_in(OWNER))
            until(lambda: problem(pad) is NetworkProblem.PORT_TAKEN)
            assert not pad.reached[-1].elsewhere
        until(lambda: problem(pad) is None)
        with pad.tab(host=LAN, source=PHONE) as phone:
            assert still_counts(phone)


def test_address_that_may_not_be_used_is_reported(monkeypatch):
    with Pad("") as pad:
        refuse = PermissionError(13, "Permission denied")
        monkeypatch.setattr("socket.create_server", lambda *_, **__: raised(refuse))
        pad.do(lambda: pad.network.let_phones_in(OWNER))
        until(lambda: problem(pad) is NetworkProblem.NOT_PERMITTED)


def raised(error):
    raise error


def test_minute_without_a_phone_is_reported_until_one_comes():
    now = [0.0]
    with Pad("switch", clock=lambda: now[0]) as pad:
        with contextlib.closing(socket.create_connection((NETWORK, pad.port), 9, (NETWORK, 0))):
            now[0] = 59.0
            assert pad.do(lambda: problem(pad)) is None
            now[0] = 60.0
            until(lambda: problem(pad) is NetworkProblem.NO_PHONE)
        with pad.tab(host=LAN, source=PHONE):
            until(lambda: problem(pad) is None)


# At real screens


def closed_title():
    return closed_texts(WORDS)[0]


async def refused(port, **way):
    with pytest.raises(REFUSED):
        await asyncio.wait_for(FakeDevice(port, **way).__aenter__(), PATIENCE)


async def let_in(here):
    """Until the owner can read where phones come in."""
    await here.owner.tap("let-phones-in")
    await here.owner.reads(f"http://{NETWORK}:{here.port}")


async def test_owner_lets_phones_in_and_they_return_after_a_pause(tmp_path):
    async with evening(tmp_path, switch=True) as here:
        await refused(here.port, at=NETWORK)
        await let_in(here)
        async with FakeDevice(here.port, f"/join/{here.code}", at=NETWORK, secret=SECRET) as ben:
            await ben.tap("sit-2")
            await here.owner.sees("person-2", "Ready")
            await here.owner.tap("close-to-phones")
            await ben.reads(closed_title())
            await asyncio.wait_for(ben.has_ended(), PATIENCE)
        await refused(here.port, at=NETWORK)
        await here.owner.sees("person-2", "Phone away")
        await let_in(here)
        async with FakeDevice(here.port, f"/table/{here.code}", at=NETWORK, secret=SECRET) as again:
            await here.owner.sees("person-2", "Ready")
            await here.play(again)


async def test_phone_neither_opens_nor_closes_the_pad(tmp_path):
    async with evening(tmp_path, switch=True) as here:
        await let_in(here)
        state = here.network.state
        close, tick = (
            here.owner.screen.inside(name, "on_click")
            for name in ("close-to-phones", "set-phones-at-start")
        )
        async with here.guest() as guest:
            for control in (close, tick):
                await guest.says(control, "click", None)
            routes = {"/": "join", "/settings": "set-awake", "/games": "join"}
            for route, shown in (routes | {f"/table/{here.code}/settings": "set-awake"}).items():
                await guest.go(route)
                await guest.sees(shown)
                assert guest.screen.last("close-to-phones") is None
                assert guest.screen.last("set-phones-at-start") is None
            await guest.go(f"/table/{here.code}/seats")
            await guest.sees("person-1")
            assert guest.screen.last("close-to-phones") is None
        assert here.network.state == state


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via"])
async def test_phone_behind_a_proxy_here_is_no_owner(tmp_path, header):
    """It is refused while others are, and then is a guest like them."""
    passed = {"name": "127.0.0.1", "headers": {header: "127.0.0.1"}}
    async with (
        evening(tmp_path, switch=True) as here,
        FakeDevice(here.port, "/settings", **passed) as ben,
    ):
        await ben.reads(closed_title())
        await let_in(here)
        await ben.sees("set-awake")
        assert ben.screen.last("close-to-phones") is None
        await here.owner.tap("close-to-phones")
        await ben.reads(closed_title())
