"""Who calls, from where, and by which page: what a header says is believed of proxies alone."""

import ipaddress
from dataclasses import dataclass
from typing import TypeAlias

from qwixx_pad.server import Scope
from qwixx_pad.server.limits import OWN_ADDRESSES
from qwixx_pad.service.devices import household

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
UNNAMED_PROXY = (
    "calls come by a proxy on this computer and count as those of one address; --behind-proxy with "
    "the proxy's address, 127.0.0.1 or ::1, tells them apart."
)
_OF_PROXIES = frozenset({b"x-forwarded-for", b"forwarded", b"via"})


@dataclass(frozen=True, slots=True)
class Doors:
    """From where calls are taken.

    uvicorn's own middleware is not enough: it reads no `X-Forwarded-Host`, forgets who has passed
    a call on, and takes the word of a caller that calls from where the proxies are.

    Attributes:
        origins: Of sites elsewhere, such as `https://pad.example`.
        proxies: From where forwarded headers are believed.
    """

    origins: frozenset[str] = frozenset()
    proxies: tuple[Network, ...] = ()

    def address(self, scope: Scope) -> str:
        """From where somebody calls, a household as one; empty: from this very computer.

        Behind a proxy nobody does, even where the proxy was not named.
        """
        peer = _peer(scope)
        if not self._trusts(peer):
            own = peer in OWN_ADDRESSES and not self.misses(scope)
            return "" if own else household(peer)
        named = [each.strip() for each in _header(scope, b"x-forwarded-for").split(",")]
        strangers = (each for each in reversed(named) if each and not self._trusts(each))
        return household(next(strangers, peer))

    def misses(self, scope: Scope) -> bool:
        """Whether it comes by a proxy on this computer that was not named."""
        peer = _peer(scope)
        passed_on = any(key in _OF_PROXIES for key, _ in scope["headers"])
        return passed_on and peer in OWN_ADDRESSES and not self._trusts(peer)

    def admits(self, scope: Scope) -> bool:
        """Whether it is no page that calls, or one of ours; browsers always say which."""
        origin = _header(scope, b"origin").lower()
        return origin in {"", self._own(scope)} | self.origins

    def _own(self, scope: Scope) -> str:
        host, scheme = _header(scope, b"host"), "https" if scope["scheme"] == "wss" else "http"
        if self._trusts(_peer(scope)):
            host = _header(scope, b"x-forwarded-host") or host
            scheme = _header(scope, b"x-forwarded-proto") or scheme
        return f"{scheme}://{host}".lower()

    def _trusts(self, address: str) -> bool:
        try:
            known = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(known in network for network in self.proxies)


def _peer(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


def _header(scope: Scope, name: bytes) -> str:
    """A header; the last one of several, which the proxy nearest to us has added."""
    found = [str(value, "latin-1") for key, value in scope["headers"] if key == name]
    return ",".join(found) if name == b"x-forwarded-for" else next(reversed(found), "")
