"""Addresses and names of this computer in its local network, and QR codes of them."""

import io
import ipaddress
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from segno import QRCode

_PROBE_TARGETS = ("192.0.2.1", "2001:db8::1")
"""For each IP version an address that is in no local network."""
_VIRTUAL_INTERFACE = re.compile(
    r"^(tun|tap|utun|wg|ppp|ipsec|docker|br-|veth|virbr|cni|vmnet|vbox|zt|tailscale|lxc|lxd)"
    r"|virtual ethernet|virtualbox|vmware|hyper-v|tunnel|tap-|vpn|wireguard",
    re.IGNORECASE,
)
"""Names of interfaces to a VPN, to containers and to virtual machines."""
_ERROR_CORRECTION = "m"
_QUIET_ZONE_MODULES = 2


def lan_addresses() -> tuple[str, ...]:
    """The addresses of this computer that other devices can reach, the likeliest first.

    If an interface has an IPv4 address that is not link-local, its IPv6 ones are left out: the
    former is shorter, and every device supports it. Empty if the computer is in no network.
    """
    outgoing = [*_outgoing_addresses()]
    interfaces = dict.fromkeys(outgoing, "") | dict(_interface_addresses())
    known = {each: ipaddress.ip_address(each) for each in filter(_is_reachable, interfaces)}
    version_4 = {each: ip for each, ip in known.items() if isinstance(ip, ipaddress.IPv4Address)}
    with_version_4 = {interfaces[each] for each, ip in version_4.items() if not ip.is_link_local}

    def preference(address: str) -> tuple[bool, int, bool, bool]:
        ip = known[address]
        is_virtual = _VIRTUAL_INTERFACE.search(interfaces[address]) is not None
        # a computer assigns itself a link-local one while it has no other
        return ip.is_link_local, ip.version, is_virtual, address not in outgoing

    listed = (each for each in known if each in version_4 or interfaces[each] not in with_version_4)
    return tuple(sorted(listed, key=preference))


def url_host(address: str) -> str:
    """Format an address as the host of a URL: an IPv6 one in brackets."""
    return f"[{address}]" if ":" in address else address


def host_names() -> tuple[str, ...]:
    """The names of this computer in its network, in lower case; empty if it has none of its own."""
    try:
        name = socket.gethostname().lower()
    except (OSError, UnicodeError):
        return ()
    if name in {"", "localhost"} or name.startswith("localhost."):
        return ()
    return (name, f"{name.removesuffix('.local')}.local")


def qr_png(url: str, *, error: str = _ERROR_CORRECTION) -> bytes:
    """The QR code of an address as PNG, a pixel a module, with the quiet zone of the standard.

    With the error correction `m` more of the code may be covered than with `l`, which makes the
    code of a long address smaller.
    """
    out = io.BytesIO()
    _make_qr(url, error).save(out, kind="png")
    return out.getvalue()


def lan_command() -> str:
    """The command line that starts this pad with --lan, which lets phones in.

    Empty if it was started with that.
    """
    if "--lan" in sys.argv:
        return ""
    command = ["qwixx-pad"]
    if Path(sys.argv[0]).stem == "qwixx-pad":
        command = sys.argv
    elif sys.orig_argv[1:3] == ["-m", "qwixx_pad"]:
        command = sys.orig_argv
    words = [word for word in command if word != "--window"] + ["--lan"]
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)


def terminal_qr(url: str) -> str:
    """The QR code of an address in half blocks, light on dark, with a small quiet zone."""
    out = io.StringIO()
    _make_qr(url).terminal(out, border=_QUIET_ZONE_MODULES, compact=True)
    return out.getvalue().rstrip("\n")


def _make_qr(url: str, error: str = _ERROR_CORRECTION) -> "QRCode":
    import segno  # noqa: PLC0415 - rarely needed, and large

    return segno.make(url, micro=False, error=error)


def _outgoing_addresses() -> Iterator[str]:
    """Yield the addresses from which this computer sends; nothing is sent to find them."""
    for target in _PROBE_TARGETS:
        family = socket.AF_INET6 if ":" in target else socket.AF_INET
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            yield str(probe.getsockname()[0])


def _interface_addresses() -> Iterator[tuple[str, str]]:
    """Yield all addresses of this computer, each with the name of its interface."""
    import ifaddr  # noqa: PLC0415 - an app does not serve, and is built without it

    with suppress(OSError):
        for adapter in ifaddr.get_adapters():
            for each in adapter.ips:
                yield each.ip if isinstance(each.ip, str) else each.ip[0], adapter.nice_name


def _is_reachable(address: str) -> bool:
    """True if other devices can open an address; no browser opens a link-local IPv6 one."""
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address) and ip.is_link_local:
        return False
    return not ip.is_loopback and not ip.is_unspecified
