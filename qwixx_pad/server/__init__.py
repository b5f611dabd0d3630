"""The web server: what it serves, and its limits. Here are the types of ASGI and its headers."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

AsgiScope = MutableMapping[str, Any]
AsgiMessage = MutableMapping[str, Any]
AsgiReceive = Callable[[], Awaitable[AsgiMessage]]
AsgiSend = Callable[[AsgiMessage], Awaitable[None]]
AsgiApp = Callable[[AsgiScope, AsgiReceive, AsgiSend], Awaitable[None]]


def headers_named(scope: AsgiScope, name: bytes) -> list[str]:
    """All values of a header, in the order in which they came."""
    return [str(value, "latin-1") for key, value in scope["headers"] if key == name]


_PROXY_HEADERS = frozenset({b"forwarded", b"via", b"x-real-ip"})


def is_forwarded(scope: AsgiScope) -> bool:
    """True if a proxy has added a header that says so."""
    return any(
        key in _PROXY_HEADERS or key.startswith(b"x-forwarded-") for key, _ in scope["headers"]
    )


def client_address(scope: AsgiScope) -> str:
    """The address of the other end of a connection; empty if unknown."""
    client = scope.get("client")
    return str(client[0]) if client else ""
