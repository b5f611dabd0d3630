"""The command `qwixx-pad`. Commands without a screen start without Flet."""

import argparse
import errno
import ipaddress
import json
import os
import signal
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, TextIO, TypeAlias
from urllib.parse import urlsplit

from qwixx_pad import __version__
from qwixx_pad.commands import (
    FAILED,
    add_commands,
    opened_input,
    print_failure,
    print_line,
    print_warning,
    site_url,
)
from qwixx_pad.core.game import Refused
from qwixx_pad.core.layout import Layout
from qwixx_pad.core.notation import GameLine, HeadError, read_line, report_game
from qwixx_pad.layouts import installed_layouts, load_custom_folder
from qwixx_pad.layouts.loader import LayoutFileError, load_custom_file
from qwixx_pad.library.exchange import ImportRefusedError
from qwixx_pad.library.links import find_link, read_link, with_sheets_of
from qwixx_pad.library.summaries import game_line
from qwixx_pad.storage import StorageError

if TYPE_CHECKING:
    from qwixx_pad.server.serve import Address

ACCEPTED = 0
"""Exit status: success."""
REFUSED = 1
"""Exit status: a token was refused, or a layout file has problems."""
UNREADABLE = 2
"""Exit status: a file could not be read, or a line has no valid head or is too long."""
DEFAULT_PORT = 8550
_RELAY_PORT = 8551
_HIGHEST_PORT = 65535
INTERRUPTED = 130
"""Exit status of a command that was interrupted; the pad itself returns 0 then."""


def _port_number(text: str) -> int:
    port = int(text) if text.isascii() and text.isdigit() else -1
    if not 1 <= port <= _HIGHEST_PORT:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port; give a number from 1 to 65535")
    return port


def _build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="qwixx-pad",
        description="A score pad for Qwixx. Without a command it opens the pad in the browser.",
        epilog="Unofficial, not affiliated. You need the dice and the game.",
    )
    parser.add_argument("--version", action="version", version=f"qwixx-pad {__version__}")
    parser.add_argument(
        "--port",
        type=_port_number,
        default=DEFAULT_PORT,
        help="port to serve on, or the next free one (default: %(default)s)",
    )
    parser.add_argument("--no-browser", action="store_true", help="don't open the browser")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--window", action="store_true", help="open a window instead of the browser")
    where.add_argument(
        "--lan", action="store_true", help="let phones on the same network join a table"
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder for your games")
    parser.add_argument(
        "--site", type=site_url, metavar="URL", help="site that opens links of games"
    )
    _add_layouts_option(parser, None)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, line_command in _LINE_COMMANDS.items():
        command = commands.add_parser(name, help=line_command.help)
        command.add_argument(
            "file", help="file with one game line or link per line; - for standard input"
        )
        _add_layouts_option(command, argparse.SUPPRESS)
        command.set_defaults(
            answer=lambda given: replay_file(given.file, sys.stdout, given.layouts, given.reporter),
            reporter=line_command.reporter,
        )
    layout = commands.add_parser("layout", help="check a sheet of your own")
    checks = layout.add_subparsers(dest="layout_command", metavar="COMMAND", required=True)
    check = checks.add_parser("check", help="list all problems of a sheet's file")
    check.add_argument("file", type=Path, help="TOML file, see docs/layouts.md")
    check.set_defaults(answer=lambda given: check_file(given.file, sys.stdout))
    site = commands.add_parser("build-site", help="build the site, a folder for any web host")
    site.add_argument("folder", type=Path, metavar="DIR", help="a new folder, or one built before")
    site.add_argument(
        "--relay",
        metavar="URL",
        default="",
        help="relay for online tables; . for the relay that serves this site",
    )
    site.set_defaults(answer=_build_site)
    _add_relay_command(commands)
    add_commands(commands)
    return parser


def _add_layouts_option(parser: argparse.ArgumentParser, default: str | None) -> None:
    help_text = "also offer the sheets in this folder"
    parser.add_argument("--layouts", type=Path, metavar="DIR", help=help_text, default=default)


def _add_relay_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    relay = commands.add_parser("relay", help="host online tables, see docs/hosting.md")
    relay.add_argument(
        "--host",
        action="append",
        metavar="ADDRESS",
        help="address to listen on, such as 0.0.0.0 (repeatable; default: this computer only)",
    )
    relay.add_argument("--port", type=int, default=_RELAY_PORT, help="(default: %(default)s)")
    relay.add_argument(
        "--data", type=Path, metavar="DIR", default=argparse.SUPPRESS, help="folder for the tables"
    )
    relay.add_argument(
        "--database", default="", metavar="URL", help="postgresql://… instead of the folder"
    )
    relay.add_argument("--site", type=Path, metavar="DIR", help="also serve this built site")
    relay.add_argument(
        "--origin",
        action="append",
        type=_origin_url,
        default=[],
        metavar="URL",
        help="site elsewhere that may use this relay, such as https://pad.example (repeatable)",
    )
    relay.add_argument(
        "--behind-proxy",
        action="append",
        type=_ip_network,
        default=[],
        metavar="ADDRESS",
        help="trust X-Forwarded-For, -Proto and -Host from this address or network (repeatable)",
    )
    relay.set_defaults(answer=_run_relay)


def _origin_url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.netloc:
        raise argparse.ArgumentTypeError(f"{text!r} is no origin; give https://NAME")
    return f"{parts.scheme}://{parts.netloc}".lower()


def _ip_network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    try:
        return ipaddress.ip_network(text)
    except ValueError as error:
        message = f"{text!r} is neither an address nor a network"
        raise argparse.ArgumentTypeError(message) from error


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, by default those of the process.

    Returns:
        The exit status.
    """
    parser = _build_parser()
    given = parser.parse_args(arguments)
    if given.layouts is not None and given.command not in {None, *_LINE_COMMANDS}:
        parser.error(f"--layouts is for the pad itself and for {' and '.join(_LINE_COMMANDS)}")
    # SIGTERM ends the command as Ctrl-C does, at any moment
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        return _open_pad(given) if given.command is None else _run_command(given)
    except KeyboardInterrupt:
        return 0 if given.command is None else INTERRUPTED


def _run_command(given: argparse.Namespace) -> int:
    """Run a command without a screen; whoever reads its output may stop early."""
    try:
        status: int = given.answer(given)
        sys.stdout.flush()
    except BrokenPipeError:  # otherwise Python would report it when it flushes at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    return status


LineReporter: TypeAlias = Callable[[GameLine], tuple[dict[str, Any], Refused | None]]
"""Makes the output of a line, ready for JSON, and its refusal, if any."""


def replay_report(line: GameLine) -> tuple[dict[str, Any], Refused | None]:
    """The output of `replay`: the state after a line."""
    game, refused = line.replay_tokens()
    return report_game(game, line.tokens, refused), refused


def chances_report(line: GameLine) -> tuple[dict[str, Any], Refused | None]:
    """The output of `chances`: the chances at the start, and after each token."""
    from qwixx_pad.analysis.value import line_chances  # noqa: PLC0415 - each start loads what it needs

    return line_chances(line)


class _LineCommand(NamedTuple):
    help: str
    reporter: LineReporter


_LINE_COMMANDS = {
    "replay": _LineCommand("play game lines and print the sheets as JSON", replay_report),
    "chances": _LineCommand(
        "play game lines and print the chances after each token, as JSON", chances_report
    ),
}
"""The commands that read game lines."""


def replay_file(
    source: str, out: TextIO, folder: Path | None = None, reporter: LineReporter = replay_report
) -> int:
    """Replay every line of a file and print a JSON object a line; return the exit status.

    Args:
        source: A path; `-` for standard input.
        out: Receives the objects, and is flushed after each.
        folder: Contains custom layout files, which lines may name as `own:NAME-HASH`.
        reporter: Makes the object of a line.
    """
    try:
        layouts = installed_layouts()
        if folder is not None:
            layouts = layouts.with_custom(_custom_layouts(folder))
        with opened_input(source) as lines:
            return replay_lines(_decode_lines(lines), out, layouts, reporter)
    except BrokenPipeError:
        return UNREADABLE
    except OSError as error:
        return _fail_to_read(error, source)


def _fail_to_read(error: OSError, source: str = "") -> int:
    return print_failure(f"cannot read {error.filename or source}: {error.strerror}")


def _custom_layouts(folder: Path) -> Mapping[str, Layout]:
    """The valid sheets of a folder; the problems of the others go to stderr."""
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    valid, invalid = load_custom_folder(folder)
    for file, error in invalid.items():
        for fault in error.faults:
            print_warning(f"{folder / file}:{fault.line}: {fault.text}")
    return valid


_MAX_LINE_CHARS = 1 << 21
"""Length of the longest game line that is read; the longest game has 10,002 entries."""
_MAX_LINE_BYTES = 4 * _MAX_LINE_CHARS


def _decode_lines(lines: BinaryIO) -> Iterator[str]:
    """Yield the lines; the last is the beginning of one that is too long, if there is one."""
    while line := lines.readline(_MAX_LINE_BYTES + 1):
        yield line.decode("utf-8-sig", errors="replace")
        if len(line) > _MAX_LINE_BYTES:
            return


def replay_lines(
    lines: Iterable[str],
    out: TextIO,
    layouts: Mapping[str, Layout] | None = None,
    reporter: LineReporter = replay_report,
) -> int:
    """Replay game lines and print a JSON object a line; return the worst exit status.

    Args:
        lines: One game line, or link of a game, each; empty ones are skipped but counted.
        out: Receives the objects, and is flushed after each.
        layouts: The sheets that lines may name; None for those of the pad.
        reporter: Makes the object of a line.
    """
    known = installed_layouts() if layouts is None else layouts
    status = ACCEPTED
    for number, line in enumerate(lines, 1):
        if line.strip():
            answer, line_status = _line_answer(number, line, known, reporter)
            status = max(status, line_status)
            out.write(json.dumps(answer) + "\n")
            out.flush()
    return status


def _line_answer(
    number: int, text: str, layouts: Mapping[str, Layout], reporter: LineReporter
) -> tuple[dict[str, Any], int]:
    if len(text) > _MAX_LINE_CHARS:
        return {"line": number, "error": "the line is longer than any game"}, UNREADABLE
    try:
        line = _read_line_or_link(text, layouts)
    except HeadError as error:
        return {"line": number, "error": str(error)}, UNREADABLE
    except ImportRefusedError as error:
        return {"line": number, "error": f"the link cannot be read: {error}"}, UNREADABLE
    answer, refused = reporter(line)
    return answer, REFUSED if refused else ACCEPTED


def _read_line_or_link(text: str, layouts: Mapping[str, Layout]) -> GameLine:
    """Read a game line, or that of the game in a link, which may be on a sheet that it brings.

    Raises:
        HeadError: The line has no known head, or its link another number of games than one.
        ImportRefusedError: Its link cannot be read.
    """
    item = find_link(text)
    if not item:
        return read_line(text, layouts)
    games = read_link(item).file.games
    if len(games) != 1:
        raise HeadError(f"the link has {len(games)} games, not one")
    (game,) = games
    return read_line(game_line(game.saved), with_sheets_of(game, layouts))


def check_file(path: Path, out: TextIO) -> int:
    """Print all problems of a layout file, one a line, or its name; return the exit status."""
    try:
        layout = load_custom_file(path)
    except LayoutFileError as error:
        out.writelines(f"{path}:{fault.line}: {fault.text}\n" for fault in error.faults)
        return REFUSED
    except OSError as error:
        out.write(f"{path}: {error.strerror}\n")
        return UNREADABLE
    out.write(f"{path}: {layout.name}\n")
    return ACCEPTED


def _build_site(given: argparse.Namespace) -> int:
    from qwixx_pad.pwa import CannotBuildError  # noqa: PLC0415
    from qwixx_pad.pwa.build import build_site  # noqa: PLC0415 - as above

    try:
        site = build_site(given.folder, given.relay)
    except CannotBuildError as error:
        return print_failure(error)
    print_line(
        f"The pad as a site is in {site.folder}: {site.files} files, version {site.version}."
    )
    if site.other_files:
        print_line(f"What else lies there was left as it is: {', '.join(site.other_files)}.")
    return 0


def _run_relay(given: argparse.Namespace) -> int:
    from qwixx_pad.relay.service import CannotServeError, serve_relay  # noqa: PLC0415 - others start without it
    from qwixx_pad.server.listening import CannotListenError  # noqa: PLC0415

    try:
        serve_relay(given, print_line)
    except (StorageError, CannotListenError, CannotServeError) as error:
        return print_failure(error)
    return 0


def _open_pad(given: argparse.Namespace) -> int:
    from qwixx_pad.app import opened_pad  # noqa: PLC0415 - loads Flet
    from qwixx_pad.server.listening import CannotListenError  # noqa: PLC0415
    from qwixx_pad.server.serve import Serving, serve_pad  # noqa: PLC0415

    try:
        custom = {} if given.layouts is None else _custom_layouts(given.layouts)
    except OSError as error:
        return _fail_to_read(error)
    try:
        with opened_pad(given.data, custom=custom, site=given.site or "") as pad:
            known: Address | None = None

            def on_address(address: "Address") -> None:
                nonlocal known
                pad.set_addresses(address.elsewhere)
                before = known
                known = address
                if before is None:
                    _print_welcome(address, given)
                else:
                    _print_moved(address, before)

            if not (given.window and _open_window(pad.show_owner)):
                serving = (
                    Serving.open_to_network(given.port)
                    if given.lan
                    else Serving(given.port, network=pad.network)
                )
                configured = replace(serving, uploads=pad.uploads, expects=pad.expects)
                serve_pad(pad.show_caller, configured, on_address)
    except (StorageError, CannotListenError) as error:
        return print_failure(error)
    return 0


def _print_welcome(address: "Address", given: argparse.Namespace) -> None:
    """Print the address of the pad, and open the browser unless that is off."""
    taken = "" if address.here.endswith(f":{given.port}") else f"port {given.port} is taken; "
    print_line(f"Qwixx Pad is open on {address.here} ({taken}press Ctrl-C to stop)")
    if address.is_open:
        _print_invitation(address.elsewhere)
    if not given.no_browser and _has_browser():
        threading.Thread(target=webbrowser.open, args=(address.here,), daemon=True).start()


def _print_moved(address: "Address", before: "Address") -> None:
    """Print what has changed, and the new addresses for phones."""
    if not address.is_open:
        print_line("Closed to phones.")
        return
    print_line("The network has changed." if before.is_open else "Phones are let in.")
    _print_invitation(address.elsewhere)


def _print_invitation(urls: tuple[str, ...]) -> None:
    from qwixx_pad.identity.network import terminal_qr  # noqa: PLC0415 - each start loads what it needs

    if not urls:
        print_line(
            "This computer is in no network; phones cannot reach it until it has joined a Wi-Fi."
        )
        return
    print_line(f"Phones on the same Wi-Fi: {urls[0]}")
    if sys.stdout.isatty() and _is_writable("\u2580\u2584\u2588"):
        print_line(terminal_qr(urls[0]))
    if urls[1:]:
        print_line(f"If that does not open: {', '.join(urls[1:])}")


def _is_writable(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True


def _open_window(show: Callable[[Any], None]) -> bool:
    from qwixx_pad.server.window import NoWindowError, open_window  # noqa: PLC0415

    try:
        open_window(show, print_line)
    except NoWindowError as error:
        print_line(f"{error} The browser opens instead.")
        return False
    return True


def _has_browser() -> bool:
    """True if a browser can be opened; on Linux it needs a screen, or `BROWSER` names it."""
    variables = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    return sys.platform != "linux" or any(os.environ.get(name) for name in variables)
