"""The identity of a calling device, derived from its secret, and the languages it asks for.

`Browser` has the status of a browser that runs the pad itself.
"""

import base64
import hashlib
import ipaddress
import json
import re
import zlib
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import lru_cache

from qwixx_pad.observable import Observable

_KEY_CHARS = 32
_MAX_LANGUAGES = 12
_QUALITY = re.compile(r"([01](\.[0-9]{1,3})?)?")
"""The quality of an accepted language, from 0 to 1; it is 1 where it is left out."""
_NETWORK_BITS = 64
"""Bits of an IPv6 address that name the network; a device chooses the others."""
WIDE_PREFIX_BITS = 48
"""Bits of an IPv6 address that may belong to a single host, or to a whole town."""
_TAPS = "taps "
"""The beginning of the word about taps on a picture."""


@dataclass(frozen=True, slots=True)
class DeviceIdentity:
    """The device at the other end of a connection.

    Attributes:
        id: Fingerprint of the device's secret. Empty if the pad runs on the device itself: in
            its own window, as an app, or in the browser.
        address: Its network address; empty if unknown.
        is_this_computer: Whether it is this computer, and so belongs to the owner of the pad.
        languages: Codes that its browser asks for, such as `de-AT`, in order of preference.
        has_fonts: Whether it runs the client of `server/client.py`, which loads the pad's fonts
            before the first screen.
    """

    id: str
    address: str
    is_this_computer: bool
    languages: tuple[str, ...] = ()
    has_fonts: bool = False


OWNER = DeviceIdentity("", "", is_this_computer=True)
"""The user of this computer's own window, or of a phone that runs the app."""

THIS_COMPUTER_ID = "here"
"""The id of all browsers of this computer at its tables. No fingerprint equals it."""

current_device: ContextVar[DeviceIdentity] = ContextVar("visitor")
"""The device whose connection is being served; a browser session reads it when it begins.

It has no default, so that no session begins for a device that is not identified.
"""


def fingerprint(secret: str) -> str:
    """The id of a device: always the same, and without any clue to its secret."""
    return hashlib.sha256(secret.encode()).hexdigest()[:_KEY_CHARS]


@lru_cache(maxsize=4096)
def client_network(address: str, bits: int = _NETWORK_BITS) -> str:
    """The network of an IPv6 address, in which a device has many addresses; an IPv4 address itself.

    Args:
        address: Of a client or a network; any other text is returned unchanged.
        bits: Length of the network's prefix.
    """
    with suppress(ValueError):
        interface = ipaddress.ip_interface(address)
        if isinstance(interface, ipaddress.IPv6Interface) and not interface.is_loopback:
            network = ipaddress.IPv6Network((interface.packed, bits), strict=False)
            return str(interface.ip.ipv4_mapped or network)
    return address


def accepted_languages(header: str) -> tuple[str, ...]:
    """Parse a header such as `de-at,de;q=0.9,en;q=0.8` into codes in order of preference."""
    parts = [part.strip().partition(";q=") for part in header.split(",")[:_MAX_LANGUAGES]]
    ranked = sorted(
        parts,
        key=lambda part: float(part[2] or 1) if _QUALITY.fullmatch(part[2]) else 0.0,
        reverse=True,
    )
    return tuple(code for code, _, _ in ranked if code)


@dataclass(frozen=True, slots=True)
class BrowserStatus:
    """The status of a browser that runs the pad.

    Attributes:
        has_storage: Whether games are saved; if not, they are lost with the page.
        has_damage: Whether a file could not be read; it is left unchanged.
        is_persistent: Whether the browser has promised never to delete the games; None until it has
            answered.
        update_available: Whether a newer version of the pad is ready.
    """

    has_storage: bool = True
    has_damage: bool = False
    is_persistent: bool | None = None
    update_available: bool = False


@dataclass(frozen=True, slots=True)
class KeptScreen:
    """A screen whose picture a browser may save, to show it at once at the next visit.

    Attributes:
        route: The route to it.
        opens_until: When the plain address ceases to lead to it, in seconds since 1970.
        pencil: What can be tapped on that picture, as JSON; None for nothing.
    """

    route: str
    opens_until: float
    pencil: Mapping[str, object] | None = None

    def __str__(self) -> str:
        """The route, when it ceases to open, and the pencil: JSON through deflate and base64."""
        parts = [self.route, f"{1000 * self.opens_until:.0f}"]
        if self.pencil is not None:
            text = json.dumps(self.pencil, ensure_ascii=False, separators=(",", ":"))
            parts.append(base64.b64encode(zlib.compress(text.encode(), 9)).decode())
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class PencilTaps:
    """Taps on the picture of a screen, which its page has stored until the screen is there.

    Attributes:
        route: The route to the screen.
        entries: The length of the log in that picture.
        taps: The identifiers, in the order of the taps.
        is_late: Whether they must not be carried out any more.
    """

    route: str
    entries: int
    taps: tuple[str, ...]
    is_late: bool

    @classmethod
    def from_json(cls, text: str) -> "PencilTaps | None":
        """Read what the page has stored; None if it is anything else."""
        with suppress(ValueError):
            match json.loads(text):
                case {
                    "of": str(of),
                    "entries": int(n),
                    "taps": [_, *_] as taps,
                    "late": bool(late),
                }:
                    return cls(of, n, tuple(map(str, taps)), late)
        return None


@dataclass(frozen=True, slots=True, eq=False)
class OpenedFile:
    """A file that was opened with the pad.

    Attributes:
        read: Reads at most so many bytes of it; raises `OSError` if that fails.
    """

    read: Callable[[int], Awaitable[bytes]]


class Browser(Observable):
    """The browser that runs the pad, and its status.

    Args:
        send_word: Sends a word to the page around the pad.
        has_storage: As in `BrowserStatus`.
        has_damage: As in `BrowserStatus`.
        site: The address of the page, without a slash at its end.
        load_weights: Fetches the weights of this name, which the value of a game needs; raises
            `OSError` without a network.

    Attributes:
        find_kept_screen: Finds the present screen if its picture may be saved.
        enter_taps: Carries out taps on such a picture.
        opened_file: A file that was opened with the pad; None once a screen has taken it.
        status: Changes with the words of the page.
    """

    def __init__(
        self,
        send_word: Callable[[str], object],
        *,
        has_storage: bool,
        has_damage: bool = False,
        site: str = "",
        load_weights: Callable[[str], Awaitable[bytes]] | None = None,
    ) -> None:
        super().__init__()
        self.site = site
        self.load_weights = load_weights
        self._send_word = send_word
        self.find_kept_screen: Callable[[], KeptScreen | None] = lambda: None
        self.enter_taps: Callable[[PencilTaps], None] = lambda _: None
        self.opened_file: OpenedFile | None = None
        self.status = BrowserStatus(has_storage, has_damage)

    def handle_word(self, word: str) -> None:
        """Apply a word of the page to the status; ignore unknown words, as of a newer page."""
        changes = {
            "lasts": {"is_persistent": True},
            "may go": {"is_persistent": False},
            "update": {"update_available": True},
        }
        if word == "rests":  # the page may keep a picture of its screen
            screen = self.find_kept_screen()
            self._send_word(f"screen {screen}" if screen else "screen")
        if word.startswith(_TAPS):
            taps = PencilTaps.from_json(word.removeprefix(_TAPS))
            if taps is None:
                self.report_entered()
            else:
                self.enter_taps(taps)
        if word in changes:
            self.status = replace(self.status, **changes[word])
            self._notify_watchers()

    def open_file(self, file: OpenedFile) -> None:
        """Offer a file to the screen that imports files."""
        self.opened_file = file
        self._notify_watchers()

    def report_shown(self) -> None:
        """Report to the page that the first screen is shown."""
        self._send_word("shown")

    def report_entered(self) -> None:
        """Report to the page that the taps on its picture were carried out or dropped."""
        self._send_word("entered")

    def request_persistence(self) -> None:
        """Have the page ask the browser never to delete the games."""
        self._send_word("lasting")

    def install_update(self) -> None:
        """Have the page activate the newer version, and reload."""
        self._send_word("update")
