"""The checks between the web and the pad."""

import asyncio
import re
from dataclasses import replace

import pytest

from qwixx_pad.identity import devices
from qwixx_pad.library.library import opened_library
from qwixx_pad.multiplayer.network_access import NetworkAccess
from qwixx_pad.server.limits import Limits, SocketQuota, ThrottledLog
from qwixx_pad.server.security import Security, content_policy
from qwixx_pad.server.serve import Serving
from tests.support.server.asgi_request import call_app, scope_of

SECRET = "a" * 43
NAMES = ("192.168.0.7", "table.local")
"""What other devices in the network call this computer."""
PHONE = "192.168.0.20"
OWNER = devices.DeviceIdentity("", "127.0.0.1", is_this_computer=True)

PAGE = b"<html><script>flet.noCdn=true;</script><script src='python.js'></script></html>"


async def inner(scope, _receive, send):
    """What is shielded: a page, a file, a WebSocket that accepts."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept", "from": devices.current_device.get()})
        return
    html = scope["path"] in {"/", "/game/1"}
    kind = b"text/html; charset=utf-8" if html else b"text/plain"
    headers = [(b"content-type", kind), (b"access-control-allow-origin", b"*")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    body = PAGE if html else b"text"
    await send({"type": "http.response.body", "body": body[:10], "more_body": True})
    await send({"type": "http.response.body", "body": body[10:]})


@pytest.fixture(scope="module")
def switched(tmp_path_factory):
    """Pads with a switch that was never touched, is on, or is off again."""
    with opened_library(tmp_path_factory.mktemp("data")) as (service, *_):
        networks = {how: NetworkAccess(service) for how in ("never", "switch", "closed")}
        for how, network in networks.items():
            network.offer(8550)
            assert how == "never" or network.let_phones_in(OWNER)
        assert networks["closed"].close(OWNER)
        yield {
            how: Serving(8550, network=network, network_names=NAMES)
            for how, network in networks.items()
        }


@pytest.fixture(params=["lan", "switch"])
def lan(request, switched):
    """A pad that lets phones in, by its command or by its switch."""
    by_command = replace(Serving.open_to_network(8550), network_names=NAMES)
    return ({"lan": by_command} | switched)[request.param]


@pytest.fixture(params=["without", "never", "closed"])
def alone(request, switched):
    """A pad that lets no phones in, or none any more."""
    return ({"without": Serving(8550, network_names=NAMES)} | switched)[request.param]


def secured(app, serving):
    sockets = SocketQuota(Limits(), lambda _: False, ThrottledLog())
    return Security(app, serving.names, sockets, Limits().register_s)


ALONE = Serving(8550, network_names=NAMES)


def ask(path="/", kind="http", peer="127.0.0.1", serving=ALONE, came_to="127.0.0.1", **headers):
    """One question to the shielded app; what it sends back."""
    named = {"host": "127.0.0.1:8550", **headers}
    scope = scope_of(path, kind=kind, peer=peer, came_to=came_to, **named)
    return call_app(secured(inner, serving), scope)


def header(sent, name):
    return dict(sent[0]["headers"]).get(name.encode(), b"").decode()


def test_content_policy_allows_only_the_own_host():
    policy = header(ask(), "content-security-policy")
    assert "default-src 'self'" in policy
    assert "connect-src 'self' ws://127.0.0.1:8550 wss://127.0.0.1:8550" in policy
    assert "http:" not in policy
    assert "https:" not in policy
    assert "*" not in policy


def test_content_policy_allows_only_the_own_inline_script():
    policy = header(ask(), "content-security-policy")
    own = content_policy("127.0.0.1:8550", [b"flet.noCdn=true;"])
    assert policy == own
    assert "'sha256-" in policy
    assert "'unsafe-inline'" not in policy.partition("script-src")[2].partition(";")[0]


def test_page_is_delivered_unchanged():
    sent = ask()
    assert sent[-1]["body"] == PAGE


def test_other_origins_get_no_access_headers():
    assert header(ask(), "access-control-allow-origin") == ""
    assert header(ask("/main.dart.js"), "access-control-allow-origin") == ""
    assert header(ask("/main.dart.js"), "x-content-type-options") == "nosniff"


@pytest.mark.parametrize("path", ["/docs", "/redoc", "/openapi.json", "/docs/", "/oauth_callback"])
def test_api_documentation_pages_are_off(path):
    assert ask(path)[0]["status"] == 404


@pytest.mark.parametrize("host", ["127.0.0.1:8550", "localhost:8550", "[::1]:8550", "LOCALHOST"])
def test_loopback_names_are_accepted(host, alone):
    assert ask(host=host, serving=alone)[0]["status"] == 200


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "192.168.0.7:8550", ""])
def test_foreign_host_name_is_refused(host, alone):
    assert ask(host=host, serving=alone)[0]["status"] == 403
    assert ask(kind="websocket", host=host, serving=alone)[0]["type"] == "websocket.close"


@pytest.mark.parametrize("origin", ["http://127.0.0.1:8550", ""])
def test_websocket_from_the_own_page_is_accepted(origin, alone):
    assert ask("/ws", "websocket", serving=alone, origin=origin)[0]["type"] == "websocket.accept"


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "http://127.0.0.1:9999", "null", "https://127.0.0.1"]
)
def test_websocket_from_a_foreign_page_is_refused(origin, alone):
    assert ask("/ws", "websocket", serving=alone, origin=origin)[0]["type"] == "websocket.close"


@pytest.mark.parametrize("host", ["192.168.0.7:8550", "table.local:8550", "TABLE.local:8550"])
def test_network_names_are_accepted_while_phones_are_let_in(host, lan):
    assert ask(host=host, peer=PHONE, serving=lan)[0]["status"] == 200


@pytest.mark.parametrize("host", ["192.168.0.7:8550", "table.local:8550"])
def test_network_names_are_refused_while_they_are_not(host, alone):
    assert ask(host=host, peer=PHONE, serving=alone)[0]["status"] == 403
    assert ask("/ws", "websocket", PHONE, alone, host=host)[0]["type"] == "websocket.close"


@pytest.mark.parametrize("host", ["evil.example", "192.168.0.70:8550", "192.168.0.7.evil.example"])
def test_foreign_name_is_refused_even_with_lan(host, lan):
    assert ask(host=host, peer=PHONE, serving=lan)[0]["status"] == 403
    asked = {"host": host, "origin": f"http://{host}"}
    assert ask("/ws", "websocket", PHONE, lan, **asked)[0]["type"] == "websocket.close"


@pytest.mark.parametrize(
    ("came_to", "host", "status"),
    [
        ("10.8.0.2", "10.8.0.2:8550", 200),
        ("10.8.0.2", "10.8.0.2:80", 200),  # a port that leads here is no name either
        ("fd00::5", "[fd00::5]:8550", 200),
        ("fd00::5", "[FD00:0:0::5]", 200),
        ("::ffff:10.8.0.2", "10.8.0.2", 200),
        ("10.8.0.2", "10.8.0.3:8550", 403),
        ("10.8.0.2", "10.8.0.2.evil.example:8550", 403),
        ("10.8.0.2", "evil.example:8550", 403),
        ("10.8.0.2", "", 403),
        (None, "", 403),
        (None, "10.8.0.2", 403),
    ],
)
def test_only_the_address_called_is_accepted_as_host(came_to, host, status):
    asked = {"peer": PHONE, "came_to": came_to, "host": host}
    assert ask(**asked)[0]["status"] == status
    kind = ask("/ws", "websocket", origin=f"http://{host}", **asked)[0]["type"]
    assert kind == ("websocket.accept" if status == 200 else "websocket.close")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("", "can’t be opened at this address"),
        ("de-AT,en", "Unter diesem Namen lässt sich Qwixx Pad nicht öffnen"),
    ],
)
def test_refused_host_page_says_what_to_open(language, said, lan):
    strange = "<b>.evil.example:8550"
    sent = ask(host=strange, came_to="fd00::5", serving=lan, accept_language=language)
    page = sent[1]["body"].decode()
    assert sent[0]["status"] == 403
    assert header(sent, "content-type") == "text/html; charset=utf-8"
    assert int(header(sent, "content-length")) == len(sent[1]["body"])
    assert 'href="http://[fd00::5]:8550"' in page
    assert said in page
    assert not any(other in page for other in ("evil", *lan.names()))
    assert "script-src 'self'" in header(sent, "content-security-policy")


def test_phone_websocket_must_come_from_the_own_page(lan):
    own = "192.168.0.7:8550"
    assert phone(lan, origin=f"http://{own}")["type"] == "websocket.accept"
    assert phone(lan, origin="http://192.168.0.7:9999")["type"] == "websocket.close"
    assert phone(lan, origin="http://192.168.0.7")["type"] == "websocket.close"
    assert phone(lan, origin="http://127.0.0.1:8550")["type"] == "websocket.close"


@pytest.mark.parametrize("peer", [PHONE, "", "fe80::1%eth0", "nonsense"])
def test_websocket_without_origin_is_refused(peer, lan):
    assert ask("/ws", "websocket", peer, lan)[0]["type"] == "websocket.close"


def phone(serving, **headers):
    asked = {"host": "192.168.0.7:8550", "origin": "http://192.168.0.7:8550", **headers}
    return ask("/ws", "websocket", PHONE, serving, **asked)[0]


def test_first_page_sets_a_lasting_device_secret():
    sent = ask()
    pattern = "qwixx-pad-8550=([A-Za-z0-9_-]{43}); Path=/; HttpOnly; SameSite=Lax; Max-Age=34560000"
    secret = re.fullmatch(pattern, header(sent, "set-cookie"))[1]
    assert header(sent, "cache-control") == "no-store"
    again = ask(cookie=f"theme=dark; qwixx-pad-8550={secret}")
    assert header(again, "set-cookie") == header(again, "cache-control") == ""


def test_two_devices_get_two_secrets():
    assert header(ask(), "set-cookie") != header(ask(), "set-cookie")


def test_files_and_refusals_set_no_secret():
    assert header(ask("/main.dart.js"), "set-cookie") == ""
    assert header(ask("/docs"), "set-cookie") == ""
    assert header(ask(host="evil.example"), "set-cookie") == ""


FORGED = ["", "a" * 42, "a" * 44, "a" * 42 + "=", "a" * 42 + "é", '"' + "a" * 43 + '"', "a b" * 20]


@pytest.mark.parametrize("value", FORGED)
def test_invalid_secret_is_replaced(value):
    assert "qwixx-pad-8550=" in header(ask(cookie=f"qwixx-pad-8550={value}"), "set-cookie")


def test_forged_secret_does_not_hide_the_real_one():
    cookie = f"qwixx-pad-8550=x; qwixx-pad-8550={SECRET}"
    assert header(ask(cookie=cookie), "set-cookie") == ""


def test_each_port_has_its_own_secret():
    cookie = f"qwixx-pad-8550={SECRET}"
    set_cookie = header(ask(host="127.0.0.1:8551", cookie=cookie), "set-cookie")
    assert set_cookie.startswith("qwixx-pad-8551=")
    assert header(ask(host="127.0.0.1"), "set-cookie").startswith("qwixx-pad-80=")


def caller(peer="127.0.0.1", serving=ALONE, **headers):
    return ask("/ws", "websocket", peer, serving, **headers)[0]["from"]


def test_device_key_does_not_reveal_its_secret():
    first, again = (caller(cookie=f"qwixx-pad-8550={SECRET}") for _ in range(2))
    key = devices.fingerprint(SECRET)
    assert (
        first
        == again
        == devices.DeviceIdentity(key, "127.0.0.1", is_this_computer=True, has_fonts=True)
    )
    assert re.fullmatch("[0-9a-f]{32}", first.id)
    assert caller(cookie=f"qwixx-pad-8550={'b' * 43}").id != first.id


@pytest.mark.parametrize("cookie", ["", "qwixx-pad-8550=short", f"qwixx-pad-9=x{SECRET}"])
def test_device_without_cookie_is_new_each_time(cookie):
    keys = {caller(cookie=cookie).id for _ in range(3)}
    assert len(keys) == 3
    assert "" not in keys


OWN = {"origin": "http://localhost:8550", "host": "localhost:8550"}


def test_only_this_computer_under_its_name_is_owner(lan):
    named = {"host": "192.168.0.7:8550", "origin": "http://192.168.0.7:8550"}
    assert caller(serving=lan).is_this_computer
    assert caller(serving=lan, **OWN).is_this_computer
    assert not caller(serving=lan, **named).is_this_computer
    assert not caller(PHONE, lan, **named).is_this_computer
    assert not caller(PHONE, lan, **OWN).is_this_computer
    assert caller(PHONE, lan, **named).address == PHONE


@pytest.mark.parametrize("came_to", [None, "", "192.168.0.7", "nonsense"])
def test_call_to_another_address_is_not_the_owners(came_to, lan):
    assert not caller(serving=lan, came_to=came_to, **OWN).is_this_computer


PASSED_ON = [
    *("X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-By"),
    *("Forwarded", "Via", "X-Real-IP"),
]


@pytest.mark.parametrize("header", PASSED_ON)
@pytest.mark.parametrize("says", ["127.0.0.1", "for=127.0.0.1", "1.1 localhost", " "])
def test_caller_behind_a_proxy_is_not_the_owner(header, says, lan):
    """Also where it calls itself this computer: a phone can say so too."""
    assert not caller(serving=lan, **OWN, **{header.lower(): says}).is_this_computer


@pytest.mark.parametrize(
    ("asked", "languages"),
    [
        ("de", ("de",)),
        ("de-AT,de;q=0.9,en;q=0.8", ("de-at", "de", "en")),
        ("en;q=0.5, fr", ("fr", "en")),
        ("*;q=lots,nl", ("nl", "*")),
        ("", ()),
        (",,;q=1," + "x," * 500, ("x",) * 9),
    ],
)
def test_visitor_languages_are_sorted_by_preference(asked, languages):
    assert caller(**{"accept-language": asked}).languages == languages


def test_visitor_is_cleared_when_the_websocket_ends():
    caller()
    assert devices.current_device.get(None) is None


@pytest.mark.parametrize("failure", [OSError("gone"), RuntimeError("after websocket.close")])
def test_closed_connection_is_not_reported_as_failure(failure):
    """Flet has to get as far as marking the session as disconnected."""
    ended = []

    async def telling(_scope, receive, send):
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "bytes": b"news"})
        ended.append(await receive())

    async def send(message):
        if message["type"] == "websocket.send":
            raise failure

    asyncio.run(secured(telling, ALONE)(CALL, heard("connect", "disconnect"), send))
    assert ended == [{"type": "websocket.disconnect"}]


def test_inner_exception_is_propagated():
    async def failing(_scope, _receive, _send):
        raise LookupError("inside")

    security = secured(failing, ALONE)
    with pytest.raises(LookupError, match="inside"):
        asyncio.run(security(CALL, heard("connect"), print))


CALL = scope_of("/ws", kind="websocket", host="127.0.0.1")


def heard(*kinds):
    """What a device sends, and then nothing more."""
    messages = iter([{"type": f"websocket.{kind}"} for kind in kinds])

    async def receive():
        for message in messages:
            return message
        return await asyncio.get_running_loop().create_future()

    return receive
