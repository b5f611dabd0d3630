"""Who speaks: each device that calls is known by a secret of its own, and never by the secret.

And the browser that runs the pad by itself: what it says about itself.
"""

import hashlib
import ipaddress
import re
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import lru_cache

from qwixx_pad.observable import Observable

_KEY_CHARS = 32
_MAX_LANGUAGES = 12
_NETWORK_BITS = 64
"""Bits of an IPv6 address that say where a device is; the rest it may choose as it likes."""
WIDE_PREFIX_BITS = 48
"""Those that a host has to itself as often as a town shares them."""


@dataclass(frozen=True, slots=True)
class DeviceIdentity:
    """Who is at the other end of a connection.

    Attributes:
        key: Fingerprint of the secret that the device keeps, never the secret itself. Empty for
            the person at this computer's own window, where no web server is between.
        address: Where it calls from; empty if unknown.
        is_this_computer: Whether it calls from this computer: the owner of the pad.
        languages: Codes that its browser asks for, such as `de-AT`, the most wanted first.
        has_fonts: Whether it runs the client that `server/client.py` has made, which loads the
            pad's fonts by itself before the first screen.
    """

    key: str
    address: str
    is_this_computer: bool
    languages: tuple[str, ...] = ()
    has_fonts: bool = False


OWNER = DeviceIdentity("", "", is_this_computer=True)
"""The person at this computer's own window, or who holds the phone that the app is on."""

THIS_COMPUTER_KEY = "here"
"""What all browsers of this computer are known by at its tables. No fingerprint is such a word."""

current_device: ContextVar[DeviceIdentity] = ContextVar("visitor")
"""Whose connection the running code answers. A session of a browser reads it once, when it begins.

There is no default: a session for which no server has vouched is nobody's, and does not begin."""


def fingerprint(secret: str) -> str:
    """What a device is known by: it tells nothing about its secret and is always the same."""
    return hashlib.sha256(secret.encode()).hexdigest()[:_KEY_CHARS]


@lru_cache(maxsize=4096)
def client_network(address: str, bits: int = _NETWORK_BITS) -> str:
    """What counts as one address: of IPv6 the network, in which a device has many.

    Args:
        address: Of a caller, or of a household; what is neither stands for itself.
        bits: How many say which network it is.
    """
    with suppress(ValueError):
        interface = ipaddress.ip_interface(address)
        if isinstance(interface, ipaddress.IPv6Interface) and not interface.is_loopback:
            network = ipaddress.IPv6Network((interface.packed, bits), strict=False)
            return str(interface.ip.ipv4_mapped or network)
    return address


def accepted_languages(header: str) -> tuple[str, ...]:
    """The languages of a header such as `de-at,de;q=0.9,en;q=0.8`, the most wanted first."""
    wanted = [part.strip().partition(";q=") for part in header.split(",")[:_MAX_LANGUAGES]]
    ranked = sorted(wanted, key=lambda part: -_language_quality(part[2]))
    return tuple(code for code, _, _ in ranked if code)


def _language_quality(quality: str) -> float:
    """How much a language is wanted; what cannot be read is wanted least."""
    if not quality:
        return 1.0
    return float(quality) if re.fullmatch(r"[01](\.[0-9]{1,3})?", quality) else 0.0


@dataclass(frozen=True, slots=True)
class BrowserStatus:
    """How the pad stands in its browser.

    Attributes:
        has_storage: Whether games are kept at all; if not, they are gone with the page.
        has_damage: Whether there is a file that could not be read, and is left as it is.
        is_persistent: Whether the browser has promised never to clear them; None: not asked yet.
        update_available: Whether a newer version of the pad waits.
    """

    has_storage: bool = True
    has_damage: bool = False
    is_persistent: bool | None = None
    update_available: bool = False


class Browser(Observable):
    """The browser that runs the pad, and how it stands; `tell` says a word to the page."""

    def __init__(
        self, send_word: Callable[[str], object], *, has_storage: bool, has_damage: bool = False
    ) -> None:
        super().__init__()
        self._send_word = send_word
        self.status = BrowserStatus(has_storage, has_damage)

    def handle_word(self, word: str) -> None:
        """Take in what the page says; words of a newer page are passed over."""
        changes = {
            "lasts": {"is_persistent": True},
            "may go": {"is_persistent": False},
            "update": {"update_available": True},
        }
        if word in changes:
            self.status = replace(self.status, **changes[word])
            self._notify_watchers()

    def report_shown(self) -> None:
        """Say that there is something to see."""
        self._send_word("shown")

    def request_persistence(self) -> None:
        """Ask that the games are never cleared."""
        self._send_word("lasting")

    def install_update(self) -> None:
        """Go over to the newer version; the page is loaded again."""
        self._send_word("update")
