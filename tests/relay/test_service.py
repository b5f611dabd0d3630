"""Strangers and proxies at a relay, over real sockets: each is answered or closed."""

import asyncio
import contextlib
import json
import os
import random
import secrets
import subprocess
import sys
import urllib.request
from ipaddress import ip_network
from socket import create_connection

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from qwixx_pad.identity.limiters import DailyQuota, TokenBucket
from qwixx_pad.relay import service
from qwixx_pad.relay.room import CLOSE_CODES, Phone
from qwixx_pad.relay.service import (
    _REQUEST_BURST,
    _REQUESTS_PER_S,
    RELAY_TIMES,
    CannotServeError,
    OriginPolicy,
    with_site,
)
from qwixx_pad.relay.store import open_store
from qwixx_pad.server.limits import ThrottledLog
from tests.support import deaf_caller
from tests.support.relay.running_relay import LEVEL, Relay, ask

IMMUTABLE = "public, max-age=31536000, immutable"
TABLE = {
    "layout": "classic",
    "finish_turn": False,
    "chairs": [
        {"name": "Ann", "color": 0, "slip": "", "mine": True},
        {"name": "Bob", "color": 1, "slip": "", "mine": True},
    ],
}


@pytest.fixture(scope="module")
def relay(tmp_path_factory):
    relay = Relay(
        tmp_path_factory.mktemp("relay"),
        *("--origin", "https://pad.example", "--behind-proxy", "10.0.0.0/8"),
    )
    yield relay
    relay.close()


@pytest.fixture
def table(relay):
    """A game that goes on whatever strangers do."""
    socket, first = relay.hello({"open": TABLE})
    table = Table(socket, first["table"]["code"])
    yield table
    table.socket.close()


class Table:
    def __init__(self, socket, code):
        self.socket = socket
        self.code = code
        self.seen = 0
        self.game = ask(socket, "start")["game"]["id"]

    def tap(self, entry, seen):
        return {"game": self.game, "number": seen + 1, "entry": entry, "base_length": seen}

    def plays_on(self):
        """Whether one more tap is accepted."""
        entry = f"{1 + self.seen % 2}:r{2 + self.seen // 2}"
        answer = ask(self.socket, "enter", **self.tap(entry, self.seen))
        self.seen += 1
        return [token for token, _ in answer["log"]] == [entry]


def farewell(socket):
    """All that is said up to the end, and the code of that."""
    said = []
    try:
        while True:
            said.append(json.loads(socket.recv(10)))
    except ConnectionClosed as closed:
        return said, closed.rcvd and closed.rcvd.code


@pytest.mark.parametrize(
    ("first", "error", "code"),
    [
        ({"wire": 1, "join": "222222"}, {"error": "version", "wire": [3]}, 4406),
        ({"wire": "1", "join": "222222"}, {"error": "bad"}, 4400),
        ({"join": "222222", "secret": "short"}, {"error": "bad"}, 4400),
        ({"open": []}, {"error": "bad"}, 4400),
        ({"join": ""}, {"error": "bad"}, 4400),
        *(({"wire": wire, "join": "222222"}, {"error": "bad"}, 4400) for wire in (None, True, 3.0)),
        *(
            ({"join": "222222", "secret": "A" * chars}, {"error": "bad"}, 4400)
            for chars in (42, 44)
        ),
        ({"join": "222222", "game": 5}, {"error": "bad"}, 4400),
        ({"join": "222222", "base_length": None}, {"error": "bad"}, 4400),
        ({"open": TABLE | {"finish_turn": None}}, {"error": "bad"}, 4400),
        ({"join": "222222"}, {"error": "no-table"}, 4404),
    ],
)
def test_invalid_first_message_is_answered_and_closed(relay, first, error, code):
    socket, said = relay.hello(first)
    assert said == error
    assert farewell(socket) == ([], code)


@pytest.mark.parametrize(
    ("path", "first"),
    [
        ("", {"join": "222222"}),
        ("222222", {"open": TABLE}),
        ("222222", {"join": "333333"}),
        ("222222", {}),
    ],
)
def test_path_must_match_the_table_code(relay, path, first):
    socket = relay.call(path)
    socket.send(json.dumps(LEVEL | {"secret": "A" * 43} | first))
    assert farewell(socket) == ([{"error": "bad"}], 4400)


def test_daily_entry_limit_reports_wait_time(table, monkeypatch):
    monkeypatch.setattr(DailyQuota, "wait_s", lambda *_: 60.0)
    table.socket.send(json.dumps({"n": 1, "do": "enter", **table.tap("1:r5", 0)}))
    assert farewell(table.socket) == ([{"error": "wait", "seconds": 60.0}], 4429)


def test_opening_returns_a_code_to_join_the_table(relay):
    socket = relay.call()
    socket.send(json.dumps(LEVEL | {"secret": "A" * 43, "open": TABLE}))
    [said], code = farewell(socket)
    assert (set(said), code) == ({"wire", "code"}, 1000)
    assert relay.hello({"secret": "A" * 43, "join": said["code"]})[1]["here"] == [1, 2]


def test_lowercase_code_redirects_and_invalid_code_is_not_found(relay):
    assert relay.call("k7qf3m").request.path == "/relay/K7QF3M"
    for path in ("O7QF3M", "K7QF3", "K7QF3M/"):
        with pytest.raises(InvalidStatus, match="404"):
            relay.call(path)


def test_socket_above_the_address_limit_gets_full_error(relay, table, monkeypatch):
    monkeypatch.setattr(service.Relay, "_may_connect", lambda *_: False)
    assert farewell(relay.call(table.code)) == ([{"error": "full"}], 4503)


def random_frames():
    chance = random.Random(20)
    yield from ("", "null", "[]", "7", '"', "{" * 5000, '{"n":1e999}', '{"n":NaN,"do":"ping"}')
    yield from ("[" * 16000, json.dumps({"n": 1, "do": "enter", "entry": "1:" + "r" * 9000}))
    yield from ('{"n":1,"do":"sit","seat":true}', '{"n":1,"do":"enter","entry":[],"base_length":0}')
    yield from ('{"n":1,"do":"correct","change":[[],0,0],"base_length":0}', '{"n":1,"do":[]}')
    for _ in range(5):
        yield chance.randbytes(chance.randrange(200)).decode("latin-1")
        yield chance.randbytes(chance.randrange(200))


def test_random_frames_close_only_their_own_connection(relay, table):
    for number, frame in enumerate(random_frames()):
        anew = number % 3 == 0
        socket = relay.call(table.code) if anew else relay.hello({"join": table.code})[0]
        socket.send(frame)
        said, code = farewell(socket)
        assert (said[-1:], code) == ([{"error": "bad"}], 4400)
    assert table.plays_on()


@pytest.mark.parametrize("number", [None, True, -1, 1.0, "1", 10**6 + 1, 2**64])
def test_request_without_a_usable_number_closes_connection(relay, table, number):
    for do in ("ping", "start"):
        socket, _ = relay.hello({"join": table.code})
        socket.send(json.dumps({"n": number, "do": do}))
        assert farewell(socket) == ([{"error": "bad"}], 4400)


def test_oversized_frame_is_not_read(relay, table):
    socket, _ = relay.hello({"join": table.code})
    socket.send("x" * (1 << 15))
    assert farewell(socket)[1] == 1009
    assert table.plays_on()


@pytest.mark.parametrize("origin", ["https://evil.example", "http://pad.example"])
def test_foreign_origin_is_refused(relay, origin):
    with pytest.raises(InvalidStatus, match="403"):
        relay.call(origin=origin)


def test_own_and_listed_origins_are_accepted(relay):
    for origin in ("https://pad.example", f"http://127.0.0.1:{relay.port}"):
        relay.call(origin=origin).close()


def test_forwarded_headers_of_strangers_are_ignored(relay):
    lies = {
        "X-Forwarded-Host": "evil.example",
        "X-Forwarded-Proto": "https",
        "X-Forwarded-For": "10.0.0.1",
    }
    with pytest.raises(InvalidStatus, match="403"):
        relay.call(origin="https://evil.example", additional_headers=lies)


def test_phone_that_never_reads_slows_nobody(relay, table):
    silent = relay.call(table.code, max_queue=1, close_timeout=0.1)
    silent.send(json.dumps(LEVEL | {"secret": secrets.token_urlsafe(32), "join": table.code}))
    for number in range(20):
        assert ask(table.socket, "set-ready", seat=1, ready=bool(number % 2))["table"]["answers"]
    assert table.plays_on()


def test_send_queue_is_limited_by_frames_and_characters():
    for long, most in ((1, 128), (1 << 19, 3)):
        caller = Phone()
        for _ in range(most):
            caller.queue_text("x" * long)
        assert not caller.end_reason
        caller.queue_text("x")
        assert caller.end_reason == "slow"


async def test_phone_is_notified_and_closed_when_cut_off():
    """It may be waited for while it gets the notice."""
    sent = []

    async def send(message):
        sent.append(message)

    for error in ("slow", "no-table"):
        caller = Phone()
        writing = asyncio.ensure_future(caller.send_queued(send))
        await asyncio.sleep(0)
        for _ in range(128 if error == "no-table" else 0):
            caller.queue_text("x")
        caller.end_with_error(error)
        await asyncio.wait_for(writing, 10)
        assert (json.loads(sent[-2]["text"]), sent[-1]["code"]) == (
            {"error": error},
            CLOSE_CODES[error],
        )


def test_request_flood_is_slowed_down():
    time = iter(range(1000)).__next__
    requests = TokenBucket(_REQUEST_BURST, _REQUESTS_PER_S, time() / 1000)
    waits = [requests.take_token(time() / 1000) for _ in range(400)]
    assert max(waits[:120]) == 0
    assert waits[-1] > 20


@contextlib.contextmanager
def room_for(relay, address):
    """While somebody calls at a relay; gives whether they are let in."""
    with contextlib.ExitStack() as held:
        has_room = relay._may_connect(address)
        if has_room:
            held.enter_context(relay._connections.counting(address, object()))
        yield has_room


def test_idle_sockets_of_one_address_block_nobody_else(tmp_path):
    with contextlib.closing(open_store(tmp_path, "")) as store:
        relay = service.Relay(store, OriginPolicy(), ThrottledLog(), RELAY_TIMES)
    with contextlib.ExitStack() as held:
        gained = [held.enter_context(room_for(relay, "burglar")) for _ in range(4000)]
        assert sum(gained) == 256
        assert held.enter_context(room_for(relay, "guest"))
        others = [held.enter_context(room_for(relay, str(n))) for n in range(4000)]
        assert sum(others) == 4000 - 257
    with room_for(relay, "guest") as again:
        assert again


@pytest.mark.skipif(sys.platform != "linux", reason="needs a second loopback address")
@pytest.mark.parametrize("length", [0, 5])
def test_refused_callers_that_stay_block_no_newcomer(tmp_path, length):
    """A length of 5 is refused with the head, one of 0 with the first message."""
    no_request = deaf_caller.frame(deaf_caller.TEXT | deaf_caller.WHOLE, b"{}")
    head = deaf_caller.GREETING.format("/relay")[:-2] + f"Content-Length: {length}\r\n\r\n"

    def call():
        return create_connection(("127.0.0.1", relay.port), 2, ("127.0.0.2", 0))

    with contextlib.closing(Relay(tmp_path)) as relay, contextlib.ExitStack() as held:
        for _ in range(260):
            line = held.enter_context(call())
            line.sendall(head.encode())
            assert line.recv(13) == (b"HTTP/1.1 400 " if length else b"HTTP/1.1 101 ")
            with contextlib.suppress(ConnectionError):
                line.sendall(no_request)
        assert relay.hello({"join": "222222"}, sock=call())[1] == {"error": "no-table"}


def scope(peer, *headers, scheme="ws"):
    named = [(name.encode(), value.encode()) for name, value in headers]
    return {"client": (peer, 1), "headers": named, "scheme": scheme}


BEHIND = OriginPolicy(proxies=(ip_network("10.0.0.0/8"),))


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("127.0.0.1", [], ""),
        ("127.0.0.1", ["198.51.100.7"], "127.0.0.1"),
        ("203.0.113.9", [], "203.0.113.9"),
        ("203.0.113.9", ["127.0.0.1"], "203.0.113.9"),
        ("10.0.0.1", ["198.51.100.7"], "198.51.100.7"),
        ("10.0.0.1", ["127.0.0.1, 198.51.100.7"], "198.51.100.7"),
        ("10.0.0.1", ["127.0.0.1", "198.51.100.7, 10.0.0.2"], "198.51.100.7"),
        ("10.0.0.1", ["nonsense"], "nonsense"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["2001:db8:1:2:3:4:5:6"], "2001:db8:1:2::/64"),
    ],
)
def test_forwarded_for_is_trusted_only_from_listed_proxies(peer, forwarded, address):
    named = [("x-forwarded-for", each) for each in forwarded]
    assert BEHIND.client_address(scope(peer, *named)) == address


@pytest.mark.parametrize(
    "header", ["x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via"]
)
def test_unlisted_local_proxy_bypasses_no_limits(header):
    assert OriginPolicy().client_address(scope("::1")) == ""
    assert OriginPolicy().client_address(scope("::1", (header, "198.51.100.7"))) == "::1"


def test_unlisted_local_proxy_is_logged_once(relay, caplog):
    for _ in range(3):
        relay.hello({"join": "222222"}, additional_headers={"Via": "1.1 proxy"})
    assert [text.partition(" on ")[0] for text in caplog.messages] == [
        "qwixx-pad: calls come by a proxy"
    ]


def test_origin_check_uses_host_forwarded_by_the_proxy():
    named = ("x-forwarded-host", "pad.example"), ("x-forwarded-proto", "https")
    page = scope("10.0.0.1", *named, ("host", "relay:8551"), ("origin", "https://pad.example"))
    assert BEHIND.admits_origin(page)
    assert not OriginPolicy().admits_origin(page)
    page["headers"][-1] = (b"origin", b"http://relay:8551")
    assert not BEHIND.admits_origin(page)
    assert OriginPolicy().admits_origin(page)


def test_built_site_is_served_next_to_the_relay(tmp_path):
    site = tmp_path / "site"
    (site / "v1").mkdir(parents=True)
    (site / "index.html").write_text("<title>Pad</title>")
    (site / "v1" / "pad.wasm").write_bytes(b"wasm" * 100)
    with pytest.raises(CannotServeError, match="build-site"):
        with_site(None, site)
    mark = site / "qwixx-pad-site.json"
    os.mkfifo(mark)  # nobody writes to it
    with pytest.raises(CannotServeError, match="build-site"):
        with_site(None, site)
    mark.unlink()
    mark.write_text('{"version": "v1"}')
    relay = Relay(tmp_path / "data", "--site", str(site))
    try:
        seen = {}
        for path in ("", "v1/pad.wasm"):
            with urllib.request.urlopen(f"http://127.0.0.1:{relay.port}/{path}") as answer:
                headers = answer.headers
                seen[path] = headers["content-type"], headers["cache-control"], answer.read()
        assert seen == {
            "": ("text/html", "no-cache", b"<title>Pad</title>"),
            "v1/pad.wasm": ("application/wasm", IMMUTABLE, b"wasm" * 100),
        }
        assert relay.hello({"open": TABLE})[1]["here"] == [1, 2]
    finally:
        relay.close()


def test_get_request_reports_the_wire_version(relay):
    with urllib.request.urlopen(f"http://127.0.0.1:{relay.port}/relay") as answer:
        assert b"wire 3" in answer.read()


def test_relay_starts_without_flet():
    program = (
        "import sys, qwixx_pad.cli, qwixx_pad.relay.service\n"
        "import qwixx_pad.server.connections, qwixx_pad.server.listening\n"
        "sys.exit(len({'flet', 'flet_web', 'fastapi'} & {*sys.modules}))"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
