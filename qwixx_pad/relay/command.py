"""The command `qwixx-pad relay`. It starts without Flet."""

import argparse
import asyncio
import ipaddress
import logging
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    import uvicorn

    from qwixx_pad.relay.store import Store
    from qwixx_pad.server.limits import Notices

DONE, FAILED = 0, 2
DEFAULT_PORT = 8551
_LARGEST_MESSAGE = 1 << 14
"""Bytes of one message from a phone."""
_REQUEST = 60.0
"""Seconds for one request of the site, or for a connection to close."""


def add_relay(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser of `qwixx-pad`."""
    relay = commands.add_parser(
        "relay", help="keep tables for phones anywhere, see docs/hosting.md"
    )
    relay.add_argument(
        "--host",
        action="append",
        metavar="ADDRESS",
        help="listen on this address, such as 0.0.0.0 (repeatable; else this computer only)",
    )
    relay.add_argument("--port", type=int, default=DEFAULT_PORT, help="(%(default)s)")
    relay.add_argument(
        "--data", type=Path, metavar="DIR", default=argparse.SUPPRESS, help="keep the tables here"
    )
    relay.add_argument("--database", default="", metavar="URL", help="postgresql://…, instead")
    relay.add_argument("--site", type=Path, metavar="DIR", help="serve this built site too")
    relay.add_argument(
        "--origin",
        action="append",
        type=_origin,
        default=[],
        metavar="URL",
        help="a site elsewhere that may ask, such as https://pad.example (repeatable)",
    )
    relay.add_argument(
        "--behind-proxy",
        action="append",
        type=_network,
        default=[],
        metavar="ADDRESS",
        help="believe X-Forwarded-For, -Proto and -Host from this address or network (repeatable)",
    )


def _origin(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.netloc:
        raise argparse.ArgumentTypeError(f"{text!r} is no origin; give https://NAME")
    return f"{parts.scheme}://{parts.netloc}".lower()


def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    try:
        return ipaddress.ip_network(text)
    except ValueError as error:
        said = f"{text!r} is neither an address nor a network"
        raise argparse.ArgumentTypeError(said) from error


def run(given: argparse.Namespace) -> int:
    """Serve until Ctrl-C or a termination signal.

    Returns:
        The exit status.
    """
    from qwixx_pad.relay.site import CannotServeError  # noqa: PLC0415 - others start without it
    from qwixx_pad.relay.store import open_store  # noqa: PLC0415
    from qwixx_pad.server.listening import CannotListenError  # noqa: PLC0415
    from qwixx_pad.storage import StorageError, data_folder  # noqa: PLC0415

    try:
        store = open_store(given.data or data_folder(), given.database)
        try:
            _serve(given, store)
        finally:
            store.close()
    except (StorageError, CannotListenError, CannotServeError) as error:
        sys.stderr.write(f"qwixx-pad: {error}\n")
        return FAILED
    return DONE


def _serve(given: argparse.Namespace, store: "Store") -> None:
    from qwixx_pad.server.limits import Notices, open_files  # noqa: PLC0415
    from qwixx_pad.server.listening import Server, listeners  # noqa: PLC0415

    notices = Notices()
    config = configured(given, store, notices, open_files())
    doors = listeners(tuple(given.host or ["127.0.0.1"]), given.port, notices, tries=1)
    host, port = doors[0].getsockname()[:2]
    server = Server(
        config, lambda: _say(f"Qwixx Pad keeps tables on {host}:{port}. Ctrl-C ends it.")
    )
    asyncio.run(server.serve(doors))


def configured(
    given: argparse.Namespace, store: "Store", notices: "Notices", files: int | None
) -> "uvicorn.Config":
    """How the web server serves the relay.

    Args:
        given: The arguments of the command.
        store: Where tables are kept.
        notices: Tells the terminal what strangers do.
        files: How many files may be open; None: any number.
    """
    from qwixx_pad.relay.doors import Doors  # noqa: PLC0415
    from qwixx_pad.relay.service import Relay, RelayLimits  # noqa: PLC0415
    from qwixx_pad.relay.site import with_site  # noqa: PLC0415
    from qwixx_pad.server.connections import Doorkeeper  # noqa: PLC0415
    from qwixx_pad.server.limits import Limits  # noqa: PLC0415

    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # nonsense of strangers is no news
    asked = RelayLimits()
    near = asked.connections if given.behind_proxy else asked.of_address
    limits = Limits(
        request=_REQUEST, connections=asked.connections, connections_of_address=near
    ).within(files)
    doorkeeper = Doorkeeper(limits, notices)
    doors = Doors(frozenset(given.origin), tuple(given.behind_proxy))
    relay = Relay(store, doors, asked, notices)
    app = with_site(relay, given.site) if given.site else relay
    # Messages are small, and packing them would want a buffer each.
    return doorkeeper.config(app, doorkeeper.sweep, _LARGEST_MESSAGE, compressed=False)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
