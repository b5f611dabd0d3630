"""The pad run by Flet: in its desktop window, in apps, by `flet run`."""

import importlib
import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import flet as ft
from flet.utils import get_bool_env_var, is_embedded, is_linux_server, is_pyodide

from qwixx_pad import assets_folder
from qwixx_pad.app import Pad, app, opened_pad
from qwixx_pad.identity import devices
from qwixx_pad.multiplayer.online.link import Socket
from qwixx_pad.multiplayer.online.online_tables import OnlineTables
from qwixx_pad.server.security import LOOPBACK_NAMES
from qwixx_pad.storage import StorageError

Main = Callable[[ft.Page], None]

_FETCH_SCRIPT = """
import os
from flet.utils.pip import ensure_flet_desktop_package_installed
ensure_flet_desktop_package_installed()
import flet_desktop
if not os.environ.get("FLET_VIEW_PATH"):
    flet_desktop.ensure_client_cached()
"""
_FETCH_TIMEOUT_S = 180
"""Limit of the time for downloading Flet's window program."""
_FLET_PORT = 8000
"""Flet's default port."""


class NoWindowError(Exception):
    """No window can be opened here; the message says why, in one sentence."""


def run_hosted() -> None:
    """Run as an app or as a web server; Flet's variables in the environment say which."""
    if not _is_web_server():
        with app(online=lambda service: OnlineTables(service, _dial_when_needed)) as show:
            ft.run(show, assets_dir=str(assets_folder()))
        return
    try:
        with opened_pad() as pad:
            if _is_for_this_browser():
                _serve_for_flet(pad)
            else:
                show = _show_as_stranger(pad.show_caller)
                ft.run(show, host="127.0.0.1", assets_dir=str(assets_folder()), no_cdn=True)
    except StorageError as error:
        sys.exit(f"qwixx-pad: {error}")


async def _dial_when_needed(relay: str) -> Socket:
    from qwixx_pad.server.relay_link import dial_relay  # noqa: PLC0415 - most games are played without

    return await dial_relay(relay)


def _is_for_this_browser() -> bool:
    """True if only this computer is to reach the page, as with `flet run --web`.

    Then the pad's own server serves it; Flet's would be open to the whole network.
    """
    host = os.environ.get("FLET_SERVER_IP") or "127.0.0.1"
    return not os.environ.get("FLET_WEB_APP_PATH") and host in LOOPBACK_NAMES


def _is_web_server() -> bool:
    has_no_screen = get_bool_env_var("FLET_FORCE_WEB_SERVER") or is_linux_server()
    return bool(has_no_screen) and not (is_embedded() or is_pyodide())


def _show_as_stranger(show: Main) -> Main:
    """Make every session one of a new device: Flet's own server cannot identify devices."""

    def show_to_stranger(page: ft.Page) -> None:
        device = devices.fingerprint(secrets.token_urlsafe(32))
        devices.current_device.set(
            devices.DeviceIdentity(device, page.client_ip or "", is_this_computer=False)
        )
        show(page)

    return show_to_stranger


def _serve_for_flet(pad: Pad) -> None:
    # not at the top: apps on phones have no web server
    from qwixx_pad.server.listening import CannotListenError  # noqa: PLC0415
    from qwixx_pad.server.serve import Address, Serving, serve_pad  # noqa: PLC0415

    prefix = os.environ.get("FLET_DISPLAY_URL_PREFIX", "Qwixx Pad is open on")
    view = ft.AppView.WEB_BROWSER.value if "FLET_DISPLAY_URL_PREFIX" in os.environ else ""
    port = int(os.environ.get("FLET_SERVER_PORT") or _FLET_PORT)

    def announce_address(address: Address) -> None:
        pad.set_addresses(address.elsewhere)
        sys.stdout.write(f"{prefix} {address.here} {view}".rstrip() + "\n")
        sys.stdout.flush()

    try:
        serve_pad(
            pad.show_caller,
            Serving(port, uploads=pad.uploads, expects=pad.expects),
            announce_address,
        )
    except CannotListenError as error:
        sys.exit(f"qwixx-pad: {error}")


def open_window(show: Main, say: Callable[[str], None]) -> None:
    """Open the pad in Flet's desktop window and return when it is closed.

    Flet calls `show` for the window's session; `say` is called with a text before a download.

    Raises:
        NoWindowError: There is no screen, or Flet's window program is missing or does not run.
    """
    if get_bool_env_var("FLET_FORCE_WEB_SERVER") or is_linux_server():
        raise NoWindowError("There is no screen for a window here.")
    _fetch_client(say)
    shown = False

    def show_window(page: ft.Page) -> None:
        nonlocal shown
        shown = True
        show(page)

    with _restored_signals():
        try:
            ft.run(show_window, view=ft.AppView.FLET_APP, assets_dir=str(assets_folder()))
        except (OSError, SystemExit) as error:
            raise NoWindowError("Flet's window program cannot be started.") from error
    if not shown:
        raise NoWindowError("Flet's window program ended before it showed anything.")


@contextmanager
def _restored_signals() -> Iterator[None]:
    """Restore the handlers that Flet replaces; after Ctrl-C, raise what Flet has caught.

    Raises:
        KeyboardInterrupt: Flet has caught it; it leaves the default handler then.
    """
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
        if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
            raise KeyboardInterrupt
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


def _fetch_client(say: Callable[[str], None]) -> None:
    """Download the window program in another process: if that fails, Flet prints and exits.

    Raises:
        NoWindowError: It could not be downloaded.
    """
    say("Looking for Flet's window program; the first time it is fetched.")
    command = [sys.executable, "-c", _FETCH_SCRIPT]
    try:
        subprocess.run(  # noqa: S603 - our own words
            command,
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_FETCH_TIMEOUT_S,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise NoWindowError("Flet's window program could not be fetched.") from error
    importlib.invalidate_caches()
