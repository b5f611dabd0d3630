"""What stands between the web and the pad: policies on every answer, strangers turned away.

Every device is handed a secret of its own with its first page, and is known by it from then on.

Plain ASGI, so that it wraps whatever serves the pages.
"""

import base64
import hashlib
import html
import ipaddress
import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import suppress

from qwixx_pad.i18n import catalogue, choose_tongue, phrase
from qwixx_pad.identity import devices
from qwixx_pad.identity.network import in_url
from qwixx_pad.server import App, Message, Receive, Scope, Send, address_of, headers_named
from qwixx_pad.server.limits import Sockets
from qwixx_pad.server.messages import attend

LOOPBACK_NAMES = ("127.0.0.1", "localhost", "[::1]")
"""What this computer calls itself."""
_HIDDEN = frozenset(
    {"/docs", "/docs/oauth2-redirect", "/redoc", "/openapi.json", "/oauth_callback"}
)
_INLINE_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
_DROPPED = frozenset({b"access-control-allow-origin"})
_FORBIDDEN, _MISSING = 403, 404
_POLICY_VIOLATED, _TRY_LATER = 1008, 1013
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
_KEPT_AS = "Path=/; HttpOnly; SameSite=Lax; Max-Age=34560000"
"""Lax, because a scanned or shared address comes from elsewhere: with Strict it would arrive
without the secret, and the device would be handed a new one. Nothing changes by opening a page,
and a WebSocket of another origin is refused in any case."""


class Security:
    """An ASGI app in front of another, which serves the pad under these host names alone.

    And under the address that a caller has come to, which is no name that a stranger could lead
    here. A device has `register` seconds to introduce itself.
    """

    def __init__(self, app: App, hosts: Iterable[str], sockets: Sockets, register: float) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._sockets = sockets
        self._register = register

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request or one WebSocket."""
        if scope["type"] == "websocket":
            await self._web_socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _web_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._admits(scope):
            await _hang_up(receive, send, _POLICY_VIOLATED)
            return
        caller = _identity(scope)
        with self._sockets.held_by(caller) as held:
            if not held:
                await _hang_up(receive, send, _TRY_LATER)
                return
            before = devices.current.set(caller)
            try:
                known = _known_by(scope, caller.key)
                await attend(self._app, known, receive, send, self._register)
            finally:
                devices.current.reset(before)

    def _admits(self, scope: Scope) -> bool:
        """Return whether it is our own page that asks. Browsers always say which page it is."""
        host, origin = _header(scope, b"host"), _header(scope, b"origin")
        if not self._knows(host, scope):
            return False
        if origin is None:
            return _is_loopback(address_of(scope))
        return origin.partition("://")[2] == host

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        host = _header(scope, b"host")
        if not self._knows(host, scope):
            await _refuse(_Policed(send, "").send, _FORBIDDEN, _where_instead(scope))
        elif scope["path"].rstrip("/") in _HIDDEN:
            await _refuse(_Policed(send, host or "").send, _MISSING)
        else:
            unknown = not _secret(scope)
            policed = _Policed(send, host or "", _cookie_name(scope) if unknown else "")
            await self._app(scope, receive, policed.send)

    def _knows(self, host: str | None, scope: Scope) -> bool:
        if host is None:
            return False
        name, address = _name(host), _came_to(scope)[0]
        literal = name[1:-1] if name.startswith("[") and name.endswith("]") else name
        return name in self._hosts or address == _plain_address(literal) is not None


def _known_by(scope: Scope, key: str) -> Scope:
    """Return the request with the device's key for its browser's name.

    Flet takes a session up again for whoever has its identifier, the same address and the same
    browser's name; with the key in its place only the same device can.
    """
    others = [header for header in scope["headers"] if header[0] != b"user-agent"]
    return {**scope, "headers": [*others, (b"user-agent", key.encode())]}


def _header(scope: Scope, name: bytes) -> str | None:
    found = headers_named(scope, name)
    return found[0].lower() if found else None


def _name(host: str) -> str:
    """Return a host without its port; the brackets of an IPv6 address stay."""
    return host if host.endswith("]") else re.sub(r":[0-9]+$", "", host)


def _came_to(scope: Scope) -> tuple[str | None, int]:
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


_UNKNOWN = phrase("Qwixx Pad is not opened under this name.")
_OPEN = phrase("Open the address that stands on the computer with the pad, or this one:")
_UNKNOWN_PAGE = """<!doctype html>
<html lang="{language}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Qwixx Pad</title>
<body style="font: 1.15rem/1.5 sans-serif; max-width: 30rem; margin: 3rem auto; padding: 0 1rem">
<h1 style="font-size: 1.4rem">{unknown}</h1><p>{instead}</p><p><a href="{url}">{url}</a></p>
"""


def _where_instead(scope: Scope) -> bytes:
    """Return a page for who comes under a strange name: what to open instead.

    It names nothing but the address that they have come to, which they knew.
    """
    wanted = devices.languages_of(_header(scope, b"accept-language") or "")
    language = choose_tongue("", wanted).language
    address, port = _came_to(scope)
    said = {
        "language": language,
        "unknown": catalogue(language).gettext(_UNKNOWN),
        "instead": catalogue(language).gettext(_OPEN),
        "url": f"http://{in_url(address or '127.0.0.1')}:{port}",
    }
    return _UNKNOWN_PAGE.format_map({key: html.escape(text) for key, text in said.items()}).encode()


def _identity(scope: Scope) -> devices.DeviceIdentity:
    """Identify the device. One that keeps no secret is a new one each time."""
    address = address_of(scope)
    own_name = _name(_header(scope, b"host") or "") in LOOPBACK_NAMES
    key = devices.fingerprint(_secret(scope) or secrets.token_urlsafe(32))
    languages = devices.languages_of(_header(scope, b"accept-language") or "")
    here = own_name and _is_loopback(address)
    return devices.DeviceIdentity(key, address, here, languages, has_fonts=True)


def _is_loopback(address: str) -> bool:
    with suppress(ValueError):
        return ipaddress.ip_address(address).is_loopback
    return False


def _cookie_name(scope: Scope) -> str:
    """Browsers do not tell ports apart when they send cookies; two pads must."""
    port = re.search(r":([0-9]+)$", _header(scope, b"host") or "")
    return f"qwixx-pad-{port[1] if port else 80}"


def _secret(scope: Scope) -> str | None:
    """Return the secret that the device was handed; what cannot be one of ours is none."""
    name = _cookie_name(scope)
    values = (value for key, value in _cookies(scope) if key == name)
    return next(filter(_SECRET.fullmatch, values), None)


def _cookies(scope: Scope) -> Iterator[tuple[str, str]]:
    for cookie in ";".join(headers_named(scope, b"cookie")).split(";"):
        name, _, text = cookie.strip().partition("=")
        yield name, text


async def _hang_up(receive: Receive, send: Send, code: int) -> None:
    await receive()
    await send({"type": "websocket.close", "code": code})


async def _refuse(send: Send, status: int, page: bytes = b"") -> None:
    kind = [(b"content-type", b"text/html; charset=utf-8")] if page else []
    headers = [*kind, (b"content-length", str(len(page)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": page})


class _Policed:
    """Passes an answer on with the policies of the pad.

    The start page is held back until it is complete: its inline script, which the server writes,
    is allowed by its hash and no other is.

    Args:
        send: Where the answer goes.
        host: As the browser asked for it.
        cookie: Under which name a page hands out a secret; empty if the device has one.
    """

    def __init__(self, send: Send, host: str, cookie: str = "") -> None:
        self._send = send
        self._host = host
        self._cookie = cookie
        self._start: Message | None = None
        self._page = b""

    async def send(self, message: Message) -> None:
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
                await self._send(self._with_policies(self._start, self._page, self._welcome()))
                await self._send({"type": "http.response.body", "body": self._page})

    def _welcome(self) -> dict[str, str]:
        """Return the secret for a device that has none; no cache may hand it to a second one."""
        if not self._cookie:
            return {}
        secret = f"{self._cookie}={secrets.token_urlsafe(32)}; {_KEPT_AS}"
        return {"set-cookie": secret, "cache-control": "no-store"}

    def _with_policies(self, start: Message, page: bytes, more: dict[str, str]) -> Message:
        dropped = _DROPPED | {name.encode() for name in more}
        kept = [(key, value) for key, value in start["headers"] if key.lower() not in dropped]
        policies = {
            "content-security-policy": content_policy(self._host, _INLINE_SCRIPT.findall(page)),
            "x-content-type-options": "nosniff",
            "referrer-policy": "no-referrer",
            **more,
        }
        ours = [(key.encode(), value.encode("latin-1")) for key, value in policies.items()]
        return {**start, "headers": [*kept, *ours]}


def _is_page(start: Message) -> bool:
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
