"""Callers who hold connections open lose them in time, and everybody else plays on.

On Linux all of 127.0.0.0/8 is this computer: a stranger calls from 127.0.0.2, the owner does not.
"""

import contextlib
import gc
import http.client
import logging
import os
import re
import select
import signal
import socket
import sys
import time
import urllib.request

import pytest
from flet_web.fastapi.flet_app_manager import app_manager
from websockets.exceptions import InvalidStatus

from qwixx_pad.identity.devices import client_network, fingerprint
from qwixx_pad.server.limits import Limits, ThrottledLog
from qwixx_pad.server.listening import open_listeners
from tests.support.deaf_caller import sends_at_once
from tests.support.server.counting_pad import (
    EVENT,
    HELLO,
    LAN,
    PATIENCE,
    PATIENT,
    REGISTER,
    Pad,
    is_hung_up,
    say,
    still_counts,
    until,
)
from tests.support.server.pad_process import started

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs a second loopback address")

STRANGER = "127.0.0.2"
OTHER = "127.0.0.3"
PHONE = "127.0.0.4"
SEATED = "s" * 43
SOON = 4
"""Seconds in which short deadlines have passed, on a busy machine too."""
SHORT = Limits(
    head_s=0.5,
    request_s=1.5,
    register_s=0.5,
    connections=60,
    connections_of_address=20,
    sockets=12,
    sockets_of_address=8,
    sockets_of_device=3,
    waiting_sessions=6,
)


@pytest.fixture(scope="module")
def opened(request):
    """How phones came to be let in: by a listener of the switch, unless a test asks for both."""
    return getattr(request, "param", "switch")


either_way = pytest.mark.parametrize("opened", ["lan", "switch"], indirect=True, scope="module")


@pytest.fixture(scope="module")
def pad(opened):
    """A pad with short deadlines and low limits, which knows one seated phone."""
    with Pad(opened, limits=SHORT, expects=lambda key: key == fingerprint(SEATED)) as running:
        yield running


@pytest.fixture(scope="module")
def patient_pad(opened):
    """A pad with the ordinary deadlines; only its counts are low."""
    with Pad(opened, limits=PATIENT) as running:
        yield running


@pytest.fixture(autouse=True)
def quiet(capfd):
    yield
    assert "Traceback" not in capfd.readouterr().err


def is_closed(line):
    """Whether the pad has ended a connection."""
    line.settimeout(SOON)
    try:
        while line.recv(1 << 16):
            pass
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False
    return True


def open_ones(lines):
    """How many connections the pad has not ended."""
    readable = {line for line in lines if select.select([line], [], [], 0)[0]}
    return len(lines) - len(readable)


@contextlib.contextmanager
def idle(pad, count, source, said=b""):
    """Connections that ask for nothing, or for half of something."""
    with contextlib.ExitStack() as held:
        lines = []
        for _ in range(count):
            line = held.enter_context(pad.call(source))
            with contextlib.suppress(OSError):
                line.sendall(said)
            lines.append(line)
        yield lines


# Deadlines


@either_way
@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: 127.0.0"])
def test_incomplete_head_times_out(pad, said):
    with idle(pad, 1, STRANGER, said) as [line]:
        assert is_closed(line)


def test_slowly_sent_head_times_out(pad):
    with pad.call(STRANGER) as line:
        line.sendall(b"GET / HTTP/1.1\r\nX: ")
        with contextlib.suppress(ConnectionError):
            for _ in range(10 * SOON):
                line.sendall(b"x")
                time.sleep(0.1)
            pytest.fail("it was never sent away")


def test_incomplete_second_head_times_out(pad):
    head = f"HEAD / HTTP/1.1\r\nHost: 127.0.0.1:{pad.port}\r\n\r\n".encode()
    with idle(pad, 1, STRANGER, head) as [line]:
        assert b"200" in line.recv(64)
        line.sendall(b"G")
        assert is_closed(line)


def test_oversized_head_is_refused(pad):
    head = b"GET / HTTP/1.1\r\nX: " + b"x" * (1 << 20)
    with idle(pad, 1, STRANGER, head) as [line]:
        assert is_closed(line)


@pytest.mark.parametrize(("size", "status"), [(1 << 14, b"200"), (1 + (1 << 14), b"400")])
def test_head_limit_applies_to_a_single_packet(pad, size, status):
    head = b"HEAD / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "
    with idle(pad, 1, STRANGER, head.ljust(size, b"x") + b"\r\n\r\n") as [line]:
        assert line.recv(12) == b"HTTP/1.1 " + status


@either_way
def test_small_response_is_sent_at_once(pad):
    with pad.call(STRANGER):
        until(lambda: pad.server.server_state.connections)
        assert all(map(sends_at_once, pad.server.server_state.connections))


def test_missing_request_body_times_out(pad):
    head = f"POST / HTTP/1.1\r\nHost: 127.0.0.1:{pad.port}\r\nContent-Length: 9\r\n\r\n"
    with idle(pad, 1, STRANGER, head.encode()) as [line]:
        assert is_closed(line)


def test_unread_response_times_out(pad):
    head = f"GET /main.dart.wasm HTTP/1.1\r\nHost: 127.0.0.1:{pad.port}\r\n\r\n".encode()
    with pad.call(STRANGER) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.sendall(head)
        until(lambda: not pad.server.server_state.connections)


@pytest.mark.parametrize("frames", [[], [b"", b"\x01abc", "text"]])
def test_unregistered_websocket_is_closed(pad, frames):
    with pad.dial(LAN, source=STRANGER) as wire:
        for frame in frames:
            wire.send(frame)
        assert is_hung_up(wire)


def test_registered_websocket_outlives_all_deadlines(pad):
    with pad.tab(host=LAN, source=PHONE) as tab:
        time.sleep(1.8)  # longer than head, request and register
        assert still_counts(tab)


# How many connections


@either_way
def test_idle_connections_of_one_address_block_nobody(patient_pad):
    with (
        patient_pad.tab(host=LAN, source=PHONE) as tab,
        patient_pad.tab(host=LAN, source=STRANGER) as neighbour,
        idle(patient_pad, 300, STRANGER) as lines,
    ):
        until(lambda: open_ones(lines) < PATIENT.connections_of_address)
        assert patient_pad.page(PHONE).status == 200
        assert patient_pad.page(STRANGER).status == 200, "a family behind the same router"
        assert still_counts(tab)
        assert still_counts(neighbour)


def test_idle_connections_of_many_addresses_block_nobody(patient_pad):
    with contextlib.ExitStack() as held:
        tab = held.enter_context(patient_pad.tab(host=LAN, source=PHONE))
        for number in range(10, 20):
            said = f"POST / HTTP/1.1\r\nHost: 127.0.0.1:{patient_pad.port}\r\nContent-Length: 9\r\n"
            source = f"127.0.1.{number}"
            held.enter_context(idle(patient_pad, 40, source, f"{said}\r\n".encode()))
        until(lambda: len(patient_pad.server.server_state.connections) <= PATIENT.connections)
        for source in (PHONE, OTHER, "127.0.0.1"):
            assert patient_pad.page(source).status == 200
            with patient_pad.tab(host=LAN, source=source) as newcomer:
                assert still_counts(newcomer)
        assert still_counts(tab)


def test_terminal_warns_once_about_refused_callers(caplog):
    with (
        caplog.at_level(logging.WARNING, "qwixx_pad"),
        Pad(limits=PATIENT) as fresh,
        idle(fresh, 150, STRANGER),
    ):
        until(lambda: caplog.messages)
        assert fresh.page(PHONE).status == 200
    assert len(caplog.messages) == 1
    assert caplog.messages[0].startswith("qwixx-pad: more connections are asked for")


# How many WebSockets


def tabs(pad, count, **how):
    """As many registered tabs as a caller gets; the rest is refused."""
    opened = contextlib.ExitStack()
    for _ in range(count):
        with contextlib.suppress(InvalidStatus):
            opened.enter_context(pad.tab(host=LAN, **how))
    return opened


def got(pad, count, **how):
    """How many tabs of those that a caller wants there are."""
    before = len(pad.buttons)
    with tabs(pad, count, **how):
        return len(pad.buttons) - before


def test_tabs_per_device_and_address_are_limited(pad):
    assert got(pad, 5, source=STRANGER, secret="d" * 43) == SHORT.sockets_of_device
    assert got(pad, 11, source=STRANGER) == SHORT.sockets_of_address


def test_owner_and_seated_get_in_past_strangers(pad):
    with tabs(pad, 8, source=STRANGER), tabs(pad, 8, source=OTHER):
        assert got(pad, 1, source=PHONE) == 0
        assert got(pad, 2, source=PHONE, secret=SEATED) == 2
        assert got(pad, 1, source=STRANGER, secret=SEATED) == 1
        with pad.tab() as owner:
            assert still_counts(owner)


# Sessions


def waiting():
    """Sessions of Flet without a device."""
    sessions = vars(app_manager)["_FletAppManager__sessions"]
    return [each for each in sessions.values() if each.connection is None]


def test_sessions_of_strangers_are_evicted_first(pad):
    with pad.tab(host=LAN, source=PHONE, secret=SEATED) as (_, button):
        phone = button.page.session
    until(lambda: phone in waiting())
    for _ in range(40):
        with pad.tab(host=LAN, source=STRANGER):
            pass
    until(lambda: len(waiting()) <= SHORT.waiting_sessions)
    assert phone in waiting()
    with pad.dial(LAN, secret=SEATED, source=PHONE) as wire:
        say(wire, REGISTER, {**HELLO, "session_id": phone.id})
        say(wire, EVENT, {"target": button._i, "name": "click", "data": None})
        until(lambda: button.content == "1")
    gc.collect()


# Open files


def test_file_descriptor_limit_refuses_newcomers_and_recovers(tmp_path):
    """No count is refused from this computer; so it is the system that says no."""
    resource = pytest.importorskip("resource")
    with started("--no-browser", "--data", tmp_path) as process:
        port = int(re.search(r"127\.0\.0\.1:([0-9]+)", process.stdout.readline())[1])
        assert shows_its_page(port)
        files = len(os.listdir(f"/proc/{process.pid}/fd"))  # noqa: PTH208 - of another process
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (files + 20, files + 20))
        lines = [socket.create_connection(("127.0.0.1", port)) for _ in range(60)]
        until(lambda: open_ones(lines) < 40)
        before = cpu(process.pid)
        time.sleep(1)
        assert cpu(process.pid) - before < 0.5, "it spins"
        for line in lines:
            line.close()
        until(lambda: shows_its_page(port))
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=20)[0]
        assert said.startswith("qwixx-pad: the system lets the pad open no more files")
        assert said.count("\n") <= 2


def shows_its_page(port):
    with contextlib.suppress(OSError):
        return urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE).status == 200


def cpu(pid):
    """Seconds that a process has run."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:  # noqa: PTH123 - no file of ours
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_connection_limit_follows_the_system_limit():
    assert Limits().within_files(None) == Limits()
    assert Limits().within_files(4096).connections == Limits().connections
    assert Limits().within_files(256).connections == 192
    assert Limits().within_files(20).connections == 16


def test_both_address_families_are_served_under_own_names():
    with Pad(hosts=("127.0.0.1", "::1")) as both:
        for host in ("127.0.0.1", "::1"):
            with contextlib.closing(http.client.HTTPConnection(host, both.port)) as line:
                line.request("GET", "/")
                assert line.getresponse().status == 200
        with socket.create_connection(("::1", both.port), PATIENCE) as line:
            line.sendall(b"GET / HTTP/1.1\r\nHost: [fd00::9]\r\n\r\n")
            assert b" 403 " in line.recv(64)


def test_missing_address_family_is_skipped():
    for hosts in (("127.0.0.1", "2001:db8::1"), ("192.0.2.1", "::1")):
        [listener] = open_listeners(hosts, 0, ThrottledLog())
        with listener:
            assert listener.getsockname()[0] in hosts


def test_port_taken_on_one_family_is_avoided_on_both():
    with socket.create_server(("::1", 0), family=socket.AF_INET6) as taken:
        port = taken.getsockname()[1]
        opened = open_listeners(("127.0.0.1", "::1"), port, ThrottledLog())
        assert len({each.getsockname()[1] for each in opened}) == 1
        assert opened[0].getsockname()[1] > port
        for each in opened:
            each.close()


@pytest.mark.parametrize(
    ("address", "home"),
    [
        ("192.168.0.7", "192.168.0.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::/64", "2001:db8:1:2::/64"),
        ("::ffff:192.168.0.7", "192.168.0.7"),
        ("::1", "::1"),
        ("", ""),
    ],
)
def test_device_with_many_addresses_counts_once(address, home):
    assert client_network(address) == home
