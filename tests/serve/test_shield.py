"""What stands between the web and the pad."""

import asyncio

import pytest

from qwixx_pad.shield import LOOPBACK_NAMES, Shield, content_policy

PAGE = b"<html><script>flet.noCdn=true;</script><script src='python.js'></script></html>"


async def inner(scope, _receive, send):
    """What is shielded: a page, a file, a WebSocket that accepts."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        return
    html = scope["path"] in {"/", "/game/1"}
    kind = b"text/html; charset=utf-8" if html else b"text/plain"
    asked = [key for key, _ in scope["headers"] if key.startswith(b"if-")]
    headers = [(b"content-type", kind), (b"access-control-allow-origin", b"*")]
    status = 304 if asked else 200
    await send({"type": "http.response.start", "status": status, "headers": headers})
    body = PAGE if html else b"text"
    await send({"type": "http.response.body", "body": body[:10], "more_body": True})
    await send({"type": "http.response.body", "body": body[10:]})


def ask(path="/", kind="http", **headers):
    """One question to the shielded app; what it sends back."""
    sent = []
    named = {"host": "127.0.0.1:8550", **headers}
    scope = {
        "type": kind,
        "path": path,
        "headers": [
            (key.replace("_", "-").encode(), value.encode())
            for key, value in named.items()
            if value
        ],
    }

    async def send(message):
        sent.append(message)

    async def receive():
        return {"type": "websocket.connect"}

    asyncio.run(Shield(inner, LOOPBACK_NAMES)(scope, receive, send))
    return sent


def header(sent, name):
    return dict(sent[0]["headers"]).get(name.encode(), b"").decode()


def test_the_page_may_speak_with_its_own_host_and_nobody_else():
    policy = header(ask(), "content-security-policy")
    assert "default-src 'self'" in policy
    assert "connect-src 'self' ws://127.0.0.1:8550 wss://127.0.0.1:8550" in policy
    assert "http:" not in policy
    assert "https:" not in policy
    assert "*" not in policy


def test_only_the_inline_script_of_the_page_itself_is_allowed():
    policy = header(ask(), "content-security-policy")
    own = content_policy("127.0.0.1:8550", [b"flet.noCdn=true;"])
    assert policy == own
    assert "'sha256-" in policy
    assert "'unsafe-inline'" not in policy.partition("script-src")[2].partition(";")[0]


def test_the_page_itself_arrives_whole():
    sent = ask()
    assert sent[-1]["body"] == PAGE


def test_a_page_is_never_answered_with_not_modified():
    assert ask(if_none_match='"1"')[0]["status"] == 200
    assert ask("/main.dart.js", if_none_match='"1"')[0]["status"] == 304


def test_other_origins_are_not_invited():
    assert header(ask(), "access-control-allow-origin") == ""
    assert header(ask("/main.dart.js"), "access-control-allow-origin") == ""
    assert header(ask("/main.dart.js"), "x-content-type-options") == "nosniff"


@pytest.mark.parametrize("path", ["/docs", "/redoc", "/openapi.json", "/docs/", "/oauth_callback"])
def test_the_pages_about_the_interface_are_off(path):
    assert ask(path)[0]["status"] == 404


@pytest.mark.parametrize("host", ["127.0.0.1:8550", "localhost:8550", "[::1]:8550", "LOCALHOST"])
def test_this_computer_may_be_called_by_its_names(host):
    assert ask(host=host)[0]["status"] == 200


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "192.168.0.7:8550", ""])
def test_a_page_of_another_name_is_not_ours(host):
    assert ask(host=host)[0]["status"] == 403
    assert ask(kind="websocket", host=host)[0]["type"] == "websocket.close"


@pytest.mark.parametrize("origin", ["http://127.0.0.1:8550", ""])
def test_a_web_socket_of_our_own_page_is_accepted(origin):
    assert ask("/ws", "websocket", origin=origin)[0]["type"] == "websocket.accept"


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "http://127.0.0.1:9999", "null", "https://127.0.0.1"]
)
def test_a_web_socket_of_a_foreign_page_is_refused(origin):
    assert ask("/ws", "websocket", origin=origin)[0]["type"] == "websocket.close"
