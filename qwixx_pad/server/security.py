"""An ASGI app in front of another: security policies, devices by their cookie, refused requests.

Every device gets a secret with its first page, and is recognised by it from then on.
"""

import base64
import hashlib
import html
import ipaddress
import re
import secrets
from collections.abc import Callable, Container, Iterable
from contextlib import suppress

from qwixx_pad.i18n import N_, catalogue, choose_locale
from qwixx_pad.identity import devices
from qwixx_pad.identity.network import url_host
from qwixx_pad.server import (
    AsgiApp,
    AsgiMessage,
    AsgiReceive,
    AsgiScope,
    AsgiSend,
    client_address,
    headers_named,
    is_forwarded,
)
from qwixx_pad.server.limits import SocketQuota
from qwixx_pad.server.messages import run_socket_app

LOOPBACK_NAMES = ("127.0.0.1", "localhost", "[::1]")
"""Host names under which a computer reaches itself."""
_HIDDEN_PATHS = frozenset(
    {"/docs", "/docs/oauth2-redirect", "/redoc", "/openapi.json", "/oauth_callback"}
)
_INLINE_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
_DROPPED_HEADERS = frozenset({b"access-control-allow-origin"})
_FORBIDDEN = 403
_MISSING = 404
_POLICY_VIOLATED = 1008
_TRY_LATER = 1013
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
_COOKIE_ATTRIBUTES = "Path=/; HttpOnly; SameSite=Lax; Max-Age=34560000"
"""Lax, because a scanned or shared address is opened from elsewhere: with Strict the browser would
not send the secret, and the device would get a new one. Opening a page changes nothing, and a
WebSocket of another origin is refused in any case."""


class Security:
    """Lets requests through that are for this pad, and identifies the device behind each.

    A request is for this pad if its host is one of the names, or the address to which the client
    has connected: no stranger can have a name of another site resolve to that.

    Args:
        app: The app that answers these requests.
        names: Returns the present host names; they change when phones are let in.
        sockets: Limits the open WebSockets.
        register: Seconds in which a device has to introduce itself.
    """

    def __init__(
        self,
        app: AsgiApp,
        names: Callable[[], Container[str]],
        sockets: SocketQuota,
        register: float,
    ) -> None:
        self._app = app
        self._names = names
        self._sockets = sockets
        self._register = register

    async def __call__(self, scope: AsgiScope, receive: AsgiReceive, send: AsgiSend) -> None:
        if scope["type"] == "websocket":
            await self._handle_web_socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._handle_http(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _handle_web_socket(
        self, scope: AsgiScope, receive: AsgiReceive, send: AsgiSend
    ) -> None:
        if not self._is_own_page(scope):
            await _hang_up(receive, send, _POLICY_VIOLATED)
            return
        device = _device_identity(scope)
        # Flet resumes a session for the same identifier and browser; with the device's id in place
        # of the browser's name, only the same device can
        headers = [header for header in scope["headers"] if header[0] != b"user-agent"]
        known = {**scope, "headers": [*headers, (b"user-agent", device.id.encode())]}
        with self._sockets.held_by(device) as is_allowed:
            if not is_allowed:
                await _hang_up(receive, send, _TRY_LATER)
                return
            before = devices.current_device.set(device)
            try:
                await run_socket_app(self._app, known, receive, send, self._register)
            finally:
                devices.current_device.reset(before)

    def _is_own_page(self, scope: AsgiScope) -> bool:
        """True if a page of this pad opens the WebSocket; browsers always name the page's origin.

        Without an origin it is no browser, and only this computer is trusted.
        """
        host = _header_value(scope, b"host") or ""
        origin = _header_value(scope, b"origin")
        if not self._knows_host(host, scope):
            return False
        if origin is None:
            return _is_loopback(client_address(scope))
        return origin.partition("://")[2] == host

    async def _handle_http(self, scope: AsgiScope, receive: AsgiReceive, send: AsgiSend) -> None:
        host = _header_value(scope, b"host") or ""
        if not self._knows_host(host, scope):
            await _send_refusal(
                _Policed(send, "").send_message, _FORBIDDEN, _other_address_page(scope)
            )
        elif scope["path"].rstrip("/") in _HIDDEN_PATHS:
            await _send_refusal(_Policed(send, host).send_message, _MISSING)
        else:
            cookie = "" if _device_secret(scope) else _cookie_name(scope)
            await self._app(scope, receive, _Policed(send, host, cookie).send_message)

    def _knows_host(self, host: str, scope: AsgiScope) -> bool:
        name = _host_without_port(host)
        address = _server_address(scope)[0]
        literal = name[1:-1] if name.startswith("[") and name.endswith("]") else name
        return name in self._names() or address == _plain_address(literal) is not None


def _header_value(scope: AsgiScope, name: bytes) -> str | None:
    """The first value of a header, in small letters; None without one."""
    values = headers_named(scope, name)
    return values[0].lower() if values else None


def _host_without_port(host: str) -> str:
    """A host without its port; the brackets of an IPv6 address stay."""
    return host if host.endswith("]") else re.sub(r":[0-9]+$", "", host)


def _server_address(scope: AsgiScope) -> tuple[str | None, int]:
    """The address and port of this computer to which the client connected; None if unknown."""
    host, port = scope.get("server") or ("", 0)
    return _plain_address(host), port


def _plain_address(text: str) -> str | None:
    """An address in its shortest spelling; None if it is none, or has the zone of a link."""
    if "%" in text:
        return None
    with suppress(ValueError):
        address = ipaddress.ip_address(text)
        mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
        return str(mapped or address)
    return None


_UNKNOWN = N_("Qwixx Pad can’t be opened at this address.")
_OPEN_INSTEAD = N_("Open the address shown on the computer that runs the pad, or this one:")
_UNKNOWN_PAGE = """<!doctype html>
<html lang="{language}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Qwixx Pad</title>
<body style="font: 1.15rem/1.5 sans-serif; max-width: 30rem; margin: 3rem auto; padding: 0 1rem">
<h1 style="font-size: 1.4rem">{unknown}</h1><p>{instead}</p><p><a href="{url}">{url}</a></p>
"""


def _other_address_page(scope: AsgiScope) -> bytes:
    """The page for a request under a wrong host name: which address to open instead.

    It reveals only the address to which the client has connected.
    """
    accepted = devices.accepted_languages(_header_value(scope, b"accept-language") or "")
    language = choose_locale("", accepted).language
    gettext = catalogue(language).gettext
    address, port = _server_address(scope)
    page = _UNKNOWN_PAGE.format(
        language=html.escape(language),
        unknown=html.escape(gettext(_UNKNOWN)),
        instead=html.escape(gettext(_OPEN_INSTEAD)),
        url=html.escape(f"http://{url_host(address or '127.0.0.1')}:{port}"),
    )
    return page.encode()


def _device_identity(scope: AsgiScope) -> devices.DeviceIdentity:
    """Identify the device. One that does not send a secret is a new one each time.

    It is this computer if both ends of the connection have loopback addresses and the host is a
    name of this computer, unless a proxy has forwarded the request.
    """
    address = client_address(scope)
    is_this_computer = (
        _host_without_port(_header_value(scope, b"host") or "") in LOOPBACK_NAMES
        and _is_loopback(address)
        and _is_loopback(_server_address(scope)[0] or "")
        and not is_forwarded(scope)
    )
    return devices.DeviceIdentity(
        devices.fingerprint(_device_secret(scope) or secrets.token_urlsafe(32)),
        address,
        is_this_computer,
        devices.accepted_languages(_header_value(scope, b"accept-language") or ""),
        has_fonts=True,
    )


def _is_loopback(address: str) -> bool:
    with suppress(ValueError):
        return ipaddress.ip_address(address).is_loopback
    return False


def _cookie_name(scope: AsgiScope) -> str:
    """The name of the cookie, with the port: browsers send cookies of one host to all its ports."""
    port = re.search(r":([0-9]+)$", _header_value(scope, b"host") or "")
    return f"qwixx-pad-{port[1] if port else 80}"


def _device_secret(scope: AsgiScope) -> str | None:
    """The secret in the device's cookie; None if there is none, or it has another form."""
    name = _cookie_name(scope)
    cookies = ";".join(headers_named(scope, b"cookie")).split(";")
    pairs = (cookie.strip().partition("=") for cookie in cookies)
    return next((text for key, _, text in pairs if key == name and _SECRET.fullmatch(text)), None)


async def _hang_up(receive: AsgiReceive, send: AsgiSend, code: int) -> None:
    await receive()
    await send({"type": "websocket.close", "code": code})


async def _send_refusal(send: AsgiSend, status: int, page: bytes = b"") -> None:
    kind = [(b"content-type", b"text/html; charset=utf-8")] if page else []
    headers = [*kind, (b"content-length", str(len(page)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": page})


class _Policed:
    """Adds the policies of the pad to an answer.

    A page is sent when it is complete: its policy contains the hash of its inline script, and
    allows no other.

    Args:
        send: Receives the answer.
        host: The host header of the request.
        cookie: Name of the cookie in which a page sends a new secret; empty if the device has one.
    """

    def __init__(self, send: AsgiSend, host: str, cookie: str = "") -> None:
        self._send = send
        self._host = host
        self._cookie = cookie
        self._start: AsgiMessage | None = None
        self._page = b""

    async def send_message(self, message: AsgiMessage) -> None:
        """Send one message of the answer, or collect it until the page is complete."""
        if message["type"] == "http.response.start":
            if any(
                name.lower() == b"content-type" and value.startswith(b"text/html")
                for name, value in message["headers"]
            ):
                self._start = message
            else:
                await self._send(self._with_policies(message, b"", {}))
        elif self._start is None:
            await self._send(message)
        else:
            self._page += message.get("body", b"")
            if not message.get("more_body"):
                await self._send(
                    self._with_policies(self._start, self._page, self._secret_headers())
                )
                await self._send({"type": "http.response.body", "body": self._page})

    def _secret_headers(self) -> dict[str, str]:
        """Headers with a new secret, if the device has none; no cache may store them."""
        if not self._cookie:
            return {}
        secret = f"{self._cookie}={secrets.token_urlsafe(32)}; {_COOKIE_ATTRIBUTES}"
        return {"set-cookie": secret, "cache-control": "no-store"}

    def _with_policies(self, start: AsgiMessage, page: bytes, more: dict[str, str]) -> AsgiMessage:
        replaced = _DROPPED_HEADERS | {name.encode() for name in more}
        headers = [
            (name, value) for name, value in start["headers"] if name.lower() not in replaced
        ]
        policies = {
            "content-security-policy": content_policy(self._host, _INLINE_SCRIPT.findall(page)),
            "x-content-type-options": "nosniff",
            "referrer-policy": "no-referrer",
            **more,
        }
        headers += [(name.encode(), value.encode("latin-1")) for name, value in policies.items()]
        return {**start, "headers": headers}


def content_policy(host: str, inline_scripts: Iterable[bytes]) -> str:
    """The Content-Security-Policy: scripts, frames and connections from this host only.

    Args:
        host: The host header of the request, with its port; empty if no WebSocket may be opened.
        inline_scripts: The scripts inside the page that may run.
    """
    sockets = f"ws://{host} wss://{host}" if host else ""
    hashes = (
        base64.b64encode(hashlib.sha256(script).digest()).decode() for script in inline_scripts
    )
    own = " ".join(f"'sha256-{text}'" for text in hashes)
    rules = {
        "default-src": "'self'",
        "script-src": f"'self' 'wasm-unsafe-eval' {own}".strip(),
        "style-src": "'self' 'unsafe-inline'",  # Flutter writes its styles into the page
        "img-src": "'self' data: blob:",
        "font-src": "'self' data:",
        "media-src": "'self' data:",  # without https a screen is kept on by a short silent film
        "connect-src": f"'self' {sockets} data: blob:",
        "worker-src": "'self' blob:",
        "object-src": "'none'",
        "base-uri": "'self'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    return "; ".join(f"{key} {value}" for key, value in rules.items())
