"""What stands between the web and the pad: policies on every answer, strangers turned away.

Plain ASGI, so that it wraps whatever serves the pages.
"""

import base64
import hashlib
import re
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LOOPBACK_NAMES = ("127.0.0.1", "localhost", "[::1]")
"""What this computer calls itself."""
_HIDDEN = frozenset(
    {"/docs", "/docs/oauth2-redirect", "/redoc", "/openapi.json", "/oauth_callback"}
)
_INLINE_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
_DROPPED = frozenset({b"access-control-allow-origin"})
_FORBIDDEN, _MISSING = 403, 404


class Shield:
    """An ASGI app in front of another.

    Args:
        app: What serves the pad.
        hosts: Host names that may be asked for; a page of another name is not ours.
    """

    def __init__(self, app: App, hosts: Iterable[str]) -> None:
        self._app = app
        self._hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request or one WebSocket."""
        if scope["type"] == "websocket":
            await self._web_socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _web_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        host, origin = _header(scope, b"host"), _header(scope, b"origin")
        ours = origin is None or origin.partition("://")[2] == host
        if ours and self._knows(host):
            await self._app(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1008})

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        host = _header(scope, b"host")
        if not self._knows(host):
            await _refuse(_Policed(send, "").send, _FORBIDDEN)
        elif scope["path"].rstrip("/") in _HIDDEN:
            await _refuse(_Policed(send, host or "").send, _MISSING)
        else:
            await self._app(_asked_afresh(scope), receive, _Policed(send, host or "").send)

    def _knows(self, host: str | None) -> bool:
        return host is not None and _name(host) in self._hosts


def _asked_afresh(scope: Scope) -> Scope:
    """The start page is always sent whole: its policy holds the hash of what is in it."""
    name = scope["path"].rpartition("/")[2]
    if "." in name and not name.endswith(".html"):
        return scope
    return {**scope, "headers": [h for h in scope["headers"] if not h[0].startswith(b"if-")]}


def _header(scope: Scope, name: bytes) -> str | None:
    found = (value for key, value in scope["headers"] if key == name)
    value = next(found, None)
    return None if value is None else str(value, "latin-1").lower()


def _name(host: str) -> str:
    """A host without its port; the brackets of an IPv6 address stay."""
    return host if host.endswith("]") else re.sub(r":[0-9]+$", "", host)


async def _refuse(send: Send, status: int) -> None:
    await send(
        {"type": "http.response.start", "status": status, "headers": [(b"content-length", b"0")]}
    )
    await send({"type": "http.response.body", "body": b""})


class _Policed:
    """Passes an answer on with the policies of the pad.

    The start page is held back until it is complete: its inline script, which the server writes,
    is allowed by its hash and no other is.
    """

    def __init__(self, send: Send, host: str) -> None:
        self._send = send
        self._host = host
        self._start: Message | None = None
        self._page = b""

    async def send(self, message: Message) -> None:
        """One message of the answer."""
        if message["type"] == "http.response.start" and _is_page(message):
            self._start = message
        elif message["type"] == "http.response.start":
            await self._send(self._with_policies(message, b""))
        elif self._start is None:
            await self._send(message)
        else:
            self._page += message.get("body", b"")
            if not message.get("more_body"):
                await self._send(self._with_policies(self._start, self._page))
                await self._send({"type": "http.response.body", "body": self._page})

    def _with_policies(self, start: Message, page: bytes) -> Message:
        kept = [(key, value) for key, value in start["headers"] if key.lower() not in _DROPPED]
        policies = {
            "content-security-policy": content_policy(self._host, _INLINE_SCRIPT.findall(page)),
            "x-content-type-options": "nosniff",
            "referrer-policy": "no-referrer",
        }
        ours = [(key.encode(), value.encode("latin-1")) for key, value in policies.items()]
        return {**start, "headers": [*kept, *ours]}


def _is_page(start: Message) -> bool:
    return any(
        key.lower() == b"content-type" and value.startswith(b"text/html")
        for key, value in start["headers"]
    )


def content_policy(host: str, inline_scripts: Iterable[bytes]) -> str:
    """The page may speak with its own host and with nobody else.

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
        "connect-src": f"'self' {sockets} data: blob:",
        "worker-src": "'self' blob:",
        "object-src": "'none'",
        "base-uri": "'self'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    return "; ".join(f"{key} {value}" for key, value in rules.items())
