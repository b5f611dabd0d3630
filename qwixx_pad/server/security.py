"""Policies on every answer, and requests of strangers turned away.

Every device is handed a secret of its own with its first page, and is known by it from then on.

Plain ASGI, so that it wraps whatever serves the pages.
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
"""What this computer calls itself."""
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
"""Lax, because a scanned or shared address comes from elsewhere: with Strict it would arrive
without the secret, and the device would be handed a new one. Nothing changes by opening a page,
and a WebSocket of another origin is refused in any case."""


class Security:
    """An ASGI app in front of another, which serves the pad under these host names alone.

    And under the address that a caller has come to, which is no name that a stranger could lead
    here. `names` is asked each time: they change when phones are let in. A device has `register`
    seconds to introduce itself.
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
        """Answer one request or one WebSocket."""
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
        caller = _device_identity(scope)
        with self._sockets.held_by(caller) as held:
            if not held:
                await _hang_up(receive, send, _TRY_LATER)
                return
            before = devices.current_device.set(caller)
            try:
                known = _with_device_id(scope, caller.id)
                await run_socket_app(self._app, known, receive, send, self._register)
            finally:
                devices.current_device.reset(before)

    def _is_own_page(self, scope: AsgiScope) -> bool:
        """Return whether it is our own page that asks. Browsers always say which page it is."""
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
            unknown = not _device_secret(scope)
            policed = _Policed(send, host, _cookie_name(scope) if unknown else "")
            await self._app(scope, receive, policed.send_message)

    def _knows_host(self, host: str, scope: AsgiScope) -> bool:
        name = _host_without_port(host)
        address = _server_address(scope)[0]
        literal = name[1:-1] if name.startswith("[") and name.endswith("]") else name
        return name in self._names() or address == _plain_address(literal) is not None


def _with_device_id(scope: AsgiScope, device: str) -> AsgiScope:
    """Return the request with the device's id for its browser's name.

    Flet takes a session up again for whoever has its identifier and the same browser's name; with
    the id in its place only the same device can.
    """
    others = [header for header in scope["headers"] if header[0] != b"user-agent"]
    return {**scope, "headers": [*others, (b"user-agent", device.encode())]}


def _header_value(scope: AsgiScope, name: bytes) -> str | None:
    found = headers_named(scope, name)
    return found[0].lower() if found else None


def _host_without_port(host: str) -> str:
    """Return a host without its port; the brackets of an IPv6 address stay."""
    return host if host.endswith("]") else re.sub(r":[0-9]+$", "", host)


def _server_address(scope: AsgiScope) -> tuple[str | None, int]:
    """Return the address and port of this computer that was called; None if unknown."""
    host, port = scope.get("server") or ("", 0)
    return _plain_address(host), port


def _plain_address(text: str) -> str | None:
    """Return an address in the one way to write it; None if it is none, or of one link alone."""
    if "%" in text:
        return None
    with suppress(ValueError):
        known = ipaddress.ip_address(text)
        mapped = known.ipv4_mapped if isinstance(known, ipaddress.IPv6Address) else None
        return str(mapped or known)
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
    """Return a page for who comes under a strange name: what to open instead.

    It names nothing but the address that they have come to, which they knew.
    """
    wanted = devices.accepted_languages(_header_value(scope, b"accept-language") or "")
    language = choose_locale("", wanted).language
    address, port = _server_address(scope)
    said = {
        "language": language,
        "unknown": catalogue(language).gettext(_UNKNOWN),
        "instead": catalogue(language).gettext(_OPEN_INSTEAD),
        "url": f"http://{url_host(address or '127.0.0.1')}:{port}",
    }
    return _UNKNOWN_PAGE.format_map({key: html.escape(text) for key, text in said.items()}).encode()


def _device_identity(scope: AsgiScope) -> devices.DeviceIdentity:
    """Identify the device. One that keeps no secret is a new one each time.

    It is this computer if both ends of the connection are, as the system says, and the page was
    asked for under its own name; unless a proxy passes on what somebody else asks for.
    """
    address = client_address(scope)
    own_name = _host_without_port(_header_value(scope, b"host") or "") in LOOPBACK_NAMES
    is_local = all(map(_is_loopback, (address, _server_address(scope)[0] or "")))
    device = devices.fingerprint(_device_secret(scope) or secrets.token_urlsafe(32))
    languages = devices.accepted_languages(_header_value(scope, b"accept-language") or "")
    here = own_name and is_local and not is_forwarded(scope)
    return devices.DeviceIdentity(device, address, here, languages, has_fonts=True)


def _is_loopback(address: str) -> bool:
    with suppress(ValueError):
        return ipaddress.ip_address(address).is_loopback
    return False


def _cookie_name(scope: AsgiScope) -> str:
    """Browsers do not tell ports apart when they send cookies; two pads must."""
    port = re.search(r":([0-9]+)$", _header_value(scope, b"host") or "")
    return f"qwixx-pad-{port[1] if port else 80}"


def _device_secret(scope: AsgiScope) -> str | None:
    """Return the secret that the device was handed; what cannot be one of ours is none."""
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
    """Passes an answer on with the policies of the pad.

    The start page is held back until it is complete: its inline script, which the server writes,
    is allowed by its hash and no other is.

    Args:
        send: Receives the answer.
        host: As the browser asked for it.
        cookie: Under which name a page hands out a secret; empty if the device has one.
    """

    def __init__(self, send: AsgiSend, host: str, cookie: str = "") -> None:
        self._send = send
        self._host = host
        self._cookie = cookie
        self._start: AsgiMessage | None = None
        self._page = b""

    async def send_message(self, message: AsgiMessage) -> None:
        """One message of the answer."""
        if message["type"] == "http.response.start" and _is_page(message):
            self._start = message
        elif message["type"] == "http.response.start":
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
        """Return the secret for a device that has none; no cache may hand it to a second one."""
        if not self._cookie:
            return {}
        secret = f"{self._cookie}={secrets.token_urlsafe(32)}; {_COOKIE_ATTRIBUTES}"
        return {"set-cookie": secret, "cache-control": "no-store"}

    def _with_policies(self, start: AsgiMessage, page: bytes, more: dict[str, str]) -> AsgiMessage:
        dropped = _DROPPED_HEADERS | {name.encode() for name in more}
        kept = [(key, value) for key, value in start["headers"] if key.lower() not in dropped]
        policies = {
            "content-security-policy": content_policy(self._host, _INLINE_SCRIPT.findall(page)),
            "x-content-type-options": "nosniff",
            "referrer-policy": "no-referrer",
            **more,
        }
        ours = [(key.encode(), value.encode("latin-1")) for key, value in policies.items()]
        return {**start, "headers": [*kept, *ours]}


def _is_page(start: AsgiMessage) -> bool:
    return any(
        key.lower() == b"content-type" and value.startswith(b"text/html")
        for key, value in start["headers"]
    )


def content_policy(host: str, inline_scripts: Iterable[bytes]) -> str:
    """Return the page may speak with its own host and with nobody else.

    Args:
        host: As the browser asked for it, with its port; empty where no page is shown.
        inline_scripts: The scripts inside the page that are its own.
    """
    sockets = f"ws://{host} wss://{host}" if host else ""
    hashes = (base64.b64encode(hashlib.sha256(s).digest()).decode() for s in inline_scripts)
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
