"""What strangers can reach: doors, deadlines and limits; and what ASGI passes to and fro."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


def headers_named(scope: Scope, name: bytes) -> list[str]:
    """Return all values of a header, in the order in which they came."""
    return [str(value, "latin-1") for key, value in scope["headers"] if key == name]


def address_of(scope: Scope) -> str:
    """Return the address from which a connection comes; empty if unknown."""
    client = scope.get("client")
    return str(client[0]) if client else ""
