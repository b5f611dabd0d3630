"""The command `qwixx-pad relay`. It starts without Flet."""

import argparse
import ipaddress
from pathlib import Path
from urllib.parse import urlsplit

DEFAULT_PORT = 8551


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
    relay.set_defaults(answer=_run)


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


def _run(given: argparse.Namespace) -> int:
    """Serve until Ctrl-C or a termination signal; returns the exit status."""
    from qwixx_pad.relay.service import serve  # noqa: PLC0415 - others start without it

    return serve(given)
